// Money that goes back, as the store wants it: written down with what it does to the order, in one transaction, and asked of the
// relay until the relay has it in its own books. From there on the relay sees to it. Nothing here speaks with the provider.
import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { z } from 'zod';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import { ORDER_REFUSALS } from '@balcao/shared/http/refusals/order.ts';
import type { RefundReply, RefundRequest, UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { decideRefund, type RefundEvent } from '@balcao/shared/payment/refund.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { payments, refundIntents } from '../../storage/schema.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { logRefundIntent } from './replica.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { OrderContext } from '../orders/context.ts';
import type { AskRelay } from '../relay/ask-relay.ts';

export const REFUND_INTENTS_EVERY_MS = 5000;
const PER_ROUND_MAX = 20;
/** A person waits for the answer: what takes longer goes on by itself. */
const ANSWER_MS_MAX = 10_000;

// What the relay answers; more than this is not read.
const RefundView = z.object({
  state: z.enum(['asked', 'under-way', 'done', 'failed']),
  lastError: z.string().nullable(),
});

const AttemptRefunds = z.object({
  attempts: z.array(
    z.object({
      attemptId: z.string(),
      refunds: z.array(
        z.object({ refundId: z.string(), amountCents: z.number().nullable(), state: z.string() }),
      ),
    }),
  ),
});

type RelayRefund = { attemptId: string; amountCents: number | null; refundId: string | null };
type Intent = typeof refundIntents.$inferSelect;
type Part = { attemptId: string; amountCents: number | null; cents: number; id: string };
/** What became of one request: in the relay's books, not there yet, or not wanted by it. */
type Handed =
  | { kind: 'handed-over'; state: z.infer<typeof RefundView>['state'] }
  | { kind: 'waiting'; why: Problem }
  | { kind: 'refused'; why: Problem };

export function createStoreRefunds(deps: {
  ask: AskRelay;
  orders: OrderContext;
  audit: Audit;
  log: PrivateLog;
  attemptsOf: (orderId: string) => PaymentFact[];
}) {
  const { ask, orders, audit, log, attemptsOf } = deps;
  const { db } = orders;
  const whereId = (id: string) => eq(refundIntents.id, id);

  const askRelay = (json: RelayRefund) =>
    ask('/edge/payments/refund', RefundView, { method: 'POST', json, timeoutMs: ANSWER_MS_MAX });

  /** One try to put a refund into the relay's books. What it answers stands there: the row is over then. */
  async function handOver(intent: Intent): Promise<Handed> {
    hear(intent, { kind: 'begun' });
    const { attemptId, amountCents, id } = intent;
    const given = await askRelay({ attemptId, amountCents, refundId: amountCents === null ? null : id });
    if (given.ok) {
      inTransaction(db, () => end(id));
      return { kind: 'handed-over', state: given.value.state };
    }
    const isNo = given.refusal.status >= 400 && given.refusal.status < 500 && given.refusal.status !== 429;
    const detail = given.refusal.detail.slice(0, 200);
    hear(intent, { kind: isNo ? 'refused' : 'unanswered', detail });
    return { kind: isNo ? 'refused' : 'waiting', why: given.refusal };
  }

  /** Into the running transaction. */
  function end(id: string): void {
    db.delete(refundIntents).where(whereId(id)).run();
    logRefundIntent(log, id, null, orders.clock());
  }

  function hear(intent: Intent, event: RefundEvent): void {
    const now = db.select().from(refundIntents).where(whereId(intent.id)).get();
    if (now === undefined) return;
    const { state, tries, nextTryAtMs, lastError } = decideRefund(
      { ...now, providerRefundId: null },
      event,
      orders.clock(),
    ).progress;
    inTransaction(db, () => {
      db.update(refundIntents).set({ state, tries, nextTryAtMs, lastError }).where(whereId(now.id)).run();
      if (state === 'refused') logRefundIntent(log, now.id, { ...now, state, lastError }, orders.clock());
    });
  }

  const orderOf = (attemptId: string): string | null =>
    db.select({ orderId: payments.orderId }).from(payments).where(eq(payments.attemptId, attemptId)).get()
      ?.orderId ?? null;

  const pendingOf = (attemptId: string): Intent[] =>
    db
      .select()
      .from(refundIntents)
      .where(eq(refundIntents.attemptId, attemptId))
      .all()
      .filter((one) => one.state !== 'refused');

  /** What each good payment of the order has left, without what is on its way to the relay. */
  const paidOf = (orderId: string) =>
    attemptsOf(orderId)
      .filter((fact) => isMoneyIn(fact.status) && fact.mismatch === null)
      .map((fact) => ({ fact, leftCents: fact.amountCents - fact.refundedCents }))
      .filter(({ leftCents }) => leftCents > 0);

  function partsOf(paid: ReturnType<typeof paidOf>, cents: number): Part[] {
    const parts: Part[] = [];
    let restCents = cents;
    for (const { fact, leftCents } of paid) {
      const part = Math.min(restCents, leftCents);
      if (part === 0) break;
      const isAll = part === leftCents;
      parts.push({
        attemptId: fact.attemptId,
        amountCents: isAll ? null : part,
        cents: part,
        id: isAll ? wholeId(fact.attemptId) : partId(fact, part),
      });
      restCents -= part;
    }
    return parts;
  }

  /** Into the running transaction. What was asked for before, and is not with the relay yet, is that same one. */
  function write(order: Order, parts: readonly Part[]): void {
    const nowMs = orders.clock();
    for (const { attemptId, amountCents, cents, id } of parts) {
      const [row] = db
        .insert(refundIntents)
        .values({
          id,
          orderId: order.id,
          attemptId,
          amountCents,
          cents,
          state: 'planned',
          tries: 0,
          createdAtMs: nowMs,
          nextTryAtMs: nowMs,
        })
        .onConflictDoUpdate({
          target: refundIntents.id,
          set: { state: 'planned', tries: 0, nextTryAtMs: nowMs },
        })
        .returning()
        .all();
      if (row !== undefined) logRefundIntent(log, id, row, nowMs);
    }
  }

  async function handOverAll(parts: readonly Part[]): Promise<Handed[]> {
    const handed: Handed[] = [];
    const ids = parts.map(({ id }) => id);
    const rows = db.select().from(refundIntents).where(inArray(refundIntents.id, ids)).all();
    for (const row of rows) handed.push(await handOver(row));
    return handed;
  }

  return {
    askRelay,

    /** Asks the relay once more for what the provider refused of an attempt. */
    async retry(actor: Actor, attemptId: string): Promise<Result<null, Problem>> {
      const orderId = orderOf(attemptId);
      if (orderId === null) return refused(NO_ORDER);
      const listed = await ask(`/edge/payments/attempts?orderId=${orderId}`, AttemptRefunds);
      if (!listed.ok) return listed;
      const given = listed.value.attempts.find((one) => one.attemptId === attemptId)?.refunds ?? [];
      for (const { refundId, amountCents } of given.filter(isStuck)) {
        const again = await askRelay({
          attemptId,
          amountCents,
          refundId: amountCents === null ? null : refundId,
        });
        if (!again.ok) return again;
        if (again.value.state === 'failed') return refused(REFUND_FAILED);
      }
      audit.record(actor, 'order', 'refund', 'tentou de novo uma devolução pelo Mercado Pago');
      orders.wake.notify('log');
      return accepted(null);
    },

    /**
     * Gives an order's online payment back, whole or in part. A whole one calls the order off, unless it was handed over: for
     * `reason`, or as refunded.
     */
    async refund(
      actor: Actor,
      orderId: string,
      { amountCents, reason, seen }: RefundRequest,
    ): Promise<Result<RefundReply, Problem>> {
      const order = orders.repository.byId(orderId);
      if (!order) return refused(NO_ORDER);
      const paid = paidOf(orderId);
      const leftCents = paid.reduce((sum, one) => sum + one.leftCents, 0);
      if (leftCents === 0) return refused(NOTHING_ONLINE[order.paymentMethod ?? ''] ?? NOTHING_TO_REFUND);
      if (amountCents !== null && amountCents > leftCents) return refused(tooMuch(leftCents));
      const cents = amountCents ?? leftCents;
      const parts = partsOf(paid, cents);
      const told = `devolveu ${formatCents(cents)} do pedido nº ${order.simpleId}`;
      const isNew = parts.some(({ attemptId, id }) => !pendingOf(attemptId).some((one) => one.id === id));
      const both = (): void => {
        write(order, parts);
        if (isNew) audit.record(actor, 'order', 'refund', told);
      };
      if (cents === leftCents && order.status !== 'DELIVERED' && order.status !== 'CANCELLED') {
        const why = reason ?? 'estornado';
        const called = changeOrder(
          orders,
          orderId,
          { kind: 'cancel', reason: why, ...(seen ? { seen } : {}) },
          () => {
            both();
            audit.record(actor, 'order', 'cancel', `cancelou o pedido nº ${order.simpleId} (motivo: ${why})`);
          },
        );
        if (!called.ok) return refused(ORDER_REFUSALS.problemOf(called.refusal));
      } else inTransaction(db, both);
      const handed = await handOverAll(parts);
      orders.wake.notify('log');
      return replyOf(handed, cents);
    },

    /** Hands over what is due; what the timer does. */
    async runDue(): Promise<void> {
      const due = db
        .select()
        .from(refundIntents)
        .where(
          and(
            inArray(refundIntents.state, ['planned', 'sent', 'to-review']),
            lte(refundIntents.nextTryAtMs, orders.clock()),
          ),
        )
        .orderBy(asc(refundIntents.nextTryAtMs))
        .limit(PER_ROUND_MAX)
        .all();
      for (const intent of due) {
        const handed = await handOver(intent);
        if (handed.kind === 'handed-over') orders.wake.notify('log');
      }
    },

    /** What is not in the relay's books, oldest first: it waits for the line, or the relay did not want it. */
    unresolved(): UnresolvedPayment[] {
      return db
        .select()
        .from(refundIntents)
        .orderBy(asc(refundIntents.createdAtMs))
        .all()
        .map((intent) => {
          const order = orders.repository.byId(intent.orderId);
          const what = `Pedido #${order?.simpleId ?? ''}, ${formatCents(intent.cents)}`;
          return {
            id: `${intent.id}.${INTENT_KIND}`,
            orderId: intent.orderId,
            simpleId: order?.simpleId ?? null,
            code: order?.code ?? null,
            amountCents: intent.cents,
            atMs: intent.createdAtMs,
            reason:
              intent.state === 'refused'
                ? `${what}: a devolução não foi aceita. ${intent.lastError ?? ''}`.trim()
                : `${what}: a devolução espera a internet da loja. Ela sai sozinha quando a conexão voltar.`,
            action: 'retry',
            actionText: 'Tentar de novo',
            ...(intent.state === 'refused' ? { other: GIVEN_BY_HAND } : {}),
          };
        });
    },

    /** Ends one of these by its action; null when it is none of them. */
    async resolve(
      actor: Actor,
      id: string,
      action: UnresolvedPayment['action'],
    ): Promise<Result<null, Problem> | null> {
      const intent = db.select().from(refundIntents).where(whereId(id)).get();
      if (intent === undefined) return null;
      if (action === 'retry') {
        const nowMs = orders.clock();
        db.update(refundIntents)
          .set({ state: 'planned', tries: 0, nextTryAtMs: nowMs })
          .where(whereId(id))
          .run();
        const handed = await handOver({ ...intent, state: 'planned' });
        return handed.kind === 'handed-over' ? accepted(null) : refused(handed.why);
      }
      if (action !== 'acknowledge' || intent.state !== 'refused') return refused(NOT_OFFERED);
      inTransaction(db, () => {
        end(id);
        audit.record(
          actor,
          'order',
          'resolve',
          `disse que já devolveu ${formatCents(intent.cents)} de um pedido`,
        );
      });
      orders.wake.notify('log');
      return accepted(null);
    },
  };
}

/** Refused, or not answered as it should be: asking again begins the next try. */
const isStuck = ({ state }: { state: string }): boolean => state === 'failed' || state === 'asked';

/** The kind of an item of the store's own list. */
export const INTENT_KIND = 'refund-waiting';
export const GIVEN_BY_HAND = { action: 'acknowledge', actionText: 'Já devolvi' } as const;

function replyOf(handed: readonly Handed[], refundedCents: number): Result<RefundReply, Problem> {
  const no = handed.find((one) => one.kind === 'refused');
  if (no !== undefined) return refused(no.why);
  const states = handed.map((one) => (one.kind === 'handed-over' ? one.state : null));
  if (states.includes('failed')) return refused(REFUND_FAILED);
  if (states.includes(null)) return accepted({ state: 'noted', refundedCents });
  return accepted({ state: states.every((state) => state === 'done') ? 'done' : 'waiting', refundedCents });
}

/** A name of the form of a UUID, the same for the same words. */
function namedId(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The same part of the same remainder has the same key, so a button pressed twice gives back once. */
const partId = (fact: PaymentFact, amountCents: number): string =>
  namedId(fact.attemptId, fact.refundedCents, amountCents);
const wholeId = (attemptId: string): string => namedId(attemptId, 'whole');

const tooMuch = (leftCents: number): Problem =>
  problem(
    422,
    'too-much',
    'Valor alto demais',
    `Só restam ${formatCents(leftCents)} a devolver deste pedido.`,
    {
      leftCents,
      errors: [{ field: 'amountCents', message: 'Valor alto demais' }],
    },
  );
const NO_ORDER = problem(
  404,
  'order-not-found',
  'Pedido não encontrado',
  'Pedido não encontrado. Verifique o código do pedido.',
);
const REFUND_FAILED = problem(
  502,
  'refund-failed',
  'Devolução não aceita',
  'O Mercado Pago não aceitou a devolução. Devolva pelo painel do Mercado Pago ou no balcão.',
);
export const NOT_OFFERED = problem(
  422,
  'not-offered',
  'Ação indisponível',
  'Este pagamento não pode ser aceito por aqui.',
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
