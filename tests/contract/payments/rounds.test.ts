// What a round of the relay does of what is due, in which order and how much at once, and when it comes back to what did not go through:
// with a provider that says what the test wants and a clock that stands still.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { createAccept } from '../../../cloud/payments/attempts/accept.ts';
import { createCardTrials } from '../../../cloud/payments/attempts/card-trials.ts';
import { createBegin } from '../../../cloud/payments/attempts/begin.ts';
import { createChecks } from '../../../cloud/payments/attempts/checks.ts';
import { createClaims } from '../../../cloud/payments/attempts/claims.ts';
import { createNotices } from '../../../cloud/payments/attempts/notices.ts';
import type { PaymentOrders } from '../../../cloud/payments/ports.ts';
import type { Settle } from '../../../cloud/payments/attempts/settle.ts';
import type { Credentials } from '../../../cloud/payments/provider/credentials.ts';
import type {
  NoticeEnvelope,
  Provider,
  ProviderFailure,
  ProviderPayment,
} from '../../../cloud/payments/provider/provider.ts';
import { matchDay } from '../../../cloud/payments/matching.ts';
import { createRefunds } from '../../../cloud/payments/refunds/refunds.ts';
import { raiseReviewItem, sendAlarms } from '../../../cloud/payments/review-items.ts';
import {
  paymentAttempts,
  paymentNotices,
  paymentRefunds,
  paymentReviewItems,
  type AttemptRow,
} from '../../../cloud/payments/schema.ts';
import { erasedOrders, orders, stores } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 21, 15);
const ACCOUNT = {
  accessToken: 'token',
  publicKey: null,
  webhookSecret: 'secret',
  api: 'payments',
  hasChangedApi: false,
} as const;
const AWAY: ProviderFailure = { kind: 'unreachable', detail: 'away' };

let database: TestDatabase;
let storeId: string;
let nowMs: number;
/** Of which payments the provider was asked, in that order. */
let asked: string[];
/** What it says of a payment; without a word it is unreachable. */
let says: Partial<ProviderPayment> | null;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  // What is due is looked for in all stores.
  await database.clear();
  storeId = randomUUID();
  nowMs = START_MS;
  asked = [];
  says = null;
});

const db = () => database.db;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const credentials = {
  of: async () => ACCOUNT,
  payeeOf: async () => accepted('401'),
} as unknown as Credentials;
const settle: Settle = {
  settle: async (_store, _account, { id, status }) => {
    const where = eq(paymentAttempts.providerPaymentId, id);
    const [row] = await db().update(paymentAttempts).set({ status }).where(where).returning();
    return accepted(row ?? null);
  },
  close: async () => null,
};
const payment = async (_account: unknown, id: string) => {
  asked.push(id);
  return says === null ? refused(AWAY) : accepted({ id, status: 'pending', ...says } as ProviderPayment);
};
const provider = {
  fetch: payment,
  cancel: payment,
  searchByReference: async () => accepted([]),
  refund: async (_account: unknown, { paymentId }: { paymentId: string }) => {
    asked.push(paymentId);
    return refused(AWAY);
  },
  listRefunds: async () => accepted([]),
  verifyNotice: (_account: unknown, { dataId }: { dataId: string }) =>
    accepted({ noticeId: dataId, paymentId: dataId, action: 'payment', topic: 'payment' }),
} as unknown as Provider;
const deps = () => ({
  ...{ db: db(), provider, credentials, settle, log, clock: () => nowMs },
  orders: { byId: async () => sampleOrder({ status: 'PENDING' }) },
  claims: { lookFor: async () => undefined },
});

/** Its payment's number is `name`. */
const attempt = async (name: string, changes: Partial<AttemptRow> = {}): Promise<AttemptRow> => {
  const values = {
    storeId,
    id: randomUUID(),
    orderId: randomUUID(),
    orderCode: 'CODE',
    method: 'pix',
    amountCents: 1000,
    status: 'pending',
    observedAtMs: START_MS,
    providerPaymentId: name,
    createdAtMs: START_MS,
    ...changes,
  } as const;
  const [row] = await db().insert(paymentAttempts).values(values).returning();
  if (row === undefined) throw new Error('no attempt was written');
  return row;
};
const reload = async ({ id }: AttemptRow): Promise<AttemptRow | undefined> =>
  (await db().select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))[0];
