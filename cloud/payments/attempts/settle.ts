// Brings what was fetched from the provider to the attempt and, in the same transaction, to the store. State
// comes only from here, and only upwards: the order in which payments are looked at makes no difference.
import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, like, type SQL } from 'drizzle-orm';
import { hasMoneyCome } from '@balcao/shared/payment/attempt-status.ts';
import { decideClose, decideSettle, type Settlement, type TellFact } from '@balcao/shared/payment/settle.ts';
import { accepted, type Result } from '@balcao/shared/result.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { stableId } from '../../storage/stable-id.ts';
import type { PaymentCommands, PaymentLog, PaymentOrders } from '../ports.ts';
import type { Credentials } from '../provider/credentials.ts';
import { isOrderId } from '../provider/mercado-pago-order.ts';
import type { Account, ProviderFailure, ProviderPayment } from '../provider/provider.ts';
import { lockOrder, planRefund, refundsOf, saveAttempt, saveRefund } from '../repository.ts';
import { endRefundReviews } from '../refunds/attempt-refunds.ts';
import { raiseReviewItem, raiseReviewItemAnew } from '../review-items.ts';
import { paymentAttempts, type AttemptRow } from '../schema.ts';

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

const REFUND_DONE = { state: 'done', nextTryAtMs: null, lastError: null } as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createSettle(deps: SettleDeps) {
  const { db, commands, orders, credentials, clock } = deps;

  /** The attempt a payment belongs to; null when it is none of ours. */
  async function attemptFor(storeId: string, payment: ProviderPayment): Promise<AttemptRow | null> {
    const byId = await attemptWhere(storeId, eq(paymentAttempts.providerPaymentId, payment.id));
    if (byId !== null) return byId;
    if (payment.attemptId !== null && UUID.test(payment.attemptId)) {
      const namedAttempt = await attemptWhere(storeId, eq(paymentAttempts.id, payment.attemptId));
      // Its id may have been written between the two looks, by the notice of this very payment.
      if (
        namedAttempt !== null &&
        (namedAttempt.providerPaymentId === null || namedAttempt.providerPaymentId === payment.id)
      )
        return namedAttempt;
    }
    return (await sentToTerminal(storeId, payment)) ?? adopt(storeId, payment);
  }

  /** Nothing of what a terminal is sent names its attempt: where the answer was lost, it is the one of this order and amount that has no payment. */
  async function sentToTerminal(storeId: string, payment: ProviderPayment): Promise<AttemptRow | null> {
    const { reference, amountCents } = payment;
    if (payment.isAtTerminal !== true || reference === null || !UUID.test(reference) || amountCents === null)
      return null;
    return attemptWhere(
      storeId,
      and(
        eq(paymentAttempts.orderId, reference),
        eq(paymentAttempts.amountCents, amountCents),
        isNotNull(paymentAttempts.terminalId),
        isNull(paymentAttempts.providerPaymentId),
      ),
    );
  }

  const attemptWhere = async (storeId: string, where: SQL | undefined): Promise<AttemptRow | null> =>
    (
      await db
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.storeId, storeId), where))
        .orderBy(desc(paymentAttempts.createdAtMs))
        .limit(1)
    )[0] ?? null;

  /** Money that came for one of our orders without an attempt that we know of gets one, so that it is not lost. */
  async function adopt(storeId: string, payment: ProviderPayment): Promise<AttemptRow | null> {
    const orderId = payment.reference;
    if (payment.isTwin || orderId === null || !UUID.test(orderId) || !hasMoneyCome(payment.status))
      return null;
    // The money of an order at the provider has a number of its own besides, which names no attempt: whatever the account says now.
    const isSameMoney =
      payment.attemptId === null &&
      !isOrderId(payment.id) &&
      (await attemptWhere(
        storeId,
        and(eq(paymentAttempts.orderId, orderId), like(paymentAttempts.providerPaymentId, 'ORD%')),
      )) !== null;
    if (isSameMoney) return null;
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
    const attempt = await attemptFor(storeId, payment);
    if (attempt === null) return accepted(null);
    const order = await orders.byId(storeId, attempt.orderId);
    const nowMs = clock();

    const settled = await db.transaction(async (tx) => {
      const attempts = await lockOrder(tx, storeId, attempt.orderId);
      const ids = attempts.map((one) => one.id);
      const decided = decideSettle(
        { attempts, refunds: await refundsOf(tx, storeId, ids) },
        {
          attemptId: attempt.id,
          payment,
          payeeId: payee.value,
          isOrderCancelled: order?.status === 'CANCELLED',
        },
        { nowMs, commandIds: new Map(ids.map((id) => [id, randomUUID()])) },
      );
      if (!decided.ok) return null;
      await write(tx, storeId, decided.value, { attempts, nowMs });
      return decided.value.settled;
    });
    if (settled === null) return settle(storeId, account, payment);
    commands.wake?.(storeId);
    deps.wake();
    return accepted(settled);
  }

  async function write(
    tx: Tx,
    storeId: string,
    settlement: Settlement<AttemptRow>,
    { attempts, nowMs }: { attempts: readonly AttemptRow[]; nowMs: number },
  ): Promise<void> {
    for (const item of settlement.reviewItems)
      await (item.again ? raiseReviewItemAnew : raiseReviewItem)(tx, storeId, item, nowMs);
    for (const { id } of settlement.refundsDone)
      await saveRefund(tx, storeId, id, { ...REFUND_DONE, doneAtMs: nowMs });
    for (const attemptId of new Set(settlement.refundsDone.map((refund) => refund.attemptId)))
      await endRefundReviews(tx, storeId, attemptId, nowMs);
    for (const refund of settlement.refundsPlanned) await planRefund(tx, storeId, refund, nowMs);
    for (const told of settlement.facts)
      await enqueueFact(tx, storeId, told, attempts.find(({ id }) => id === told.fact.attemptId) ?? null);
    for (const row of settlement.attempts) await saveAttempt(tx, row);
  }

  /** One command for the store, in this transaction, in the place of the fact that it heard, or is to hear, of the attempt as it was before. */
  const enqueueFact = (
    tx: Tx,
    storeId: string,
    { commandId, fact }: TellFact,
    before: AttemptRow | null,
  ): Promise<unknown> =>
    commands.enqueue(
      storeId,
      { id: commandId, kind: 'payment.fact', payload: fact },
      tx,
      before?.factCommandId ?? null,
    );

  /** Closes an attempt that the provider never made, or refused to make. */
  async function close(
    storeId: string,
    attemptId: string,
    closing: { status: 'cancelled' | 'rejected'; detail: string; error: string | null },
  ): Promise<AttemptRow | null> {
    const moment = { nowMs: clock(), commandId: randomUUID() };
    const closed = await db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attemptId)))
        .for('update');
      if (row === undefined) return null;
      const decided = decideClose(row, closing, moment);
      if (decided === null) return row;
      await enqueueFact(tx, storeId, decided.fact, row);
      await saveAttempt(tx, decided.attempt);
      return decided.attempt;
    });
    commands.wake?.(storeId);
    return closed;
  }

  return { settle, close };
}
