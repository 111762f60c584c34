// One try to give money back: what is asked of the provider in which order, what of it is written down, and what a person is told. The use
// case alone, with a provider that says what the test wants.
import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Account, ProviderFailure, ProviderPayment } from '../../../cloud/payments/provider/provider.ts';
import { createRefunds, type RefundRequest } from '../../../cloud/payments/refunds/refunds.ts';
import { wholeRefundId } from '../../../cloud/payments/repository.ts';
import {
  paymentAttempts,
  paymentRefunds,
  paymentReviewItems,
  type AttemptRow,
  type RefundRow,
} from '../../../cloud/payments/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const START_MS = Date.UTC(2026, 10, 21, 15);
const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const ACCOUNT = { accessToken: 'token' } as Account;
const AWAY: ProviderFailure = { kind: 'unreachable', detail: 'away' };
const NOT_NOW: ProviderFailure = { kind: 'not-now', detail: 'not in this state' };
const REFUSED: ProviderFailure = { kind: 'refused', code: '1', detail: 'no' };

let database: TestDatabase;
let storeId: string;
let nowMs: number;
/** What was asked of the provider, in its order. */
let asked: string[];
let told: object[];
/** What it says to a refund, to a look at one, to a look at the payment. */
let refundSays: ListedRefund['state'] | ProviderFailure;
let readSays: ListedRefund['state'] | ProviderFailure;
let paymentSays: ProviderPayment['status'] | ProviderFailure;
/** Its lists of refunds, one after another; the last one stays. */
let lists: (ListedRefund[] | ProviderFailure)[];
let account: Account | null;
/** What happens before the provider is asked. */
let meanwhile: () => Promise<unknown>;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  // Whatever is due at any store is tried; nothing else is written here.
  for (const table of [paymentAttempts, paymentRefunds, paymentReviewItems]) await database.db.delete(table);
  [storeId, nowMs, asked, told] = [randomUUID(), START_MS, [], []];
  [refundSays, readSays, paymentSays, lists] = ['done', 'in_process', 'approved', [[]]];
  account = ACCOUNT;
  meanwhile = () => Promise.resolve();
});

const listed = (
  state: ListedRefund['state'],
  amountCents: number | null = null,
  id = 'r1',
): ListedRefund => ({
  ...{ id, amountCents, state, createdAtMs: null },
});
const said = (says: ListedRefund['state'] | ProviderFailure) =>
  typeof says === 'string' ? accepted(listed(says)) : refused(says);
const refunds = () =>
  createRefunds({
    db: database.db,
    provider: {
      refund: (_account, { amountCents, refundId, paymentId }) => {
        asked.push(`refund ${amountCents} of ${paymentId}`);
        expect(refundId).toMatch(/^[\da-f-]{36}$/);
        return Promise.resolve(said(refundSays));
      },
      readRefund: (_account, paymentId, id) => {
        asked.push(`read ${id} of ${paymentId}`);
        return Promise.resolve(said(readSays));
      },
      listRefunds: () => {
        asked.push('list');
        const says = (lists.length > 1 ? lists.shift() : lists[0]) ?? [];
        return Promise.resolve(Array.isArray(says) ? accepted(says) : refused(says));
      },
      fetch: (_account, id) => {
        asked.push('fetch');
        return Promise.resolve(
          typeof paymentSays === 'string'
            ? accepted({ id, status: paymentSays } as ProviderPayment)
            : refused(paymentSays),
        );
      },
    },
    credentials: {
      of: async () => {
        await meanwhile();
        return account;
      },
    },
    settle: {
      settle: async (_store, _account, { id, status }) => {
        asked.push(`settle ${status}`);
        const where = eq(paymentAttempts.providerPaymentId, id);
        const [row] = await database.db.update(paymentAttempts).set({ status }).where(where).returning();
        return accepted(row ?? null);
      },
    },
    log: {
      info: (details, text) => void told.push({ ...details, text }),
      warn: (details, text) => void told.push({ ...details, text }),
      error: (details, text) => void told.push({ ...details, text }),
    },
    clock: () => nowMs,
  });