/** Numbers from 1, each of them the longer due the higher it is. */
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const oldestFirst = (count: number): string[] => numbers(count).map(String).toReversed();
const sorted = (names: readonly string[]): string[] => names.toSorted((a, b) => Number(b) - Number(a));

describe('a round takes what is due the longest, and no more than', () => {
  it('thirty attempts: the others come in the next', async () => {
    says = { status: 'pending' };
    for (const number of numbers(35)) await attempt(String(number), { nextCheckAtMs: START_MS - number });
    await createChecks(deps()).runDue();
    expect(sorted(asked)).toEqual(oldestFirst(35).slice(0, 30));
    asked = [];
    await createChecks(deps()).runDue();
    expect(sorted(asked)).toEqual(oldestFirst(35).slice(30));
  });

  it('twenty refunds', async () => {
    for (const number of numbers(25)) {
      const { id: attemptId } = await attempt(String(number), { status: 'approved' });
      await db()
        .insert(paymentRefunds)
        .values({
          ...{ storeId, id: randomUUID(), attemptId, amountCents: null, reason: 'asked' },
          ...{ state: 'planned', createdAtMs: START_MS, nextTryAtMs: START_MS - number },
        });
    }
    await createRefunds(deps()).runDue();
    expect(sorted(asked)).toEqual(oldestFirst(25).slice(0, 20));
    asked = [];
    await createRefunds(deps()).runDue();
    expect(sorted(asked)).toEqual(oldestFirst(25).slice(20));
  });

  it('what is planned for longer than any wait, for the clock was ahead then: five minutes, and a day for what a person sees to', async () => {
    const [soonMs, dayMs] = [300 * SECOND_MS, DAY_MS];
    for (const [name, state, afterMs] of [
      ['1', 'sent', soonMs],
      ['2', 'sent', soonMs + 1],
      ['3', 'to-review', soonMs + 1],
      ['4', 'to-review', dayMs],
      ['5', 'to-review', dayMs + 1],
    ] as const) {
      const { id: attemptId } = await attempt(name, { status: 'approved' });
      await db()
        .insert(paymentRefunds)
        .values({
          ...{ storeId, id: randomUUID(), attemptId, amountCents: null, reason: 'asked', state },
          ...{ createdAtMs: START_MS, nextTryAtMs: START_MS + afterMs },
        });
    }
    expect(await createRefunds(deps()).runDue()).toBe(2);
    expect(sorted(asked)).toEqual(['5', '2']);
  });

  it('fifty notices', async () => {
    const rows = numbers(55).map((number) => ({
      ...{ storeId, noticeId: String(number), providerPaymentId: String(number) },
      ...{ receivedAtMs: START_MS, nextTryAtMs: START_MS - number },
    }));
    await db().insert(paymentNotices).values(rows);
    await createNotices(deps()).runDue();
    expect(sorted(asked)).toEqual(oldestFirst(55).slice(0, 50));
    asked = [];
    await createNotices(deps()).runDue();
    expect(sorted(asked)).toEqual(oldestFirst(55).slice(50));
  });

  it('fifty alarms, each of them sent once', async () => {
    let sent = 0;
    for (const number of numbers(55)) {
      const { id: attemptId } = await attempt(String(number));
      await db().transaction((tx) => raiseReviewItem(tx, storeId, { attemptId, kind: 'claim' }, START_MS));
    }
    const send = async (): Promise<number> => {
      sent = 0;
      const alarms = { raise: () => void (sent += 1), end: () => undefined };
      await sendAlarms({ db: db(), alarms, log, clock: () => nowMs, timeZone: 'America/Sao_Paulo' });
      return sent;
    };
    expect([await send(), await send(), await send()]).toEqual([50, 5, 0]);
  });

  it('what could be sent: an alarm that fails keeps no other one back, and is sent with the next', async () => {
    for (const name of ['1', '2']) {
      const { id: attemptId } = await attempt(name, { orderCode: name });
      await db().transaction((tx) => raiseReviewItem(tx, storeId, { attemptId, kind: 'claim' }, START_MS));
    }
    const sent: string[] = [];
    let isAway = true;
    const raise = (_store: string, _trouble: object, text: string): void => {
      const [, code = ''] = /^Pedido (\d)/.exec(text) ?? [];
      if (code === '1' && isAway) throw new Error('away');
      sent.push(code);
    };
    const alarms = { raise, end: () => undefined };
    const send = () =>
      sendAlarms({ ...{ db: db(), alarms, log, clock: () => nowMs, timeZone: 'America/Sao_Paulo' } });
    await send();
    expect(sent).toEqual(['2']);
    isAway = false;
    await send();
    await send();
    expect(sent).toEqual(['2', '1']);
  });
});

