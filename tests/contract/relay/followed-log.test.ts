// What the following of a log tells the store and the rest of the relay, row by row: over a link that the test holds, on a database of its own.
import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GENESIS_HASH, type Hello } from '@balcao/shared/link/hello.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createReplicator } from '../../../cloud/replication/link/replicator.ts';
import type { Session } from '../../../cloud/shop/stores/session.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { orderStates, stores, type StoreCondition } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder, createStoreLog, type StoreLog } from '../../harness/store-log.ts';

const persons = createPersons(randomBytes(32));
let database: TestDatabase;
let storeId: string;
let log: StoreLog;
let told: unknown[];
const db = () => database.db;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, log, told] = [randomUUID(), createStoreLog(), []];
});

const rowOf = async () => (await db().select().from(stores).where(eq(stores.storeId, storeId)))[0] ?? null;
/** The log is followed from `seq` on until it ends. */
async function follow(seq: number, condition: StoreCondition, protocol = 12, lastSeq = log.head().seq) {
  const hash = log.rows[seq - 1]?.hash ?? GENESIS_HASH;
  await db()
    .insert(stores)
    .values({ storeId, name: '', publicKey: {}, pairedAtMs: 0, hash, seq, epoch: 1, condition });
  const replicator = createReplicator({
    ...{
      db: db(),
      persons,
      repeat: (_name: string, statement: Parameters<TestDatabase['repeat']>[1]) => db().execute(statement),
    },
    stores: {
      byId: rowOf,
      invalidateOne: () => undefined,
      moved: (_id: string, end: { seq: number }) => void told.push(`moved to ${end.seq}`),
      async update(_id: string, changes: object) {
        told.push(changes);
      },
    },
    wake: {
      publish: (_id: string, what: string) => void told.push(`published ${what}`),
      notify: (_id: string, what: string) => void told.push(`woken ${what}`),
    },
    customers: { waitUntilIdle: () => Promise.resolve() },
    followed: { publishAppliedOrders: () => undefined, publishReportedStates: () => undefined },
    onKept: (atMs: number) => void told.push(`written at ${atMs}`),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as Parameters<typeof createReplicator>[0]);
  const body = new PassThrough();
  const session = {
    storeId,
    async json(_method: string, path: string, mark: { seq: number } | undefined) {
      told.push(mark === undefined ? path : `kept to ${mark.seq}`);
      return { status: 200, body: { seq: 99, epoch: 1, states: [] } };
    },
    async requestLasting(headers: Record<string, string>) {
      told.push(headers[':path']);
      for (const row of log.rows.slice(seq)) body.write(`${JSON.stringify(row)}\n`);
      body.end();
      return { status: 200, body, cancel: () => undefined };
    },
    close: (reason: string) => void told.push(`closed: ${reason}`),
  } as unknown as Session;
  const hello = { protocol, lastSeq } as Hello;
  await replicator.follow(session, hello, () => void told.push('proven'));
}

describe('the log of a store', () => {
  beforeEach(() => {
    for (let row = 1; row <= 3; row += 1) log.append('audit', randomUUID(), { row });
  });

  it('is asked for from where the copy ends, which is said to be kept, and then what has come', async () => {
    await follow(2, 'following');
    expect(told.slice(0, 2)).toEqual(['/link/changes?after=2', 'kept to 2']);
    expect(told.slice(2)).toEqual(['moved to 3', 'written at 1000002', 'published orders', 'kept to 3']);
  });

  it('that is held is kept once it has proven itself, and not said to be before', async () => {
    await follow(2, 'quarantined');
    expect(told).toEqual([
      ...['/link/changes?after=2', 'moved to 3', 'written at 1000002', 'published orders', 'kept to 3'],
      ...[{ condition: 'following' }, 'proven'],
    ]);
  });

  it('wakes who waits for wholesale when it tells of wholesale alone', async () => {
    log.appendOrder(anOrder(), 'token-of-the-customer');
    await follow(3, 'following');
    expect(told).not.toContain('woken wholesale');
    const order = sampleWholesaleOrder({ id: randomUUID() });
    log.append('wholesale-order', order.id, order);
    storeId = randomUUID();
    await follow(4, 'following');
    expect(told).toContain('woken wholesale');
  });

  it('that is no log leaves no state that was told ahead of it', async () => {
    const state = { storeId, orderId: randomUUID(), seq: 99, epoch: 1, state: anOrder() };
    await db().insert(orderStates).values(state);
    log.append('audit', randomUUID(), {}, { hash: 'f'.repeat(64) });
    await expect(follow(3, 'following')).rejects.toThrow('does not follow');
    expect(await db().select().from(orderStates)).toEqual([]);
  });
});

it.each([
  ['twenty rows of it are missing', 20, 9, false],
  ['more are missing', 21, 9, true],
  ['more are missing, and the store is too old to say', 21, 8, false],
])('how open orders stand is asked ahead of the log where %s', async (_what, missing, protocol, isAsked) => {
  log.append('audit', randomUUID(), {});
  await follow(1, 'following', protocol, 1 + missing);
  expect(told.includes('/link/states')).toBe(isAsked);
});
