// Alarms and phones as the relay keeps them: what is shown of a trouble that goes on, ends or begins anew, which phones hear of it, and when
// either is forgotten. The use cases alone, on a database of their own; how they reach a phone: push.test.ts.
import { randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { writeAlarms } from '../../../cloud/notifications/alarms.ts';
import { createPush, type Push } from '../../../cloud/notifications/push.ts';
import { pushMessages, pushSubscriptions } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = 1_800_000_000_000;
const storeId = randomUUID();
let database: TestDatabase;
let nowMs: number;
let push: Push;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  nowMs = START_MS;
  push = createPush({
    db: database.db,
    config: {
      ...{ secretsKey: randomBytes(32), publicUrl: 'https://acai.example', simulators: false },
      ...{ timeZone: 'America/Sao_Paulo', alarmWebhookUrl: null, storeAwayAlarmMs: 300_000 },
    },
    isLinked: () => true,
    settings: () => Promise.resolve(sampleCatalog().settings),
    clock: () => nowMs,
    log: pino({ level: 'silent' }),
  });
});

const tell = (title: string, text: string, sinceMs: number) =>
  writeAlarms(database.db, storeId, [{ id: 'printer.1', title, text, sinceMs, endedAtMs: null }]);
const shown = () => push.alarms.recent(storeId);
const written = async () =>
  (await database.db.select().from(pushMessages)).map(({ message }) => message.body);
const browser = (name: string, keys = name) => ({
  endpoint: `https://web.push.apple.com/${name}`,
  keys: { p256dh: `p256dh of ${keys}`, auth: `auth of ${keys}` },
});
const addOwner = (name: string, keys = name, label = name) =>
  push.subscriptions.add(storeId, { userId: 'dona', label }, browser(name, keys));

it('a trouble that goes on is shown in its newest words, and told once', async () => {
  await addOwner('celular');
  await tell('Impressora sem papel', 'Coloque papel.', START_MS);
  await push.alarms.tellDue();
  await tell('Impressora parada', 'A tampa está aberta.', START_MS);
  await push.alarms.tellDue();
  expect(await shown()).toMatchObject([{ title: 'Impressora parada', text: 'A tampa está aberta.' }]);
  expect(await written()).toEqual(['Coloque papel.']);
});

it('a trouble that begins anew is told anew, though a phone that is off has not heard the first word yet', async () => {
  await addOwner('celular');
  await tell('Impressora sem papel', 'Coloque papel.', START_MS);
  await push.alarms.tellDue();
  await tell('Impressora sem papel', 'De novo sem papel.', START_MS + HOUR_MS);
  await push.alarms.tellDue();
  expect((await written()).toSorted()).toEqual(['Coloque papel.', 'De novo sem papel.']);
});

it('a trouble that the relay sees again says for how long it lasts now, and since when', async () => {
  await push.alarms.raise(storeId, 'store-away', 'Loja sem conexão', 'Há 5 min.');
  nowMs += HOUR_MS;
  await push.alarms.end(storeId, 'store-away');
  nowMs += HOUR_MS;
  await push.alarms.raise(storeId, 'store-away', 'Loja fora do ar', 'Há 12 min.');
  expect(await shown()).toMatchObject([
    { title: 'Loja fora do ar', text: 'Há 12 min.', sinceMs: START_MS + 2 * HOUR_MS, endedAtMs: null },
  ]);
});

it('a trouble is over since it was first said to be, however often that is said', async () => {
  const trouble = { kind: 'payment-claim', of: 'A', sinceMs: START_MS } as const;
  await push.paymentAlarms.raise(storeId, trouble, 'Responda até dia 3.');
  nowMs += HOUR_MS;
  await push.paymentAlarms.end(storeId, trouble);
  nowMs += HOUR_MS;
  await push.paymentAlarms.end(storeId, trouble);
  expect(await shown()).toMatchObject([{ endedAtMs: START_MS + HOUR_MS }]);
});

it('a phone that subscribes again is written to with its new keys, under its new name; the oldest comes first', async () => {
  const id = await addOwner('tablet');
  nowMs += 1;
  await addOwner('celular');
  nowMs += 1;
  expect(await addOwner('tablet', 'tablet novo', 'Tablet do balcão')).toBe(id);
  expect(await push.subscriptions.devices(storeId)).toMatchObject([
    { label: 'Tablet do balcão', p256dh: 'p256dh of tablet novo', auth: 'auth of tablet novo' },
    { label: 'celular' },
  ]);
});

it('a customer’s phone is forgotten a day later, an owner’s is not', async () => {
  await push.subscriptions.add(storeId, { orderId: randomUUID() }, browser('cliente'));
  await addOwner('celular');
  const kept = async () => (await database.db.select().from(pushSubscriptions)).length;
  nowMs += DAY_MS;
  await push.subscriptions.purgeOld();
  expect(await kept()).toBe(2);
  nowMs += 1;
  await push.subscriptions.purgeOld();
  expect(await kept()).toBe(1);
  expect(await push.subscriptions.devices(storeId)).toHaveLength(1);
});
