// Online money, asked for on the LAN: the relay does it, for it alone speaks with the provider. Nothing is kept here but refunds that it has not got yet, no
// credential passes through a log; without the relay every call is refused with a reason, at once.
import { z } from 'zod';
import { PixPayment, type OrderMoney } from '@balcao/shared/http/orders.ts';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { moneyOf, type PaymentFact } from '@balcao/shared/payment/payment.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { createAskRelay } from '../relay/ask-relay.ts';
import type { RelayClient } from '../relay/relay-client.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { OrderContext } from '../orders/context.ts';
import type { AskedAmount } from './asked-amount.ts';
import { createRefundIntents, GIVEN_BY_HAND, INTENT_KIND } from './refund-intents.ts';
import { NOT_OFFERED } from './refund-problems.ts';
import { createStoreRefunds, type GaveBackByHand, type PartReturns } from './refunds.ts';

const OFFER_FRESH_MS = 60_000;
const ACCOUNT_MS_MAX = 4_000;

// What the relay answers; more than this is not read.
const AttentionItems = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      text: z.string(),
      raisedAtMs: z.number(),
      attempt: z.object({
        attemptId: z.string(),
        orderId: z.string(),
        orderCode: z.string(),
        amountCents: z.number(),
        /** An older relay does not say. */
        paidCents: z.number().nullish(),
        mismatch: z.string().nullable(),
      }),
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
  orders: OrderContext;
  audit: Audit;
  privateLog: PrivateLog;
  log: { warn(details: object, message: string): void };
  gaveBackByHand: GaveBackByHand;
  parts: PartReturns;
};

export function createRelayPayments(deps: RelayPaymentsGiven) {
  const { request, hasRelay, isLinked, isHeard, orders, audit, privateLog, log, gaveBackByHand } = deps;
  let offer = { pix: false, card: false, atMs: -Infinity };

  const ask = createAskRelay({ request, isLinked, isHeard, away: AWAY, log });

  const attemptsOf = (orderId: string): PaymentFact[] =>
    orders.db.$client
      .prepare<[string], { fact: string }>('select fact from payments where order_id = ?')
      .all(orderId)
      .map((row) => JSON.parse(row.fact) as PaymentFact);

  /** Money that was set aside pays the order all the same; the fact of it comes over the link. */
  async function accept(actor: Actor, attemptId: string): Promise<Result<null, Problem>> {
    const taken = await ask('/edge/payments/attention/accept', z.object({ accepted: z.literal(true) }), {
      method: 'POST',
      json: { attemptId },
    });
    if (!taken.ok) return taken;
    audit.record(actor, 'order', 'resolve', 'aceitou um pagamento que estava separado');
    orders.wake.notify('log');
    return accepted(null);
  }

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

    /** What came and went for an order, as far as the relay has told. */
    moneyOf: (orderId: string): OrderMoney => ({ ...moneyOf(attemptsOf(orderId)), returning: false }),

    startPix: (
      { id, code, totalCents }: AskedAmount['order'],
      timeoutMs?: number,
      part: string | null = null,
    ): Promise<Result<PixPayment, Problem>> =>
      // A path of its own: an older relay would take the part for all of the order, and does not know this one.
      ask(part === null ? '/edge/payments/pix' : '/edge/payments/parts/pix', PixPayment, {
        method: 'POST',
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        json: { order: { id, code, totalCents }, ...(part === null ? {} : { part }) },
      }),

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

    /** What a person must look at, oldest first. */
    async unresolved(): Promise<Result<UnresolvedPayment[], Problem>> {
      // A store without a relay has no online payments.
      if (!hasRelay()) return accepted([]);
      const own = refundIntents.unresolved();
      const listed = await ask('/edge/payments/attention', AttentionItems);
      // What waits for the line has to be seen while there is none.
      if (!listed.ok) return own.length > 0 ? accepted(own) : listed;
      const theirs = listed.value.items.map(({ kind, text, raisedAtMs, attempt }): UnresolvedPayment => {
        const isSetAside = kind === 'mismatch' && attempt.mismatch !== null;
        const action = isSetAside ? 'accept' : RETRIED.has(kind) ? 'retry' : 'acknowledge';
        return {
          id: `${attempt.attemptId}.${kind}`,
          orderId: attempt.orderId,
          simpleId: orders.repository.byId(attempt.orderId)?.simpleId ?? null,
          code: attempt.orderCode,
          // Of money that was set aside all that came goes back, not what was asked for.
          amountCents: isSetAside ? (attempt.paidCents ?? attempt.amountCents) : attempt.amountCents,
          atMs: raisedAtMs,
          reason: text,
          action,
          actionText: ACTION_NAMES[action] ?? ACTION_TEXTS[kind] ?? 'Entendi',
          ...(action === 'retry' ? { other: GIVEN_BY_HAND } : {}),
          ...(isSetAside ? { other: GIVE_BACK } : {}),
        };
      });
      return accepted([...own, ...theirs].sort((a, b) => a.atMs - b.atMs));
    },

    /** Ends one of them by its action. */
    async resolve(
      actor: Actor,
      id: string,
      action: UnresolvedPayment['action'],
    ): Promise<Result<null, Problem>> {
      const [, attemptId, kind] = /^([0-9a-f-]{36})\.([a-z-]{1,40})$/.exec(id) ?? [];
      if (attemptId === undefined || kind === undefined) return refused(GONE);
      if (kind === INTENT_KIND)
        return (await refundIntents.resolve(actor, attemptId, action)) ?? refused(GONE);
      if (action === 'accept') return kind === 'mismatch' ? accept(actor, attemptId) : refused(NOT_OFFERED);
      if (action === 'retry') return refunds.retry(actor, attemptId);
      if (action === 'refund') {
        const given = await refundIntents.askRelay({ attemptId, amountCents: null, refundId: null });
        if (!given.ok) return given;
      }
      const ended = await ask('/edge/payments/attention/done', z.object({ ended: z.boolean() }), {
        method: 'POST',
        json: { attemptId, kind },
      });
      if (!ended.ok) return ended;
      audit.record(
        actor,
        'order',
        'resolve',
        `resolveu um pagamento pendente de atenção (${ACTION_TEXTS[kind] ?? kind})`,
      );
      orders.wake.notify('log');
      return accepted(null);
    },
  };
}

const AWAY = problem(
  503,
  'relay-away',
  'Sem conexão com a internet',
  'O pagamento online precisa da internet, e a loja está sem conexão agora. Tente de novo em instantes ou pague no balcão.',
);
const GONE = problem(
  404,
  'attempt-not-found',
  'Pagamento não encontrado',
  'Este pagamento não está mais na lista.',
);

/** What can be tried again, or was given back by a person meanwhile. */
const RETRIED: ReadonlySet<string> = new Set(['refund-failed', 'refund-no-balance']);
const ACTION_NAMES: Partial<Record<UnresolvedPayment['action'], string>> = {
  accept: 'Aceitar',
  retry: 'Tentar de novo',
};
const GIVE_BACK = { action: 'refund', actionText: 'Devolver' } as const;
const ACTION_TEXTS: Partial<Record<string, string>> = {
  mismatch: 'Já conferi',
  'charged-back': 'Já respondi',
  claim: 'Já respondi',
  'stop-delivery': 'Já conferi',
  'refund-failed': 'Já devolvi',
  unacknowledged: 'Entendi',
  late: 'Entendi',
};
