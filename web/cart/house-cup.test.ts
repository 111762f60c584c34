// The drawing of what has no picture: a drink as a drink, a cup as a cup, and each by its name always the same.
import { expect, it } from 'vitest';
import { houseCup } from './house-cup.ts';

it('draws what is no cup as a drink, with nothing in it', () => {
  for (const productType of ['PRONTO', 'ACAI_MONTADO'] as const)
    expect(houseCup({ name: 'Água', productType })).toMatchObject({
      shape: 'bebida',
      iceCreams: [],
      toppings: [],
    });
});

it('draws a cup with ice cream, fruit and syrup on top, and the same one for the same name', () => {
  const cup = houseCup({ name: 'Banana split', productType: 'TACA_MONTADA' });
  expect(cup.shape).toBe('tigela');
  expect(cup.iceCreams).toHaveLength(1);
  expect(cup.toppings.map(({ form, layer }) => `${layer} ${form}`)).toEqual([
    'TOP strawberry',
    'TOP sauce',
    'MIDDLE sauce',
  ]);
  expect(houseCup({ name: 'Banana split', productType: 'TACA_MONTADA' })).toEqual(cup);
});

it('draws a cup with what the shop says comes with it, and nothing else', () => {
  const cup = houseCup({
    name: 'Sundae',
    productType: 'TACA_MONTADA',
    accompaniments: ['Banana', 'Granola'],
  });
  expect(cup.toppings.map(({ form, layer }) => `${layer} ${form}`)).toEqual([
    'TOP banana',
    'TOP crumbs',
    'MIDDLE crumbs',
  ]);
  const one = houseCup({ name: 'Sundae', productType: 'TACA_MONTADA', accompaniments: ['Banana'] });
  expect(one.toppings.map(({ form }) => form)).toEqual(['banana']);
});

it('draws a milk-shake in the colour that its name says, and in that of cream where it says none', () => {
  const base = (name: string) => houseCup({ name, productType: 'TACA_MONTADA' }).base;
  expect(base('Milk-shake da casa')).toBe('#f6e3c5');
  expect(base('Milk-shake de morango')).toContain('#d7263d');
});

it('draws cups of other names in other colours', () => {
  const names = [
    'Banana split',
    'Dusty miller',
    'Colegial',
    'Vaca preta',
    'Sundae',
    'Petit gâteau',
    'Taça da casa',
  ];
  const drawn = names.map((name) => JSON.stringify(houseCup({ name, productType: 'TACA_MONTADA' })));
  expect(new Set(drawn).size).toBeGreaterThan(3);
});