async function attempt(changes: Partial<AttemptRow> = {}): Promise<AttemptRow> {
  const [row] = await database.db
    .insert(paymentAttempts)
    .values({
      ...{ storeId, id: randomUUID(), orderId: randomUUID(), orderCode: 'CODE', method: 'pix' },
      ...{ amountCents: 1000, status: 'approved', observedAtMs: START_MS, createdAtMs: START_MS },
      ...{ providerPaymentId: 'p1', ...changes },
    })
    .returning();
  if (row === undefined) throw new Error('no attempt was written');
  return row;
}
async function before(row: AttemptRow, changes: Partial<RefundRow>): Promise<RefundRow> {
  const [refund] = await database.db
    .insert(paymentRefunds)
    .values({
      ...{ storeId, id: randomUUID(), attemptId: row.id, amountCents: 300, reason: 'asked' },
      ...{ state: 'sent', createdAtMs: START_MS, nextTryAtMs: START_MS, ...changes },
    })
    .returning();
  if (refund === undefined) throw new Error('no refund was written');
  return refund;
}
const ask = (row: AttemptRow, request: Partial<RefundRequest> = {}) =>
  refunds().ask(storeId, { attemptId: row.id, amountCents: null, refundId: null, ...request });
const due = () => refunds().runDue();

it.each([
  ['asked', 'sent'],
  ['under-way', 'in-process'],
  ['failed', 'refused'],
])('a refund that a relay of before 2026-11 wrote down as %s is one that is %s', async (former, state) => {
  const row = await attempt();
  await before(row, {});
  await database.db.execute(sql`update payment_refunds set state = ${former}`);
  expect(await refunds().of(storeId, row.id)).toMatchObject([{ state }]);
});
const stateOf = async ({ id }: { id: string }) => {
  const [row] = await database.db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id));
  return row;
};
const reload = async ({ id }: AttemptRow) =>
  (await database.db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))[0];
const items = async () =>
  (await database.db.select().from(paymentReviewItems).orderBy(asc(paymentReviewItems.kind)))
    .filter(({ endedAtMs }) => endedAtMs === null)
    .map(({ kind, alarmedAtMs }) => (alarmedAtMs === null ? kind : `${kind}, alarmed`));
const listItem = (row: AttemptRow, kind: 'mismatch' | 'refund-failed' | 'refund-no-balance') =>
  database.db.insert(paymentReviewItems).values({
    ...{ storeId, attemptId: row.id, kind, raisedAtMs: START_MS - 1, alarmedAtMs: START_MS - 1 },
  });

