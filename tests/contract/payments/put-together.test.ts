// The relay's payments as they are put together: what a round of them does, what is done once an hour, and what the rest of the relay may
// ask. On a database of its own, with a provider that is never asked.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accepted } from '@balcao/shared/result.ts';
import { createPayments } from '../../../cloud/payments/payments.ts';
import type { PaymentConfig, PaymentDeps } from '../../../cloud/payments/ports.ts';
import { wholeRefundId } from '../../../cloud/payments/repository.ts';
import {
  paymentAttempts,
  paymentNotices,
  paymentRefunds,
  paymentReviewItems,
} from '../../../cloud/payments/schema.ts';
import { commands } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const START_MS = Date.UTC(2026, 10, 21, 15);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let storeId: string;
let nowMs: number;
let told: unknown[];
/** What the provider finds under an order; null where nobody asks it. */
let searched: Promise<unknown> | null = null;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, nowMs, told, searched] = [randomUUID(), START_MS, [], null];
});

type Account = Partial<PaymentConfig['mercadoPago']>;
const payments = (
  account: Account = {},
  config: Partial<PaymentConfig> = {},
  alarms: PaymentDeps['alarms'] | null = {
    raise: (_store, { kind }) => void told.push(kind),
    end: () => undefined,
  },
) =>
  createPayments({
    ...{
      db: database.db,
      clock: () => nowMs,
      requireDevice(context: { set(name: string, value: string): void }, next: () => unknown) {
        context.set('storeId', storeId);
        return next();
      },
    },
    commands: {},
    ...(searched === null
      ? {}
      : {
          provider: {
            searchByReference: () => searched,
            searchByCreation(_account: unknown, fromMs: number, toMs: number) {
              told.push([fromMs, toMs]);
              return searched;
            },
          },
        }),
    counts: { limit: () => () => Promise.resolve(0) },
    ...{ storeOf: () => storeId, householdOf: () => '198.51.100.1' },
    config: {
      ...{ publicUrl: null, secretsKey: null, ...config },
      mercadoPago: {
        ...{ baseUrl: null, sdkUrl: null, accessToken: null, publicKey: null, webhookSecret: null },
        ...{ api: 'payments', ...account },
      },
    },
    log: {
      ...{ info: () => undefined, warn: () => undefined },
      error: (details: object, text: string) => void told.push({ ...details, text }),
    },
    ...(alarms === null ? {} : { alarms }),
  } as unknown as PaymentDeps);
async function paid(changes: Partial<typeof paymentAttempts.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  await database.db.insert(paymentAttempts).values({
    ...{ storeId, id, orderId: randomUUID(), orderCode: 'CODE', method: 'pix', amountCents: 1000 },
    ...{
      status: 'approved',
      observedAtMs: nowMs,
      createdAtMs: nowMs,
      paidAtMs: nowMs,
      providerPaymentId: 'p',
    },
    ...changes,
  });
  return id;
}

it.each<[string, Account, { pix: boolean; card: boolean }]>([
  ['nothing without an account', {}, { pix: false, card: false }],
  ['PIX with one', { accessToken: 'token' }, { pix: true, card: false }],
  [
    'cards too with what a browser needs',
    { accessToken: 'token', publicKey: 'key' },
    { pix: true, card: true },
  ],
])('offers %s', async (_name, account, offered) => {
  expect(await payments(account).methodsOnOffer(storeId)).toEqual(offered);
});

it('hands a browser the provider’s own script for cards, where no simulator stands for the provider', async () => {
  const { routes } = payments({ accessToken: 'token', publicKey: 'key' });
  expect(await (await routes.request('/api/payments/public-key')).json()).toEqual({
    publicKey: 'key',
    sdkUrl: 'https://sdk.mercadopago.com/js/v2',
  });
});

it.each([
  ['two minutes and fifteen', {}, 2, 15],
  ['as long as is said', { unacknowledgedAlarmMs: MINUTE_MS, unacknowledgedRefundMs: 3 * MINUTE_MS }, 1, 3],
] as const)(
  'a round calls a person, and gives money back, after %s',
  async (_name, config, alarmed, back) => {
    await paid();
    const together = payments({}, config);
    const roundAt = async (minutes: number, beforeMs: number) => {
      nowMs = START_MS + minutes * MINUTE_MS - beforeMs;
      await together.round();
      return (await database.db.select().from(paymentRefunds)).length;
    };
    expect([await roundAt(alarmed, 1), told]).toEqual([0, []]);
    expect([await roundAt(alarmed, 0), told]).toEqual([0, ['payment-unacknowledged']]);
    expect([await roundAt(back, 1), told.length]).toEqual([0, 1]);
    expect(await roundAt(back, 0)).toBe(1);
    expect(told).toContain('payment-refunded-unacknowledged');
  },
);