describe('a notice', () => {
  const envelope = (dataId: string): NoticeEnvelope => ({
    ...{ dataId, signature: 'ts=1,v1=x', requestId: 'r', body: {} },
  });
  const stored = async () => (await db().select().from(paymentNotices))[0];

  it('whose payment cannot be had is tried after 1, 3, 10 and 30 seconds, then every two minutes; twelve times, and then left to the looks at it', async () => {
    await db()
      .insert(paymentNotices)
      .values({
        ...{ storeId, noticeId: '1', providerPaymentId: '1', receivedAtMs: nowMs, nextTryAtMs: nowMs },
      });
    const waits: number[] = [];
    for (let tries = 1; tries < 12; tries += 1) {
      await createNotices(deps()).runDue();
      const atMs = (await stored())?.nextTryAtMs ?? 0;
      waits.push((atMs - nowMs) / SECOND_MS);
      nowMs = atMs;
    }
    expect(waits).toEqual([1, 3, 10, 30, 120, 120, 120, 120, 120, 120, 120]);
    await createNotices(deps()).runDue();
    expect(await stored()).toMatchObject({ tries: 12, nextTryAtMs: null, lastError: 'away' });
    nowMs += DAY_MS;
    await createNotices(deps()).runDue();
    expect(asked).toHaveLength(12);
  });

  it('whose payment cannot be settled yet is tried again like one that cannot be had', async () => {
    says = { status: 'approved' };
    await db()
      .insert(paymentNotices)
      .values({
        ...{ storeId, noticeId: '1', providerPaymentId: '1', receivedAtMs: nowMs, nextTryAtMs: nowMs },
      });
    await createNotices({ ...deps(), settle: { ...settle, settle: async () => refused(AWAY) } }).runDue();
    expect(await stored()).toMatchObject({ tries: 1, nextTryAtMs: nowMs + 1000, lastError: 'unreachable' });
  });

  it('that is refused is known as such of its own shop’s payment, however its id is written', async () => {
    const signedBy = (refusal: 'unsigned' | 'too-old') =>
      createNotices({ ...deps(), provider: { ...provider, verifyNotice: () => refused(refusal) } });
    for (const [refusal, outcome] of [
      ['unsigned', 'refused'],
      ['too-old', 'wrong-time'],
    ] as const) {
      const notices = signedBy(refusal);
      expect(await notices.receive(storeId, envelope('ord01abc'))).toEqual(refused(refusal));
      expect([
        await notices.outcomeOf(storeId, 'ORD01ABC'),
        await notices.outcomeOf(randomUUID(), 'ORD01ABC'),
        await notices.outcomeOf(storeId, 'ORD01ABD'),
      ]).toEqual([outcome, 'none', 'none']);
    }
    expect(await stored()).toBeUndefined();
  });

  it('that is refused is remembered among the last hundred, however many more somebody sends', async () => {
    const forged: Provider = { ...provider, verifyNotice: () => refused('forged') };
    const notices = createNotices({ ...deps(), provider: forged });
    for (let sent = 1; sent <= 101; sent += 1) await notices.receive(storeId, envelope(String(sent)));
    const outcomes = ['1', '2', '101'].map((id) => notices.outcomeOf(storeId, id));
    expect(await Promise.all(outcomes)).toEqual(['none', 'refused', 'refused']);
  });

  it('that was taken proves the secret of its own shop, and of no other one that has the same account', async () => {
    const notices = createNotices(deps());
    await notices.receive(storeId, envelope('1'));
    await notices.settled();
    expect([
      await notices.outcomeOf(storeId, '1'),
      await notices.outcomeOf(randomUUID(), '1'),
      await notices.outcomeOf(storeId, '2'),
    ]).toEqual(['proved', 'none', 'none']);
  });

  it('of a payment of another shop, at an account that is shut, says nothing of that one’s', async () => {
    const other = await attempt('1', { storeId: randomUUID() });
    await db()
      .insert(paymentNotices)
      .values({
        ...{ storeId, noticeId: '1', providerPaymentId: '1', receivedAtMs: nowMs, nextTryAtMs: nowMs },
      });
    const shut: Provider = {
      ...provider,
      fetch: async () => refused({ kind: 'credentials', detail: 'HTTP 401' }),
    };
    await createNotices({ ...deps(), provider: shut }).runDue();
    expect((await reload(other))?.lastError).toBeNull();
    expect(await db().select().from(paymentReviewItems)).toEqual([]);
  });

  it('is dealt with at once, sixteen at a time: a flood of them is left to the rounds', async () => {
    const answers: (() => void)[] = [];
    const held: Provider = {
      ...provider,
      fetch: (_account, id) => {
        asked.push(id);
        return new Promise((resolve) => answers.push(() => resolve(refused(AWAY))));
      },
    };
    const notices = createNotices({ ...deps(), provider: held });
    for (const number of numbers(20))
      expect(await notices.receive(storeId, envelope(String(number)))).toEqual(accepted(true));
    await expect.poll(() => answers.length).toBe(16);
    answers.forEach((answer) => answer());
    await notices.settled();
    expect(asked).toHaveLength(16);
    asked = [];
    nowMs += 5 * SECOND_MS;
    await createNotices(deps()).runDue();
    // Those of before were tried a moment ago, and come again with them.
    expect(asked).toEqual(expect.arrayContaining(['17', '18', '19', '20']));
  });

  it('that was just taken is left by the rounds to who took it, for five seconds: dead by then, it is dealt with all the same', async () => {
    const silent: Provider = {
      ...provider,
      fetch: async (_account, id) => {
        asked.push(id);
        return new Promise<never>(() => undefined);
      },
    };
    await createNotices({ ...deps(), provider: silent }).receive(storeId, envelope('1'));
    await expect.poll(() => asked, { timeout: 60_000 }).toEqual(['1']);
    nowMs += 5 * SECOND_MS - 1;
    await createNotices(deps()).runDue();
    expect(asked).toEqual(['1']);
    nowMs += 1;
    await createNotices(deps()).runDue();
    expect(asked).toEqual(['1', '1']);
  });

  it('that comes once more is known as long as its signature is taken, which is for fifteen days', async () => {
    const notices = createNotices(deps());
    expect(await notices.receive(storeId, envelope('1'))).toEqual(accepted(true));
    await notices.settled();
    nowMs += 15 * DAY_MS;
    await notices.forgetOld();
    expect(await notices.receive(storeId, envelope('1'))).toEqual(accepted(false));
    nowMs += 17 * DAY_MS;
    await notices.forgetOld();
    expect(await stored()).toBeUndefined();
  });
});

