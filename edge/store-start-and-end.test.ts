// What the start of a store sets going besides its jobs, and what its end leaves behind: through the real composition, on a clock that the
// test moves. Which jobs there are says `store-workers.test.ts`.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { isResealing } from './replication/recovery/replace-code.ts';
import { PUBLIC_URL } from './replication/link/link.ts';
import { writeMeta } from './storage/identity.ts';
import { HELD_KEY } from './storage/write-gate.ts';
import { reportDays } from './storage/schema/reports.ts';
import { audit } from './storage/schema/staff.ts';
import { passUntil } from './testing/fake-timers.ts';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';
import { sell } from './testing/sell.ts';
import { asRole } from './testing/sign-in.ts';

const MINUTE_MS = 60_000;
const folders = new Set<string>();
let store: TestStore | null = null;

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(async () => {
  if (store !== null) await end(store);
  vi.useRealTimers();
  // An end waits for its time at the most, which passes at once here: what was being copied may be written a little longer.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 100 });
  folders.clear();
});

async function open(deps: Parameters<typeof openTestStore>[0] = {}): Promise<TestStore> {
  const opened = await openTestStore(deps);
  folders.add(opened.folder);
  store = opened;
  return opened;
}
/** Ends it and keeps its folder. */
async function end(opened: TestStore): Promise<void> {
  store = null;
  await passUntil(opened.stop());
}
/** Whether it comes about while no time passes for timers; what of it the system does takes as long as the machine likes. */
async function comesAtOnce(isThere: () => boolean): Promise<boolean> {
  const untilMs = Date.now() + MINUTE_MS;
  while (!isThere() && Date.now() < untilMs) await new Promise((resolve) => setImmediate(resolve));
  return isThere();
}
const said = (opened: TestStore): string[] =>
  opened.db
    .select()
    .from(audit)
    .all()
    .map(({ detail }) => detail);

