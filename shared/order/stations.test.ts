import { describe, expect, it } from 'vitest';
import type { Station } from '../menu/menu.ts';
import type { OrderItem } from './order.ts';
import { sampleCatalog, sampleOrder } from './sample.ts';
import { splitByStation, stationOf, stationRulesOf, type StationRules } from './stations.ts';

const [sample] = sampleOrder().items;
const item = (id: string, kind: OrderItem['kind'], productId: string | null = null): OrderItem => ({
  ...sample!,
  id,
  kind,
  productId,
});
const station = (id: string, ...takes: string[]): Station => ({ id, name: id, takes, printerId: null });
const CATEGORIES: Record<string, string> = { agua: 'bebidas', bolo: 'doces', suco: 'bebidas' };
const rules = (...stations: Station[]): StationRules => ({
  stations,
  categoryOf: (productId) => CATEGORIES[productId] ?? null,
});

const BAR = station('bar', 'acai', 'cup');
const COPA = station('copa', 'category:bebidas');
const ALL = [
  item('a', 'acai'),
  item('c', 'cup', 'taca'),
  item('w', 'product', 'agua'),
  item('b', 'product', 'bolo'),
  item('x', 'product', 'gone'),
  item('n', 'product'),
];

describe('an item', () => {
  it.each([
    ['an açaí', ALL[0]!, 'bar'],
    ['a ready cup', ALL[1]!, 'bar'],
    ['a drink', ALL[2]!, 'copa'],
    ['a product of a category that nobody takes', ALL[3]!, 'bar'],
    ['a product that is no longer there', ALL[4]!, 'bar'],
    ['a product without an id', ALL[5]!, 'bar'],
  ])('that is %s is made at one station', (_, one, made) => {
    expect(stationOf(one, rules(BAR, COPA))?.id).toBe(made);
  });

  it('of no station goes to the first one, whichever that is', () => {
    expect(stationOf(ALL[3]!, rules(COPA, BAR))?.id).toBe('copa');
  });

  it('that two stations take is made at the first of them', () => {
    expect(stationOf(ALL[2]!, rules(station('x'), COPA, station('z', 'category:bebidas')))?.id).toBe('copa');
  });

  it('has no station where there are none', () => expect(stationOf(ALL[0]!, rules())).toBeNull());
});

it('the rules of a shop are its stations, and the category that each product has on its menu', () => {
  const { stations, categoryOf } = stationRulesOf(sampleCatalog({ stations: [BAR, COPA] }));
  expect(stations).toEqual([BAR, COPA]);
  expect(['taca', 'agua', 'gone'].map(categoryOf)).toEqual(['classicas', null, null]);
});

describe('the shares of an order', () => {
  const shares = (items: OrderItem[], ...stations: Station[]) =>
    splitByStation(items, rules(...stations)).map((part) => [
      part.station.id,
      part.items.map(({ id }) => id).join(''),
    ]);

  it.each([
    [
      'every kind of item',
      ALL,
      [BAR, COPA],
      [
        ['bar', 'acbxn'],
        ['copa', 'w'],
      ],
    ],
    [
      'the stations in another order',
      ALL,
      [COPA, BAR],
      [
        ['copa', 'wbxn'],
        ['bar', 'ac'],
      ],
    ],
    ['drinks alone', [ALL[2]!], [BAR, COPA], [['copa', 'w']]],
    ['one station', ALL, [BAR], [['bar', 'acwbxn']]],
    ['a station that takes nothing', [ALL[2]!], [station('empty'), COPA], [['copa', 'w']]],
    ['no stations', ALL, [], []],
    ['no items', [], [BAR, COPA], []],
    [
      'the same item twice',
      [ALL[2]!, ALL[0]!, ALL[2]!],
      [BAR, COPA],
      [
        ['bar', 'a'],
        ['copa', 'ww'],
      ],
    ],
  ])('%s', (_, items, stations, expected) => expect(shares(items, ...stations)).toEqual(expected));

  it('hold each item once, whatever the stations take', () => {
    const things = ['acai', 'cup', 'category:bebidas', 'category:doces', 'category:none'];
    for (let mask = 0; mask < 1 << (2 * things.length); mask += 1) {
      const one = station('1', ...things.filter((_, at) => (mask >> at) & 1));
      const two = station('2', ...things.filter((_, at) => (mask >> (at + things.length)) & 1));
      const ids = splitByStation(ALL, rules(one, two)).flatMap((part) => part.items.map(({ id }) => id));
      expect(ids.toSorted().join('')).toBe('abcnwx');
    }
  });
});