describe('a notice of a claim', () => {
  const toldOf = async (read: Provider['readDispute']): Promise<void> => {
    await db()
      .insert(paymentNotices)
      .values({
        ...{ storeId, noticeId: 'n', providerPaymentId: 'claim-1', topic: 'claim' as const },
        ...{ receivedAtMs: nowMs, nextTryAtMs: nowMs },
      });
    await createNotices({ ...deps(), provider: { ...provider, readDispute: read } }).runDue();
  };

  it('has its payment looked at by the next round', async () => {
    const [claimed, other] = [await attempt('1', { status: 'approved' }), await attempt('2')];
    await toldOf(async () => accepted({ paymentId: '1', dueAtMs: null }));
    expect((await reload(claimed))?.nextCheckAtMs).toBe(nowMs);
    expect((await reload(other))?.nextCheckAtMs).toBeNull();
  });

  it('of a payment of another shop that has the same account is that one’s to hear of', async () => {
    const other = await attempt('1', { storeId: randomUUID(), status: 'approved' });
    await toldOf(async () => accepted({ paymentId: '1', dueAtMs: null }));
    expect((await reload(other))?.nextCheckAtMs).toBeNull();
    expect(await db().select().from(paymentReviewItems)).toEqual([]);
    expect(await db().select().from(paymentNotices)).toMatchObject([
      { nextTryAtMs: null, lastError: 'not one of ours' },
    ]);
  });

  it('that cannot be read because the account is shut is told with the newest payment of the shop', async () => {
    await attempt('1', { createdAtMs: START_MS - 1 });
    // Newer, and none to be named: another shop’s, and one that was never made.
    await attempt('4', { createdAtMs: START_MS + 2, storeId: randomUUID() });
    await attempt('5', { createdAtMs: START_MS + 2, providerPaymentId: null });
    const newest = await attempt('2', { createdAtMs: START_MS + 1 });
    await attempt('3', { createdAtMs: START_MS });
    await toldOf(async () => refused({ kind: 'credentials', detail: 'HTTP 401' }));
    const told = await db().select({ attemptId: paymentReviewItems.attemptId }).from(paymentReviewItems);
    expect(told).toEqual([{ attemptId: newest.id }]);
    // What the owner reads is read from there.
    expect((await reload(newest))?.lastError).toBe('HTTP 401');
  });

  it('of a payment that is none of ours is over, like a notice of such a payment', async () => {
    says = { status: 'approved' };
    await toldOf(async () => accepted({ paymentId: 'foreign', dueAtMs: null }));
    await db().update(paymentNotices).set({ noticeId: 'dispute' });
    await db()
      .insert(paymentNotices)
      .values({
        ...{ storeId, noticeId: 'payment', providerPaymentId: 'foreign', receivedAtMs: nowMs },
        nextTryAtMs: nowMs,
      });
    await createNotices(deps()).runDue();
    expect(await db().select().from(paymentNotices)).toMatchObject([
      { nextTryAtMs: null, tries: 0, lastError: 'not one of ours' },
      { nextTryAtMs: null, tries: 0, lastError: 'not one of ours' },
    ]);
  });

  it('that cannot be read for another reason is nothing of the account’s', async () => {
    await attempt('1');
    await toldOf(async () => refused(AWAY));
    expect(await db().select().from(paymentReviewItems)).toEqual([]);
  });
});

