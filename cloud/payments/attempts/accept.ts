// Money that was set aside and that a person takes for the order all the same. Facts of an attempt never lose their difference, in
// whatever order they are heard, at stores of any version: so the payment becomes that of an attempt of its own, which asks what was paid.
import { and, eq } from 'drizzle-orm';
import { hasMoneyCome } from '@balcao/shared/payment/attempt-status.ts';
import { mismatchOf } from '@balcao/shared/payment/attempt.ts';
import { isRefundUnderWay } from '@balcao/shared/payment/refund.ts';
import type { AcceptRefusal } from '@balcao/shared/http/refusals/payment.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { stableId } from '../../storage/stable-id.ts';
import type { PaymentLog } from '../ports.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Provider } from '../provider/provider.ts';
import { refusalOfFailure } from '../refusal-of-failure.ts';
import { lockOrder, refundsOf } from '../repository.ts';
import { endReviewItem } from '../review-items.ts';
import { paymentAttempts, type AttemptRow } from '../schema.ts';
import type { Settle } from './settle.ts';

export function createAccept(deps: {
  db: Db;
  provider: Pick<Provider, 'fetch'>;
  credentials: Pick<Credentials, 'of' | 'payeeOf'>;
  settle: Pick<Settle, 'settle'>;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, credentials, settle, clock } = deps;

  return async (storeId: string, attemptId: string): Promise<Result<{ accepted: true }, AcceptRefusal>> => {
    const account = await credentials.of(storeId);
    if (account === null) return refused({ code: 'method-off' });
    const [attempt] = await db
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attemptId)));
    if (attempt === undefined) return refused({ code: 'attempt-not-found' });
    if (!isSetAside(attempt)) return refused({ code: 'not-set-aside' });
    const payee = await credentials.payeeOf(account);
    if (!payee.ok) return refused(refusalOfFailure(payee.refusal));
    const fetched = await provider.fetch(account, attempt.providerPaymentId);
    if (!fetched.ok) return refused(refusalOfFailure(fetched.refusal));
    const payment = fetched.value;
    const amountCents = payment.amountCents ?? attempt.amountCents;
    // An amount is the shop's to accept; what is not its money, or not of this order, is not.
    const difference = mismatchOf({ ...attempt, amountCents }, payment, payee.value);
    if (difference !== null && difference !== 'amount')
      return refused({ code: 'still-different', difference });

    const isTaken = await db.transaction((tx) => takeOver(tx, attempt, amountCents, clock()));
    if (!isTaken) return refused({ code: 'not-set-aside' });
    deps.log.info({ storeId, attemptId }, 'a person accepted money that was set aside');
    // Where this fails the round does it: the new attempt is due.
    const settled = await settle.settle(storeId, account, payment);
    return settled.ok ? accepted({ accepted: true }) : refused(refusalOfFailure(settled.refusal));
  };
}

type SetAside = AttemptRow & { providerPaymentId: string };

const isSetAside = (attempt: AttemptRow): attempt is SetAside =>
  attempt.mismatch !== null && attempt.providerPaymentId !== null && hasMoneyCome(attempt.status);

/** The payment leaves its attempt, which never was one then, for a new one. False when somebody was quicker. */
async function takeOver(tx: Tx, attempt: SetAside, amountCents: number, nowMs: number): Promise<boolean> {
  const { storeId, providerPaymentId } = attempt;
  const rows = await lockOrder(tx, storeId, attempt.orderId);
  const present = rows.find(({ id }) => id === attempt.id);
  if (present === undefined || !isSetAside(present)) return false;
  // On its way back it is nobody's to take, or the order would be made for money that goes.
  if ((await refundsOf(tx, storeId, [present.id])).some(isRefundUnderWay)) return false;
  await tx
    .update(paymentAttempts)
    .set({ providerPaymentId: null, status: 'cancelled', statusDetail: 'accepted', nextCheckAtMs: null })
    .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attempt.id)));
  await tx.insert(paymentAttempts).values({
    storeId,
    id: stableId('accepted attempt', storeId, providerPaymentId),
    orderId: attempt.orderId,
    orderCode: attempt.orderCode,
    method: attempt.method,
    terminalId: attempt.terminalId,
    partId: attempt.partId,
    isDifference: attempt.isDifference,
    amountCents,
    // Never open: it must not stand in the way of the order's own open attempt.
    status: 'rejected',
    statusDetail: null,
    observedAtMs: nowMs,
    providerPaymentId,
    createdAtMs: attempt.createdAtMs,
    nextCheckAtMs: nowMs,
  });
  await endReviewItem(tx, storeId, { attemptId: attempt.id, kind: 'mismatch' }, nowMs);
  return true;
}
