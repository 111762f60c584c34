// What is decided at the store goes to whoever follows its log at once, and not at their next look: the relay that keeps it, the screens that
// show it. A store whose card dies in that moment is put back with it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Topic } from '../storage/wake.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { asRole, type Asking } from '../testing/sign-in.ts';

let store: TestStore;
let stick: string;
let admin: Asking;
beforeEach(async () => {
  stick = join(mkdtempSync(join(tmpdir(), 'balcao-told-')), 'STICK');
  mkdirSync(stick);
  store = await openTestStore({ sticks: () => Promise.resolve([stick]) });
  admin = await asRole(store, 'ADMIN');
});
afterEach(async () => {
  await store.close();
  rmSync(join(stick, '..'), { recursive: true });
});

type Step = [what: string, method: string, path: string, json: unknown];
const STEPS: Step[] = [
  ['a pause', 'POST', 'pause', { minutes: 20 }],
  ['how long personal data are kept', 'PUT', 'privacy', { retentionMonths: 9 }],
  ['how old copies may be', 'PUT', 'backups', { maxAgeDays: 9 }],
  ['whether people may ask for an account', 'PUT', 'sign-up', { open: false }],
  ['whether the store updates itself', 'PUT', 'update/choice', { auto: false, channel: 'stable' }],
  ['another recovery code', 'POST', 'recovery-sheet/replace', {}],
];

it('what an administrator decides wakes whoever follows the log', async () => {
  const told: string[] = [];
  let now = '';
  store.orders.wake.on('log', () => void told.push(now));
  for (const [what, method, path, json] of STEPS) {
    now = what;
    const { status } = await admin(`/api/staff/${path}`, { method, json });
    expect([what, status < 300]).toEqual([what, true]);
    await Promise.resolve();
  }
  expect([...new Set(told)]).toEqual(STEPS.map(([what]) => what));
});

it('a stick that is taken, tried and given up wakes whoever follows the log, and what it held is said no more', async () => {
  const told: string[] = [];
  let now = '';
  store.orders.wake.on('log', () => void told.push(now));
  const done = async (what: string, method: string, path: string, json?: unknown): Promise<void> => {
    now = what;
    const { status } = await admin(`/api/staff/backups/${path}`, {
      method,
      ...(json === undefined ? {} : { json }),
    });
    expect([what, status < 300]).toEqual([what, true]);
    await Promise.resolve();
  };
  const idOf = async () => (await store.usbDrives.list(store.backups.mark()))[0]?.id ?? '';
  await done('taken', 'POST', 'sticks', { id: await idOf() });
  await done('tried', 'POST', 'rehearsal', {});
  await expect.poll(() => store.rehearsing.results(), { timeout: 60_000 }).toMatchObject([{ place: 'usb' }]);
  await done('given up', 'DELETE', `sticks/${await idOf()}`);
  expect([...new Set(told)]).toEqual(['taken', 'tried', 'given up']);
  expect(store.rehearsing.results()).toEqual([]);
});

it('what came back from the site and was decided wakes the screens of the printers as well', async () => {
  const told: Topic[] = [];
  for (const topic of ['log', 'printer'] as const) store.orders.wake.on(topic, () => void told.push(topic));
  const json = { decision: 'accept', seen: [] };
  expect((await admin('/api/staff/relay/resync', { json })).status).toBe(204);
  await Promise.resolve();
  expect(told.toSorted()).toEqual(['log', 'printer']);
});