describe('money that is asked back', () => {
  it('goes out, is written as gone, logged, and its payment is looked at now and soon', async () => {
    const row = await attempt();
    expect(await ask(row)).toMatchObject({
      ok: true,
      value: { state: 'done', doneAtMs: START_MS, providerRefundId: 'r1', nextTryAtMs: null },
    });
    expect(asked).toEqual(['refund null of p1', 'fetch', 'settle approved']);
    expect((await reload(row))?.nextCheckAtMs).toBe(START_MS + 5 * SECOND_MS);
    const details = { storeId, attemptId: row.id, refundId: wholeRefundId(row.id), reason: 'asked' };
    expect(told).toEqual([{ ...details, state: 'done', text: 'money was given back' }]);
  });

  it('and that the bank is at is looked at soon once, and each minute by itself', async () => {
    refundSays = 'in_process';
    const row = await attempt();
    expect(await ask(row)).toMatchObject({ ok: true, value: { state: 'in-process', doneAtMs: null } });
    expect((await reload(row))?.nextCheckAtMs).toBe(START_MS + 5 * SECOND_MS);
    const taken = { state: 'in-process', text: 'a refund was taken' };
    expect(told).toMatchObject([taken]);
    nowMs += 60 * SECOND_MS;
    await due();
    expect(told).toMatchObject([taken]);
    expect((await reload(row))?.nextCheckAtMs).toBe(START_MS + 5 * SECOND_MS);
    readSays = 'done';
    nowMs += 60 * SECOND_MS;
    await due();
    expect((await reload(row))?.nextCheckAtMs).toBe(nowMs + 5 * SECOND_MS);
    expect(await stateOf({ id: wholeRefundId(row.id) })).toMatchObject({ state: 'done', doneAtMs: nowMs });
    expect(told).toMatchObject([taken, { state: 'done', text: 'money was given back' }]);
  });

  it.each([
    ['that its payment showed meanwhile is given back', START_MS, ['money was given back']],
    ['that a person gave by hand meanwhile is none of ours', null, []],
  ])('without an answer, %s', async (_name, doneAtMs, texts) => {
    await before(await attempt(), { state: 'in-process', providerRefundId: 'r1' });
    readSays = AWAY;
    meanwhile = () => database.db.update(paymentRefunds).set({ state: 'done', doneAtMs });
    await due();
    expect(asked).toEqual(['read r1 of p1', 'fetch', 'settle approved']);
    expect(told).toMatchObject(texts.map((text) => ({ text })));
  });

  it('under a payment that was never made is refused, and a person is told why', async () => {
    const row = await attempt({ providerPaymentId: null });
    const lastError = 'nothing was paid under this attempt';
    expect(await ask(row)).toMatchObject({ ok: true, value: { state: 'refused', lastError } });
    expect(await items()).toEqual(['refund-failed']);
    expect(told).toMatchObject([{ error: lastError, text: 'a refund failed and needs a person' }]);
  });

  it('without an account waits, and the log says so', async () => {
    account = null;
    const row = await attempt();
    expect(await ask(row)).toMatchObject({
      ok: true,
      value: { state: 'planned', tries: 1, lastError: 'no account', nextTryAtMs: START_MS + 5 * SECOND_MS },
    });
    expect([asked, told]).toMatchObject([
      [],
      [{ error: 'no account', tries: 1, text: 'a refund is not through yet' }],
    ]);
  });

  it.each<[string, ProviderFailure, string[]]>([
    ['by a token that opens nothing', { kind: 'credentials', detail: 'HTTP 401 x' }, ['creation-refused']],
    ['by a token for something else', { kind: 'credentials', detail: 'HTTP 403' }, []],
    ['by a provider that is away', AWAY, []],
  ])('%s waits, and of the account a person is told', async (_name, failure, kinds) => {
    refundSays = failure;
    const row = await attempt({ lastError: 'before' });
    expect(await ask(row)).toMatchObject({ ok: true, value: { state: 'sent', tries: 1 } });
    expect(await items()).toEqual(kinds);
    const detail = 'detail' in failure ? failure.detail : '';
    expect((await reload(row))?.lastError).toBe(kinds.length > 0 ? detail : 'before');
  });

  it('and that another process ended meanwhile does not go out', async () => {
    meanwhile = () =>
      database.db.update(paymentRefunds).set({ state: 'done', nextTryAtMs: null, doneAtMs: null });
    const row = await attempt();
    expect(await ask(row)).toMatchObject({ ok: true, value: { state: 'done', doneAtMs: null } });
    expect([asked, told]).toEqual([[], []]);
  });

  it('and whose row is gone meanwhile goes out nowhere', async () => {
    meanwhile = () => database.db.delete(paymentRefunds);
    const answer = await ask(await attempt());
    expect([answer.ok, asked]).toEqual([true, []]);
  });

  it('whole, beside a part that a person gave, is what is left in centavos', async () => {
    const row = await attempt();
    await before(row, { amountCents: 300, state: 'done', doneAtMs: null });
    await ask(row);
    expect(asked[0]).toBe('refund 700 of p1');
  });

  it.each([
    ['whole', null, []],
    ['in part', 100, ['mismatch, alarmed']],
  ] as const)('%s, of what was set aside: that is answered, or not', async (_name, amountCents, left) => {
    const row = await attempt({ mismatch: 'amount' });
    await listItem(row, 'mismatch');
    await ask(row, { amountCents, refundId: randomUUID() });
    expect(await items()).toEqual(left);
  });

  it('again, after it was refused, is no longer listed as failed', async () => {
    const row = await attempt();
    const failed = await before(row, { state: 'refused', nextTryAtMs: null });
    await listItem(row, 'refund-failed');
    await ask(row, { amountCents: 300, refundId: failed.id });
    expect(await items()).toEqual([]);
  });

  it('again, while there is no balance for it, goes out at once', async () => {
    const row = await attempt();
    const waiting = await before(row, { state: 'to-review', nextTryAtMs: START_MS + DAY_MS, tries: 0 });
    await listItem(row, 'refund-no-balance');
    expect(await ask(row, { amountCents: 300, refundId: waiting.id })).toMatchObject({
      ok: true,
      value: { id: waiting.id, state: 'done' },
    });
    expect(asked).toEqual(['list', 'refund 300 of p1', 'fetch', 'settle approved']);
    expect(await items()).toEqual([]);
  });

  it.each(['in-process', 'done'] as const)('again, while it is %s, is that one', async (state) => {
    const row = await attempt();
    const one = await before(row, { state, doneAtMs: state === 'done' ? START_MS : null });
    expect(await ask(row, { amountCents: 300, refundId: one.id })).toEqual(accepted(one));
    expect(asked).toEqual([]);
  });
});

