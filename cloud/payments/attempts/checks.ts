// Looks at attempts unasked: what webhooks miss, what never came back from creation, what has to be cancelled.
import { and, asc, eq, exists, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { AttemptStatus, isMoneyIn, isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { isNeverMade, mustEnd, nextCheckAtMs } from '@balcao/shared/payment/schedule.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db } from '../../storage/open.ts';
import { erasedOrders, orders as orderRows } from '../../storage/schema.ts';
import { mapConcurrent } from '../../storage/jobs.ts';
import type { PaymentLog, PaymentOrders } from '../ports.ts';
import type { Account, Provider, ProviderFailure } from '../provider/provider.ts';
import { NEVER_MADE } from '../account-faults.ts';
import { raiseAccountFault } from '../review-items.ts';
import { paymentAttempts, type AttemptRow } from '../schema.ts';
import type { Claims } from './claims.ts';
import type { Settle } from './settle.ts';

export type Checks = ReturnType<typeof createChecks>;

const OPEN = AttemptStatus.options.filter(isOpen);
const PER_ROUND_MAX = 30;
/** What a check costs at most before another process may take it over. */
const CLAIM_MS = 60_000;
const UNREACHABLE_RETRY_MS = 30_000;

export function createChecks(deps: {
  db: Db;
  provider: Pick<Provider, 'fetch' | 'cancel' | 'searchByReference'>;
  credentials: Pick<Credentials, 'of'>;
  orders: Pick<PaymentOrders, 'byId'>;
  settle: Settle;
  claims: Pick<Claims, 'lookFor'>;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, credentials, orders, settle, claims, log, clock } = deps;
  const rowWhere = (row: AttemptRow) =>
    and(eq(paymentAttempts.storeId, row.storeId), eq(paymentAttempts.id, row.id));
  const reload = async (row: AttemptRow): Promise<AttemptRow> =>
    (await db.select().from(paymentAttempts).where(rowWhere(row)))[0] ?? row;

  /** Fetches the payment and settles it. The value is the attempt as it is now. */
  async function fetchAndSettle(
    row: AttemptRow,
    account: Account,
  ): Promise<Result<AttemptRow, ProviderFailure>> {
    if (row.providerPaymentId === null) return accepted(row);
    const fetched = await provider.fetch(account, row.providerPaymentId);
    if (!fetched.ok) return fetched;
    const settled = await settle.settle(row.storeId, account, fetched.value);
    if (!settled.ok) return settled;
    const settledRow = settled.value ?? row;
    if (!isOpen(fetched.value.status)) return accepted(settledRow);
    const order = await orders.byId(settledRow.storeId, settledRow.orderId);
    return mustEnd(settledRow, order, clock()) ? cancel(settledRow, account) : accepted(settledRow);
  }

  /** Cancels at the provider. A payment that was approved all the same is settled as such. */
  async function cancel(row: AttemptRow, account: Account): Promise<Result<AttemptRow, ProviderFailure>> {
    if (row.providerPaymentId === null) return accepted(row);
    const cancelled = await provider.cancel(account, row.providerPaymentId);
    if (!cancelled.ok) {
      if (cancelled.refusal.kind !== 'not-now') return cancelled;
      const fetched = await provider.fetch(account, row.providerPaymentId);
      if (!fetched.ok) return fetched;
      const settled = await settle.settle(row.storeId, account, fetched.value);
      return settled.ok ? accepted(settled.value ?? row) : settled;
    }
    const settled = await settle.settle(row.storeId, account, cancelled.value);
    return settled.ok ? accepted(settled.value ?? row) : settled;
  }

  /** Everything under the order's reference that we do not know, or know otherwise, is fetched and settled. */
  async function sweep(row: AttemptRow, account: Account): Promise<Result<null, ProviderFailure>> {
    const found = await provider.searchByReference(account, row.orderId);
    if (!found.ok) return found;
    if (found.value.length === 0) return accepted(null);
    const known = await db
      .select()
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.storeId, row.storeId),
          inArray(
            paymentAttempts.providerPaymentId,
            found.value.map((payment) => payment.id),
          ),
        ),
      );
    for (const { id, status } of found.value) {
      const ownAttempt = known.find((one) => one.providerPaymentId === id);
      if (id === row.providerPaymentId || (ownAttempt !== undefined && ownAttempt.status === status))
        continue;
      const fetched = await provider.fetch(account, id);
      if (!fetched.ok) return fetched;
      const settled = await settle.settle(row.storeId, account, fetched.value);
      if (!settled.ok) return settled;
    }
    return accepted(null);
  }

  /** One whole look: by reference, by id, and what follows from it. */
  async function check(dueRow: AttemptRow): Promise<void> {
    const account = await credentials.of(dueRow.storeId);
    if (account === null) return later(dueRow, { kind: 'credentials', detail: 'no account' });
    const swept = await sweep(dueRow, account);
    if (!swept.ok) return later(dueRow, swept.refusal);
    const row = await reload(dueRow);
    if (isNeverMade(row, clock())) {
      const closed = await settle.close(row.storeId, row.id, {
        status: 'cancelled',
        detail: NEVER_MADE,
        error: row.lastError,
      });
      if (closed !== null && closed.providerPaymentId === null && (await hasLastingError(row)))
        await raiseAccountFault(db, row.storeId, row.id, clock());
      return;
    }
    const looked = await fetchAndSettle(row, account);
    if (!looked.ok) return later(row, looked.refusal);
    const present = await reload(row);
    const checks = present.status === dueRow.status ? dueRow.checks + 1 : present.checks;
    // The cancellation has not taken effect at the provider yet, or its answer could not be read: look again soon.
    const insist =
      (present.cancelAskedAtMs !== null && isOpen(present.status)) || present.unreadableSinceMs !== null;
    const nextAtMs = insist ? clock() + UNREACHABLE_RETRY_MS : nextCheckAtMs({ ...present, checks }, clock());
    await db.update(paymentAttempts).set({ checks, nextCheckAtMs: nextAtMs }).where(rowWhere(row));
    if (isMoneyIn(present.status)) await claims.lookFor(row.storeId, account);
  }

  /** It answered with an error and made nothing, as long as somebody waited, nor anything for anybody else since then: like a refusal. */
  async function hasLastingError(row: AttemptRow): Promise<boolean> {
    if (row.lastError?.startsWith('HTTP 5') !== true || row.cancelAskedAtMs !== null) return false;
    const [otherMade] = await db
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.storeId, row.storeId),
          isNotNull(paymentAttempts.providerPaymentId),
          gte(paymentAttempts.createdAtMs, row.createdAtMs),
        ),
      )
      .limit(1);
    return otherMade === undefined;
  }

  /** What is open of orders that were called off, whoever did it, or deleted, is due at once. */
  async function askToCancelOver(nowMs: number): Promise<void> {
    const isCalledOff = db
      .select({ id: orderRows.id })
      .from(orderRows)
      .where(
        and(
          eq(orderRows.storeId, paymentAttempts.storeId),
          eq(orderRows.id, paymentAttempts.orderId),
          eq(orderRows.status, 'CANCELLED'),
        ),
      );
    // One that is deleted while it waits is called off first, and its row may be gone before anybody looks.
    const isDeleted = db
      .select({ id: erasedOrders.orderId })
      .from(erasedOrders)
      .where(
        and(
          eq(erasedOrders.storeId, paymentAttempts.storeId),
          eq(erasedOrders.orderId, paymentAttempts.orderId),
          eq(erasedOrders.gone, true),
        ),
      );
    await db
      .update(paymentAttempts)
      .set({ cancelAskedAtMs: nowMs, nextCheckAtMs: nowMs })
      .where(
        and(
          inArray(paymentAttempts.status, OPEN),
          isNull(paymentAttempts.cancelAskedAtMs),
          or(exists(isCalledOff), exists(isDeleted)),
        ),
      );
  }

  async function later(row: AttemptRow, failure: ProviderFailure): Promise<void> {
    const lastError = 'detail' in failure ? failure.detail : failure.kind;
    const delayMs =
      failure.kind === 'busy'
        ? Math.max(failure.retryAfterMs, UNREACHABLE_RETRY_MS)
        : failure.kind === 'unreachable'
          ? UNREACHABLE_RETRY_MS
          : 600_000;
    const isAccountRefused = failure.kind === 'credentials' && failure.code !== undefined;
    // Until it is made, the error that counts is that of making it; but whoever is told of the account reads why.
    const isKept = row.status !== 'created' || isAccountRefused;
    await db
      .update(paymentAttempts)
      .set({ ...(isKept ? { lastError } : {}), nextCheckAtMs: clock() + delayMs })
      .where(rowWhere(row));
    if (isAccountRefused) await raiseAccountFault(db, row.storeId, row.id, clock());
    log.warn(
      { storeId: row.storeId, attemptId: row.id, failure: failure.kind, detail: lastError },
      'an attempt could not be checked',
    );
  }

  return {
    fetchAndSettle,
    cancel,
    check,

    async runDue(): Promise<number> {
      const nowMs = clock();
      await askToCancelOver(nowMs);
      const due = await db
        .select()
        .from(paymentAttempts)
        .where(and(isNotNull(paymentAttempts.nextCheckAtMs), lte(paymentAttempts.nextCheckAtMs, nowMs)))
        .orderBy(asc(paymentAttempts.nextCheckAtMs))
        .limit(PER_ROUND_MAX);
      await mapConcurrent(due, 4, async (row) => {
        // Taken by whoever moves the due time first.
        const claimed = await db
          .update(paymentAttempts)
          .set({ nextCheckAtMs: clock() + CLAIM_MS })
          .where(and(rowWhere(row), eq(paymentAttempts.nextCheckAtMs, row.nextCheckAtMs ?? 0)))
          .returning({ id: paymentAttempts.id });
        if (claimed.length > 0) await check(row);
      });
      return due.length;
    },

    /** At most one look per attempt in so long, however many pages ask. */
    async poll(row: AttemptRow, everyMs: number): Promise<AttemptRow> {
      if (!isOpen(row.status)) return row;
      const nowMs = clock();
      const claimed = await db
        .update(paymentAttempts)
        .set({ polledAtMs: nowMs })
        .where(and(rowWhere(row), lte(paymentAttempts.polledAtMs, nowMs - everyMs)))
        .returning({ id: paymentAttempts.id });
      const account = claimed.length === 0 ? null : await credentials.of(row.storeId);
      if (account === null) return reload(row);
      if (row.providerPaymentId === null) {
        const swept = await sweep(row, account);
        if (!swept.ok)
          log.warn(
            { storeId: row.storeId, attemptId: row.id, failure: swept.refusal.kind },
            'a waiting payment could not be searched',
          );
        return reload(row);
      }
      const looked = await fetchAndSettle(row, account);
      if (!looked.ok)
        log.warn(
          { storeId: row.storeId, attemptId: row.id, failure: looked.refusal.kind },
          'a waiting payment could not be fetched',
        );
      return looked.ok ? looked.value : row;
    },

    /** Ends an open attempt because another way to pay was chosen. Refused when the provider cannot be asked. */
    async closeOpen(row: AttemptRow): Promise<Result<AttemptRow, ProviderFailure>> {
      const account = await credentials.of(row.storeId);
      if (account === null) return refused({ kind: 'credentials', detail: 'no account' });
      await db.update(paymentAttempts).set({ cancelAskedAtMs: clock() }).where(rowWhere(row));
      if (row.providerPaymentId === null) {
        const swept = await sweep(row, account);
        if (!swept.ok) return swept;
        const present = await reload(row);
        if (present.providerPaymentId === null) {
          const closed = await settle.close(row.storeId, row.id, {
            status: 'cancelled',
            detail: NEVER_MADE,
            error: present.lastError,
          });
          return accepted(closed ?? present);
        }
        return isOpen(present.status) ? cancel(present, account) : accepted(present);
      }
      return cancel(row, account);
    },
  };
}
