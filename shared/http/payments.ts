// What goes over the payment routes of the relay: towards customers and towards the store.
import { z } from 'zod';
import { Month } from './matching.ts';

const short = (max: number, message: string) => z.string(message).trim().min(1, message).max(max, message);

/** As the provider's card form hands it over. The token is a stand-in; a card number must never come this way. */
export const CardBody = z.object({
  token: short(128, 'Cartão inválido. Preencha de novo.').regex(
    /[^0-9 .-]/,
    'Cartão inválido. Preencha de novo.',
  ),
  installments: z
    .int('Número de parcelas inválido')
    .min(1, 'Número de parcelas inválido')
    // As many as the provider takes.
    .max(12, 'Número de parcelas inválido')
    .default(1),
  payment_method_id: short(40, 'Bandeira do cartão inválida'),
  issuer_id: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))
    .refine((value) => value === null || /^\d{1,12}$/.test(value), 'Banco emissor inválido'),
  payer: z.object({
    /** Empty where the form asked for none: the provider is told an address of the order's own. */
    email: z
      .string('Informe um e-mail válido')
      .max(254, 'Informe um e-mail válido')
      .refine((text) => text === '' || z.email().safeParse(text).success, 'Informe um e-mail válido')
      .default(''),
    first_name: z.string('Informe o nome').trim().max(100, 'Nome longo demais').default(''),
    last_name: z.string('Informe o sobrenome').trim().max(100, 'Sobrenome longo demais').default(''),
    identification: z
      .object({
        // As the provider's form says it: any word, of which two are right.
        type: z.string('Documento inválido').pipe(z.enum(['CPF', 'CNPJ'], 'Documento inválido')),
        number: short(20, 'Documento inválido'),
      })
      .nullish(),
  }),
});
export type CardBody = z.infer<typeof CardBody>;

/** `statusDetail` is the provider's word; screens have a text for the known ones and a fallback. */
export const CardAnswer = z.object({
  status: z.enum(['approved', 'rejected', 'in_process', 'cancelled']),
  statusDetail: z.string().nullable(),
  paymentId: z.string().nullable(),
  attemptId: z.string(),
});
export type CardAnswer = z.infer<typeof CardAnswer>;

/** What the provider's card form needs. */
export const CardFormKey = z.object({ publicKey: z.string(), sdkUrl: z.string() });

/** For an order that was taken on the LAN: the amount is the store's. */
export const PixOfOrder = z.object({
  order: z.object({
    id: z.uuid(),
    code: z.string().min(1).max(20),
    totalCents: z.int().min(1).max(100_000_00),
  }),
});

/** `POST /edge/payments/parts/pix`: a part of one order; `totalCents` is what the part is. */
export const PixOfPart = PixOfOrder.extend({ part: z.uuid() });

/** `POST /edge/payments/refund`: what is to go back, in centavos. */
export const AskRefund = z.object({
  attemptId: z.uuid(),
  /** Null or absent for all that is left. */
  amountCents: z.int('Valor inválido').min(1, 'Valor inválido').nullish(),
  /** Made by who asks; needed for a part, so that a repeated request gives back once. */
  refundId: z.uuid().nullish(),
});

/** A refund and how far it got; `amountCents` null gives back all that is left. */
export const Refund = z.object({
  refundId: z.string(),
  attemptId: z.string(),
  amountCents: z.number().nullable(),
  reason: z.enum(['asked', 'second-approval', 'refused-by-store', 'unacknowledged']),
  state: z.enum(['asked', 'under-way', 'done', 'failed']),
  lastError: z.string().nullable(),
  createdAtMs: z.number(),
});

