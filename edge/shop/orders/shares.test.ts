// A kitchen of two stations: each marks its own share as made, over HTTP and into log and table.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSettings } from '@balcao/shared/menu/document.ts';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const [acai] = sampleOrder().items;
const CUP: OrderItem = { ...acai!, id: 'cup', kind: 'cup', productId: 'cup', toppings: [] };
const station = (id: string, name: string, ...takes: string[]) => ({ id, name, takes, printerId: null });

let store: TestStore;
let kitchen: Asking;
beforeEach(async () => {
  store = await openTestStore();
  kitchen = await asRole(store, 'KITCHEN');
  store.menu.edit((doc) =>
    setSettings(doc, { stations: [station('bar', 'Bar', 'acai'), station('copa', 'Copa', 'cup')] }),
  );
});
afterEach(() => store.close());

const inWork = (...items: OrderItem[]): Order =>
  sell(store, store.clock.nowMs, { status: 'PREPARING', items, totalCents: 100 });
async function move(order: Order, kind: string, at?: string): Promise<Order> {
  const answer = await kitchen(`/api/staff/orders/${order.id}/moves`, { json: { kind, station: at } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { order: Order }).order;
}
const kept = (order: Order): Order => store.orders.repository.byId(order.id)!;
const auditTexts = (): string[] =>
  store.db.$client
    .prepare<[], string>("select detail from audit where subject = 'order' order by at_ms, id")
    .pluck()
    .all();

it('[O33] an order of two stations is ready with the second of them', async () => {
  const order = inWork(acai!, CUP);
  const half = await move(order, 'mark-ready', 'copa');
  expect([half.status, half.madeAt]).toEqual(['PREPARING', ['copa']]);
  expect(kept(order)).toEqual({ ...half, customerPhone: kept(order).customerPhone });
  expect(
    JSON.parse(store.outbox.after(0, 1_000).findLast(({ kind }) => kind === 'order')!.body!),
  ).toMatchObject({
    order: { madeAt: ['copa'] },
  });
  const whole = await move(order, 'mark-ready', 'bar');
  expect(whole.status).toBe('READY');
  expect(kept(order)).not.toHaveProperty('madeAt');
});

it('[O33] a station takes its own share back, and the audit names whose it was', async () => {
  const order = inWork(acai!, CUP);
  await move(order, 'mark-ready', 'copa');
  expect((await move(order, 'back-to-preparing', 'copa')).madeAt).toBeUndefined();
  expect(auditTexts().slice(-2)).toEqual([
    `marcou a parte de Copa do pedido nº ${order.simpleId} como pronta`,
    `voltou a parte de Copa do pedido nº ${order.simpleId} para o preparo`,
  ]);
});

it('[O33] an order of one station is ready at once, and so is any whose step names none', async () => {
  expect((await move(inWork(acai!), 'mark-ready', 'bar')).status).toBe('READY');
  expect((await move(inWork(acai!, CUP), 'mark-ready')).status).toBe('READY');
});

it('[O33] a shop without stations is as before, whatever a screen of before says', async () => {
  store.menu.edit((doc) => setSettings(doc, { stations: [] }));
  const order = inWork(acai!, CUP);
  expect((await move(order, 'mark-ready', 'bar')).status).toBe('PREPARING');
  expect((await move(order, 'mark-ready')).status).toBe('READY');
});
