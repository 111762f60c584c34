// What is told, to whom and for how long: a customer's cup, an owner's trouble. The notifications alone, on a database of their own, before a
// push service that reads them as a browser would.
import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createPush, type Push } from '../../../cloud/notifications/push.ts';
import { endReviewItem, raiseReviewItemAnew, sendAlarms } from '../../../cloud/payments/review-items.ts';
import { paymentAttempts } from '../../../cloud/payments/schema.ts';
import { orderRow } from '../../../cloud/shop/orders/replica.ts';
import { alarms, orders, pushSubscriptions, stores } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';
import { startPushService } from '../../support/push-service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let database: TestDatabase;
let phones: Awaited<ReturnType<typeof startPushService>>;
let push: Push;
/** What stands in the log as an error. */
let logged: string[];
let nowMs: number;
const [storeId, otherId] = [randomUUID(), randomUUID()];
const db = () => database.db;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  phones = await startPushService();
  [nowMs, logged] = [Date.UTC(2026, 10, 21, 15), []];
  push = pushAt('https://loja.example');
});
afterEach(() => phones.close());

const pushAt = (publicUrl: string): Push =>
  createPush({
    db: db(),
    config: {
      ...{ secretsKey: randomBytes(32), publicUrl, simulators: true, timeZone: 'America/Sao_Paulo' },
      ...{ alarmWebhookUrl: null, storeAwayAlarmMs: HOUR_MS },
    },
    isLinked: () => false,
    settings: () => Promise.resolve(sampleCatalog().settings),
    clock: () => nowMs,
    log: {
      ...{ info: () => undefined, warn: () => undefined },
      error: (_details, message) => void logged.push(message),
    },
  });
const browserOf = async (who: { orderId: string } | { userId: string; label: string }, of = storeId) => {
  const phone = phones.subscribe((await push.keys.loadOrCreateKeys(of)).publicKey);
  await push.subscriptions.add(of, who, phone.subscription);
  return phone;
};
const owner = (of = storeId) => browserOf({ userId: 'dona', label: 'Celular' }, of);
async function order(status: 'PREPARING' | 'READY', id: string = randomUUID(), of = storeId) {
  const made = anOrder({ ...{ id, status, simpleId: 7, panelNumber: null, customerPhone: null } });
  await db()
    .insert(orders)
    .values({ ...orderRow(made, ''), storeId: of, seq: 0, body: JSON.stringify(made) });
  return made;
}
const told = () => phones.taken.map(({ device, message }) => [device, message.body]);
const alarmIds = async () => (await db().select({ id: alarms.id }).from(alarms)).map(({ id }) => id);

it('a customer is told of an order that is ready, by its number, once; nobody of one that is made or of another shop', async () => {
  const [ready, making] = [await order('READY'), await order('PREPARING')];
  await order('READY', making.id, otherId);
  const phone = await browserOf({ orderId: ready.id });
  await browserOf({ orderId: making.id });
  for (let rounds = 0; rounds < 2; rounds += 1) await push.round();
  expect(told()).toEqual([[phone.device, 'Pedido nº 7: é só retirar no balcão.']]);
  expect(phones.taken[0]?.message).toMatchObject({
    ...{ url: `/pedido/sucesso/${ready.code}`, tag: `order-${ready.code}` },
  });
  // For half an hour, and with the shop's own address for complaints.
  const { headers = {} } = phones.taken[0] ?? {};
  expect(headers).toMatchObject({ ttl: '1800', urgency: 'high', 'content-encoding': 'aes128gcm' });
  const token = /^vapid t=([^,]+),/.exec(String(headers['authorization']))?.[1] ?? '';
  expect(decodeJwt(token)).toMatchObject({
    aud: new URL(phones.webhookUrl).origin,
    sub: 'https://loja.example',
  });
});

it('a message that was put off is kept by the service only until its own half hour is over', async () => {
  const ready = await order('READY');
  const phone = await browserOf({ orderId: ready.id });
  phones.answer(phone.device, { status: 503 });
  await push.round();
  nowMs += 600_000;
  await push.round();
  expect(phones.taken.map(({ headers }) => headers['ttl'])).toEqual(['1200']);
});