/** One try to pay an order at the provider, with what was given back; amounts in centavos, times in ms. */
export const Attempt = z.object({
  attemptId: z.string(),
  orderId: z.string(),
  orderCode: z.string(),
  method: z.enum(['pix', 'credit_card', 'debit_card']),
  /** The part of the order that it is for, null for all of it, and whether a terminal has it; an older relay does not say. */
  part: z.string().nullish(),
  terminal: z.boolean().optional(),
  status: z.string(),
  statusDetail: z.string().nullable(),
  amountCents: z.number(),
  paidCents: z.number().nullable(),
  refundedCents: z.number(),
  mismatch: z.enum(['amount', 'currency', 'payee', 'reference']).nullable(),
  providerPaymentId: z.string().nullable(),
  createdAtMs: z.number(),
  expiresAtMs: z.number().nullable(),
  approvedAtMs: z.number().nullable(),
  acknowledgedAtMs: z.number().nullable(),
  lastError: z.string().nullable(),
  refunds: z.array(Refund),
  /** Disputes and suspicions that the provider told of, also those that a person has seen since; an older relay does not say. */
  notices: z.array(z.object({ kind: z.string(), text: z.string(), raisedAtMs: z.number() })).optional(),
});
/** One of these, as it travels. */
export type AttemptBody = z.infer<typeof Attempt>;

/** What no rule could settle, in words, and the attempt that it is about. */
export const AttentionItem = z.object({
  kind: z.string(),
  text: z.string(),
  raisedAtMs: z.number(),
  attempt: Attempt.omit({ refunds: true, notices: true }),
});
/** `GET /edge/payments/attention`: oldest first. */
export const AttentionItems = z.object({ items: z.array(AttentionItem) });
/** `POST /edge/payments/attention/done`: which item a person has dealt with. */
export const EndAttention = z.object({ attemptId: z.uuid(), kind: z.string().max(40) });

/** `POST /edge/payments/attention/accept`: the attempt whose money a person takes for the order all the same. */
export const AcceptAttention = z.object({ attemptId: z.uuid() });

/** The provider's two interfaces; new accounts take `orders`, which replaces `payments`. */
const ProviderApi = z.enum(['orders', 'payments']);

/** The store's account at the provider. What goes in is never shown again. */
export const Credentials = z.object({
  accessToken: short(256, 'Informe o Access Token').regex(
    /^[\x21-\x7e]+$/,
    'O Access Token tem caracteres inválidos',
  ),
  publicKey: z
    .string()
    .trim()
    .max(256)
    .nullish()
    .transform((value) => value || null),
  webhookSecret: z
    .string()
    .trim()
    .max(256)
    .nullish()
    .transform((value) => value || null),
  /** Absent: the one it has; for a new account the newer one. */
  api: ProviderApi.optional(),
});

/** Through which of the provider's interfaces the kept account makes new payments. */
export const ChangedApi = z.object({ api: ProviderApi });

/** Whether the store has an account at the provider and what it can do; no secret is in it. */
export const CredentialsState = z.object({
  configured: z.boolean(),
  source: z.enum(['store', 'environment']).nullable(),
  publicKey: z.string().nullable(),
  payeeId: z.string().nullable(),
  cards: z.boolean(),
  notices: z.boolean(),
  updatedAtMs: z.number().nullable(),
  /** Null where there is no account, or the relay is older than the choice. */
  api: ProviderApi.nullable().default(null),
});

/** One part of an account's test: what was found, or what is wrong and how it is mended, in Portuguese. */
export const AccountTestStep = z.object({
  step: z.enum(['account', 'methods', 'pix', 'cancel', 'notice', 'terminals']),
  state: z.enum(['ok', 'failed', 'skipped']),
  text: z.string(),
});

/** What the provider says of an account: whether it is taken, and whose it is. */
export const CredentialsTest = z.object({
  ok: z.boolean(),
  /** What is wrong or what was found, in Portuguese. */
  message: z.string(),
  payeeId: z.string().nullable(),
  sandbox: z.boolean().nullable(),
  /** Empty where the account was only kept; an older relay tests in one step. */
  steps: z.array(AccountTestStep).default([]),
});

const TimeZone = z
  .string()
  .max(60)
  .default('America/Sao_Paulo')
  .refine(isTimeZone, 'Fuso horário desconhecido');

/** The given account, or the kept one where none is given. */
export const TestCredentials = Credentials.partial();
/** A month of the shop, in its zone. */
export const BookedQuery = z.object({ month: Month, timeZone: TimeZone });
/** A day of the shop, in its zone. */
export const MatchingQuery = z.object({
  day: z.iso.date(),
  timeZone: TimeZone,
});

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
