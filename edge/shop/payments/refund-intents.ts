// Refunds that the store wants, as rows until the relay has them in its own books; from there on the relay sees to them.
import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { decideRefund, type RefundEvent } from '@balcao/shared/payment/refund.ts';
import { GIVEN_BY_HAND } from '@balcao/shared/payment/review-item.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { refundIntents } from '../../storage/schema/payments.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { THE_STORE, type Actor, type Audit } from '../audit/audit.ts';
import { moneyOfText } from '../audit/sentences.ts';
import type { OrderContext } from '../orders/context.ts';
import type { AskRelay } from '../relay/ask-relay.ts';
import { NOT_OFFERED } from './refund-problems.ts';
import { logRefundIntent } from './replica.ts';

export const REFUND_INTENTS_EVERY_MS = 5000;
const PER_ROUND_MAX = 20;
/** A person waits for the answer: what takes longer goes on by itself. */
const ANSWER_MS_MAX = 10_000;
/** Nothing of its payment comes before it: all that is left comes after the parts, and of these the older ones first. */
const IS_FIRST = sql`not exists (
  select 1 from refund_intents as earlier
  where earlier.attempt_id = refund_intents.attempt_id and earlier.state <> 'refused'
    and (earlier.amount_cents is null, earlier.created_at_ms, earlier.rowid)
      < (refund_intents.amount_cents is null, refund_intents.created_at_ms, refund_intents.rowid)
)`;

// What the relay answers; more than this is not read.
const RefundView = z.object({
  state: z.enum(['asked', 'under-way', 'done', 'failed']),
  lastError: z.string().nullable(),
});

type RelayRefund = { attemptId: string; amountCents: number | null; refundId: string | null };
type Intent = typeof refundIntents.$inferSelect;
/** What one payment gives back of a refund; `amountCents` is null when it is all that is left of it. */
export type RefundPart = { attemptId: string; amountCents: number | null; cents: number; id: string };
/** What became of one request: in the relay's books, not there yet, or not wanted by it. */
export type HandedOver =
  | { kind: 'handed-over'; state: z.infer<typeof RefundView>['state'] }
  | { kind: 'waiting'; why: Problem }
  | { kind: 'refused'; why: Problem };

