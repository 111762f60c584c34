// `GET /api/staff/payments/matching?day=` (ADMIN): a day's payments at the provider against ours and the orders.
import { z } from 'zod';
import { hasMoneyCome, type AttemptStatus } from '../payment/attempt-status.ts';
import type { WayMoved } from '../payment/close-ways.ts';
import { WaySum } from './cash.ts';

const Difference = z.enum([
  'unknown-payment',
  'not-at-provider',
  'status',
  'amount',
  'refunded',
  'mismatch',
  'order-missing',
  'order-unpaid',
]);
type Difference = z.infer<typeof Difference>;

const cents = z.number().nullable();
const text = z.string().nullable();
/** One payment: what the provider says, what we know, and where they differ; null where one side knows of none. */
export const MatchingRow = z.object({
  providerPaymentId: text,
  attemptId: text,
  orderId: text,
  orderCode: text,
  method: text,
  providerStatus: text,
  attemptStatus: text,
  orderPaymentStatus: text,
  paidCents: cents,
  expectedCents: cents,
  refundedCents: z.number(),
  createdAtMs: z.number(),
  differences: z.array(Difference),
});
export type MatchingRow = z.infer<typeof MatchingRow>;

/** The answer; `day` is YYYY-MM-DD in the store's zone, amounts in centavos. */
export const MatchingDay = z.object({
  day: z.string(),
  rows: z.array(MatchingRow),
  totals: z.object({
    approvedCents: z.number(),
    refundedCents: z.number(),
    payments: z.number(),
    differences: z.number(),
  }),
  /** Payments of the same account that are none of this shop's orders. */
  foreign: z.number(),
});
export type MatchingDay = z.infer<typeof MatchingDay>;

/** The same with each way's sums, as a close of the drawer counts them: the relay does not know the shop's rates. */
export const MatchedDay = MatchingDay.extend({ ways: z.array(WaySum) });
export type MatchedDay = z.infer<typeof MatchedDay>;

/** What came and went back of each payment that the provider has. What the bank took back came, and went whole. */
export const movedOf = (rows: readonly MatchingRow[]): WayMoved[] =>
  rows.flatMap(({ method, providerStatus, paidCents, refundedCents }) =>
    paidCents !== null && providerStatus !== null && hasMoneyCome(providerStatus as AttemptStatus)
      ? [
          {
            way: method ?? '',
            name: methodText(method) || 'Outra forma',
            receivedCents: paidCents,
            returnedCents: providerStatus === 'charged_back' ? paidCents : refundedCents,
          },
        ]
      : [],
  );

/** A month of our online payments, to be held against the provider's statement; from `fromMs` until before `toMs`. */
export const BookedMonth = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  payments: z.array(
    z.object({
      providerPaymentId: z.string(),
      orderCode: z.string(),
      /** The order's id, where the statement has the payment under another number; an older relay does not say. */
      reference: z.string().nullable().default(null),
      status: z.string(),
      /** The bank took it back, and the shop won the dispute; an older relay does not say. */
      isWonBack: z.boolean().default(false),
      paidCents: z.number(),
      refundedCents: z.number(),
      approvedAtMs: z.number(),
      /** `atMs`: when it was asked for; an older relay does not say when it was through. */
      refunds: z.array(
        z.object({ cents: z.number(), atMs: z.number(), doneAtMs: z.number().nullable().default(null) }),
      ),
    }),
  ),
});
export type BookedMonth = z.infer<typeof BookedMonth>;

/** YYYY-MM, a month of the shop's own zone. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Mês inválido');

const DIFFERENCES: Record<Difference, string> = {
  'unknown-payment': 'pagamento que o site não conhece',
  'not-at-provider': 'não está no Mercado Pago',
  status: 'situação diferente',
  amount: 'valor diferente',
  refunded: 'devolução diferente',
  mismatch: 'pagamento separado, a resolver',
  'order-missing': 'pedido não encontrado',
  'order-unpaid': 'pedido ainda não consta como pago',
};
/** The difference in Portuguese. */
export const differenceText = (difference: Difference): string => DIFFERENCES[difference];

const METHODS: Partial<Record<string, string>> = {
  pix: 'PIX',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
};
const STATUSES: Partial<Record<string, string>> = {
  created: 'criado',
  pending: 'aguardando',
  in_process: 'em análise',
  rejected: 'recusado',
  cancelled: 'cancelado',
  expired: 'vencido',
  approved: 'aprovado',
  partially_refunded: 'devolvido em parte',
  refunded: 'devolvido',
  charged_back: 'contestado',
};
/** The provider's word itself where there is none of ours. */
export const methodText = (method: string | null): string => METHODS[method ?? ''] ?? method ?? '';
/** A status of provider, attempt or order in Portuguese; one that is not known stays as it is. */
export const statusText = (status: string | null): string => STATUSES[status ?? ''] ?? status ?? '';
