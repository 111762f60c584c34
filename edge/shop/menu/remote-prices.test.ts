// Prices that were put in from afar while the store was away: what the store takes, what it keeps, and what a person chooses between.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doesStoreDecide, type RemotePrice } from '@balcao/shared/menu/remote-price.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { Wake } from '../../storage/wake.ts';
import { THE_STORE } from '../audit/audit.ts';
import { openMenuStore, type MenuStore } from './menu-store.ts';
import { createRemotePrices, type RemotePrices } from './remote-prices.ts';

let db: Db;
let menu: MenuStore;
let prices: RemotePrices;
let audited: string[];
/** What was said with each price that came: the sentence for the audit, or null. */
let said: (string | null)[];
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  menu = openMenuStore(db, new Wake());
  menu.seed(sampleCatalog());
  audited = [];
  said = [];
  prices = createRemotePrices({
    menu,
    audit: {
      record: (_actor: object, _subject: string, _action: string, text: string) => audited.push(text),
    } as never,
  });
});
afterEach(() => void db.$client.close());

/** The big size costs R$ 25,00 in the store. */
const come = (change: Partial<RemotePrice> = {}): void =>
  prices.applyPrice(
    { kind: 'sizes', id: 'g', seenCents: 2500, wantedCents: 2700, by: 'Rui', atMs: 1, ...change },
    'Enorme',
    (text) => said.push(text),
  );
const priceOf = (id: string) => menu.catalog().sizes.find((size) => size.id === id)?.priceCents;
const listed = () =>
  prices.list('ADMIN').map(({ name, storedCents, wantedCents }) => [name, storedCents, wantedCents]);

it('that the store decides is written into the menu once, where the relay reads it', () => {
  expect(doesStoreDecide(menu.doc)).toBe(false);
  prices.announceDecisions();
  expect(doesStoreDecide(menu.doc)).toBe(true);
});

it('one whose author saw the price of the store is taken, without a word', () => {
  come();
  expect([priceOf('g'), listed(), said]).toEqual([2700, [], [null]]);
});

it('one of what is gone is not said to have changed anything', () => {
  come({ id: 'x', seenCents: 1500, wantedCents: 1600 });
  expect(listed()).toEqual([]);
  expect(said).toEqual([
    'quis mudar o tamanho Enorme, que não existe mais: o preço de R$ 15,00 para R$ 16,00',
  ]);
});

describe('one whose author saw another price', () => {
  it('is not taken: both are there to choose between, and the audit says so', () => {
    come({ seenCents: 2400 });
    expect([priceOf('g'), listed()]).toEqual([2500, [['Grande', 2500, 2700]]]);
    expect(said).toEqual([
      'quis mudar o tamanho Grande: o preço de R$ 24,00 para R$ 27,00; ficou R$ 25,00, que a loja tinha posto',
    ]);
  });

  it('is over once the store has that price by itself, or takes a later one', () => {
    come({ seenCents: 2400 });
    menu.setEntry('sizes', 'g', { priceCents: 2700 });
    expect(listed()).toEqual([]);
    menu.setEntry('sizes', 'g', { priceCents: 2500 });
    come();
    expect([priceOf('g'), listed()]).toEqual([2700, []]);
    menu.setEntry('sizes', 'g', { priceCents: 2500 });
    expect(listed()).toEqual([]);
  });

  it('is over for good once a later one is what the store has, whatever the store takes then', () => {
    come({ seenCents: 2400 });
    come({ seenCents: 2400, wantedCents: 2500, atMs: 2 });
    expect(listed()).toEqual([]);
    menu.setEntry('sizes', 'g', { priceCents: 2600 });
    expect(listed()).toEqual([]);
  });

  it('is shown to whoever may set prices, and to nobody else', () => {
    come({ seenCents: 2400 });
    for (const role of ['KITCHEN', 'ATTENDANT', 'WHOLESALE', null] as const)
      expect(prices.list(role)).toEqual([]);
  });
});

describe('a person who chooses', () => {
  const choose = (choice: 'wanted' | 'stored', change = {}, role: 'ADMIN' | 'KITCHEN' = 'ADMIN') =>
    prices.choose(
      THE_STORE,
      role,
      { kind: 'sizes', id: 'g' },
      { choice, storedCents: 2500, wantedCents: 2700, ...change },
    );
  beforeEach(() => {
    come({ id: 'p', seenCents: 1400, wantedCents: 1600 });
    come({ seenCents: 2400 });
  });

  it('takes the one from afar, or leaves that of the store, and the other entry stays to be chosen about', () => {
    expect(choose('wanted')).toMatchObject({ ok: true, value: { conflicts: [{ id: 'p' }] } });
    expect([priceOf('g'), priceOf('p')]).toEqual([2700, 1500]);
    expect(audited).toEqual([
      'escolheu para o tamanho Grande o preço que Rui pôs com a loja sem conexão: de R$ 25,00 para R$ 27,00',
    ]);
  });

  it('leaves that of the store', () => {
    expect(choose('stored')).toMatchObject({ ok: true, value: { conflicts: [{ id: 'p' }] } });
    expect(priceOf('g')).toBe(2500);
  });

  it.each([
    ['the price of the store', { storedCents: 2400 }],
    ['the one from afar', { wantedCents: 2800 }],
  ])('is refused where %s is another one than was shown', (_which, change) => {
    expect(choose('wanted', change)).toEqual({ ok: false, refusal: 'price-decided' });
    expect([priceOf('g'), audited]).toEqual([2500, []]);
  });

  it('must be one who may set prices', () => {
    expect(choose('wanted', {}, 'KITCHEN')).toEqual({ ok: false, refusal: 'forbidden' });
  });
});

it('that is chosen is of that entry alone, not of one of another kind under the same id', () => {
  menu.setEntry('products', 'g', { name: 'Gelo', priceCents: 300, productType: 'PRONTO' });
  come({ kind: 'products', seenCents: 200, wantedCents: 400 });
  come({ seenCents: 2400 });
  const shown = { choice: 'wanted', storedCents: 2500, wantedCents: 2700 } as const;
  expect(prices.choose(THE_STORE, 'ADMIN', { kind: 'sizes', id: 'g' }, shown)).toMatchObject({
    ok: true,
    value: { conflicts: [{ kind: 'products', name: 'Gelo' }] },
  });
  expect(priceOf('g')).toBe(2700);
});
