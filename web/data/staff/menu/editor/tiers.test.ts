import { expect, it } from 'vitest';
import { tiersOf, tiersText, tiersTrouble, typedText, typedTiers } from './tiers.ts';

it('reads what is stored, and stores what was read', () => {
  const stored = [
    { from: 10, priceCents: 3_990 },
    { from: 1_000, priceCents: 123 },
  ];
  expect(tiersText(stored)).toBe('10 39,90\n1000 1,23');
  expect(tiersOf(tiersText(stored))).toEqual(stored);
  expect([tiersText([]), tiersText(undefined), tiersOf('')]).toEqual(['', '', []]);
});

it('holds a row that is only begun', () => {
  const begun = typedText([{ from: '', price: '' }]);
  expect(typedTiers(begun)).toEqual([{ from: '', price: '' }]);
  expect(typedText([{ from: ' 1 0', price: 'R$ 3,00' }])).toBe('10 R$3,00');
});

it.each([
  ['', null],
  ['2 9,99', null],
  ['9999 9,99', null],
  ['1 9,99', /de 2 a 9999/],
  ['10000 9,99', /de 2 a 9999/],
  [' ', /de 2 a 9999/],
  ['10 abc', /um valor como/],
  ['10 0', /um valor como/],
  ['10 10,00', /mais barata/],
  ['10 9,00\n20 9,00', /mais barata/],
  ['10 9,00\n10 8,00', /mais unidades/],
  ['10 9,00\n20 8,99', null],
] as const)('of %j at R$ 10,00 says %s', (text, wrong) => {
  const said = tiersTrouble(text, 1_000);
  if (wrong === null) expect(said).toBeNull();
  else expect(said).toMatch(wrong);
});