it('the sums of the reports follow what is sold two seconds later, and not at the next catching up', async () => {
  const opened = await open();
  opened.start();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const cents = (): number[] =>
    opened.db
      .select()
      .from(reportDays)
      .all()
      .map((row) => row.cents);
  sell(opened, opened.clock.nowMs, { totalCents: 700 });
  opened.orders.wake.notify('log');
  await vi.advanceTimersByTimeAsync(1999);
  expect(cents()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(cents()).toEqual([700]);
});

it('a store that another machine serves adds nothing up', async () => {
  const sold = await open();
  sell(sold, sold.clock.nowMs, { totalCents: 700 });
  writeMeta(sold.db, HELD_KEY, 'fenced');
  await end(sold);
  const opened = await open({ folder: sold.folder, seed: false });
  opened.start();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(opened.db.select().from(reportDays).all()).toEqual([]);
});

it('refusals that were counted and not yet written stand in the audit once the store has ended', async () => {
  const opened = await open();
  opened.start();
  const json = { email: 'ana@loja.com', password: 'errada' };
  for (let n = 0; n < 3; n += 1) await opened.ask('/api/auth/sign-in/email', { json });
  const sum = 'mais 2 tentativas com email ou senha errados, de 1 lugar';
  expect(said(opened)).not.toContain(sum);
  await end(opened);
  expect(said(await open({ folder: opened.folder, seed: false }))).toContain(sum);
});

it('a store that ends before it knows whether it may write starts nothing afterwards', async () => {
  const lines: string[] = [];
  const opened = await open({ printLine: (line) => void lines.push(line) });
  opened.start();
  await end(opened);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(lines.filter((line) => line.includes('a background job failed'))).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('[38] in its safe mode nobody waits for the word of a relay that is not dialled', async () => {
  const paired = await open();
  writeMeta(paired.db, PUBLIC_URL, 'https://acai.example');
  await end(paired);
  const deaths = { lately: 3, tooMany: true, last: null, quietMs: () => 0, forgive: () => undefined };
  const opened = await open({ folder: paired.folder, seed: false, deaths });
  opened.start();
  let status = 0;
  const json = { ...sampleRequest(), id: v7() };
  void opened.ask('/api/orders', { json }).then((answer) => (status = answer.status));
  expect(await comesAtOnce(() => status !== 0)).toBe(true);
  expect(status).toBe(201);
});

it('[38] what the safe mode left out is begun when it is left, and whoever shows it looks again', async () => {
  const deaths = { lately: 3, tooMany: true, last: null, quietMs: () => 0, forgive: () => undefined };
  const opened = await open({ deaths });
  const admin = await asRole(opened, 'ADMIN');
  opened.start();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  const ran = (): string[] =>
    opened.watched
      .workers()
      .filter(({ lastRunAtMs }) => lastRunAtMs !== null)
      .map(({ name }) => name);
  expect(ran()).not.toEqual(expect.arrayContaining(['expiry']));
  let isTold = false;
  opened.orders.wake.on('condition', () => (isTold = true));
  expect((await admin('/api/staff/condition/try-again', { method: 'POST' })).status).toBe(204);
  await vi.advanceTimersByTimeAsync(0);
  expect(isTold).toBe(true);
  expect(ran()).toEqual(expect.arrayContaining(['expiry', 'owner-phones', 'backup']));
});

it('a relay that cannot be reached keeps nobody waiting for its word', async () => {
  const nowhere = createServer();
  nowhere.listen(0, '127.0.0.1');
  await once(nowhere, 'listening');
  const { port } = nowhere.address() as AddressInfo;
  nowhere.close();
  const environment = { RELAY_URL: `http://127.0.0.1:${port}` };
  const paired = await open({ environment });
  writeMeta(paired.db, PUBLIC_URL, 'https://acai.example');
  await end(paired);
  const opened = await open({ folder: paired.folder, seed: false, environment });
  opened.start();
  let isKnown = false;
  void opened.writeGate.initialVerdict().then(() => (isKnown = true));
  expect(await comesAtOnce(() => isKnown)).toBe(true);
});

it('a new copy goes to the site at once, and not at the next look', async () => {
  const asked: string[] = [];
  const request = (path: string): Promise<Response> => {
    asked.push(path);
    return Promise.resolve(Response.json(null));
  };
  const opened = await open({ relay: { request } });
  const copies = (): number => asked.filter((path) => path.startsWith('/edge/copies')).length;
  opened.start();
  await vi.waitFor(() => expect(copies()).toBeGreaterThan(0), { timeout: MINUTE_MS });
  const before = copies();
  await opened.backups.make('manual');
  expect(await comesAtOnce(() => copies() > before)).toBe(true);
});

it('[46] copies are made anew under another recovery code at once, and not at the next look', async () => {
  const opened = await open();
  const admin = await asRole(opened, 'ADMIN');
  await opened.backups.make('manual');
  const [before] = await opened.backups.list('any');
  expect((await admin('/api/staff/recovery-sheet/replace', { method: 'POST', json: {} })).status).toBe(200);
  await vi.waitFor(
    async () => {
      const names = (await opened.backups.list('any')).map(({ name }) => name);
      expect(names).toHaveLength(1);
      expect(names).not.toContain(before?.name);
    },
    { timeout: MINUTE_MS },
  );
});

it('a job that meets a part of the file that is not read tells of it as a request does', async () => {
  const failure = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
  const run = (): never => {
    throw failure;
  };
  const opened = await open({ chores: [{ name: 'reader', everyMs: MINUTE_MS, run }] });
  const seen: string[] = [];
  opened.orders.wake.on('condition', () => seen.push(...opened.alarms.open().map(({ id }) => id)));
  opened.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toContain('unreadable');
});

it('[46] another recovery code is said everywhere at once, and not at the next look ten minutes later', async () => {
  const opened = await open();
  const admin = await asRole(opened, 'ADMIN');
  opened.start();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect((await admin('/api/staff/recovery-sheet/replace', { method: 'POST', json: {} })).status).toBe(200);
  expect(isResealing(opened.db)).toBe(true);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(isResealing(opened.db)).toBe(false);
});

it('every part that has something going is told that the store ends', async () => {
  const opened = await open();
  const { images, damage, retention, codeReplacement, link, printing, rollups } = opened;
  const { backups, rehearsing, resync } = opened;
  const { streams } = opened.watched;
  const parts = { images, damage, retention, codeReplacement, link, printing, rollups };
  const others = { backups, rehearsing, resync, streams };
  const ended = Object.entries<{ stop: () => unknown }>({ ...parts, ...others }).map(
    ([name, part]) => [name, vi.spyOn(part, 'stop')] as const,
  );
  await end(opened);
  expect(ended.filter(([, { mock }]) => mock.calls.length === 0).map(([name]) => name)).toEqual([]);
});

it('one whose parts cannot be put together leaves its file closed to whoever tries again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-unopened-'));
  folders.add(folder);
  const clock = {
    get nowMs(): number {
      throw new Error('no clock');
    },
    skewMs: 0,
  };
  await expect(openTestStore({ folder, clock })).rejects.toThrow('no clock');
  // SQLite takes its log away with the last connection.
  expect(readdirSync(folder)).toEqual(['store.db']);
});