it('however many payments of shops that never answer keep no other waiting, and each is taken in once its shop does', async () => {
  // Two hundred are a round’s. Paid in one moment, as after a restart.
  const gone = Array.from({ length: 201 }, () => ({ id: randomUUID(), paidCommandId: randomUUID() }));
  const goneId = randomUUID();
  await database.db.insert(paymentAttempts).values(
    gone.map((ids) => ({
      ...{ storeId: goneId, orderId: randomUUID(), orderCode: 'CODE', method: 'pix' as const },
      ...{ amountCents: 1000, status: 'refunded' as const, observedAtMs: START_MS, createdAtMs: 0 },
      ...{ paidAtMs: START_MS - DAY_MS, ...ids },
    })),
  );
  await paid({ paidAtMs: START_MS - 2 * MINUTE_MS });
  const together = payments();
  await together.round();
  await together.round();
  expect(told).toEqual(['payment-unacknowledged']);

  const one = gone.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
  await database.db.insert(commands).values({
    ...{ storeId: goneId, id: one?.paidCommandId ?? '', orderId: randomUUID(), kind: 'payment.fact' },
    ...{ requestHash: '', state: 'refused', nextAtMs: 0, createdAtMs: 0 },
    outcome: { status: 'refused', refusal: { code: 'order-not-found' } },
  });
  await together.round();
  await together.round();
  const rows = await database.db.select().from(paymentAttempts);
  expect(rows.filter((row) => row.acknowledgedAtMs !== null).map(({ id }) => id)).toEqual([one?.id]);
});

it('what calls a person stands in the log where nobody else hears of it', async () => {
  await paid();
  const together = payments({}, {}, null);
  nowMs += 2 * MINUTE_MS;
  await together.round();
  expect(told).toEqual([{ storeId, kind: 'payment-unacknowledged', text: expect.stringContaining('CODE') }]);
});

it('a deadline is said in the time of the shop', async () => {
  const attemptId = await paid({ acknowledgedAtMs: START_MS });
  await database.db.insert(paymentReviewItems).values({
    ...{ storeId, attemptId, kind: 'claim', raisedAtMs: START_MS, dueAtMs: Date.UTC(2026, 10, 25, 15) },
  });
  for (const config of [{}, { timeZone: 'America/Manaus' }]) {
    await payments({}, config, null).round();
    await database.db.update(paymentReviewItems).set({ alarmedAtMs: null });
  }
  const texts = (told as { text: string }[]).map(({ text }) => /até (.*)\./.exec(text)?.[1]);
  expect(texts).toEqual(['25/11/2026, 12:00', '25/11/2026, 11:00']);
});

it('notices are forgotten after a month, which is looked at once an hour', async () => {
  const together = payments();
  const notice = (receivedAtMs: number) =>
    database.db
      .insert(paymentNotices)
      .values({ storeId, noticeId: randomUUID(), providerPaymentId: 'p', receivedAtMs });
  const leftAfter = async (ms: number) => {
    nowMs = START_MS + ms;
    await together.round();
    return (await database.db.select().from(paymentNotices)).length;
  };
  await notice(START_MS - 32 * DAY_MS);
  await notice(START_MS - 30 * DAY_MS);
  expect(await leftAfter(0)).toBe(1);
  await notice(START_MS - 32 * DAY_MS);
  expect(await leftAfter(60 * MINUTE_MS - 1)).toBe(2);
  expect(await leftAfter(60 * MINUTE_MS)).toBe(1);
});

it('each work has a name of its own, every two seconds, and stops', async () => {
  const together = payments();
  const names = [
    'notices',
    'acknowledgements',
    'refunds',
    'checks',
    'claims',
    'payment-alarms',
    'forget-notices',
  ];
  const isRun = () => together.reports().map(({ lastRunAtMs }) => lastRunAtMs !== null);
  expect(together.reports().map(({ name, everyMs }) => [name, everyMs])).toEqual(
    names.map((name) => [name, 2000]),
  );
  expect(isRun()).toEqual(names.map(() => false));
  together.start();
  await expect.poll(isRun, { timeout: 60_000 }).toEqual(names.map(() => true));
  await together.stop();
  expect(together.reports().some(({ running }) => running)).toBe(false);
  const alone = payments();
  await alone.round();
  expect(alone.reports().map(({ lastRunAtMs }) => lastRunAtMs)).toEqual(names.map(() => START_MS));
});

it('a refund that names no amount is the whole, under the key of the whole', async () => {
  const id = await paid();
  const [together, partId] = [payments(), randomUUID()];
  expect(await together.refund(storeId, id, 300, partId)).toMatchObject({
    ok: true,
    value: { id: partId, amountCents: 300, state: 'planned' },
  });
  expect(await together.refund(storeId, id)).toMatchObject({
    ok: true,
    value: { id: wholeRefundId(id), amountCents: null },
  });
  expect(await together.refund(storeId, randomUUID())).toMatchObject({ ok: false });
});