describe('the matching of a day', () => {
  const match = async (listed: Partial<ProviderPayment>[]) => {
    const searching = { ...provider, searchByCreation: async () => accepted(listed as ProviderPayment[]) };
    const orders = { byId: async () => sampleOrder({ status: 'PENDING' }) } as unknown as PaymentOrders;
    const day = await matchDay(
      { ...deps(), orders, provider: searching },
      storeId,
      '2026-11-21',
      'America/Sao_Paulo',
    );
    return day.ok ? day.value.rows : null;
  };

  it.each([
    ['refunded', []],
    ['charged_back', ['status', 'refunded']],
  ] as const)(
    'of a payment that we asked back, and that is %s, differs in %j',
    async (status, differences) => {
      const { id: attemptId, orderId } = await attempt('1', { status: 'approved' });
      await db()
        .insert(paymentRefunds)
        .values({
          ...{ storeId, id: randomUUID(), attemptId, amountCents: null, reason: 'asked' },
          ...{ state: 'planned', createdAtMs: START_MS, nextTryAtMs: START_MS },
        });
      const gone = { id: '1', status, amountCents: 1000, refundedCents: 1000, reference: orderId };
      expect(await match([{ ...gone, createdAtMs: START_MS }])).toMatchObject([{ differences }]);
    },
  );

  it('looks for what came in it by our clock and is not listed: from midnight of the shop to midnight', async () => {
    const [fromMs, toMs] = [Date.UTC(2026, 10, 21, 3), Date.UTC(2026, 10, 22, 3)];
    const ids: string[] = [];
    for (const createdAtMs of [fromMs - 1, fromMs, toMs - 1, toMs])
      ids.push((await attempt(String(createdAtMs), { status: 'approved', createdAtMs })).id);
    // Of another shop, in the middle of it.
    await attempt('other', { status: 'approved', createdAtMs: START_MS, storeId: randomUUID() });
    const rows = await match([]);
    expect(rows?.map(({ attemptId, differences }) => [attemptId, differences[0]])).toEqual([
      [ids[1], 'not-at-provider'],
      [ids[2], 'not-at-provider'],
    ]);
  });

  it('tells payments in the order in which they were made', async () => {
    const made = await Promise.all(
      [3, 1, 2].map(async (hour) => {
        const { orderId } = await attempt(String(hour), { status: 'approved' });
        const createdAtMs = START_MS + hour * 3_600_000;
        return { id: String(hour), status: 'approved', reference: orderId, createdAtMs } as const;
      }),
    );
    expect((await match(made))?.map(({ providerPaymentId }) => providerPaymentId)).toEqual(['1', '2', '3']);
  });
});

