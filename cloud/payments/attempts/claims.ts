// Claims of a store's payers, asked for with the looks at what was paid, and once a day: their notices may not come, or not verify.
import { and, eq, exists, gte, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../../storage/open.ts';
import { stores } from '../../storage/schema.ts';
import type { PaymentLog } from '../ports.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Account, Provider } from '../provider/provider.ts';
import { raiseDispute } from '../review-items.ts';
import { paymentAttempts } from '../schema.ts';

/** One answer tells of all of a store's payments: looks at each of them need no more than one in so long. */
const EVERY_MS = 15 * 60_000;
const STORES_MAX = 1000;
const DAY_MS = 86_400_000;
/** How long after its payment a payer may open a claim, in days. */
const CLAIM_DAYS_MAX = 180;

export type Claims = ReturnType<typeof createClaims>;

export function createClaims(deps: {
  db: Db;
  provider: Pick<Provider, 'listOpenClaims'>;
  credentials: Pick<Credentials, 'of'>;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, credentials, log, clock } = deps;
  // Of this process alone: another one asks as well, and what is listed twice is listed once.
  const askedAtMs = new Map<string, number>();
  let paidStores: string[] = [];
  let listedAtMs = -Infinity;

  /** Stores at which something was paid that may still be claimed, or was claimed yesterday. */
  async function listPaid(): Promise<string[]> {
    const isPaid = db
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.storeId, stores.storeId),
          gte(paymentAttempts.createdAtMs, clock() - (CLAIM_DAYS_MAX + 1) * DAY_MS),
          isNotNull(paymentAttempts.paidAtMs),
        ),
      );
    const paid = await db
      .select({ storeId: stores.storeId })
      .from(stores)
      .where(and(isNull(stores.revokedAtMs), exists(isPaid)));
    return paid.map(({ storeId }) => storeId);
  }

  /** Lists what is open, each with its deadline. What cannot be asked is asked with a later look. */
  async function lookFor(storeId: string, account: Account): Promise<void> {
    const nowMs = clock();
    if (nowMs - (askedAtMs.get(storeId) ?? -Infinity) < EVERY_MS) return;
    if (askedAtMs.size >= STORES_MAX) askedAtMs.clear();
    askedAtMs.set(storeId, nowMs);
    const { disputes, failure } = await provider.listOpenClaims(account);
    if (failure !== null)
      log.warn({ storeId, failure: failure.kind }, 'not all claims of an account could be listed');
    for (const { paymentId, dueAtMs } of disputes) {
      if (paymentId === null) continue;
      const [attempt] = await db
        .select({ attemptId: paymentAttempts.id })
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.providerPaymentId, paymentId)));
      if (attempt !== undefined)
        await raiseDispute(db, storeId, { ...attempt, kind: 'claim', dueAtMs }, nowMs);
    }
  }

  return {
    lookFor,

    /** Asks for one of the day's stores: however many there are, the provider does not hear of all at once. */
    async runDue(): Promise<void> {
      if (clock() - listedAtMs >= DAY_MS) {
        listedAtMs = clock();
        paidStores = await listPaid();
      }
      const storeId = paidStores.shift();
      if (storeId === undefined) return;
      const account = await credentials.of(storeId);
      if (account !== null) await lookFor(storeId, account);
    },
  };
}
