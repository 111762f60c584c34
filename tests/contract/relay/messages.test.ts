// What becomes of a notification that is to be sent: gone once it was taken or is of no use, tried again later, and for how long. The use
// case alone, on a database of its own, before a webhook that answers as it is told.
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createPushKeys } from '../../../cloud/notifications/keys.ts';
import { createMessages, type Messages } from '../../../cloud/notifications/messages.ts';
import { createSubscriptions } from '../../../cloud/notifications/subscriptions.ts';
import { pushMessages } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const MESSAGE = { title: 'Título', body: 'Texto', url: '/admin', tag: 'alarme' };
const storeId = randomUUID();
let database: TestDatabase;
let nowMs: number;
let messages: Messages;
let logged: string[];
let asked: unknown[];
let answer: () => Response;
/** Where alarms are posted, if anywhere. */
let openMessages: (webhookUrl: string | null) => Messages;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await database.clear();
  [nowMs, logged, asked] = [NOW_MS, [], []];
  const log = (level: string) => (_details: object, text: string) => void logged.push(`${level}: ${text}`);
  openMessages = (webhookUrl) =>
    createMessages({
      ...{
        db: database.db,
        keys: createPushKeys({ db: database.db, secretsKey: randomBytes(32) }),
        subject: 'mailto:dona@acai.example',
      },
      subscriptions: createSubscriptions({ db: database.db, clock: () => nowMs }),
      clock: () => nowMs,
      webhookUrl,
      log: { info: log('info'), warn: log('warn'), error: log('error') },
    });
  messages = openMessages('https://hook.example/alarme');
  vi.spyOn(globalThis, 'fetch').mockImplementation((_url, request) => {
    asked.push(JSON.parse(request?.body as string));
    return Promise.resolve(answer());
  });
});
const write = (keptMs: number, id = randomUUID()) =>
  messages.write(database.db, storeId, [{ id, subscriptionId: null, message: MESSAGE, keptMs }]);
/** How long it is put off and how often it was tried; null when it is gone. */
async function afterRound(): Promise<[putOffMs: number, tries: number] | null> {
  await messages.runDue();
  const [row] = await database.db.select().from(pushMessages);
  return row === undefined ? null : [row.nextTryAtMs - nowMs, row.tries];
}

it('is tried again after 2, 10, 30 and 60 seconds, then every five minutes', async () => {
  await write(3_600_000);
  answer = () => new Response(null, { status: 503 });
  const waits: unknown[] = [];
  for (let tries = 1; tries <= 6; tries += 1) {
    const [putOffMs = 0, tried] = (await afterRound()) ?? [];
    expect(tried).toBe(tries);
    waits.push(putOffMs);
    nowMs += putOffMs - 1;
    await messages.runDue();
    expect(asked).toHaveLength(tries);
    nowMs += 1;
  }
  expect(waits).toEqual([2000, 10_000, 30_000, 60_000, 300_000, 300_000]);
  expect(new Set(logged)).toEqual(new Set(['warn: a notification is not through yet']));
});

it('is put off from when it was tried, however long after it was due', async () => {
  await write(3_600_000);
  answer = () => new Response(null, { status: 503 });
  nowMs += 60_000;
  expect(await afterRound()).toEqual([2000, 1]);
});

it.each([
  ['7', 7000],
  ['3600', 3_600_000],
  ['3601', 3_600_000],
  ['0', 2000],
  ['Sat, 21 Nov 2026 15:00:00 GMT', 2000],
])('is put off as the service asks, for an hour at most: %s', async (retryAfter, putOffMs) => {
  await write(12 * 3_600_000);
  answer = () => new Response(null, { status: 429, headers: { 'retry-after': retryAfter } });
  expect(await afterRound()).toEqual([putOffMs, 1]);
});

