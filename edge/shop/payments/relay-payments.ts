// Online money, asked for on the LAN: the relay does it, for it alone speaks with the provider. Nothing is kept here, no
// credential passes through a log; without the relay every call is refused with a reason, at once.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { PixPayment, type OrderMoney } from '@balcao/shared/http/orders.ts';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import type { RefundReply, UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { moneyOf, type PaymentFact } from '@balcao/shared/payment/payment.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { createAskRelay } from '../relay/ask-relay.ts';
import type { RelayClient } from '../relay/relay-client.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { OrderContext } from '../orders/context.ts';

const OFFER_FRESH_MS = 60_000;
const ACCOUNT_MS_MAX = 4_000;

// What the relay answers; more than this is not read.
const RefundView = z.object({
  state: z.enum(['asked', 'under-way', 'done', 'failed']),
  lastError: z.string().nullable(),
});
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
        mismatch: z.string().nullable(),
      }),
    }),
  ),
});
const CredentialsState = z.object({ configured: z.boolean(), publicKey: z.string().nullish() });

export type RelayPayments = ReturnType<typeof createRelayPayments>;

export function createRelayPayments(given: {
  request: RelayClient['request'];
  hasRelay: () => boolean;
  isLinked: () => boolean;
  isHeard: () => Promise<boolean>;
  orders: OrderContext;
  audit: Audit;
  log: { warn(details: object, message: string): void };
}) {
  const { request, hasRelay, isLinked, isHeard, orders, audit, log } = given;
  let offer = { pix: false, card: false, atMs: -Infinity };

  const ask = createAskRelay({ request, isLinked, isHeard, away: AWAY, log });

  const attemptsOf = (orderId: string): PaymentFact[] =>
    orders.db.$client
      .prepare<[string], { fact: string }>('select fact from payments where order_id = ?')
      .all(orderId)
      .map((row) => JSON.parse(row.fact) as PaymentFact);

  return {
    /** For the pages that only pass on: accounts, matching. */
    ask,

    /** What came and went for an order, as far as the relay has told. */
    moneyOf: (orderId: string): OrderMoney => ({ ...moneyOf(attemptsOf(orderId)), returning: false }),

    startPix: (order: Order): Promise<Result<PixPayment, Problem>> =>
      ask('/edge/payments/pix', PixPayment, {
        method: 'POST',
        json: { order: { id: order.id, code: order.code, totalCents: order.totalCents } },
      }),

    /** Of this order alone: an attempt of another one is not found. */
    readPix: (orderId: string, attemptId: string): Promise<Result<PixPayment, Problem>> =>
      ask(`/edge/payments/pix/${attemptId}?orderId=${orderId}`, PixPayment),

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

    /** An order was paid another way: what is open at the provider ends. The relay repeats it until it is done. */
    async cancelOpen(orderId: string): Promise<void> {
      if (!attemptsOf(orderId).some((fact) => OPEN.has(fact.status))) return;
      await ask('/edge/payments/cancel', z.object({ cancelled: z.boolean() }), {
        method: 'POST',
        json: { orderId },
      });
    },

    /** Gives an order's online payment back, whole or in part. A whole one calls the order off, unless it was handed over. */
    async refund(
      actor: Actor,
      orderId: string,
      amountCents: number | null,
    ): Promise<Result<RefundReply, Problem>> {
      const order = orders.repository.byId(orderId);
      if (!order)
        return refused(
          problem(
            404,
            'order-not-found',
            'Pedido não encontrado',
            'Pedido não encontrado. Verifique o código do pedido.',
          ),
        );
      const paid = attemptsOf(orderId)
        .filter((fact) => isMoneyIn(fact.status) && fact.mismatch === null)
        .map((fact) => ({ ...fact, leftCents: fact.amountCents - fact.refundedCents }))
        .filter((fact) => fact.leftCents > 0);
      const leftCents = paid.reduce((sum, fact) => sum + fact.leftCents, 0);
      if (leftCents === 0) return refused(NOTHING_ONLINE[order.paymentMethod ?? ''] ?? NOTHING_TO_REFUND);
      if (amountCents !== null && amountCents > leftCents) {
        return refused(
          problem(
            422,
            'too-much',
            'Valor alto demais',
            `Só restam ${formatCents(leftCents)} a devolver deste pedido.`,
            { leftCents, errors: [{ field: 'amountCents', message: 'Valor alto demais' }] },
          ),
        );
      }
      const whole = amountCents === null || amountCents === leftCents;
      let state: RefundReply['state'] = 'done';
      let restCents = amountCents ?? leftCents;
      for (const fact of paid) {
        const part = Math.min(restCents, fact.leftCents);
        if (part === 0) break;
        const all = part === fact.leftCents;
        const json = {
          attemptId: fact.attemptId,
          amountCents: all ? null : part,
          refundId: all ? null : partId(fact, part),
        };
        const given = await ask('/edge/payments/refund', RefundView, { method: 'POST', json });
        if (!given.ok) return given;
        if (given.value.state === 'failed')
          return refused(
            problem(
              502,
              'refund-failed',
              'Devolução não aceita',
              'O Mercado Pago não aceitou a devolução. Devolva pelo painel do Mercado Pago ou no balcão.',
            ),
          );
        if (given.value.state !== 'done') state = 'waiting';
        restCents -= part;
      }
      audit.record(
        actor,
        'order',
        'refund',
        `devolveu ${formatCents(amountCents ?? leftCents)} do pedido nº ${order.simpleId}`,
      );
      if (whole && order.status !== 'DELIVERED' && order.status !== 'CANCELLED') {
        changeOrder(orders, orderId, { kind: 'cancel', reason: 'estornado' }, () =>
          audit.record(
            actor,
            'order',
            'cancel',
            `cancelou o pedido nº ${order.simpleId} (motivo: estornado)`,
          ),
        );
      }
      orders.wake.notify('log');
      return accepted({ state, refundedCents: amountCents ?? leftCents });
    },

    /** What a person must look at, oldest first. */
    async unresolved(): Promise<Result<UnresolvedPayment[], Problem>> {
      // A store without a relay has no online payments.
      if (!hasRelay()) return accepted([]);
      const listed = await ask('/edge/payments/attention', AttentionItems);
      if (!listed.ok) return listed;
      return accepted(
        listed.value.items.map(({ kind, text, raisedAtMs, attempt }) => {
          const refundable = kind === 'mismatch' && attempt.mismatch === 'amount';
          return {
            id: `${attempt.attemptId}.${kind}`,
            orderId: attempt.orderId,
            simpleId: orders.repository.byId(attempt.orderId)?.simpleId ?? null,
            code: attempt.orderCode,
            amountCents: attempt.amountCents,
            atMs: raisedAtMs,
            reason: text,
            action: refundable ? ('refund' as const) : ('acknowledge' as const),
            actionText: refundable ? 'Devolver o valor' : (ACTION_TEXTS[kind] ?? 'Entendi'),
          };
        }),
      );
    },

    /** Ends one of them by its action. */
    async resolve(
      actor: Actor,
      id: string,
      action: UnresolvedPayment['action'],
    ): Promise<Result<null, Problem>> {
      const [, attemptId, kind] = /^([0-9a-f-]{36})\.([a-z-]{1,40})$/.exec(id) ?? [];
      if (attemptId === undefined || kind === undefined)
        return refused(
          problem(
            404,
            'attempt-not-found',
            'Pagamento não encontrado',
            'Este pagamento não está mais na lista.',
          ),
        );
      if (action === 'accept')
        return refused(
          problem(422, 'not-offered', 'Ação indisponível', 'Este pagamento não pode ser aceito por aqui.'),
        );
      if (action === 'refund') {
        const given = await ask('/edge/payments/refund', RefundView, {
          method: 'POST',
          json: { attemptId, amountCents: null, refundId: null },
        });
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

const OPEN = new Set<PaymentFact['status']>(['created', 'pending', 'in_process']);

const AWAY = problem(
  503,
  'relay-away',
  'Sem conexão com a internet',
  'O pagamento online precisa da internet, e a loja está sem conexão agora. Tente de novo em instantes ou pague no balcão.',
);
const NOTHING_TO_REFUND = problem(
  409,
  'nothing-to-refund',
  'Nada a devolver',
  'Este pedido não tem pagamento online a devolver.',
);
const BY_HAND = problem(
  409,
  'refund-by-hand',
  'Pago no balcão',
  'Este pedido foi pago no balcão: devolva o valor em mãos e cancele o pedido.',
);
const NOTHING_ONLINE: Partial<Record<string, Problem>> = {
  cash: BY_HAND,
  terminal: BY_HAND,
  pix_manual: BY_HAND,
};

const ACTION_TEXTS: Partial<Record<string, string>> = {
  mismatch: 'Já conferi',
  'charged-back': 'Já respondi',
  'refund-failed': 'Já devolvi',
  unacknowledged: 'Entendi',
  late: 'Entendi',
};

/** The same part of the same remainder has the same key, so a button pressed twice gives back once. */
function partId(fact: PaymentFact, amountCents: number): string {
  const hex = createHash('sha256')
    .update(`${fact.attemptId}\n${fact.refundedCents}\n${amountCents}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