describe('an attempt', () => {
  it('that is not cancelled yet though it was asked for is looked at every half minute', async () => {
    says = { status: 'pending' };
    const row = await attempt('1', { cancelAskedAtMs: START_MS, checks: 5 });
    await createChecks(deps()).check(row);
    expect((await reload(row))?.nextCheckAtMs).toBe(START_MS + 30 * SECOND_MS);
  });

  it('that is looked at for the first time since it was paid is looked at after an hour, as if it were new', async () => {
    says = { status: 'approved' };
    const paid: Settle['settle'] = async (_store, _account, { id, status }) => {
      const where = eq(paymentAttempts.providerPaymentId, id);
      const [row] = await db().update(paymentAttempts).set({ status, checks: 0 }).where(where).returning();
      return accepted(row ?? null);
    };
    const row = await attempt('1', { checks: 4 });
    await createChecks({ ...deps(), settle: { ...settle, settle: paid } }).check(row);
    expect(await reload(row)).toMatchObject({ checks: 0, nextCheckAtMs: START_MS + 3_600_000 });
  });

  it('of the same order that the search shows otherwise than we know it is looked at as well, and no other', async () => {
    says = { status: 'approved' };
    const orderId = randomUUID();
    const row = await attempt('1', { orderId });
    await attempt('2', { orderId, status: 'cancelled' });
    await attempt('3', { orderId, status: 'cancelled' });
    const found = [
      { id: '1', status: 'pending' },
      { id: '2', status: 'approved' },
      { id: '3', status: 'cancelled' },
      { id: '4', status: 'approved' },
    ] as ProviderPayment[];
    const searching = { ...provider, searchByReference: async () => accepted(found) };
    await createChecks({ ...deps(), provider: searching }).check(row);
    expect(asked).toEqual(['2', '4', '1']);
  });

  it.each([
    ['deleted', true, START_MS],
    ['kept, with its person forgotten', false, null],
  ])('of an order that is %s is ended, or goes on', async (_, gone, askedAtMs) => {
    const row = await attempt('1');
    await db().insert(erasedOrders).values({ storeId, orderId: row.orderId, gone });
    await createChecks(deps()).runDue();
    expect((await reload(row))?.cancelAskedAtMs).toBe(askedAtMs);
    // Asked for once: the provider hears of it again with the next look, not with each round.
    asked = [];
    nowMs += 2 * SECOND_MS;
    await createChecks(deps()).runDue();
    expect([(await reload(row))?.cancelAskedAtMs, asked]).toEqual([askedAtMs, []]);
  });

  it('goes on whatever another shop says of an order of the same id', async () => {
    const row = await attempt('1');
    const ofAnother = { storeId: randomUUID(), orderId: row.orderId };
    await db()
      .insert(erasedOrders)
      .values({ ...ofAnother, gone: true });
    await db()
      .insert(orders)
      .values({
        ...{ ...ofAnother, id: row.orderId, seq: 1, code: 'CODE', number: 1, totalCents: 1000 },
        ...{ status: 'CANCELLED', paymentStatus: 'pending', tokenHash: '', createdAtMs: START_MS },
      });
    await createChecks(deps()).runDue();
    expect((await reload(row))?.cancelAskedAtMs).toBeNull();
  });

  it.each<[string, ProviderFailure, number]>([
    ['cannot be reached', AWAY, 30],
    ['asks for ninety seconds', { kind: 'busy', retryAfterMs: 90 * SECOND_MS }, 90],
    ['asks for less than half a minute', { kind: 'busy', retryAfterMs: 5 * SECOND_MS }, 30],
    ['knows no such payment', { kind: 'not-found' }, 600],
  ])('whose provider %s is looked at as late as that asks for', async (_, failure, seconds) => {
    const row = await attempt('1', { nextCheckAtMs: START_MS });
    await createChecks({ ...deps(), provider: { ...provider, fetch: async () => refused(failure) } }).check(
      row,
    );
    expect((await reload(row))?.nextCheckAtMs).toBe(START_MS + seconds * SECOND_MS);
  });

  it.each<[string, number | null, boolean, Partial<AttemptRow>?]>([
    ['nothing else was made', null, true],
    ['others were made before it', -1, true],
    ['another one was made at its moment', 0, false],
    ['others were made since', 1, false],
    ['others were made since at another shop alone', 1, true, { storeId: randomUUID() }],
    ['others were asked for since and not made either', 1, true, { providerPaymentId: null }],
  ])(
    'that was answered with errors until it was given up is the account’s fault where %s',
    async (_, madeMs, isFault, other = {}) => {
      const row = await attempt('1', { status: 'created', providerPaymentId: null, lastError: 'HTTP 500' });
      if (madeMs !== null) await attempt('2', { createdAtMs: START_MS + madeMs, ...other });
      nowMs += 3_600_000;
      await createChecks({ ...deps(), settle: { ...settle, close: async () => row } }).check(row);
      expect(await db().select({ kind: paymentReviewItems.kind }).from(paymentReviewItems)).toEqual(
        isFault ? [{ kind: 'creation-refused' }] : [],
      );
    },
  );

  it.each([
    ['that can be paid still is the one that is gone on with', null, true],
    ['that is about to end is ended first, though its code could be paid still', START_MS, false],
  ])('by PIX %s', async (_, cancelAskedAtMs, isSame) => {
    const open = await attempt('1', { cancelAskedAtMs, expiresAtMs: nowMs + 60_000 });
    const closeOpen = async (row: AttemptRow) => {
      const where = eq(paymentAttempts.id, row.id);
      const [closed] = await db()
        .update(paymentAttempts)
        .set({ status: 'cancelled' })
        .where(where)
        .returning();
      return accepted(closed ?? row);
    };
    const begin = createBegin({ db: db(), checks: { closeOpen }, clock: () => nowMs });
    const order = { orderId: open.orderId, code: 'CODE', totalCents: 1000, items: [] };
    const begun = await begin(storeId, order, { kind: 'pix', validForMs: 60_000 });
    expect([begun.ok, begun.ok && begun.value.id === open.id]).toEqual([true, isSame]);
  });

  it('is taken by one of two processes whose rounds come together', async () => {
    says = { status: 'pending' };
    await attempt('1', { nextCheckAtMs: START_MS });
    await Promise.all([createChecks(deps()).runDue(), createChecks(deps()).runDue()]);
    expect(asked).toEqual(['1']);
  });

  it('that a person accepted is looked at by the next round, where settling it failed', async () => {
    says = { status: 'approved', amountCents: 990, currency: 'BRL', payeeId: '401' };
    // What it is of does not change: its part, and that a terminal took it, which waits for the store however long.
    const kept = {
      partId: randomUUID(),
      isDifference: true,
      terminalId: 'NEWLAND',
      method: 'credit_card',
    } as const;
    const row = await attempt('7', { status: 'approved', mismatch: 'amount', paidCents: 990, ...kept });
    says = { ...says, reference: row.orderId };
    const accept = createAccept({ ...deps(), settle: { settle: async () => refused(AWAY) } });
    nowMs += SECOND_MS;
    expect((await accept(storeId, row.id)).ok).toBe(false);
    const isOfIt = and(eq(paymentAttempts.orderId, row.orderId), eq(paymentAttempts.providerPaymentId, '7'));
    const [own] = await db().select().from(paymentAttempts).where(isOfIt);
    // Of the day in which it came.
    expect(own).toMatchObject({ amountCents: 990, nextCheckAtMs: nowMs, createdAtMs: START_MS, ...kept });
    asked = [];
    await createChecks(deps()).runDue();
    expect(asked).toEqual(['7']);
  });
});