describe('money that is not asked back', () => {
  const none = refused({ code: 'nothing-to-refund' });

  it('is what never came, and what is back to the centavo', async () => {
    for (const status of ['pending', 'rejected', 'cancelled'] as const)
      expect(await ask(await attempt({ status, providerPaymentId: null }))).toEqual(none);
    const row = await attempt({ status: 'partially_refunded', refundedCents: 700 });
    await before(row, { amountCents: 300, state: 'done', doneAtMs: null });
    expect(await ask(row)).toEqual(none);
    expect(await ask(row, { amountCents: 1, refundId: randomUUID() })).toEqual(none);
    expect(asked).toEqual([]);
  });

  it('is a part without a key, or under the key of another part, whatever became of that one', async () => {
    const row = await attempt();
    expect(await ask(row, { amountCents: 300 })).toEqual(refused({ code: 'key-needed' }));
    for (const state of ['in-process', 'refused', 'to-review', 'done'] as const) {
      const one = await before(row, { state, amountCents: 100 });
      const other = await ask(row, { amountCents: 101, refundId: one.id });
      expect([state, other]).toEqual([state, refused({ code: 'key-reused' })]);
    }
    expect(asked).toEqual([]);
  });

  it('is another store’s, though it has the same id', async () => {
    const row = await attempt({ storeId: randomUUID() });
    expect(await ask(row)).toEqual(refused({ code: 'attempt-not-found' }));
    expect(asked).toEqual([]);
  });

  it('nor said by another store to have been given back by hand', async () => {
    const row = await attempt();
    await before(row, { state: 'refused', nextTryAtMs: null });
    const ended = await refunds().endByHand(randomUUID(), row.id, 'refund-failed');
    expect(ended).toEqual(accepted({ ended: false }));
    expect(await database.db.select().from(paymentRefunds)).toMatchObject([{ state: 'refused' }]);
  });
});

describe('while more is back than the refunds that are through', () => {
  const scene = async (state: RefundRow['state'] = 'sent') => {
    const row = await attempt({ refundedCents: 300, status: 'partially_refunded' });
    const out = await before(row, { state, providerRefundId: state === 'in-process' ? 'r1' : null });
    const more = () => ask(row, { amountCents: 400, refundId: randomUUID() });
    return { out, more };
  };

  it('what is out is read first, and one that is found is through', async () => {
    const { out, more } = await scene();
    lists = [[listed('done', 300)]];
    paymentSays = 'partially_refunded';
    expect(await more()).toMatchObject({ ok: true, value: { state: 'done', amountCents: 400 } });
    expect(await stateOf(out)).toMatchObject({ state: 'done' });
    expect(asked).toEqual([
      ...['list', 'fetch', 'settle partially_refunded'],
      ...['refund 400 of p1', 'fetch', 'settle partially_refunded'],
    ]);
  });

  it('one that is nowhere holds up nothing', async () => {
    const { out, more } = await scene();
    expect(await more()).toMatchObject({ ok: true, value: { state: 'done' } });
    expect(await stateOf(out)).toMatchObject({ state: 'sent' });
    expect(asked.slice(0, 2)).toEqual(['list', 'refund 400 of p1']);
  });

  it('one that the bank is at is read by its own name', async () => {
    const { more } = await scene('in-process');
    expect(await more()).toMatchObject({ ok: true });
    expect(asked.slice(0, 2)).toEqual(['read r1 of p1', 'refund 400 of p1']);
  });

  it.each<[RefundRow['state'], () => unknown, string[]]>([
    ['sent', () => (lists = [AWAY]), ['list']],
    ['in-process', () => (readSays = AWAY), ['read r1 of p1']],
    ['sent', () => (account = null), []],
  ])('one that is %s and cannot be read has it asked for later', async (state, prepare, done) => {
    const { more } = await scene(state);
    prepare();
    expect(await more()).toEqual(refused({ code: 'refund-unread' }));
    expect(asked).toEqual(done);
  });
});

