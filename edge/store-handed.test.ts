// What each part of a store is handed by its composition, seen by what it answers: a store with every variable and every setting of its own,
// some of them changed while it runs, after a day's trade. Told as an approved text; what must be by the spec is tested beside.
import { afterEach, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import type { Diagnostics } from '@balcao/shared/http/diagnostics.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { STAFF_ROUTES } from './testing/staff-routes.ts';
import { asRole } from './testing/sign-in.ts';
import { CARTS, createTrading } from './testing/trading.ts';
import { openWitness } from './testing/witness.ts';

afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;
const PHONE = '11987654321';
/** Streams, or of what the machine of the test has around it. */
const LEFT_OUT = new Set([
  '/api/staff/live',
  '/api/staff/me/sessions',
  '/api/staff/users',
  '/api/staff/found-printers',
  '/api/staff/diagnostics/bundle',
]);
const OF_THE_MACHINE = new Set(['disk', 'card', 'memory', 'temperature', 'clock']);
const ENVIRONMENT = {
  ...{
    EDGE_PORT: '4321',
    TIME_ZONE: 'Asia/Tokyo',
    MDNS: '0',
    ORDERS_PER_MINUTE: '5',
    UNPAID_ORDERS_FACTOR: '2',
  },
  ...{
    UPDATE_STATUS: '/no/such/folder/status.json',
    UPDATE_URL: 'https://releases.example/',
    SIMULATORS: '0',
  },
  ...{ RELAY_URL: 'https://relay.example', USB_DIR: '/no/such/media' },
};

it('every answer to the owner is of what the store was given, and of its settings as they are now', async () => {
  const witness = await openWitness('a store with everything of its own', {
    environment: ENVIRONMENT,
    answers: () => null,
    hasRealTimers: true,
  });
  const { store } = witness;
  const admin = await asRole(store, 'ADMIN');
  const front = await asRole(store, 'ATTENDANT');
  await witness.does('its settings are changed while it runs', () =>
    store.menu.setSettings({
      ...{ storeName: 'Açaí do Norte', storePhone: '(92) 3333-4444', storeAddress: 'Rua do Porto, 7' },
      ...{ kitchenLateMinutes: 45, feePercents: { pix: 1, credit_card: 5, debit_card: 2 } },
    }),
  );
  const trading = createTrading(store, front, admin);
  await witness.does('a day’s trade', async () => {
    await trading.openCash(10_000);
    const cart = (n: number) => CARTS[n]?.() ?? { items: [], totalCents: 0, sold: [] };
    const first = await trading.order('counter', cart(0), PHONE, true);
    await trading.payByHand(first, 'cash');
    const second = await trading.order('relay', cart(1), PHONE, false);
    await trading.payOnline(second, 'credit_card');
    await trading.deliver(second);
    const third = await trading.order('lan', cart(2), '11900000001', false);
    await trading.payByHand(third, 'debito');
    await trading.cancel(third);
    await trading.moveCash('sangria', 2000);
    await trading.order('lan', cart(3), '11900000000', false);
    store.clock.nowMs += HOUR;
    await trading.closeCash(10_500);
    void store.rollups.upToDate();
  });
  store.clock.nowMs += HOUR;
  const paths = Object.keys(STAFF_ROUTES).flatMap((route) => {
    const [method, path = ''] = route.split(' ');
    return method === 'GET' && !path.includes(':') && !LEFT_OUT.has(path) ? [path] : [];
  });
  for (const path of paths.toSorted()) {
    const query =
      path.endsWith('sales.csv') || path.endsWith('/sales') ? '?from=2026-11-21&to=2026-11-23' : '';
    if (path !== '/api/staff/diagnostics') {
      await witness.asks(path, () => admin(path + query));
      continue;
    }
    const { checks, addresses, publicUrl } = (await (await admin(path)).json()) as Diagnostics;
    witness.says(`\n## ${path}\n${JSON.stringify({ addresses, publicUrl })}`);
    for (const { id, name, state, text } of checks.filter((check) => !OF_THE_MACHINE.has(check.id)))
      witness.says(`${state} ${id} (${name}): ${text.replace(/\d+(,\d)? [kMG]B/, '<…>')}`);
  }
  for (const path of ['/api/menu', '/api/store', '/readyz', '/api/ranking'])
    await witness.asks(path, () => store.ask(path));
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1)
    statuses.push((await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } })).status);
  witness.says(`\n## orders of one address in a minute: ${statuses.join(' ')}`);
  const json = { phone: PHONE };
  await witness.asks('what is known of a person', () => admin('/api/staff/privacy/person', { json }));
  await witness.asks('a person is exported', () => admin('/api/staff/privacy/export', { json }));
  await witness.asks('a person is erased', () => admin('/api/staff/privacy/erase', { json }));
  await expect(await witness.end()).toMatchFileSnapshot('./approved/handed.txt');
});