it('claims are asked for of stores that something was paid at, and of none whose machine was shut out', async () => {
  const paidAt = async (
    changes: { revokedAtMs?: number },
    paidAtMs: number | null,
    createdAtMs = START_MS,
  ): Promise<string> => {
    storeId = randomUUID();
    await db()
      .insert(stores)
      .values({ storeId, name: 'Loja', publicKey: {}, pairedAtMs: 0, hash: '', ...changes });
    await attempt(storeId, { paidAtMs, createdAtMs });
    return storeId;
  };
  const paid = await paidAt({}, START_MS);
  await paidAt({ revokedAtMs: START_MS }, START_MS);
  await paidAt({}, null);
  // For half a year a payer may open one, and on its last day.
  const late = await paidAt({}, START_MS, START_MS - 181 * DAY_MS);
  await paidAt({}, START_MS, START_MS - 181 * DAY_MS - 1);
  const of: string[] = [];
  const claims = createClaims({
    ...{ db: db(), log, clock: () => nowMs },
    credentials: {
      of: async (id) => {
        of.push(id);
        return ACCOUNT;
      },
    },
    provider: { listOpenClaims: async () => ({ disputes: [], failure: null }) },
  });
  for (const _round of [1, 2, 3]) await claims.runDue();
  expect(of.toSorted()).toEqual([paid, late].toSorted());
});

