// A store that dies again and again: the real process, killed, and by an error of its own that nobody catches.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import type { Exit } from '../../scripts/child.ts';
import { asAdmin, databaseOf, layShop, loneStore, WAIT, type LoneStore } from './lone-store.ts';

/** Throws where nobody catches, when it is told to. */
const FAILING = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => setTimeout(() => { throw new TypeError('Ana, 11 99999-0001'); }, 0));",
)}`;

let folder: string;
let store: LoneStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-safe-mode-'));
  await layShop(folder);
  store = await loneStore(folder, {
    SAFE_MODE_AFTER: '3',
    RELAY_URL: 'http://127.0.0.1:9',
    NODE_OPTIONS: `--import=${FAILING}`,
  });
});
afterEach(async () => {
  await store.process.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Ready = { ready: boolean; reasons: string[]; link: string; workers: WorkerReport[] };
const ready = async (): Promise<Ready> => (await (await store.ask('/readyz')).json()) as Ready;
/** The background jobs that ran since the start. */
const ran = async (): Promise<string[]> =>
  (await ready()).workers.flatMap(({ name, lastRunAtMs }) => (lastRunAtMs === null ? [] : [name])).toSorted();

const openAlarms = (): unknown[] => {
  const sqlite = new Database(databaseOf(folder), { readonly: true });
  try {
    return sqlite.prepare('select id, title, text from alarms where ended_at_ms is null').all();
  } finally {
    sqlite.close();
  }
};

async function killedAndBack(): Promise<void> {
  await store.process.kill();
  await store.process.start();
}

it('[38] after three deaths it comes up with the essential only, says so, and does its whole work again when an administrator says so', async () => {
  await store.process.start();
  await killedAndBack();
  await killedAndBack();
  await vi.waitFor(async () => expect(await ran()).toContain('expiry'), WAIT);
  await killedAndBack();

  expect(await ready()).toMatchObject({
    ready: false,
    reasons: [expect.stringContaining('safe mode') as string],
  });
  expect((await store.place()).status).toBe(201);
  const admin = await asAdmin(store);
  expect((await admin('/api/staff/board')).status).toBe(200);
  expect(await (await admin('/api/staff/condition')).json()).toMatchObject({
    notices: [{ id: 'safe-mode', text: expect.stringContaining('parou sozinha 3 vezes') as string }],
  });
  await vi.waitFor(async () => expect(await ran()).toContain('print-queue'), WAIT);
  // What watches over the store itself, paper, and the end of remote help, which answers here as well.
  expect(await ran()).toEqual(['ballast', 'last-death', 'print-prune', 'print-queue', 'remote-help', 'room']);
  expect((await ready()).link).toBe('none');

  expect((await admin('/api/staff/condition/try-again', { method: 'POST', body: '{}' })).status).toBe(204);
  await vi.waitFor(
    async () => expect(await ran()).toEqual(expect.arrayContaining(['expiry', 'backup'])),
    WAIT,
  );
  expect((await store.ask('/readyz')).status).toBe(200);
  expect(await (await admin('/api/staff/condition')).json()).toEqual({ notices: [] });

  // It was right to be careful.
  await killedAndBack();
  expect((await store.ask('/readyz')).status).toBe(503);
});

it('[38] an error that nobody catches is logged, ends it in order with a code, and the owner is told at the next start', async () => {
  await store.process.start();
  expect((await store.place()).status).toBe(201);
  const died = new Promise<Exit>((resolve) => store.process.onDeath(resolve));
  process.kill(Number(store.process.pid), 'SIGUSR2');
  expect(await died).toEqual({ code: 1, signal: null });
  const said = store.process.log().join('\n');
  expect(said).toContain('an error reached nobody; the process ends');
  expect(said).toContain('TypeError');

  await store.process.start();
  await vi.waitFor(
    () =>
      expect(openAlarms()).toMatchObject([
        { id: 'death', title: expect.stringContaining('parou sozinha') as string },
      ]),
    WAIT,
  );
  const [alarm] = openAlarms();
  expect(JSON.stringify(alarm)).toContain('erro TypeError');
  expect(JSON.stringify(alarm)).not.toContain('Ana');
});
