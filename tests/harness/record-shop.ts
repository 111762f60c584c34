// A shop that is linked already, for walks that begin with one; how it came about is written down elsewhere.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { expect } from 'vitest';
import { DEMO_ACCOUNT } from '../simulators/mercado-pago/demo-credentials.ts';
import { tokenOf } from './fake-shop.ts';
import type { FakeStore } from './fake-store.ts';
import { pictureless } from './full-menu.ts';
import type { Record } from './relay-record.ts';
import { PAIRING_CODE, soon } from './relay.ts';

/** An id of an order or of anything else, the same at each run. */
export const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export async function openShop(record: Record, catalog: Catalog = pictureless()): Promise<FakeStore> {
  const store = await record.newStore();
  await record.step('a shop is paired, linked, and has its menu', async () => {
    const { storeId, publicKey } = store;
    const json = { code: PAIRING_CODE, storeId, name: 'Açaí da Praça', publicKey };
    expect((await record.relay.ask('/edge/pair', { json })).status).toBe(200);
    await store.syncDocument(catalog);
    await record.link(store);
    await soon(async () =>
      expect(await (await record.relay.ask('/api/menu')).text()).toContain(catalog.sizes[0]?.name),
    );
  });
  return store;
}

/** What the shop says of an order from here on. */
export function become(store: FakeStore, id: string, change: Partial<ReturnType<FakeStore['order']>>): void {
  const order = { ...store.order(id), ...change, updatedAtMs: Date.now() };
  store.orders.set(id, order);
  store.log.appendOrder(order, `token-of-${id}`);
}

/** An order of a ready-made cup for R$ 28,80, placed without a word. */
export async function placeAside(record: Record, store: FakeStore, number: number, changes: object = {}) {
  const id = idOf(number);
  const json = {
    ...sampleRequest({ items: [{ id: 'a', productId: 'taca' }] }),
    id,
    claim: `a-claim-of-the-browser-${number}`,
    ...changes,
  };
  await record.aside(async () => expect((await record.relay.ask('/api/orders', { json })).status).toBe(201));
  return {
    id,
    code: store.order(id).code,
    token: tokenOf(id),
    order: { id, code: store.order(id).code, totalCents: store.order(id).totalCents },
  };
}

/** The provider's account of the demo, entered without a word. */
export const connectAside = (record: Record, store: FakeStore, api: 'orders' | 'payments') =>
  record.aside(async () => {
    const token = await store.token();
    const answer = await record.relay.ask('/edge/payments/credentials', {
      method: 'PUT',
      json: { ...DEMO_ACCOUNT, api },
      token,
    });
    expect(answer.status).toBe(200);
  });
