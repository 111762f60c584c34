import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import { keepVanished } from './kept-menu.ts';

const catalog = sampleCatalog();
const before = publicMenu(catalog, 0);
const without = (...ids: string[]) =>
  publicMenu({ ...catalog, toppings: catalog.toppings.filter((one) => !ids.includes(one.id)) }, 0);

it('keeps a topping that was switched off in its place, sold out', () => {
  const kept = keepVanished(before, without('mel'));
  expect(kept.toppings.map(({ id, soldOut }) => [id, soldOut])).toEqual([
    ['banana', false],
    ['mel', true],
    ['granola', false],
    ['nutella', false],
  ]);
});

it('keeps several, the last one too', () => {
  const kept = keepVanished(before, without('banana', 'mel', 'nutella'));
  expect(kept.toppings.map(({ id, soldOut }) => [id, soldOut])).toEqual([
    ['banana', true],
    ['mel', true],
    ['granola', false],
    ['nutella', true],
  ]);
});

it('sells it again when it is switched on again', () => {
  expect(keepVanished(keepVanished(before, without('mel')), before)).toEqual(before);
});

it('keeps whatever can be chosen, of every kind', () => {
  const kept = keepVanished(before, {
    ...before,
    sizes: [],
    bases: [],
    iceCreams: [],
    toppings: [],
    products: [],
  });
  for (const kind of ['sizes', 'bases', 'iceCreams', 'toppings', 'products'] as const) {
    expect(kept[kind].map(({ id }) => id)).toEqual(before[kind].map(({ id }) => id));
    expect(kept[kind].every(({ soldOut }) => soldOut)).toBe(true);
  }
});
