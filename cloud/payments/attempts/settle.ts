// Brings what was fetched from the provider to the attempt and, in the same transaction, to the store. State
// comes only from here, and only upwards: the order in which payments are looked at makes no difference.
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { hasMoneyCome, isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { accepted, type Result } from '@balcao/shared/result.ts';
import { raiseReviewItem } from '../review-items.ts';
import { factOf, differs, merged } from './attempt-fact.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db, Tx } from '../../storage/open.ts';
import type { PaymentCommands, PaymentLog, PaymentOrders } from '../ports.ts';
import type { Account, ProviderFailure, ProviderPayment } from '../provider/provider.ts';
import { isGood, keeperOf, mayTell, paidLate } from './order-money.ts';
import { isWholeRefund, planRefund, wholeRefundId } from '../refunds/refund-plan.ts';
import { nextCheckMs } from './schedule.ts';
import { paymentAttempts, paymentRefunds, type AttemptRow, type RefundRow } from '../schema.ts';
import { stableId } from '../../storage/stable-id.ts';

export type SettleDeps = {
  db: Db;
  commands: PaymentCommands;
  orders: PaymentOrders;
  credentials: Credentials;
  log: PaymentLog;
  clock: () => number;
  /** There may be something to do: refunds, cancellations, alarms. */
  wake: () => void;
};

export type Settle = ReturnType<typeof createSettle>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createSettle(deps: SettleDeps) {
  const { db, commands, orders, credentials, clock } = deps;

  /** The attempt a payment belongs to; null when it is none of ours. */
  async function attemptFor(storeId: string, payment: ProviderPayment): Promise<AttemptRow | null> {
    const byId = await attemptWhere(storeId, eq(paymentAttempts.providerPaymentId, payment.id));
    if (byId !== null) return byId;
    if (payment.attemptId !== null && UUID.test(payment.attemptId)) {
      const named = await attemptWhere(storeId, eq(paymentAttempts.id, payment.attemptId));
      // Its id may have been written between the two looks, by the notice of this very payment.
      if (named !== null && (named.providerPaymentId === null || named.providerPaymentId === payment.id))
        return named;
    }
    return adopt(storeId, payment);
  }

  const attemptWhere = async (storeId: string, which: ReturnType<typeof eq>): Promise<AttemptRow | null> =>
    (
      await db
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.storeId, storeId), which))
        .limit(1)
    )[0] ?? null;

  /** Money that came for one of our orders without an attempt that we know of gets one, so that it is not lost. */
  async function adopt(storeId: string, payment: ProviderPayment): Promise<AttemptRow | null> {
    const orderId = payment.reference;
    if (orderId === null || !UUID.test(orderId) || !hasMoneyCome(payment.status)) return null;
    const order = await orders.byId(storeId, orderId);
    const sibling = await attemptWhere(storeId, eq(paymentAttempts.orderId, orderId));
    const code = order?.code ?? sibling?.orderCode;
    const amountCents = order?.totalCents ?? sibling?.amountCents;
    if (code === undefined || amountCents === undefined) return null;
    const nowMs = clock();
    const id = stableId('adopted attempt', storeId, payment.id);
    await db
      .insert(paymentAttempts)
      .values({
        storeId,
        id,
        orderId,
        orderCode: code,
        method: payment.method ?? 'pix',
        amountCents,
        // Never open: it must not stand in the way of the order's own open attempt.
        status: 'cancelled',
        statusDetail: null,
        observedAtMs: nowMs,
        createdAtMs: payment.createdAtMs ?? nowMs,
        nextCheckAtMs: nowMs,
      })
      .onConflictDoNothing();
    deps.log.warn(
      { storeId, attemptId: id, orderId },
      'a payment of an order without a known attempt was taken up',
    );
    return attemptWhere(storeId, eq(paymentAttempts.id, id));
  }

  /**
   * Takes a fetched payment in. The value is the attempt as it is now, or null when the payment is not ours.
   * A failure means that it could not be checked yet: nothing has changed, ask again.
   */
  async function settle(
    storeId: string,
    account: Account,
    payment: ProviderPayment,
  ): Promise<Result<AttemptRow | null, ProviderFailure>> {
    const payee = await credentials.payeeOf(account);
    if (!payee.ok) return payee;
    const found = await attemptFor(storeId, payment);
    if (found === null) return accepted(null);
    const order = await orders.byId(storeId, found.orderId);
    const nowMs = clock();

    const settled = await db.transaction(async (tx) => {
      const rows = await lockOrder(tx, storeId, found.orderId);
      const row = rows.find((one) => one.id === found.id);
      if (row === undefined) throw new Error('an attempt vanished');
      // Another payment was quicker to become this attempt's: this one is a payment of its own.
      if (row.providerPaymentId !== null && row.providerPaymentId !== payment.id) return null;
      const next = merged(row, payment, payee.value, nowMs);
      const after: AttemptRow = { ...row, ...next, lastError: null };
      const news = differs(row, next);
      if (news) {
        after.observedAtMs = nowMs;
        after.checks = 0;
        after.nextCheckAtMs = dueAt(after, nowMs);
      }
      // Open over there, closed over here: it has to be cancelled, or somebody may still pay it.
      if (isOpen(payment.status) && !isOpen(after.status)) {
        after.cancelAskedAtMs ??= nowMs;
        if (news) after.nextCheckAtMs = nowMs;
      }
      const all = rows.map((one) => (one.id === after.id ? after : one));
      const changed = new Set(news || after.cancelAskedAtMs !== row.cancelAskedAtMs ? [after.id] : []);
      const refunds = await refundsOf(tx, storeId, all);

      if (after.mismatch !== null && hasMoneyCome(after.status))
        await raiseReviewItem(tx, after, 'mismatch', nowMs);
      if (after.status === 'charged_back') await raiseReviewItem(tx, after, 'charged-back', nowMs);
      if (isGood(after) && paidLate(row, after, order?.status === 'CANCELLED'))
        await raiseReviewItem(tx, after, 'late', nowMs);
      await settleRefundRows(tx, after, refunds);

      const kept = keeperOf(all, refunds);
      for (const one of all) {
        if (
          !isGood(one) ||
          kept === null ||
          one.id === kept.id ||
          refunds.some((refund) => refund.attemptId === one.id && isWholeRefund(refund))
        )
          continue;
        refunds.push(
          await planRefund(
            tx,
            one,
            { id: wholeRefundId(one.id), amountCents: null, reason: 'second-approval' },
            nowMs,
          ),
        );
        await raiseReviewItem(tx, one, 'second-approval', nowMs);
      }
      if (kept !== null) {
        for (const one of all) {
          if (one.id === kept.id || !isOpen(one.status) || one.cancelAskedAtMs !== null) continue;
          Object.assign(one, { cancelAskedAtMs: nowMs, nextCheckAtMs: nowMs });
          changed.add(one.id);
        }
      }

      // Money that went first: the store must not see two payments at once.
      for (const one of [...all].sort((a, b) => Number(isGood(a)) - Number(isGood(b)))) {
        const isNews = one.id === after.id && news;
        if (mayTell(one, all, refunds) && (isNews || (isGood(one) && one.paidCommandId === null))) {
          await tell(tx, one, nowMs);
          changed.add(one.id);
        }
      }
      for (const one of all) if (changed.has(one.id)) await save(tx, one);
      return after;
    });
    if (settled === null) return settle(storeId, account, payment);
    commands.wake?.(storeId);
    deps.wake();
    return accepted(settled);
  }

  /** One command for the store, in this transaction. */
  async function tell(tx: Tx, row: AttemptRow, nowMs: number): Promise<void> {
    const id = randomUUID();
    await commands.enqueue(row.storeId, { id, kind: 'payment.fact', payload: factOf(row) }, tx);
    row.factCommandId = id;
    if (isGood(row) && row.paidCommandId === null) Object.assign(row, { paidCommandId: id, paidAtMs: nowMs });
  }

  /** Closes an attempt that the provider never made, or refused to make. */
  async function close(
    storeId: string,
    attemptId: string,
    as: { status: 'cancelled' | 'rejected'; detail: string; error: string | null },
  ): Promise<AttemptRow | null> {
    const nowMs = clock();
    const closed = await db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attemptId)))
        .for('update');
      if (row === undefined) return null;
      if (row.status !== 'created' || row.providerPaymentId !== null) return row;
      Object.assign(row, {
        status: as.status,
        statusDetail: as.detail,
        lastError: as.error,
        observedAtMs: nowMs,
        checks: 0,
      });
      row.nextCheckAtMs = dueAt(row, nowMs);
      await tell(tx, row, nowMs);
      await save(tx, row);
      return row;
    });
    commands.wake?.(storeId);
    return closed;
  }

  return { settle, close };
}

