// Online money, asked for on the LAN: the relay does it, for it alone speaks with the provider. Nothing is kept here but refunds that it has not got yet, no
// credential passes through a log; without the relay every call is refused with a reason, at once.
import { z } from 'zod';
import { PixPayment, type OrderMoney } from '@balcao/shared/http/orders.ts';
import { Attempt } from '@balcao/shared/http/payments.ts';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import { AttemptStatus, isMoneyIn, isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { moneyOf, type PaymentFact } from '@balcao/shared/payment/payment.ts';
import type { Result } from '@balcao/shared/result.ts';
import type { Audit } from '../audit/audit.ts';
import { createAskRelay } from '../relay/ask-relay.ts';
import type { RelayClient } from '../relay/relay-client.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { OrderContext } from '../orders/context.ts';
import type { OpenCode } from '../orders/online-payments.ts';
import type { AskedAmount } from './asked-amount.ts';
import { createLateStaticPix, type LatePixBooks } from './late-static-pix.ts';
import { createRefundIntents } from './refund-intents.ts';
import { createStoreRefunds, type GaveBackByHand, type PartReturns } from './refunds.ts';
import { createToResolve } from './to-resolve.ts';

const OFFER_FRESH_MS = 60_000;
const ACCOUNT_MS_MAX = 4_000;

// What the relay answers; more than this is not read.
const OrderAttempts = z.object({
  attempts: z.array(
    Attempt.pick({ attemptId: true, method: true, amountCents: true, part: true, terminal: true }).extend({
      status: AttemptStatus,
    }),
  ),
});
const CredentialsState = z.object({ configured: z.boolean(), publicKey: z.string().nullish() });

export type RelayPayments = ReturnType<typeof createRelayPayments>;

type RelayPaymentsGiven = {
  request: RelayClient['request'];
  hasRelay: () => boolean;
  isLinked: () => boolean;
  isHeard: () => Promise<boolean>;
  isInDoubt: () => boolean;
  orders: OrderContext;
  audit: Audit;
  privateLog: PrivateLog;
  log: { warn(details: object, message: string): void };
  gaveBackByHand: GaveBackByHand;
  parts: PartReturns;
  books: LatePixBooks;
  /** Takes in what is known of a payment, as what the relay tells of one. */
  onFact: (fact: PaymentFact) => void;
};

export function createRelayPayments(deps: RelayPaymentsGiven) {
  const { hasRelay, isLinked, orders, audit, privateLog, gaveBackByHand } = deps;
  let offer = { pix: false, card: false, atMs: -Infinity };

  const ask = createAskRelay({ ...deps, away: AWAY });

  const attemptsOf = (orderId: string): PaymentFact[] =>
    orders.db.$client
      .prepare<[string], { fact: string }>('select fact from payments where order_id = ? order by rowid')
      .all(orderId)
      .map((row) => JSON.parse(row.fact) as PaymentFact);

  const refundIntents = createRefundIntents({ ask, orders, audit, log: privateLog });
  const refunds = createStoreRefunds({
    ask,
    orders,
    audit,
    intents: refundIntents,
    attemptsOf,
    gaveBackByHand,
    parts: deps.parts,
  });

  return {
    /** For the pages that only pass on: accounts, matching. */
    ask,

    /** Whether anybody began to pay it online, as far as the relay has told. */
    hasAttempts: (orderId: string): boolean => attemptsOf(orderId).length > 0,

    /** The attempt whose amount waits at a terminal, as far as the relay has told; null when none does. */
    atTerminal: (orderId: string): string | null =>
      attemptsOf(orderId).find((fact) => fact.terminal === true && isOpen(fact.status))?.attemptId ?? null,

    /** The parts of an order whose code somebody may still pay, as far as the relay has told. */
    openParts: (orderId: string): { part: string; attemptId: string; cents: number }[] =>
      attemptsOf(orderId).flatMap(({ part, attemptId, amountCents: cents, method, status, terminal }) =>
        part !== undefined && method === 'pix' && terminal !== true && isOpen(status)
          ? [{ part, attemptId, cents }]
          : [],
      ),

    /**
     * Codes of an order that somebody may still pay, as far as the relay has told, and what it has beside these, where it answers in time: that
     * may be paid by now. `part` null: for all of the order.
     */
    async codesOf(orderId: string, timeoutMs: number): Promise<OpenCode[]> {
      const asked = await ask(`/edge/payments/attempts?orderId=${orderId}`, OrderAttempts, { timeoutMs });
      const heard = attemptsOf(orderId);
      const unheard = (asked.ok ? asked.value.attempts : []).filter(
        ({ attemptId, part, status }) =>
          part !== undefined &&
          (isOpen(status) || isMoneyIn(status)) &&
          !heard.some((one) => one.attemptId === attemptId),
      );
      return [...heard.filter(({ status }) => isOpen(status)), ...unheard]
        .filter(({ method, terminal }) => method === 'pix' && terminal !== true)
        .map(({ part, attemptId, amountCents: cents }) => ({ part: part ?? null, attemptId, cents }));
    },

    /** What came and went for an order, as far as the relay has told. */
    moneyOf: (orderId: string): OrderMoney => ({ ...moneyOf(attemptsOf(orderId)), returning: false }),

    /** The code of a part is kept as what it is before anybody sees it: the line may be gone before the relay tells of it. */
    async startPix(
      { order: { id, code, totalCents }, part, isDifference }: AskedAmount,
      timeoutMs?: number,
    ): Promise<Result<PixPayment, Problem>> {
      const begun = await ask(pixPathOf({ part, isDifference }), PixPayment, {
        method: 'POST',
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        json: { order: { id, code, totalCents }, ...(part === null ? {} : { part }) },
      });
      if (begun.ok && part !== null && begun.value.status === 'pending')
        deps.onFact(
          beginningOf(
            { orderId: id, part, amountCents: totalCents, ...(isDifference && { difference: true }) },
            begun.value,
            orders.clock(),
          ),
        );
      return begun;
    },

    /** Of this order alone: an attempt of another one is not found. */
    readPix: (orderId: string, attemptId: string, timeoutMs?: number): Promise<Result<PixPayment, Problem>> =>
      ask(`/edge/payments/pix/${attemptId}?orderId=${orderId}`, PixPayment, {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),

    /**
     * What can be paid online by who is on the store's own address; known from the last answer, asked anew in the background. A card is
     * paid on the site.
     */
    methodsOnOffer(): { pix: boolean; card: boolean } {
      const nowMs = orders.clock();
      if (!isLinked()) return { pix: false, card: false };
      if (nowMs - offer.atMs > OFFER_FRESH_MS) {
        offer = { ...offer, atMs: nowMs };
        void ask('/edge/payments/credentials', CredentialsState, { timeoutMs: 5000 }).then((state) => {
          const pix = state.ok && state.value.configured;
          offer = { pix, card: pix && Boolean(state.value.publicKey), atMs: nowMs };
        });
      }
      return offer;
    },

    /** Whether the store has an account at the provider; null while the relay cannot say. */
    async hasAccount(): Promise<boolean | null> {
      if (!isLinked()) return null;
      const state = await ask('/edge/payments/credentials', CredentialsState, { timeoutMs: ACCOUNT_MS_MAX });
      return state.ok ? state.value.configured : null;
    },

    /** Whether money ever came by PIX. */
    hasReceivedPix: (): boolean =>
      orders.db.$client
        .prepare(
          `select 1 from payments where fact ->> 'method' = 'pix' and fact ->> 'mismatch' is null
             and fact ->> 'status' in ('approved', 'partially_refunded', 'refunded', 'charged_back') limit 1`,
        )
        .get() !== undefined,

    /**
     * An order was paid another way or called off: what is open at the provider ends. The relay repeats it until it is done, and
     * is asked whatever the store has heard: a code may have been begun a moment ago. True once nothing of it can be paid any more.
     */
    async cancelOpen(orderId: string, timeoutMs?: number): Promise<boolean> {
      const ended = await ask('/edge/payments/cancel', z.object({ cancelled: z.boolean() }), {
        method: 'POST',
        json: { orderId },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      return ended.ok && ended.value.cancelled;
    },

    refunds,
    refundIntents,

    ...createToResolve({
      ...{ ask, hasRelay, orders, audit, refunds, refundIntents },
      latePix: createLateStaticPix({ orders, audit, books: deps.books }),
    }),
  };
}

/** Paths of their own: an older relay would take a part for all of the order, or a difference for a part, and does not know these. */
const pixPathOf = ({ part, isDifference }: Pick<AskedAmount, 'part' | 'isDifference'>): string => {
  if (part === null) return '/edge/payments/pix';
  return isDifference ? '/edge/payments/differences/pix' : '/edge/payments/parts/pix';
};

/** What the relay will tell of a code that it has just made. */
const beginningOf = (
  asked: Pick<PaymentFact, 'orderId' | 'part' | 'amountCents' | 'difference'>,
  { attemptId, paymentId }: PixPayment,
  observedAtMs: number,
): PaymentFact => ({
  ...asked,
  attemptId,
  provider: 'mercadopago',
  providerPaymentId: paymentId,
  method: 'pix',
  status: 'pending',
  statusDetail: null,
  refundedCents: 0,
  mismatch: null,
  observedAtMs,
});

const AWAY = problem(
  503,
  'relay-away',
  'Sem conexão com a internet',
  'O pagamento online precisa da internet, e a loja está sem conexão agora. Tente de novo em instantes ou pague no balcão.',
);
