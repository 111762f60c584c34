// Claims of a store's payers, asked for with the looks at what was paid: their notices may not come, or not verify.
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../storage/open.ts';
import type { PaymentLog } from '../ports.ts';
import type { Account, Provider } from '../provider/provider.ts';
import { raiseDispute } from '../review-items.ts';
import { paymentAttempts } from '../schema.ts';

/** One answer tells of all of a store's payments: looks at each of them need no more than one in so long. */
const EVERY_MS = 15 * 60_000;
const STORES_MAX = 1000;

export type Claims = ReturnType<typeof createClaims>;

export function createClaims(deps: {
  db: Db;
  provider: Pick<Provider, 'listOpenClaims'>;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, log, clock } = deps;
  // Of this process alone: another one asks as well, and what is listed twice is listed once.
  const askedAtMs = new Map<string, number>();

  return {
    /** Lists what is open, each with its deadline. What cannot be asked is asked with a later look. */
    async lookFor(storeId: string, account: Account): Promise<void> {
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
    },
  };
}
