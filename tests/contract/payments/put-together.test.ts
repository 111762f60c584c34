// The relay's payments as they are put together: what a round of them does, what is done once an hour, and what the rest of the relay may
// ask. On a database of its own, with a provider that is never asked.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPayments } from '../../../cloud/payments/payments.ts';
import type { PaymentConfig, PaymentDeps } from '../../../cloud/payments/ports.ts';
import { wholeRefundId } from '../../../cloud/payments/repository.ts';
import { paymentAttempts, paymentNotices, paymentRefunds } from '../../../cloud/payments/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const START_MS = Date.UTC(2026, 10, 21, 15);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let storeId: string;
let nowMs: number;
let told: unknown[];
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, nowMs, told] = [randomUUID(), START_MS, []];
});

type Account = Partial<PaymentConfig['mercadoPago']>;
const payments = (
  account: Account = {},
  config: Partial<PaymentConfig> = {},
  alarms: PaymentDeps['alarms'] | null = { raise: (_store, kind) => void told.push(kind) },
) =>
  createPayments({
    ...{
      db: database.db,
      clock: () => nowMs,
      requireDevice: (_context: unknown, next: () => unknown) => next(),
    },
    counts: { limit: () => ({}) },
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
async function paid(): Promise<string> {
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

it('what calls a person stands in the log where nobody else hears of it', async () => {
  await paid();
  const together = payments({}, {}, null);
  nowMs += 2 * MINUTE_MS;
  await together.round();
  expect(told).toEqual([{ storeId, kind: 'payment-unacknowledged', text: expect.stringContaining('CODE') }]);
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
