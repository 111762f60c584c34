// What a round of the store asks of the relay for the money rooms, how much at once and when again, and who is woken by what it brought.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundIntents, staticPix } from '../../storage/schema/payments.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';
import { THE_STORE } from '../audit/audit.ts';

const MINUTE_MS = 60_000;
let store: TestStore;
/** What the relay was asked: the attempts that give back, and the names of the sales that are looked for. */
let refunds: string[];
let sought: string[][];
let found: { txid: string; providerPaymentId: string }[];
/** With what the relay answers the search. */
let searchStatus: number;

beforeEach(async () => {
  refunds = [];
  sought = [];
  found = [];
  searchStatus = 200;
  store = await openTestStore({
    relay: {
      request: async (path: string, { body }: RequestInit = {}) => {
        const json: unknown = JSON.parse(typeof body === 'string' ? body : '{}');
        if (path === '/edge/payments/refund') {
          refunds.push((json as { attemptId: string }).attemptId);
          return Response.json({ state: 'done', lastError: null });
        }
        if (path !== '/edge/payments/static-pix') throw new TypeError('fetch failed');
        sought.push((json as { pix: { txid: string }[] }).pix.map(({ txid }) => txid));
        const no = { status: searchStatus, title: 'Não deu', detail: 'Não deu.', code: 'internal' };
        return Response.json(searchStatus === 200 ? { found } : no, { status: searchStatus });
      },
    },
  });
});
afterEach(() => store.close());

/** From 1, each of them the longer due the higher it is. */
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const oldestFirst = (count: number): string[] => numbers(count).map(String).toReversed();
const wokenBy = async (what: () => unknown): Promise<number> => {
  let woken = 0;
  store.orders.wake.on('log', () => (woken += 1));
  await what();
  return woken;
};
const intentOf = (number: number, orderId: string) => ({
  ...{ id: `part-${number}`, orderId, attemptId: String(number), amountCents: 100, cents: 100, tries: 0 },
  ...{ state: 'planned' as const, createdAtMs: START_MS, nextTryAtMs: START_MS - number },
});
/** A sale that staff took for paid by the shop's own code, by the name of its order. */
const claim = (orderId: string): void =>
  inTransaction(store.db, () => store.staticPix.claim(THE_STORE, { orderId, part: '', cents: 2500 }));
const sold = () =>
  sell(store, store.clock.nowMs, { paymentMethod: 'pix_manual', status: 'RECEBIDO', totalCents: 2500 });
const rowOf = (txid: string) =>
  store.db
    .select()
    .from(staticPix)
    .all()
    .find((row) => row.txid === txid);
const look = () => store.staticPix.runDue(store.payments.ask);

describe('[P20] refunds that waited for the line', () => {
  it('go out twenty at a time, those first that wait the longest, and wake what sends the log', async () => {
    const { id } = sold();
    for (const number of numbers(25)) store.db.insert(refundIntents).values(intentOf(number, id)).run();
    const run = () => store.payments.refundIntents.runDue();
    expect(await wokenBy(run)).toBeGreaterThan(0);
    expect(refunds).toEqual(oldestFirst(25).slice(0, 20));
    await run();
    expect(refunds).toEqual(oldestFirst(25));
  });

  it('are listed in the order in which they were asked for', async () => {
    const { id } = sold();
    for (const number of [2, 1, 3])
      store.db
        .insert(refundIntents)
        .values({ ...intentOf(number, id), createdAtMs: START_MS + number })
        .run();
    const listed = store.payments.refundIntents.unresolved();
    expect(listed.map(({ atMs }) => atMs - START_MS)).toEqual([1, 2, 3]);
  });
});

describe('[P35] sales by the shop’s own code', () => {
  it('are looked for a hundred at a time, as many as the relay takes, those first that are due the longest', async () => {
    const { id } = sold();
    claim(id);
    const [first] = store.db.select().from(staticPix).all();
    if (first === undefined) throw new Error('nothing was claimed');
    store.db.delete(staticPix).run();
    for (const number of numbers(105))
      store.db
        .insert(staticPix)
        .values({ ...first, txid: String(number), nextLookAtMs: store.clock.nowMs - number })
        .run();
    await look();
    await look();
    expect(sought).toEqual([oldestFirst(105).slice(0, 100), oldestFirst(105).slice(100)]);
  });

  it('are looked for after 1, 2, 4, 8, 16 and 32 minutes, then every hour, for three days', async () => {
    const { id, code } = sold();
    claim(id);
    const waits: number[] = [];
    for (let nextMs = rowOf(code)?.nextLookAtMs ?? null; nextMs !== null;) {
      store.clock.nowMs = nextMs;
      await look();
      nextMs = rowOf(code)?.nextLookAtMs ?? null;
      if (nextMs !== null) waits.push((nextMs - store.clock.nowMs) / MINUTE_MS);
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(new Set(waits.slice(6))).toEqual(new Set([60]));
    // An hour and three minutes of it went by until the looks are hourly.
    expect(waits).toHaveLength(6 + 70);
    store.clock.nowMs += 24 * 60 * MINUTE_MS;
    await look();
    expect(sought).toHaveLength(77);
  });

  it.each([500, 502, 503])(
    'are not looked for yet where the relay answers %i: the look stays due',
    async (status) => {
      const { id, code } = sold();
      claim(id);
      searchStatus = status;
      await look();
      expect(sought).toEqual([[code]]);
      expect(rowOf(code)).toMatchObject({ looks: 0, nextLookAtMs: store.clock.nowMs });
    },
  );

  it.each([
    ['wait for a word', 'unconfirmed', (txids: string[]) => txids.slice(-200)],
    ['did not come', 'not-received', (txids: string[]) => txids.slice(-200).toReversed()],
  ] as const)('are listed by the two hundred newest of those that %s', (_which, state, listedOf) => {
    const { id } = sold();
    claim(id);
    const [first] = store.db.select().from(staticPix).all();
    if (first === undefined) throw new Error('nothing was claimed');
    store.db.delete(staticPix).run();
    for (const number of numbers(201)) {
      const atMs = START_MS + number;
      store.db
        .insert(staticPix)
        .values({ ...first, txid: String(number), state, atMs, lostAtMs: atMs })
        .run();
    }
    const { unconfirmed, lost } = store.staticPix.list();
    expect([...unconfirmed, ...lost].map(({ txid }) => txid)).toEqual(listedOf(numbers(201).map(String)));
  });

  it('wake what sends the log when they are proved, and when a person says what became of them', async () => {
    const [one, other] = [sold(), sold()];
    for (const { id } of [one, other]) claim(id);
    found = [{ txid: one.code, providerPaymentId: '77' }];
    expect(await wokenBy(look)).toBeGreaterThan(0);
    expect(rowOf(one.code)?.state).toBe('proved');
    const front = await asRole(store, 'ATTENDANT');
    const said = () => front(`/api/staff/static-pix/${other.code}`, { json: { said: 'not-received' } });
    expect(await wokenBy(said)).toBeGreaterThan(0);
    expect(rowOf(other.code)?.state).toBe('not-received');
  });
});
