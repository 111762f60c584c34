// One look at an attempt, whoever makes it: the timer, a page that waits, another way to pay that was chosen. What is asked of the provider
// in which order, what is written, and what a person is told. The use case alone, with a provider that says what the test wants.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { createChecks } from '../../../cloud/payments/attempts/checks.ts';
import type { Account, ProviderFailure, ProviderPayment } from '../../../cloud/payments/provider/provider.ts';
import { paymentAttempts, paymentReviewItems, type AttemptRow } from '../../../cloud/payments/schema.ts';
import { erasedOrders } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const START_MS = Date.UTC(2026, 10, 21, 15);
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const ACCOUNT = { accessToken: 'token' } as Account;
const AWAY: ProviderFailure = { kind: 'unreachable', detail: 'away' };
const NOT_NOW: ProviderFailure = { kind: 'not-now', detail: 'it is paid' };

type Payment = Partial<ProviderPayment> & Pick<ProviderPayment, 'status'>;
let database: TestDatabase;
let storeId: string;
let nowMs: number;
/** What was done, in its order. */
let did: string[];
let told: object[];
/** The payments that the provider has, or why it does not show one. */
let there: Map<string, Payment | ProviderFailure>;
/** What is found under any reference, and what becomes of a wish to cancel. */
let found: { id: string; status: ProviderPayment['status'] }[] | ProviderFailure;
let onSearch: () => Promise<void>;
let cancelled: ProviderFailure | null;
let settled: 'written' | 'nobody’s' | ProviderFailure;
/** What is written beside the status, and what closing it answers. */
let alsoWritten: Partial<AttemptRow>;
let closes: Partial<AttemptRow> | null;
let account: Account | null;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, nowMs, did, told] = [randomUUID(), START_MS, [], []];
  [there, found, cancelled] = [new Map(), [], null];
  onSearch = () => Promise.resolve();
  [settled, alsoWritten, closes, account] = ['written', {}, null, ACCOUNT];
});

const isFailure = (said: object): said is ProviderFailure => 'kind' in said;
const paymentOf = (id: string, status?: ProviderPayment['status']) => {
  const said = there.get(id) ?? AWAY;
  return isFailure(said)
    ? refused(said)
    : accepted({ id, attemptId: null, ...said, status: status ?? said.status } as ProviderPayment);
};
const attempts = () => database.db.select().from(paymentAttempts);
const whereId = (id: string) => and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, id));
const reload = async ({ id }: AttemptRow): Promise<AttemptRow> => {
  const [row] = await attempts().where(whereId(id));
  if (row === undefined) throw new Error('the attempt is gone');
  return row;
};

const checks = () =>
  createChecks({
    db: database.db,
    provider: {
      fetch: (_account, id) => {
        did.push(`fetch ${id}`);
        return Promise.resolve(paymentOf(id));
      },
      cancel: (_account, id) => {
        did.push(`cancel ${id}`);
        return Promise.resolve(cancelled === null ? paymentOf(id, 'cancelled') : refused(cancelled));
      },
      searchByReference: async () => {
        did.push('search');
        await onSearch();
        return Array.isArray(found) ? accepted(found) : refused(found);
      },
    } as Parameters<typeof createChecks>[0]['provider'],
    credentials: { of: () => Promise.resolve(account) },
    orders: { byId: () => Promise.resolve(sampleOrder({ status: 'PENDING' })) },
    settle: {
      settle: async (_store, _account, { id, attemptId, status }) => {
        did.push(`settle ${id} ${status}`);
        if (typeof settled === 'object') return refused(settled);
        if (settled === 'nobody’s') return accepted(null);
        const where =
          attemptId === null ? eq(paymentAttempts.providerPaymentId, id) : eq(paymentAttempts.id, attemptId);
        const written = { providerPaymentId: id, status, ...alsoWritten };
        return accepted(
          (await database.db.update(paymentAttempts).set(written).where(where).returning())[0] ?? null,
        );
      },
      close: (_store, _id, as) => {
        did.push(`close as ${as.status}, ${as.detail}, ${as.error}`);
        return Promise.resolve(closes as AttemptRow | null);
      },
    },
    claims: {
      lookFor: (store) => {
        did.push(`claims of ${store === storeId ? 'the store' : 'another'}`);
        return Promise.resolve();
      },
    },
    log: {
      info: () => undefined,
      error: () => undefined,
      warn: (details, text) => void told.push({ ...details, text }),
    },
    clock: () => nowMs,
  });