describe('a refund that went out before', () => {
  it.each<[RefundRow['state'], string[]]>([
    ['planned', ['refund 300 of p1', 'fetch', 'settle approved']],
    ['sent', ['list', 'refund 300 of p1', 'fetch', 'settle approved']],
  ])('and is %s is read before it goes out again, or not', async (state, done) => {
    await before(await attempt(), { state });
    await due();
    expect(asked).toEqual(done);
  });

  it('and that another process knew to be through is so since then, whoever hears of it later', async () => {
    const refund = await before(await attempt(), { state: 'in-process', providerRefundId: 'r7' });
    readSays = 'done';
    meanwhile = () =>
      database.db.update(paymentRefunds).set({ state: 'done', nextTryAtMs: null, doneAtMs: START_MS });
    nowMs = START_MS + DAY_MS;
    await due();
    expect(asked[0]).toBe('read r7 of p1');
    expect(await stateOf(refund)).toMatchObject({ state: 'done', doneAtMs: START_MS });
  });

  it('and is listed is not sent again', async () => {
    const refund = await before(await attempt(), {});
    lists = [[listed('done', 300)]];
    await due();
    expect(asked).toEqual(['list', 'fetch', 'settle approved']);
    expect(await stateOf(refund)).toMatchObject({ state: 'done', providerRefundId: 'r1' });
  });

  it('and cannot be looked up is not sent again', async () => {
    const refund = await before(await attempt(), { tries: 2 });
    lists = [AWAY];
    await due();
    expect(asked).toEqual(['list']);
    expect(await stateOf(refund)).toMatchObject({ state: 'sent', tries: 3, lastError: 'away' });
  });

  it.each<[string, string | null, ListedRefund['state'] | ProviderFailure, Partial<RefundRow>, string[]]>([
    ['without a name', null, 'done', { state: 'in-process' }, ['fetch', 'settle approved']],
    ['and is through', 'r7', 'done', { state: 'done' }, ['read r7 of p1', 'fetch', 'settle approved']],
    [
      'and turned down',
      'r7',
      'rejected',
      { state: 'refused', lastError: 'turned down by the bank' },
      ['read r7 of p1'],
    ],
    [
      'and away',
      'r7',
      AWAY,
      { state: 'in-process', tries: 1, lastError: 'away' },
      ['read r7 of p1', 'fetch', 'settle approved'],
    ],
    [
      'and busy',
      'r7',
      { kind: 'busy', retryAfterMs: 1 },
      { state: 'in-process', lastError: 'busy' },
      ['read r7 of p1', 'fetch', 'settle approved'],
    ],
  ])('to the bank %s is read by its name', async (_name, providerRefundId, says, becomes, done) => {
    readSays = says;
    const refund = await before(await attempt(), { state: 'in-process', providerRefundId });
    await due();
    expect(asked).toEqual(done);
    expect(await stateOf(refund)).toMatchObject(becomes);
  });
});