it.each([
  [200, []],
  [204, []],
  [404, []],
  [410, []],
  [301, ['error: a notification was refused']],
  [400, ['error: a notification was refused']],
])('is over when %i is answered', async (status, lines) => {
  await write(60_000);
  // Told is when it was written down, not when it went.
  nowMs += 1000;
  answer = () => new Response(null, { status });
  expect(await afterRound()).toBe(null);
  expect(logged).toEqual(lines);
  expect(asked).toEqual([{ storeId, id: 'alarme', title: 'Título', text: 'Texto', atMs: NOW_MS }]);
  expect(vi.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({
    ...{ method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/json' } },
  });
});

it('goes once, though the rounds of two processes find it at once', async () => {
  await write(60_000);
  answer = () => new Response(null, { status: 200 });
  await Promise.all([messages.runDue(), messages.runDue()]);
  expect(asked).toHaveLength(1);
});

it('is tried again after an error of the service, whatever it is called', async () => {
  await write(60_000);
  answer = () => new Response(null, { status: 500 });
  expect(await afterRound()).toEqual([2000, 1]);
});

it('is dropped unsent once its time is over, and not a moment before', async () => {
  answer = () => new Response(null, { status: 200 });
  await write(60_000);
  nowMs += 60_000;
  expect(await afterRound()).toBe(null);
  expect([asked, logged]).toEqual([[], ['warn: a notification could not be sent in time']]);
  await write(60_000);
  nowMs += 59_999;
  expect(await afterRound()).toBe(null);
  expect(asked).toHaveLength(1);
});

it('goes with a hundred in a round, those that wait longest first; the same one is written once', async () => {
  answer = () => new Response(null, { status: 200 });
  const ids = Array.from({ length: 101 }, () => randomUUID()).toSorted();
  for (const [index, id] of ids.entries()) {
    nowMs = NOW_MS - index;
    await write(3_600_000, id);
    await write(3_600_000, id);
  }
  nowMs = NOW_MS;
  await messages.runDue();
  expect(await database.db.select({ id: pushMessages.id }).from(pushMessages)).toEqual([{ id: ids[0] }]);
});

it('is given up where the service says nothing for ten seconds, and tried again', async () => {
  await write(60_000);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  answer = () => {
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  };
  expect(await afterRound()).toEqual([2000, 1]);
  expect(timeout.mock.calls).toEqual([[10_000]]);
  expect(vi.mocked(fetch).mock.calls[0]?.[1]?.signal).toBe(timeout.mock.results[0]?.value);
  expect(logged).toEqual(['warn: a notification is not through yet']);
});

it('goes with seven others at once, and no other process takes it over for half a minute', async () => {
  const silent = Promise.withResolvers<Response>();
  const sent = vi.mocked(fetch).mockReturnValue(silent.promise).mock.calls;
  for (let n = 0; n < 9; n += 1) await write(3_600_000);
  const rounds = [messages.runDue()];
  const isSent = (times: number) => expect.poll(() => sent.length, { timeout: 60_000 }).toBe(times);
  await isSent(8);
  nowMs += 29_999;
  // The ninth, which nobody has begun with.
  rounds.push(messages.runDue());
  await isSent(9);
  nowMs += 1;
  rounds.push(messages.runDue());
  await isSent(17);
  silent.resolve(new Response(null, { status: 200 }));
  await Promise.all(rounds);
  expect(await database.db.select().from(pushMessages)).toEqual([]);
});

it('is kept by the push service, for a phone that is off, as long as it is of use', async () => {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const subscriptionId = await createSubscriptions({ db: database.db, clock: () => nowMs }).add(
    storeId,
    { userId: 'dona', label: 'Celular' },
    { endpoint: 'https://push.example/1', keys },
  );
  const sent: unknown[] = [];
  vi.mocked(fetch).mockImplementation((_url, request) => {
    sent.push(request?.headers);
    return Promise.resolve(new Response(null, { status: 201 }));
  });
  for (const lateMs of [0, 500, 89_999]) {
    nowMs = NOW_MS;
    await messages.write(database.db, storeId, [
      { id: randomUUID(), subscriptionId, message: MESSAGE, keptMs: 90_000 },
    ]);
    nowMs += lateMs;
    await messages.runDue();
  }
  // In whole seconds: of what is late the service keeps so much less.
  expect(sent).toMatchObject([{ ttl: '90', 'content-encoding': 'aes128gcm' }, { ttl: '90' }, { ttl: '1' }]);
});

it('is dropped unsent where the relay has no webhook any more, and where its device was taken off the list', async () => {
  messages = openMessages(null);
  await write(3_600_000);
  await messages.write(database.db, storeId, [
    { id: randomUUID(), subscriptionId: randomUUID(), message: MESSAGE, keptMs: 3_600_000 },
  ]);
  await messages.runDue();
  expect(await database.db.select().from(pushMessages)).toEqual([]);
  expect([asked, logged]).toEqual([[], []]);
});