async function attempt(changes: Partial<AttemptRow> = {}): Promise<AttemptRow> {
  const id = randomUUID();
  const [row] = await database.db
    .insert(paymentAttempts)
    .values({
      ...{ storeId, id, orderId: randomUUID(), orderCode: 'CODE', method: 'pix', amountCents: 1000 },
      ...{ status: 'pending', observedAtMs: START_MS, createdAtMs: START_MS, providerPaymentId: 'own' },
      ...changes,
    })
    .returning();
  if (row === undefined) throw new Error('no attempt was written');
  return row;
}
/** One of which nobody knows whether it was made. */
const unmade = (changes: Partial<AttemptRow> = {}) =>
  attempt({ status: 'created', providerPaymentId: null, ...changes });
const listed = async () =>
  (await database.db.select().from(paymentReviewItems)).map(({ attemptId, kind }) => ({ attemptId, kind }));
const waitOf = async (row: AttemptRow) => ((await reload(row)).nextCheckAtMs ?? Number.NaN) - nowMs;

describe('what is found under the order’s reference', () => {
  it('is fetched and settled where nobody knows it or it stands otherwise, and the attempt’s own payment once', async () => {
    await attempt({ providerPaymentId: 'known', status: 'rejected' });
    await attempt({ providerPaymentId: 'moved', status: 'cancelled' });
    await attempt({ storeId: randomUUID(), providerPaymentId: 'elsewhere', status: 'rejected' });
    const row = await attempt();
    for (const id of ['moved', 'elsewhere', 'strange']) there.set(id, { status: 'rejected' });
    there.set('own', { status: 'pending' });
    found = [
      { id: 'known', status: 'rejected' },
      { id: 'own', status: 'approved' },
      { id: 'moved', status: 'rejected' },
      { id: 'elsewhere', status: 'rejected' },
      { id: 'strange', status: 'rejected' },
    ];
    await checks().check(row);
    expect(did).toEqual([
      'search',
      ...['fetch moved', 'settle moved rejected', 'fetch elsewhere', 'settle elsewhere rejected'],
      ...['fetch strange', 'settle strange rejected', 'fetch own', 'settle own pending'],
    ]);
  });

  it.each([
    ['shown', () => there.set('strange', AWAY), ['search', 'fetch strange']],
    ['settled', () => (settled = AWAY), ['search', 'fetch strange', 'settle strange approved']],
  ])('and cannot be %s makes the whole look one for later', async (_name, prepare, done) => {
    there.set('strange', { status: 'approved' });
    there.set('other', { status: 'approved' });
    there.set('own', { status: 'pending' });
    found = [
      { id: 'strange', status: 'approved' },
      { id: 'other', status: 'approved' },
    ];
    prepare();
    const row = await attempt();
    await checks().check(row);
    expect(did).toEqual(done);
    expect(await waitOf(row)).toBe(30 * SECOND_MS);
  });

  it('is what an attempt without a payment goes on with', async () => {
    const row = await unmade();
    nowMs += 3 * MINUTE_MS;
    found = [{ id: 'own', status: 'pending' }];
    there.set('own', { status: 'pending', attemptId: row.id });
    await checks().check(row);
    expect(did).toEqual([
      ...['search', 'fetch own', 'settle own pending'],
      ...['fetch own', 'settle own pending'],
    ]);
  });
});

