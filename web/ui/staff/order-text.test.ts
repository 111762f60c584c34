// An order's items and ages as staff read them.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { OrderItem } from '@balcao/shared/order/order.ts';
import { describe, expect, it } from 'vitest';
import {
  besideName,
  hasToppings,
  isPastNumber,
  itemFlavours,
  itemLayers,
  itemTitle,
  minutesSince,
  numberedName,
  orderName,
  phoneText,
} from './order-text.ts';

const [sold] = sampleOrder().items;
if (!sold) throw new Error('the sample order has an item');
const item = (changes: Partial<OrderItem>): OrderItem => ({ ...sold, ...changes });

describe('an item', () => {
  it.each<[string, Partial<OrderItem>, string]>([
    ['an açaí', { productName: null, sizeName: 'Grande', baseName: 'Açaí' }, 'Grande - Açaí'],
    ['without a base', { productName: null, sizeName: 'Grande', baseName: null }, 'Grande'],
    [
      'a cup that is built',
      { productName: 'Taça', sizeName: 'Grande', baseName: 'Açaí' },
      'Taça: Grande - Açaí',
    ],
    ['a drink', { productName: 'Água', sizeName: null, baseName: null }, 'Água'],
  ])('that is %s is named', (_, changes, title) => {
    expect(itemTitle(item(changes))).toBe(title);
  });

  it('names one flavour plainly, two as halves, none not at all', () => {
    expect(itemFlavours(item({ iceCreamName: 'Ninho', secondaryIceCreamName: null }))).toBe('Ninho');
    expect(itemFlavours(item({ iceCreamName: 'Ninho', secondaryIceCreamName: 'Coco' }))).toBe(
      '½ Ninho + ½ Coco',
    );
    expect(itemFlavours(item({ iceCreamName: null, secondaryIceCreamName: null }))).toBeNull();
  });

  it('lists its layers from the bottom up, each with its own toppings, and no empty one', () => {
    const of = (name: string, layer: 'BOTTOM' | 'MIDDLE' | 'TOP') => ({ ...sold.toppings[0], name, layer });
    const toppings = [
      of('Mel', 'TOP'),
      of('Kiwi', 'MIDDLE'),
      of('Banana', 'BOTTOM'),
      of('Granola', 'TOP'),
    ] as OrderItem['toppings'];
    expect(itemLayers(item({ toppings }))).toEqual([
      { name: 'Fundo', toppings: ['Banana'] },
      { name: 'Meio', toppings: ['Kiwi'] },
      { name: 'Topo', toppings: ['Mel', 'Granola'] },
    ]);
    expect(itemLayers(item({ toppings: [of('Uva', 'MIDDLE')] as OrderItem['toppings'] }))).toEqual([
      { name: 'Meio', toppings: ['Uva'] },
    ]);
  });

  it('speaks of toppings where some could be chosen: an açaí, a cup with a base, no drink', () => {
    expect(hasToppings(item({ kind: 'acai', baseName: null }))).toBe(true);
    expect(hasToppings(item({ kind: 'cup', sizeName: null, baseName: 'Açaí' }))).toBe(true);
    expect(hasToppings(item({ kind: 'cup', baseName: null }))).toBe(false);
  });
});

it('a phone is written out, and a missing one said', () => {
  expect(phoneText('11987654321')).toBe('(11) 98765-4321');
  expect(phoneText(null)).toBe('Sem telefone');
});

it.each([
  [0, 0],
  [59_999, 0],
  [60_000, 1],
  [119_999, 1],
  [-5000, 0],
])('an age of %i ms is %i whole minutes, never less than none', (ageMs, minutes) => {
  expect(minutesSince(1_000_000, 1_000_000 + ageMs)).toBe(minutes);
});

describe('a number of the panel', () => {
  const numbered = sampleOrder({ panelNumber: 7, panelDate: '2026-11-21', panelSeries: 2 });
  it.each<[string, { date: string; series: number } | null, boolean]>([
    ['the day and series that are called now', { date: '2026-11-21', series: 2 }, false],
    ['another day', { date: '2026-11-22', series: 2 }, true],
    ['an earlier series of the day', { date: '2026-11-21', series: 3 }, true],
    ['nobody knows which', null, false],
  ])('of %s', (_, panel, isPast) => {
    expect(isPastNumber(numbered, panel)).toBe(isPast);
  });
  it('that was never given is of no series', () => {
    const without = sampleOrder({ panelNumber: null, panelDate: null, panelSeries: null });
    expect(isPastNumber(without, { date: '2026-11-21', series: 2 })).toBe(false);
  });
  it.each<[string, number | null, number, string[]]>([
    ['that is called', 7, 2, ['7', 'nº 7', '#41']],
    ['of the series before a reset, which another order has now', 7, 1, ['#41', '#41', 'antes nº 7']],
    ['that was never given', null, 2, ['#41', '#41', '#41']],
  ])('names the order by one %s', (_, panelNumber, panelSeries, names) => {
    const order = { ...numbered, panelNumber, panelSeries };
    const panel = { date: '2026-11-21', series: 2 };
    expect([orderName(order, panel), numberedName(order, panel), besideName(order, panel)]).toEqual(names);
  });
});
