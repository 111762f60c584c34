// Which drawings an order has, and where: a table from items to parts. How they look is not held here.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PIECES, SPREAD, type Form, type Vessel } from './cup-look.ts';
import { insideParts, topParts, vesselShape, type CupContent } from './cup-parts.ts';

type Topping = readonly [CupContent['toppings'][number]['layer'], Form];
const cupOf = (iceCreams: number, toppings: readonly Topping[], shape: Vessel = 'copo'): CupContent => ({
  shape,
  base: '#55206b',
  iceCreams: ['#ffffff', '#ff0000'].slice(0, iceCreams),
  toppings: toppings.map(([layer, form]) => ({ key: `${form}${layer}`, layer, form, color: '#00ff00' })),
});
/** Drawings in the order in which they lie over one another, equal neighbours as one. */
const idsOf = (parts: readonly { id: string }[]) =>
  parts.map(({ id }) => id).filter((id, at, all) => id !== all[at - 1]);

it.each<[string, CupContent, string[], string[]]>([
  ['an empty cup', cupOf(0, []), [], []],
  ['ice cream alone', cupOf(1, []), ['scoop'], []],
  ['meio a meio: a scoop each, not twice the same', cupOf(2, []), ['scoop'], []],
  ['fruit on top', cupOf(1, [['TOP', 'banana']]), ['scoop', 'banana'], []],
  ['a sauce over each half', cupOf(2, [['TOP', 'sauce']]), ['scoop', 'sauce', 'scoop', 'sauce'], []],
  [
    'sauce below fruit, however they were chosen',
    cupOf(1, [
      ['TOP', 'strawberry'],
      ['TOP', 'sauce'],
    ]),
    ['scoop', 'sauce', 'strawberry'],
    [],
  ],
  ['a wafer behind the scoop', cupOf(1, [['TOP', 'wafer']]), ['wafer', 'scoop'], []],
  ['crumbs within the glass', cupOf(1, [['BOTTOM', 'crumbs']]), ['scoop'], ['crumbs-in']],
  [
    'Fundo before Meio',
    cupOf(1, [
      ['MIDDLE', 'powder'],
      ['BOTTOM', 'kiwi'],
    ]),
    ['scoop'],
    ['kiwi', 'powder-in'],
  ],
])('draws %s', (_, content, top, inside) => {
  expect(idsOf(topParts(content))).toEqual(top);
  expect(idsOf(insideParts(content))).toEqual(inside);
});

const heightsOf = (content: CupContent) =>
  insideParts(content).map(({ at }) => Number(/translate\(\S+ (-?[\d.]+)\)/.exec(at)?.[1]));

it.each(['copo', 'taca', 'tigela', 'shake'] as const)('keeps Meio above Fundo within a %s', (shape) => {
  const content = cupOf(
    1,
    [
      ['BOTTOM', 'sauce'],
      ['MIDDLE', 'sauce'],
    ],
    shape,
  );
  const { rim, floor } = vesselShape(content);
  const [bottom = 0, middle = 0] = heightsOf(content);
  expect(rim).toBeLessThan(middle);
  expect(middle).toBeLessThan(bottom);
  expect(bottom).toBeLessThan(floor);
});

it('leaves what is there where it is when one more comes', () => {
  const one: Topping[] = [
    ['TOP', 'banana'],
    ['MIDDLE', 'kiwi'],
    ['TOP', 'sauce'],
  ];
  const before = cupOf(1, one);
  const after = cupOf(1, [...one, ['TOP', 'kiwi'], ['MIDDLE', 'crumbs'], ['BOTTOM', 'berry']]);
  expect(topParts(after)).toEqual(expect.arrayContaining(topParts(before)));
  expect(insideParts(after)).toEqual(expect.arrayContaining(insideParts(before)));
});

it('gives each part a key of its own, with eight toppings on two halves', () => {
  const toppings = [...SPREAD, ...PIECES].slice(0, 8).map((form): Topping => ['TOP', form]);
  const keys = topParts(cupOf(2, toppings)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

it('draws larger sizes in taller cups, and other vessels all alike', () => {
  const rims = [0, 1 / 3, 2 / 3, 1].map((size) => vesselShape({ shape: 'copo', size }).rim);
  expect(rims).toEqual([...rims].sort((a, b) => b - a));
  expect(new Set(rims).size).toBe(4);
  expect(vesselShape({ shape: 'copo' }).rim).toBe(rims[3]);
  expect(vesselShape({ shape: 'taca', size: 0 }).rim).toBe(vesselShape({ shape: 'taca' }).rim);
});

it('has a drawing for every form and every vessel', () => {
  const file = readFileSync(new URL('cup-parts.svg', import.meta.url), 'utf8');
  const drawn = [...file.matchAll(/<g id="([\w-]+)"/g)].map(([, id]) => id);
  const vessels = ['copo', 'taca', 'tigela', 'shake', 'casquinha', 'bebida'] satisfies Vessel[];
  const wanted = [...SPREAD, ...SPREAD.map((form) => `${form}-in`), ...PIECES, ...vessels];
  expect(drawn).toEqual(expect.arrayContaining([...wanted, 'scoop', 'filling', 'drink', 'gloss', 'shadow']));
});

it('what lies in a low glass is flatter', () => {
  const flat = (shape: Vessel) =>
    insideParts(cupOf(0, [['BOTTOM', 'sauce']], shape))[0]?.at.endsWith('scale(1 0.75)');
  expect(flat('taca')).toBe(true);
  expect(flat('copo')).toBe(false);
});

it('toppings of one layer lie above and below its middle, and a fourth on top beside the first', () => {
  const [first = 0, second = 0, third = 0] = heightsOf(
    cupOf(0, [
      ['MIDDLE', 'sauce'],
      ['MIDDLE', 'crumbs'],
      ['MIDDLE', 'powder'],
    ]),
  );
  expect(second).toBeLessThan(first);
  expect(third).toBeGreaterThan(first);
  const pieces = topParts(
    cupOf(1, [
      ['TOP', 'banana'],
      ['TOP', 'kiwi'],
      ['TOP', 'berry'],
      ['TOP', 'citrus'],
    ]),
  );
  const placeOf = (form: string) => pieces.find(({ id }) => id === form)?.at;
  expect(placeOf('citrus')).not.toBe(placeOf('banana'));
});
