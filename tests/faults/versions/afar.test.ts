// Wholesale, and what staff do from afar, with the last release on one side and this version on the other, before and after the update.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuid } from 'uuid';
import { ask, signIn } from '../shop-client.ts';
import {
  insist,
  inStep,
  openMixedShops,
  SHOP_MS_MAX,
  valuesIn,
  type MixedShops,
  type Programs,
} from './mixed-shop.ts';
import type { TestShop } from '../../support/shop.ts';

let shops: MixedShops;
beforeAll(async () => {
  shops = await openMixedShops();
});
afterAll(() => shops.remove());

type Headers = Record<string, string>;
const PHONE = '11987654321';
const wholesaleOrder = () => {
  const id = uuid();
  return {
    id,
    claim: `claim-of-${id}`,
    customerName: 'Mercearia da Praça',
    customerPhone: PHONE,
    customerAddress: 'Rua das Flores, 9',
    items: [{ id: 'a', productId: 'atacado-casquinhas', quantity: 2 }],
  };
};
const numbersAndStates = async ({ urls }: TestShop): Promise<unknown> => {
  const { body } = await ask(`${urls.relay}/api/wholesale/track`, { body: { phone: PHONE } });
  const { orders } = body as { orders: { orderNumber: number; status: string }[] };
  return orders.map(({ orderNumber, status }) => [orderNumber, status]);
};
type Sizes = { id: string; name: string; priceCents: number }[];
const sizesAt = async (url: string, headers: Headers): Promise<Sizes> =>
  ((await ask(`${url}/api/staff/catalog`, { headers })).body as { sizes: Sizes }).sizes;
/** The audit's lines about what was edited while the store was away, oldest first. */
const editsFromAfar = async ({ urls }: TestShop, headers: Headers): Promise<string[]> => {
  const { body } = await ask(`${urls.store}/api/staff/audit`, { headers });
  return (body as { rows: { userName: string; from: string; text: string }[] }).rows
    .filter(({ from, text }) => from === 'relay' && text.endsWith('com a loja sem conexão'))
    .map(({ userName, text }) => `${userName} ${text}`)
    .toReversed();
};

describe.each<[string, () => { programs: Programs; password?: string }]>([
  [
    'this relay and a store of the last release',
    () => ({ programs: { store: shops.released.store }, password: shops.released.ownerPassword }),
  ],
  ['a relay of the last release and this store', () => ({ programs: { relay: shops.released.relay } })],
])('[82] %s', { timeout: SHOP_MS_MAX }, (_, given) => {
  let apart: TestShop;
  let owner: Headers;
  let ownerInTheShop: Headers;
  let operator: Headers;
  let size: Sizes[number];
  beforeAll(async () => {
    apart = await shops.runWith(given().programs);
    owner = await signIn(apart.urls.relay, 'ADMIN', given().password);
    ownerInTheShop = await signIn(apart.urls.store, 'ADMIN', given().password);
    operator = await signIn(apart.urls.relay, 'WHOLESALE');
    const [first] = await sizesAt(apart.urls.relay, owner);
    if (first === undefined) throw new Error('the sample menu has no size');
    size = first;
  }, SHOP_MS_MAX);
  afterAll(() => shops.end());

  const edit = ({ urls }: TestShop, priceCents: number): Promise<void> => {
    const path = `${urls.relay}/api/staff/catalog/sizes/${size.id}`;
    const change = () => ask(path, { method: 'PATCH', headers: owner, body: { priceCents } });
    return expect.poll(change, { interval: 500 }).toMatchObject({ status: 200, body: { priceCents } });
  };
  const pricesAt = async ({ urls }: TestShop): Promise<unknown[]> => {
    const both = [await sizesAt(urls.store, ownerInTheShop), await sizesAt(urls.relay, owner)];
    return both.map((sizes) => sizes.find(({ id }) => id === size.id)?.priceCents);
  };
  /** Answers its number. */
  const buy = async ({ urls }: TestShop, body = wholesaleOrder()): Promise<number> =>
    ((await insist(`${urls.relay}/api/wholesale/orders`, body)) as { order: { orderNumber: number } }).order
      .orderNumber;

  it('sell wholesale: the buyer follows it by phone, who sells it moves it from afar', async () => {
    const body = wholesaleOrder();
    const number = await buy(apart, body);
    const moved = await ask(`${apart.urls.relay}/api/staff/wholesale/orders/${body.id}/moves`, {
      headers: operator,
      body: { kind: 'start', seen: 'NOVO' },
    });
    expect(moved).toMatchObject({ status: 200 });
    await expect
      .poll(() => numbersAndStates(apart), { interval: 500 })
      .toContainEqual([number, 'EM_ANDAMENTO']);
  });

  it('have one menu after an edit from afar while the store was away, and the audit says whose it was', async () => {
    await apart.kill('store', 'SIGTERM');
    await edit(apart, 4321);
    await apart.start('store');
    await apart.joined();
    await expect.poll(() => pricesAt(apart)).toEqual([4321, 4321]);
    const said = expect.stringMatching(/^Dona Lúcia mudou o tamanho .*43,21, com a loja sem conexão$/);
    await expect.poll(() => editsFromAfar(apart, ownerInTheShop)).toEqual([said]);
  });

  it('updated while a wholesale order and an edit wait for the store: both arrive, once', async () => {
    const number = await buy(apart);
    await inStep(apart);
    await apart.kill('store', 'SIGTERM');
    const late = await ask(`${apart.urls.relay}/api/wholesale/orders`, { body: wholesaleOrder() });
    expect(late).toMatchObject({ status: 202 });
    await edit(apart, 5432);
    // What the relay shows of its own copy has the whole buyer, for who sells wholesale.
    const buyer = { customerPhone: PHONE, customerAddress: 'Rua das Flores, 9' };
    const copy = await ask(`${apart.urls.relay}/api/staff/wholesale/orders?state=open`, {
      headers: operator,
    });
    expect(copy).toMatchObject({
      status: 200,
      body: { orders: expect.arrayContaining([expect.objectContaining(buyer)]) },
    });

    const together = await shops.runWith({});
    await expect
      .poll(() => numbersAndStates(together), { interval: 500 })
      .toContainEqual([number + 1, 'NOVO']);
    // Who works from afar signs in once more after the store's update; who is in the shop goes on (docs/decisions/030).
    owner = await signIn(together.urls.relay, 'ADMIN', given().password);
    await expect.poll(() => pricesAt(together)).toEqual([5432, 5432]);
    const said = expect.stringMatching(/^Dona Lúcia mudou o tamanho .*54,32, com a loja sem conexão$/);
    await expect.poll(() => editsFromAfar(together, ownerInTheShop)).toEqual([expect.anything(), said]);
    await inStep(together);
    expect(
      valuesIn(together.dataDir, `select number from wholesale_orders where customer_phone = '${PHONE}'`),
    ).toHaveLength(number + 1);
  });
});