it('[42] fifteen declined cards of the shop’s own site are told, whatever was paid by PIX beside them or declined elsewhere', async () => {
  const told: string[] = [];
  const trials = createCardTrials({
    ...{ db: db(), log, timeZone: 'America/Sao_Paulo', clock: () => nowMs },
    counts: { limit: () => () => Promise.resolve(0) },
    alarms: { raise: (store, { kind }) => void told.push(`${kind} at ${store}`), end: () => undefined },
  });
  const declined = (changes: Partial<AttemptRow> = {}) =>
    attempt(randomUUID(), { method: 'credit_card', status: 'rejected', ...changes });
  const oneMore = async (): Promise<string[]> => {
    await declined();
    const payer = { email: '', first_name: '', last_name: '' };
    await trials.recordOutcome({ storeId, orderId: 'o', household: 'h', payer }, 'declined');
    return told;
  };
  for (let card = 0; card < 13; card += 1) await declined();
  await declined({ storeId: randomUUID() });
  await declined({ method: 'pix' });
  for (let code = 0; code < 20; code += 1) await attempt(randomUUID(), { status: 'approved' });
  expect(await oneMore()).toEqual([]);
  expect(await oneMore()).toEqual([`payment-card-trials at ${storeId}`]);
});

it('claims are listed with their deadline, also where not all could be had', async () => {
  const { id } = await attempt('1', { status: 'approved' });
  // An owner’s other shop hears of its own.
  await attempt('2', { status: 'approved', storeId: randomUUID() });
  const claims = createClaims({
    ...{ db: db(), log, credentials, clock: () => nowMs },
    provider: {
      listOpenClaims: async () => ({
        disputes: ['1', '2'].map((paymentId) => ({ paymentId, dueAtMs: START_MS + DAY_MS })),
        failure: AWAY,
      }),
    },
  });
  await claims.lookFor(storeId, ACCOUNT);
  expect(await db().select().from(paymentReviewItems)).toMatchObject([
    { attemptId: id, kind: 'claim', dueAtMs: START_MS + DAY_MS },
  ]);
});

it('claims of one store are asked for at most once in a quarter of an hour, however many looks there are', async () => {
  let times = 0;
  const claims = createClaims({
    ...{ db: db(), log, credentials, clock: () => nowMs },
    provider: {
      listOpenClaims: async () => {
        times += 1;
        return { disputes: [], failure: null };
      },
    },
  });
  const timesAfter = async (ms: number): Promise<number> => {
    nowMs += ms;
    await claims.lookFor(storeId, ACCOUNT);
    return times;
  };
  expect([await timesAfter(0), await timesAfter(15 * 60_000 - 1), await timesAfter(1)]).toEqual([1, 1, 2]);
});