describe('a refund that the provider refuses', () => {
  it.each([REFUSED, { kind: 'not-found' } as const, NOT_NOW])(
    'as %j, but lists, is through',
    async (failure) => {
      refundSays = failure;
      lists = [[listed('done', 300)]];
      const refund = await before(await attempt(), { state: 'planned' });
      await due();
      expect(asked).toEqual(['refund 300 of p1', 'list', 'fetch', 'settle approved']);
      expect(await stateOf(refund)).toMatchObject({ state: 'done' });
      expect(await items()).toEqual([]);
    },
  );

  it.each<[string, number, ProviderPayment['status'] | ProviderFailure, RefundRow['state'], boolean]>([
    ['at the first try', 0, 'approved', 'refused', false],
    ['after a try without an answer', 1, 'approved', 'sent', false],
    ['after the seventh', 7, 'approved', 'sent', false],
    ['after the eighth', 8, 'approved', 'refused', false],
    ['of a payment that is back', 0, 'refunded', 'done', true],
    ['of a payment that nobody sees', 0, AWAY, 'refused', true],
  ])('for now, %s, is what it is', async (_name, tries, says, state, isSoon) => {
    refundSays = NOT_NOW;
    paymentSays = says;
    const row = await attempt();
    const refund = await before(row, { tries, state: 'planned' });
    await due();
    expect((await stateOf(refund))?.state).toBe(state);
    expect((await reload(row))?.nextCheckAtMs).toBe(isSoon ? START_MS + 5 * SECOND_MS : null);
  });

  it('for good is not asked about, and told with its reason', async () => {
    refundSays = REFUSED;
    const row = await attempt();
    await before(row, { tries: 3, state: 'planned' });
    await due();
    expect(asked).toEqual(['refund 300 of p1', 'list']);
    expect(told).toMatchObject([
      { error: 'no', state: 'refused', text: 'a refund failed and needs a person' },
    ]);
  });

  it('is alarmed for itself, while another one is listed already', async () => {
    refundSays = REFUSED;
    const row = await attempt();
    await listItem(row, 'refund-failed');
    await before(row, { state: 'planned' });
    await due();
    expect(await items()).toEqual(['refund-failed']);
  });

  it('for want of balance is alarmed once, and not with each daily try', async () => {
    refundSays = { kind: 'no-balance', detail: 'too little' };
    const row = await attempt();
    const refund = await before(row, { state: 'planned' });
    await due();
    expect(await items()).toEqual(['refund-no-balance']);
    expect(told).toMatchObject([{ error: 'too little', tries: 0, text: 'a refund is not through yet' }]);
    await database.db.update(paymentReviewItems).set({ alarmedAtMs: nowMs });
    nowMs += DAY_MS;
    await due();
    expect(await items()).toEqual(['refund-no-balance, alarmed']);
    expect(await stateOf(refund)).toMatchObject({ state: 'to-review', nextTryAtMs: nowMs + DAY_MS });
  });
});

describe('what is due', () => {
  it.each<[RefundRow['state'], number, boolean]>([
    ['sent', 0, true],
    ['sent', 1, false],
    ['sent', 300 * SECOND_MS, false],
    // The clock was set back.
    ['sent', 300 * SECOND_MS + 1, true],
    ['to-review', 0, true],
    ['to-review', 1, false],
    ['to-review', DAY_MS, false],
    ['to-review', DAY_MS + 1, true],
  ])('of one that is %s, %i ms from now: is it', async (state, inMs, isDue) => {
    await before(await attempt(), { state, nextTryAtMs: START_MS + inMs });
    expect(await due()).toBe(isDue ? 1 : 0);
  });

  it('are twenty at a time, the oldest first, and none that is over', async () => {
    const row = await attempt({ amountCents: 1_000_000 });
    for (let waited = 0; waited < 21; waited += 1)
      await before(row, { amountCents: 100 + waited, nextTryAtMs: START_MS - waited });
    await before(row, { state: 'refused', nextTryAtMs: null });
    expect(await due()).toBe(20);
    const left = await database.db
      .select()
      .from(paymentRefunds)
      .where(and(eq(paymentRefunds.storeId, storeId), eq(paymentRefunds.state, 'sent')));
    expect(left.map(({ amountCents }) => amountCents)).toEqual([100]);
    expect((await refunds().of(storeId, row.id)).length).toBe(22);
  });
});