describe('of an order', () => {
  const orderId = randomUUID();
  const OPEN = { orderId, status: 'pending', providerPaymentId: null, paidAtMs: null } as const;
  const TOKEN = { accessToken: 'token' };
  const rowOf = async (id: string) =>
    (await database.db.select().from(paymentAttempts)).find((row) => row.id === id);
  const get = async (path: string) => payments().routes.request(`/edge/payments/${path}`);
  afterEach(() => void vi.useRealTimers());

  it('nothing is open where nothing is, and the provider is not asked', async () => {
    expect(await payments().cancelOpen(storeId, orderId)).toBe(true);
    await paid({ orderId });
    expect(await payments().cancelOpen(storeId, orderId)).toBe(true);
  });

  it('what is open is wanted gone, by the round of in three seconds too, and what came stays', async () => {
    const came = await paid({ orderId });
    const open = await paid(OPEN);
    // Without an account nobody can be asked.
    expect(await payments().cancelOpen(storeId, orderId)).toBe(false);
    expect(await rowOf(open)).toMatchObject({ cancelAskedAtMs: START_MS, nextCheckAtMs: START_MS + 3000 });
    expect(await rowOf(came)).toMatchObject({ cancelAskedAtMs: null, nextCheckAtMs: null });
  });

  it('what is over at the provider is over, and what is open there still is not', async () => {
    searched = Promise.resolve(accepted([]));
    await paid(OPEN);
    expect(await payments(TOKEN).cancelOpen(storeId, orderId)).toBe(false);
  });

  it('who pays otherwise waits three seconds for a provider that does not answer', async () => {
    searched = new Promise(() => undefined);
    await paid(OPEN);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = vi.fn<(isOver: boolean) => void>();
    void payments(TOKEN).cancelOpen(storeId, orderId).then(asked);
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(2999);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledWith(false);
  });

  it.each([
    ['sent', true],
    ['done', false],
  ] as const)('money is on its way back while a refund is %s: %s', async (state, returning) => {
    const attemptId = await paid({ orderId });
    await database.db.insert(paymentRefunds).values({
      ...{ storeId, id: randomUUID(), attemptId, reason: 'asked', state, createdAtMs: START_MS },
    });
    expect(await payments().moneyOf(storeId, orderId)).toMatchObject({ receivedCents: 1000, returning });
    expect(await payments().moneyOf(storeId, randomUUID())).toMatchObject({ receivedCents: 0 });
  });

  it('a PIX is told under its own order, and under none that is named otherwise', async () => {
    const id = await paid({ orderId });
    const statuses = [`?orderId=${orderId}`, '', `?orderId=${randomUUID()}`].map(
      async (query) => (await get(`pix/${id}${query}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
  });

  it('another shop is told nothing, and ends nothing', async () => {
    const id = await paid({ orderId });
    const open = await paid(OPEN);
    storeId = randomUUID();
    const told = {
      pix: (await get(`pix/${id}`)).status,
      card: (await get(`card/${id}`)).status,
      attempts: await (await get(`attempts?orderId=${orderId}`)).json(),
      booked: await (await get('booked?month=2026-11&timeZone=UTC')).json(),
      money: await payments().moneyOf(storeId, orderId),
      hasEnded: await payments().cancelOpen(storeId, orderId),
      askedToEndAtMs: (await rowOf(open))?.cancelAskedAtMs,
    };
    expect(told).toEqual({
      ...{ pix: 404, card: 404, attempts: { attempts: [] }, hasEnded: true, askedToEndAtMs: null },
      booked: { fromMs: Date.UTC(2026, 10), toMs: Date.UTC(2026, 11), payments: [] },
      money: { receivedCents: 0, returnedCents: 0, returning: false },
    });
  });

  it('a day is matched from midnight to midnight of the clock that is named', async () => {
    searched = Promise.resolve(accepted([]));
    const answer = await payments(TOKEN).routes.request(
      '/edge/payments/matching?day=2026-11-21&timeZone=America/Manaus',
    );
    expect(answer.status).toBe(200);
    expect(told).toEqual([[Date.UTC(2026, 10, 21, 4), Date.UTC(2026, 10, 22, 4)]]);
  });

  it('what was tried is told with the first first', async () => {
    const ids: string[] = [];
    for (const [at, providerPaymentId] of ['a', 'b', 'c', 'd'].entries())
      ids.unshift(await paid({ orderId, providerPaymentId, createdAtMs: START_MS - at }));
    const { attempts } = (await (await get(`attempts?orderId=${orderId}`)).json()) as {
      attempts: { attemptId: string }[];
    };
    expect(attempts.map(({ attemptId }) => attemptId)).toEqual(ids);
  });

  it('what payer and provider said against a payment is told with the first first', async () => {
    const attemptId = await paid({ orderId });
    const said = ['claim', 'stop-delivery', 'charged-back'] as const;
    for (const [at, kind] of said.entries())
      await database.db
        .insert(paymentReviewItems)
        .values({ storeId, attemptId, kind, raisedAtMs: START_MS - at, alarmedAtMs: START_MS });
    const { attempts } = (await (await get(`attempts?orderId=${orderId}`)).json()) as {
      attempts: { notices: { kind: string }[] }[];
    };
    expect(attempts[0]?.notices.map(({ kind }) => kind)).toEqual([...said].toReversed());
  });
});