/** The refunds that are asked of the relay; `orders` is where they happen, `log` where the relay's copy of them stands. */
export function createRefundIntents(deps: {
  ask: AskRelay;
  orders: OrderContext;
  audit: Audit;
  log: PrivateLog;
}) {
  const { ask, orders, audit, log } = deps;
  const { db } = orders;
  const loggedRow = db.$client.prepare<[string]>(
    "select 1 from outbox where kind = 'setting' and aggregate_id = ? limit 1",
  );
  const whereId = (id: string) => eq(refundIntents.id, id);

  const askRelay = (json: RelayRefund) =>
    ask('/edge/payments/refund', RefundView, { method: 'POST', json, timeoutMs: ANSWER_MS_MAX });

  /** One try to put a refund into the relay's books. What it answers stands there: the row is over then. */
  async function handOver(intent: Intent): Promise<HandedOver> {
    applyEvent(intent, { kind: 'begun' });
    const { attemptId, amountCents, id } = intent;
    const reply = await askRelay({ attemptId, amountCents, refundId: amountCents === null ? null : id });
    if (reply.ok) {
      inTransaction(db, () => deleteIntent(id));
      orders.wake.notify('log');
      return { kind: 'handed-over', state: reply.value.state };
    }
    const isRefusal =
      reply.refusal.status >= 400 && reply.refusal.status < 500 && reply.refusal.status !== 429;
    const detail = reply.refusal.detail.slice(0, 200);
    applyEvent(intent, { kind: isRefusal ? 'refused' : 'unanswered', detail });
    if (isRefusal) orders.wake.notify('log');
    return { kind: isRefusal ? 'refused' : 'waiting', why: reply.refusal };
  }

  /**
   * One try, after what waits of the same payment. Where that goes unanswered it waits too: the relay would give back all that is left
   * without knowing of it.
   */
  async function handOverInTurn(intent: Intent): Promise<HandedOver> {
    const { attemptId, id } = intent;
    const ofPayment = db
      .select()
      .from(refundIntents)
      .where(and(eq(refundIntents.attemptId, attemptId), ne(refundIntents.state, 'refused')))
      .orderBy(sql`amount_cents is null`, asc(refundIntents.createdAtMs), sql`rowid`)
      .all();
    const position = ofPayment.findIndex((row) => row.id === id);
    for (const row of ofPayment.slice(0, Math.max(0, position))) {
      const outcome = await handOver(row);
      if (outcome.kind === 'waiting') return outcome;
    }
    return handOver(intent);
  }

  /** Into the running transaction. */
  function deleteIntent(id: string): void {
    db.delete(refundIntents).where(whereId(id)).run();
    logRefundIntent(log, id, null, orders.clock());
  }

  function applyEvent(intent: Intent, event: RefundEvent): void {
    const current = db.select().from(refundIntents).where(whereId(intent.id)).get();
    if (current === undefined) return;
    const { state, tries, nextTryAtMs, lastError } = decideRefund(
      { ...current, providerRefundId: null },
      event,
      orders.clock(),
    ).progress;
    inTransaction(db, () => {
      db.update(refundIntents).set({ state, tries, nextTryAtMs, lastError }).where(whereId(current.id)).run();
      if (state !== 'refused') return;
      logRefundIntent(log, current.id, { ...current, state, lastError }, orders.clock());
      const refusalText = `a devolução de ${amountOf(current)} não foi aceita: ${lastError ?? ''}`;
      audit.record(THE_STORE, 'order', 'refund-refused', refusalText);
    });
  }

  const amountOf = ({ cents, orderId }: Intent): string =>
    moneyOfText(cents, orders.repository.byId(orderId));

  return {
    askRelay,

    /** Whether it was ever asked for: the log knows it when its row is over. */
    wasWritten: (id: string): boolean => loggedRow.get(`refund.${id}`) !== undefined,

    /** Whether its row stands: the relay has not got it, or did not want it. */
    isWaiting: (id: string): boolean =>
      db.select({ id: refundIntents.id }).from(refundIntents).where(whereId(id)).get() !== undefined,

    /** What goes back of that payment and is not in the relay's books yet, amounts in centavos. */
    waitingOf: (attemptId: string): { id: string; cents: number }[] =>
      db
        .select({ id: refundIntents.id, cents: refundIntents.cents })
        .from(refundIntents)
        .where(and(eq(refundIntents.attemptId, attemptId), ne(refundIntents.state, 'refused')))
        .all(),

    /** Whether the relay did not want it. */
    isRefused: (id: string): boolean =>
      db.select().from(refundIntents).where(whereId(id)).get()?.state === 'refused',

    /** Into the running transaction. What was asked for before, and is not with the relay yet, is that same one. */
    write(order: Pick<Order, 'id'>, parts: readonly RefundPart[]): void {
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
    },

    /** One try for each of the parts that were written, in their order, each in the turn of its payment. */
    async handOverAll(parts: readonly RefundPart[]): Promise<HandedOver[]> {
      const outcomes: HandedOver[] = [];
      for (const { id } of parts) {
        const row = db.select().from(refundIntents).where(whereId(id)).get();
        if (row !== undefined) outcomes.push(await handOverInTurn(row));
      }
      return outcomes;
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
            IS_FIRST,
          ),
        )
        .orderBy(asc(refundIntents.nextTryAtMs))
        .limit(PER_ROUND_MAX)
        .all();
      for (const intent of due) await handOver(intent);
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
          // What was set aside may be of no order.
          const amountText = `${order === null ? '' : `Pedido #${order.simpleId}, `}${formatCents(intent.cents)}`;
          return {
            id: `${intent.id}.${INTENT_KIND}`,
            orderId: intent.orderId,
            simpleId: order?.simpleId ?? null,
            code: order?.code ?? null,
            amountCents: intent.cents,
            atMs: intent.createdAtMs,
            reason:
              intent.state === 'refused'
                ? `${amountText}: a devolução não foi aceita. ${intent.lastError ?? ''}`.trim()
                : `${amountText}: a devolução espera a internet da loja. Ela sai sozinha quando a conexão voltar.`,
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
        inTransaction(db, () => {
          db.update(refundIntents)
            .set({ state: 'planned', tries: 0, nextTryAtMs: nowMs })
            .where(whereId(id))
            .run();
          audit.record(actor, 'order', 'refund', `pediu de novo a devolução de ${amountOf(intent)}`);
        });
        const outcome = await handOverInTurn({ ...intent, state: 'planned' });
        return outcome.kind === 'handed-over' ? accepted(null) : refused(outcome.why);
      }
      if (action !== 'acknowledge' || intent.state !== 'refused') return refused(NOT_OFFERED);
      inTransaction(db, () => {
        deleteIntent(id);
        audit.record(actor, 'order', 'resolve', `disse que já devolveu ${amountOf(intent)}`);
      });
      orders.wake.notify('log');
      return accepted(null);
    },
  };
}

/** The kind of an item of the store's own list. */
export const INTENT_KIND = 'refund-waiting';
