// What the store's wings are given of what it is: a demo, one that died too often, one without a site, one whose file is damaged.
import { afterEach, expect, it } from 'vitest';
import type { Backups } from '@balcao/shared/http/backups.ts';
import type { Diagnostics } from '@balcao/shared/http/diagnostics.ts';
import { lanHost } from './machine/discovery/lan-address.ts';
import { NO_DEATHS } from './machine/start/safe-mode.ts';
import { issueOwnerCode } from './shop/users/owner-password.ts';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';
import { sell } from './testing/sell.ts';
import { asRole } from './testing/sign-in.ts';

const RESET_CODE_MS = 30 * 60_000;

const DAY_MS = 86_400_000;
const opened: TestStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
async function open(deps: Parameters<typeof openTestStore>[0] = {}): Promise<TestStore> {
  const store = await openTestStore(deps);
  opened.push(store);
  return store;
}

it.each([
  ['a shop', {}, 1],
  ['a demo, whose passwords everybody knows,', { DEMO: '1' }, 0],
])('an administrator on a new device rings the owner of %s %j: %i', async (_what, environment, rung) => {
  const store = await open({ environment });
  await asRole(store, 'ADMIN');
  store.clock.nowMs += 2 * DAY_MS;
  await asRole(store, 'ADMIN');
  expect(store.alarms.open().filter(({ id }) => id.startsWith('device.'))).toHaveLength(rung);
});

it('a store that died too often says in its diagnostics what stands still, until somebody ends that', async () => {
  const store = await open({ deaths: { ...NO_DEATHS, lately: 3, tooMany: true } });
  const admin = await asRole(store, 'ADMIN');
  const workers = async () =>
    ((await (await admin('/api/staff/diagnostics')).json()) as Diagnostics).checks.find(
      ({ id }) => id === 'workers',
    );
  expect(await workers()).toMatchObject({
    state: 'bad',
    text: 'Paradas: a loja está em modo seguro.',
  });
  store.safeMode.leave();
  expect((await workers())?.state).not.toBe('bad');
});

it('the slip of a store that has nobody names it by its number: not every phone finds it by name', async () => {
  const store = await open({ usbPrinters: () => Promise.resolve(['/dev/usb/lp0']) });
  await store.setupSlip.printCode();
  const { queue } = store.printing;
  expect(queue.list().map(({ id }) => queue.documentOf(id)?.document)).toMatchObject([
    { slip: { address: `http://${lanHost()}:3000` } },
  ]);
});

it.each([
  ['America/Manaus', '-04:00'],
  ['Asia/Tokyo', '+09:00'],
])(
  'a shop in %s is updated by its own hours, wherever its machine takes itself to be',
  async (zone, offset) => {
    const store = await open({ environment: { TIME_ZONE: zone } });
    const weekly = Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]);
    store.menu.setSettings({ openingHours: { weekly, holidays: [] } });
    const waitsAt = (time: string) => {
      store.clock.nowMs = Date.parse(`2026-11-21T${time}${offset}`);
      return store.nightUpdates.waitsFor();
    };
    expect([waitsAt('12:00:00'), waitsAt('23:00:00')]).toEqual(['closing', null]);
  },
);

it.each([
  ['America/Manaus', '-04:00'],
  ['Asia/Tokyo', '+09:00'],
])('a shop in %s forgets customers by its own midnight', async (zone, offset) => {
  const store = await open({ environment: { TIME_ZONE: zone } });
  store.clock.nowMs = Date.parse(`2026-11-21T12:00:00${offset}`);
  const midnightMs = Date.parse(`2025-11-21T00:00:00${offset}`);
  sell(store, midnightMs - 1, { customerPhone: '11900000001' });
  sell(store, midnightMs, { customerPhone: '11900000002' });
  await store.retention.run();
  const phones = store.orders.repository.byNumbers([1, 2]).map(({ customerPhone }) => customerPhone);
  expect(phones).toEqual([null, '11900000002']);
});

it('a code for a forgotten password ends by the clock that the command line gave it by, however that was set before', async () => {
  const store = await open();
  await asRole(store, 'ADMIN');
  store.clock.skewMs += DAY_MS;
  const code = issueOwnerCode(store.db, store.clock.nowMs + store.clock.skewMs);
  store.clock.nowMs += RESET_CODE_MS;
  expect(
    await store.ownerPassword.claim({ code, email: 'admin@loja.com', password: 'outra-senha-da-dona' }),
  ).toMatchObject({ ok: false, refusal: 'wrong-code' });
});

it.each([
  ['without a site', undefined, null],
  ['with one', { request: () => Promise.resolve(Response.json(null)) }, { atMs: null, failure: null }],
])('the copies of a shop %s say of the site what there is to say', async (_what, relay, site) => {
  const store = await open(relay === undefined ? {} : { relay });
  const admin = await asRole(store, 'ADMIN');
  expect(((await (await admin('/api/staff/backups')).json()) as Backups).site).toEqual(site);
});

it('a file that is damaged is left as it is: no write is tried to see whether there is room', async () => {
  const store = await open();
  expect(store.room.job.mayRun?.()).toBe(true);
  store.writeGate.hold('damaged');
  expect(store.room.job.mayRun?.()).toBe(false);
});