describe('a payment that is fetched', () => {
  const fetchAndSettle = (row: AttemptRow) => checks().fetchAndSettle(row, ACCOUNT);

  it('is the attempt as it is then', async () => {
    there.set('own', { status: 'approved' });
    expect(await fetchAndSettle(await attempt())).toMatchObject({ ok: true, value: { status: 'approved' } });
  });
  it('and is nobody’s leaves the attempt as it was', async () => {
    there.set('own', { status: 'approved' });
    settled = 'nobody’s';
    const row = await attempt();
    expect(await fetchAndSettle(row)).toEqual(accepted(row));
  });
  it('is none where none was made, and the provider is not asked', async () => {
    const row = await unmade({ cancelAskedAtMs: START_MS });
    expect([await fetchAndSettle(row), await checks().cancel(row, ACCOUNT)]).toEqual([
      accepted(row),
      accepted(row),
    ]);
    expect(did).toEqual([]);
  });
  it('or settled in vain says why', async () => {
    const row = await attempt({ cancelAskedAtMs: START_MS });
    expect(await fetchAndSettle(row)).toEqual(refused(AWAY));
    there.set('own', { status: 'pending' });
    settled = NOT_NOW;
    expect(await fetchAndSettle(row)).toEqual(refused(NOT_NOW));
    expect(did).toEqual(['fetch own', 'fetch own', 'settle own pending']);
  });
});

