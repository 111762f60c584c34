// A line under the attendant's finger: what is missing next, when it can be sold, what a tap changes; and where products stand.
import { expect, it } from 'vitest';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { EMPTY_ITEM } from './empty-item.ts';
import { lineOf, nextPart, withFlavour, withSize, withTopping, type Draft } from './line.ts';
import { withLine } from './sale.ts';
import { shelvesOf } from './shelves.ts';

const menu = publicMenu(sampleCatalog(), 0);
const [size] = menu.sizes;
const whole: Draft = { ...EMPTY_ITEM, sizeId: size!.id, baseId: 'base', iceCreamId: 'creme' };

it.each([
  [{}, 'size'],
  [{ productId: 'taca' }, 'base'],
  [{ sizeId: 'g' }, 'base'],
  [{ sizeId: 'g', baseId: 'b' }, 'iceCream'],
  [{ sizeId: 'g', baseId: 'b', iceCreamId: 'c' }, 'toppings'],
  [{ sizeId: 'g', baseId: 'b', iceCreamId: 'c', meioAMeio: true }, 'iceCream'],
  [{ sizeId: 'g', baseId: 'b', iceCreamId: 'c', meioAMeio: true, secondaryIceCreamId: 'd' }, 'toppings'],
])('of %j the next to choose is %s', (chosen, part) => {
  expect(nextPart({ ...EMPTY_ITEM, ...chosen })).toBe(part);
});

it('can be sold once nothing is missing, at the price of the menu', () => {
  expect(lineOf(whole, 'a', menu)).toEqual({ ...whole, id: 'a', priceCents: size!.priceCents });
  expect(lineOf({ ...whole, iceCreamId: null }, 'a', menu)).toBeNull();
  expect(lineOf({ ...whole, sizeId: 'gone' }, 'a', menu)).toBeNull();
});

it('one flavour takes the place of the other; of a half-and-half a second tap takes one back', () => {
  expect(withFlavour(whole, 'coco')).toMatchObject({ iceCreamId: 'coco', secondaryIceCreamId: null });
  const half = withFlavour({ ...whole, meioAMeio: true }, 'coco');
  expect(half).toMatchObject({ iceCreamId: 'creme', secondaryIceCreamId: 'coco' });
  expect(withFlavour(half, 'creme')).toMatchObject({ iceCreamId: 'coco', secondaryIceCreamId: null });
});

it('takes as many toppings as its size, and a smaller size keeps what fits', () => {
  let draft: Draft = whole;
  for (let n = 0; n < size!.maxToppings; n += 1) draft = withTopping(draft, `t${n}`, 'TOP', menu)!;
  expect(withTopping(draft, 'one more', 'TOP', menu)).toBeNull();
  expect(withTopping(draft, 't0', 'TOP', menu)?.toppings).toHaveLength(size!.maxToppings - 1);
  expect(withSize(draft, { id: 'p', maxToppings: 1 })).toMatchObject({
    sizeId: 'p',
    toppings: [{ id: 't0' }],
  });
});

it('stands in its place on the ticket when it is changed, and at the end when it is new', () => {
  const [a, b] = ['a', 'b'].map((id) => ({ ...whole, id, priceCents: 1 })) as [never, never];
  const changed = { ...whole, id: 'a', priceCents: 2 };
  expect(withLine([a, b], changed)).toEqual([changed, b]);
  expect(withLine([b], changed)).toEqual([b, changed]);
});

it('what sold most stands on a first shelf before the rest, and there is none before the first sale', () => {
  const ids = menu.products.map(({ id }) => id);
  const last = ids.at(-1)!;
  expect(shelvesOf(menu)[0]?.id).not.toBe('best');
  expect(shelvesOf(menu, ['gone'])[0]?.id).not.toBe('best');
  const [best] = shelvesOf({ ...menu, cupsEnabled: true }, [last]);
  expect(best).toMatchObject({ id: 'best', label: 'Mais vendidos' });
  expect(best?.products.map(({ id }) => id)).toEqual([last, ...ids.filter((id) => id !== last)]);
});