it('a shop has one pair of keys, and another one once SECRETS_KEY is lost, which stays from then on', async () => {
  const first = await push.keys.loadOrCreateKeys(storeId);
  expect(await push.keys.loadOrCreateKeys(storeId)).toEqual(first);
  // With another key for its secrets.
  push = pushAt('https://loja.example');
  const made = await push.keys.loadOrCreateKeys(storeId);
  expect(made.publicKey).not.toBe(first.publicKey);
  expect(await push.keys.loadOrCreateKeys(storeId)).toEqual(made);
});

it('a shop has one pair of keys, also where two processes make it at once', async () => {
  const [one, other] = await Promise.all([storeId, storeId].map((id) => push.keys.loadOrCreateKeys(id)));
  expect(other).toEqual(one);
  expect(await push.keys.loadOrCreateKeys(storeId)).toEqual(one);
});

it('a shop without https names an address that is nobody’s for complaints', async () => {
  push = pushAt('http://192.168.0.7:8080');
  await owner();
  await push.alarms.test(storeId);
  await push.round();
  const token = /^vapid t=([^,]+),/.exec(String(phones.taken[0]?.headers['authorization']))?.[1] ?? '';
  expect(decodeJwt(token).sub).toBe('mailto:nobody@example.com');
});

it('a browser that wants no more is forgotten, and no other', async () => {
  const ready = await order('READY');
  const [gone, stays] = [await browserOf({ orderId: ready.id }), await browserOf({ orderId: ready.id })];
  phones.unsubscribe(gone.device);
  await push.round();
  expect(told()).toEqual([[stays.device, 'Pedido nº 7: é só retirar no balcão.']]);
  const left = await db().select({ endpoint: pushSubscriptions.endpoint }).from(pushSubscriptions);
  expect(left).toEqual([{ endpoint: stays.subscription.endpoint }]);
});

it('an owner hears of a trouble once while it lasts, and anew when it begins anew; another shop’s hears nothing', async () => {
  const phone = await owner();
  await owner(otherId);
  const raise = (text: string) => push.alarms.raise(storeId, 'store-held', 'Site parado', text);
  const row = () => db().select().from(alarms);
  await raise('Primeiro.');
  await push.round();
  nowMs += 1000;
  await raise('Ainda.');
  await push.round();
  expect(told()).toEqual([[phone.device, 'Primeiro.']]);
  expect(phones.taken[0]?.headers).toMatchObject({ ttl: String(12 * 3600) });
  expect(await push.alarms.loadLastingAlarms(['store-held'])).toEqual(
    new Map([[storeId, new Set(['store-held'])]]),
  );
  nowMs += 1000;
  const endedAtMs = nowMs;
  await push.alarms.end(storeId, 'store-held');
  nowMs += 1000;
  await push.alarms.end(storeId, 'store-held');
  await push.alarms.end(otherId, 'store-held');
  expect(await row()).toMatchObject([{ text: 'Primeiro.', endedAtMs }]);
  expect(await push.alarms.loadLastingAlarms(['store-held'])).toEqual(new Map());
  await raise('De novo.');
  await push.round();
  expect(told().map(([, body]) => body)).toEqual(['Primeiro.', 'De novo.']);
  expect(await row()).toMatchObject([{ text: 'De novo.', sinceMs: nowMs, endedAtMs: null }]);
});

it('a trouble that two processes see at once is told by one of them, and stands once in the log', async () => {
  const phone = await owner();
  await push.alarms.raise(storeId, 'store-held', 'Site parado', 'Abra o Diagnóstico.');
  await Promise.all([push, pushAt('https://loja.example')].map(({ alarms }) => alarms.tellDue()));
  expect(logged).toEqual(['Site parado']);
  await push.round();
  expect(told()).toEqual([[phone.device, 'Abra o Diagnóstico.']]);
});

it('a trouble that begins anew is told at once though what was said of the first time is not through yet', async () => {
  const phone = await owner();
  const raise = (text: string) => push.alarms.raise(storeId, 'store-held', 'Site parado', text);
  phones.answer(phone.device, { status: 503 });
  await raise('Primeiro.');
  await push.round();
  expect(told()).toEqual([]);
  await push.alarms.end(storeId, 'store-held');
  nowMs += 1000;
  await raise('De novo.');
  await push.round();
  expect(told()).toEqual([[phone.device, 'De novo.']]);
});