/** All attempts of an order, locked: what concerns several of them is decided by one at a time. */
export const lockOrder = (tx: Tx, storeId: string, orderId: string): Promise<AttemptRow[]> =>
  tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.orderId, orderId)))
    .orderBy(asc(paymentAttempts.id))
    .for('update');

export async function save(tx: Tx, row: AttemptRow): Promise<void> {
  const { storeId, id, ...columns } = row;
  await tx
    .update(paymentAttempts)
    .set(columns)
    .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, id)));
}

export function dueAt(row: AttemptRow, nowMs: number): number | null {
  const delayMs = nextCheckMs(row.status, row.checks);
  if (delayMs === null) return null;
  // A code that runs out is looked at then, not minutes later.
  if (row.status === 'pending' && row.providerExpiresAtMs !== null && row.providerExpiresAtMs > nowMs) {
    return Math.min(nowMs + delayMs, row.providerExpiresAtMs + 2000);
  }
  return nowMs + delayMs;
}

const refundsOf = (tx: Tx, storeId: string, rows: readonly AttemptRow[]): Promise<RefundRow[]> =>
  tx
    .select()
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.storeId, storeId),
        inArray(
          paymentRefunds.attemptId,
          rows.map((row) => row.id),
        ),
      ),
    );

/** A refund that the bank was still carrying out is done once the payment shows the money gone. */
async function settleRefundRows(tx: Tx, row: AttemptRow, refunds: readonly RefundRow[]): Promise<void> {
  const mine = refunds.filter((refund) => refund.attemptId === row.id && refund.state === 'under-way');
  const asked = refunds
    .filter(
      (refund) => refund.attemptId === row.id && refund.amountCents !== null && refund.state !== 'failed',
    )
    .reduce((sum, refund) => sum + (refund.amountCents ?? 0), 0);
  for (const refund of mine) {
    const whole = row.status === 'refunded' || row.refundedCents >= row.amountCents;
    if (!whole && (refund.amountCents === null || row.refundedCents < asked)) continue;
    refund.state = 'done';
    await tx
      .update(paymentRefunds)
      .set({ state: 'done', nextTryAtMs: null, lastError: null })
      .where(and(eq(paymentRefunds.storeId, refund.storeId), eq(paymentRefunds.id, refund.id)));
  }
}
