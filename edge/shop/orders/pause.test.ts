// What the shop does when it has too much to do: no orders for a while, and numbers that begin anew. Both stand in the audit.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const MINUTE_MS = 60_000;
let store: TestStore;
let kitchen: Asking;
beforeEach(async () => {
  store = await openTestStore();
  kitchen = await asRole(store, 'KITCHEN');
});
afterEach(() => store.close());

const audited = async (): Promise<string[]> => {
  const admin = await asRole(store, 'ADMIN');
  const { rows } = (await (await admin('/api/staff/audit')).json()) as { rows: { text: string }[] };
  return rows.map(({ text }) => text);
};
const pause = async (minutes: number | null): Promise<unknown> =>
  (await kitchen('/api/staff/pause', { json: { minutes } })).json();

it('orders are paused for so many minutes, until somebody takes them up again', async () => {
  const untilMs = store.clock.nowMs + 20 * MINUTE_MS;
  expect(await pause(20)).toEqual({ pausedUntilMs: untilMs });
  expect(store.menu.catalog().settings.pausedUntilMs).toBe(untilMs);
  expect(await pause(null)).toEqual({ pausedUntilMs: null });
  expect(store.menu.catalog().settings.pausedUntilMs).toBeNull();
  expect(await audited()).toEqual(
    expect.arrayContaining(['pausou os pedidos por 20 minutos', 'retomou os pedidos']),
  );
});

it('the panel begins anew, and says of how many orders that are open the numbers are past', async () => {
  const { date: panelDate, series: panelSeries } = store.orders.panel.slot(store.clock.nowMs);
  const on = { panelDate, panelSeries };
  sell(store, store.clock.nowMs, { status: 'PREPARING', panelNumber: 1, ...on });
  sell(store, store.clock.nowMs + 1, { status: 'READY', panelNumber: 2, ...on });
  sell(store, store.clock.nowMs + 2, { status: 'DELIVERED', panelNumber: 3, ...on });
  const heard: string[] = [];
  for (const topic of ['log', 'erased'] as const) store.orders.wake.on(topic, () => void heard.push(topic));
  const reset = await kitchen('/api/staff/panel/reset', { method: 'POST', json: {} });
  expect(await reset.json()).toMatchObject({ series: panelSeries + 1, openOrders: 2 });
  expect(heard).toEqual(expect.arrayContaining(['log', 'erased']));
  expect(await audited()).toContain(`resetou o painel: série ${panelSeries + 1}, com 2 pedidos em aberto`);
  const front = await asRole(store, 'ATTENDANT');
  expect((await front('/api/staff/panel/reset', { method: 'POST', json: {} })).status).toBe(403);
});

it('the panel begins anew with one order open, which is one and not several', async () => {
  const { date: panelDate, series: panelSeries } = store.orders.panel.slot(store.clock.nowMs);
  sell(store, store.clock.nowMs, { status: 'PREPARING', panelNumber: 1, panelDate, panelSeries });
  await kitchen('/api/staff/panel/reset', { method: 'POST', json: {} });
  expect(await audited()).toContain(`resetou o painel: série ${panelSeries + 1}, com 1 pedido em aberto`);
});