it('two troubles of payments of one kind are two, each with a title that says what it is', async () => {
  await owner();
  const raise = (kind: string, of: string) =>
    push.paymentAlarms.raise(storeId, { kind, of, sinceMs: nowMs }, `Pedido ${of}`);
  for (const of of ['A', 'B', 'B']) await raise('payment-claim', of);
  await raise('payment-mismatch', 'C');
  // No order of its own: somebody tries stolen numbers.
  await raise('payment-card-trials', 'D');
  await push.round();
  const words = phones.taken.map(({ message }) => `${message.title}: ${message.body} ${message.url}`);
  expect(words.toSorted()).toEqual([
    'Muitos cartões recusados: Pedido D /admin/pedidos',
    'Pagamento precisa de você: Pedido C /admin/pedidos',
    'Reclamação no Mercado Pago: Pedido A /admin/pedidos',
    'Reclamação no Mercado Pago: Pedido B /admin/pedidos',
  ]);
});

it('[P19] a refund that fails anew is told anew in the same words, and its alarm ends with what is listed', async () => {
  await owner();
  const attemptId = randomUUID();
  await db()
    .insert(paymentAttempts)
    .values({
      ...{ storeId, id: attemptId, orderId: randomUUID(), orderCode: 'A', method: 'pix', amountCents: 1000 },
      ...{ status: 'approved', observedAtMs: nowMs, createdAtMs: nowMs },
    });
  const item = { attemptId, kind: 'refund-failed' } as const;
  const tell = async () => {
    nowMs += 1000;
    await sendAlarms({
      ...{ db: db(), alarms: push.paymentAlarms, timeZone: 'America/Sao_Paulo', clock: () => nowMs },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await push.round();
  };
  const fail = () => db().transaction((tx) => raiseReviewItemAnew(tx, storeId, item, nowMs));
  const rows = () => db().select({ since: alarms.sinceMs, ended: alarms.endedAtMs }).from(alarms);
  const since = nowMs;
  await fail();
  await tell();
  await fail();
  await tell();
  expect(phones.taken).toHaveLength(1);
  expect(await rows()).toEqual([{ since, ended: null }]);
  await db().transaction((tx) => endReviewItem(tx, storeId, item, nowMs));
  await tell();
  expect(await rows()).toEqual([{ since, ended: nowMs }]);
  await fail();
  const anew = nowMs;
  await tell();
  expect(new Set(told().map(([, body]) => body)).size).toBe(1);
  expect(phones.taken).toHaveLength(2);
  expect(await rows()).toEqual([{ since: anew, ended: null }]);
});

it('is nothing to be told of a shop whose machine was shut out, or that leaves', async () => {
  const store = { name: '', publicKey: {}, pairedAtMs: 0, hash: '', lastSeenMs: nowMs };
  await db()
    .insert(stores)
    .values([
      { ...store, storeId },
      { ...store, storeId: otherId, revokedAtMs: nowMs },
      { ...store, storeId: randomUUID(), leavingAtMs: nowMs },
    ]);
  nowMs += HOUR_MS;
  await push.round();
  expect(await db().select({ of: alarms.storeId, id: alarms.id }).from(alarms)).toEqual([
    { of: storeId, id: 'store-away' },
  ]);
});

it('once an hour browsers of a day ago and troubles of ninety days ago are forgotten', async () => {
  await browserOf({ orderId: randomUUID() });
  await push.alarms.raise(storeId, 'old', 'Título', 'Texto');
  nowMs += 90 * DAY_MS;
  await push.alarms.raise(storeId, 'young', 'Título', 'Texto');
  nowMs += 1;
  await push.round();
  expect([await alarmIds(), await db().select().from(pushSubscriptions)]).toEqual([['young'], []]);
  await browserOf({ orderId: randomUUID() });
  await db().update(pushSubscriptions).set({ createdAtMs: 0 });
  nowMs += HOUR_MS - 1;
  await push.round();
  expect(await db().select().from(pushSubscriptions)).toHaveLength(1);
  nowMs += 1;
  await push.round();
  expect(await db().select().from(pushSubscriptions)).toEqual([]);
});