describe('a payment that is to be cancelled', () => {
  const cancel = (row: AttemptRow) => checks().cancel(row, ACCOUNT);

  it('is the attempt as it is then, and as it was where it is nobody’s', async () => {
    there.set('own', { status: 'pending' });
    const row = await attempt();
    settled = 'nobody’s';
    expect(await cancel(row)).toEqual(accepted(row));
    settled = 'written';
    expect(await cancel(row)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    settled = AWAY;
    expect(await cancel(row)).toEqual(refused(AWAY));
  });
  it('and cannot be is fetched: what it says then counts', async () => {
    const row = await attempt();
    cancelled = NOT_NOW;
    expect(await cancel(row)).toEqual(refused(AWAY));
    there.set('own', { status: 'approved' });
    settled = 'nobody’s';
    expect(await cancel(row)).toEqual(accepted(row));
    settled = AWAY;
    expect(await cancel(row)).toEqual(refused(AWAY));
    settled = 'written';
    expect(await cancel(row)).toMatchObject({ ok: true, value: { status: 'approved' } });
  });
});

describe('after a look', () => {
  it.each<[string, Partial<AttemptRow>, ProviderPayment['status'], Partial<AttemptRow>, number]>([
    ['that changed nothing the next one comes later', { checks: 1 }, 'pending', {}, 180],
    ['that changed something the looks are counted anew', { checks: 1 }, 'in_process', { checks: 0 }, 20],
    ['at what is paid an hour passes', { checks: 4 }, 'approved', { checks: 0 }, 3600],
    ['that leaves something unreadable it is half a minute', {}, 'approved', { unreadableSinceMs: 1 }, 30],
    ['at what was to be cancelled and is over it is no sooner', { cancelAskedAtMs: 1 }, 'cancelled', {}, 60],
  ])('%s', async (_name, changes, status, written, seconds) => {
    there.set('own', { status });
    alsoWritten = written;
    const row = await attempt(changes);
    await checks().check(row);
    expect(await waitOf(row)).toBe(seconds * SECOND_MS);
  });

  it('at what is to be cancelled and is still open it is half a minute', async () => {
    there.set('own', { status: 'pending' });
    settled = 'nobody’s';
    const row = await attempt({ cancelAskedAtMs: START_MS });
    await checks().check(row);
    expect(did).toContain('cancel own');
    expect(await waitOf(row)).toBe(30 * SECOND_MS);
  });

  it.each([
    ['pending', []],
    ['approved', ['claims of the store']],
    ['partially_refunded', ['claims of the store']],
    ['refunded', []],
  ] as const)('at what is %s the store’s claims are asked for, or not', async (status, asked) => {
    there.set('own', { status });
    await checks().check(await attempt());
    expect(did.filter((one) => one.startsWith('claims'))).toEqual(asked);
  });
});

describe('a look that came to nothing', () => {
  const REFUSED: ProviderFailure = { kind: 'credentials', detail: 'HTTP 401', code: '7' };
  const shut: ProviderFailure = { kind: 'credentials', detail: 'it does not open' };
  it.each<[string, Partial<AttemptRow>, ProviderFailure, string, boolean]>([
    ['is kept as the error', {}, AWAY, 'away', false],
    ['is kept by its name where it says no more', {}, { kind: 'busy', retryAfterMs: 1 }, 'busy', false],
    ['leaves the error of what was not made yet', { status: 'created' }, AWAY, 'HTTP 500', false],
    [
      'says why the account is refused, and a person is told',
      { status: 'created' },
      REFUSED,
      'HTTP 401',
      true,
    ],
    ['tells nobody of an account without a code', {}, shut, 'it does not open', false],
    ['tells nobody of a refused payment', {}, { kind: 'refused', code: '7', detail: 'no' }, 'no', false],
  ])('%s', async (_name, changes, failure, lastError, isListed) => {
    found = failure;
    const row = await attempt({ lastError: 'HTTP 500', ...changes });
    await checks().check(row);
    expect((await reload(row)).lastError).toBe(lastError);
    expect(await listed()).toEqual(isListed ? [{ attemptId: row.id, kind: 'creation-refused' }] : []);
    const detail = 'detail' in failure ? failure.detail : failure.kind;
    const text = 'an attempt could not be checked';
    expect(told).toEqual([{ storeId, attemptId: row.id, failure: failure.kind, detail, text }]);
  });

  it('for want of the payment itself is one for later, and counts for none', async () => {
    const row = await attempt({ checks: 2 });
    await checks().check(row);
    expect(await reload(row)).toMatchObject({ checks: 2, lastError: 'away' });
    expect(await waitOf(row)).toBe(30 * SECOND_MS);
  });
});

describe('an attempt that was never made', () => {
  const looked = async (changes: Partial<AttemptRow>, closed: Partial<AttemptRow> | null) => {
    const row = await unmade(changes);
    nowMs = START_MS + 3 * MINUTE_MS;
    closes = closed;
    await checks().check(row);
    expect(did).toEqual(['search', `close as cancelled, never_created, ${row.lastError}`]);
    return (await listed()).length;
  };
  const CLOSED = { providerPaymentId: null };
  const ERROR = { lastError: 'HTTP 500' };

  it.each<[string, Partial<AttemptRow>, Partial<AttemptRow> | null, number]>([
    ['for errors of the provider', ERROR, CLOSED, 1],
    ['for another error than the provider’s own', { lastError: 'HTTP 401' }, CLOSED, 0],
    ['for what only ends so', { lastError: 'away, not HTTP 5' }, CLOSED, 0],
    ['without an error', {}, CLOSED, 0],
    ['and that nobody waited for any more', { ...ERROR, cancelAskedAtMs: START_MS }, CLOSED, 0],
    ['and that another look had closed', ERROR, null, 0],
    ['and whose payment came at that moment', ERROR, { providerPaymentId: 'late' }, 0],
  ])('%s: a person is told or not', async (_name, changes, closed, count) => {
    expect(await looked(changes, closed)).toBe(count);
  });

  it.each([
    ['since then', 0, true, 'own', 0],
    ['before', -1, true, 'own', 1],
    ['since then at another store', 0, false, 'own', 1],
    ['since then, and neither', 0, true, null, 1],
  ] as const)('while another one was made %s', async (_name, laterMs, isOurs, providerPaymentId, count) => {
    const store = isOurs ? storeId : randomUUID();
    await attempt({ storeId: store, providerPaymentId, createdAtMs: START_MS + laterMs });
    expect(await looked(ERROR, CLOSED)).toBe(count);
  });
});

describe('what is due', () => {
  it('is held for a minute by who looks', async () => {
    const row = await attempt({ nextCheckAtMs: START_MS });
    let heldMs = 0;
    onSearch = async () => {
      heldMs = await waitOf(row);
    };
    await checks().runDue();
    expect(heldMs).toBe(MINUTE_MS);
  });

  it('is at once what is open of an order that was deleted, and not of one whose customer was erased', async () => {
    const [deleted, forgotten, over] = [
      await attempt(),
      await unmade(),
      await attempt({ status: 'approved', providerPaymentId: 'over' }),
    ];
    const erase = ({ orderId }: AttemptRow, gone: boolean) =>
      database.db.insert(erasedOrders).values({ storeId, orderId, gone });
    await erase(deleted, true);
    await erase(forgotten, false);
    await erase(over, true);
    there.set('own', { status: 'pending' });
    expect(await checks().runDue()).toBe(1);
    expect(did).toContain('cancel own');
    const asked = async (row: AttemptRow) => (await reload(row)).cancelAskedAtMs;
    expect([await asked(deleted), await asked(forgotten), await asked(over)]).toEqual([START_MS, null, null]);
  });
});

describe('a page that waits', () => {
  const poll = (row: AttemptRow) => checks().poll(row, 3000);

  it('has the payment looked for where none is known, and sees what was found', async () => {
    const row = await unmade();
    found = [{ id: 'own', status: 'approved' }];
    there.set('own', { status: 'approved', attemptId: row.id });
    expect(await poll(row)).toMatchObject({ providerPaymentId: 'own', status: 'approved' });
    expect([did, told]).toEqual([['search', 'fetch own', 'settle own approved'], []]);
  });

  it('sees the attempt as it is, and the log why no more could be found', async () => {
    const row = await unmade();
    found = AWAY;
    expect(await poll(row)).toEqual({ ...row, polledAtMs: START_MS });
    const other = await attempt();
    expect(await poll(other)).toEqual(other);
    expect(told).toEqual([
      { storeId, attemptId: row.id, failure: 'unreachable', text: 'a waiting payment could not be searched' },
      {
        storeId,
        attemptId: other.id,
        failure: 'unreachable',
        text: 'a waiting payment could not be fetched',
      },
    ]);
  });

  it('sees what it became where it was fetched', async () => {
    there.set('own', { status: 'approved' });
    expect(await poll(await attempt())).toMatchObject({ status: 'approved' });
    expect(told).toEqual([]);
  });

  it('sees what another one found, and asks nothing without an account', async () => {
    const row = await attempt({ polledAtMs: START_MS - 2999 });
    await database.db.update(paymentAttempts).set({ status: 'approved' }).where(whereId(row.id));
    expect(await poll(row)).toMatchObject({ status: 'approved' });
    account = null;
    expect(await poll(await attempt({ providerPaymentId: 'next' }))).toMatchObject({ status: 'pending' });
    expect(did).toEqual([]);
  });
});

describe('an attempt that is ended for another way to pay', () => {
  const end = (row: AttemptRow) => checks().closeOpen(row);

  it('stays where there is no account', async () => {
    account = null;
    const row = await attempt();
    expect(await end(row)).toEqual(refused({ kind: 'credentials', detail: 'no account' }));
    expect(await reload(row)).toEqual(row);
  });

  it('is cancelled at the provider, and stays wanted gone where that does not answer', async () => {
    const row = await attempt();
    cancelled = AWAY;
    expect(await end(row)).toEqual(refused(AWAY));
    expect((await reload(row)).cancelAskedAtMs).toBe(START_MS);
    cancelled = null;
    there.set('own', { status: 'pending' });
    expect(await end(row)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    expect(did).toEqual(['cancel own', 'cancel own', 'settle own cancelled']);
  });

  it('and never came to be is closed, as it is known then', async () => {
    const row = await unmade({ lastError: 'HTTP 500' });
    found = AWAY;
    expect(await end(row)).toEqual(refused(AWAY));
    found = [];
    expect(await end(row)).toEqual(accepted({ ...row, cancelAskedAtMs: START_MS }));
    closes = { status: 'cancelled' };
    expect(await end(row)).toEqual(accepted(closes));
    const close = 'close as cancelled, never_created, HTTP 500';
    expect(did).toEqual(['search', 'search', close, 'search', close]);
  });

  it.each([
    ['pending', 'cancelled', ['cancel own', 'settle own cancelled']],
    ['approved', 'approved', []],
  ] as const)('and is found %s is %s in the end', async (status, last, done) => {
    const row = await unmade();
    found = [{ id: 'own', status }];
    there.set('own', { status, attemptId: row.id });
    expect(await end(row)).toMatchObject({ ok: true, value: { status: last } });
    expect(did).toEqual(['search', 'fetch own', `settle own ${status}`, ...done]);
  });
});
