// What all open orders are made of, as the kitchen's all-day view counts it.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import { countParts } from './parts.ts';

const [sold] = sampleOrder().items;
if (!sold) throw new Error('the sample order has an item');
const orderOf = (...changes: Partial<typeof sold>[]) =>
  sampleOrder({ items: changes.map((change) => ({ ...sold, ...change })) });

it('counts each part over all items of all orders, most first, then by name', () => {
  const groups = countParts([
    orderOf({ sizeName: 'Grande', toppings: [] }, { sizeName: 'Pequeno', toppings: [] }),
    orderOf({ sizeName: 'Pequeno', toppings: [] }, { sizeName: 'Água', toppings: [] }),
  ]);
  expect(groups.find(({ name }) => name === 'Tamanhos')?.counts).toEqual([
    ['Pequeno', 2],
    ['Água', 1],
    ['Grande', 1],
  ]);
});

it('counts both halves of an ice cream, a topping in each of its layers, and nothing that is not there', () => {
  const topping = sold.toppings[0];
  if (!topping) throw new Error('the sample item has toppings');
  const twice = [
    { ...topping, layer: 'BOTTOM' as const },
    { ...topping, layer: 'TOP' as const },
  ];
  const groups = countParts([
    orderOf({
      iceCreamName: 'Ninho',
      secondaryIceCreamName: 'Coco',
      toppings: twice,
      productName: null,
      baseName: null,
    }),
    orderOf({
      iceCreamName: 'Ninho',
      secondaryIceCreamName: null,
      toppings: [],
      productName: '',
      baseName: null,
    }),
  ]);
  expect(Object.fromEntries(groups.map(({ name, counts }) => [name, counts]))).toEqual({
    Tamanhos: [['Grande', 2]],
    'Taças e produtos': [],
    Bases: [],
    Sorvetes: [
      ['Ninho', 2],
      ['Coco', 1],
    ],
    Complementos: [['Banana', 2]],
  });
});
