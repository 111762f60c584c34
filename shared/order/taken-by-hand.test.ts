import { expect, it } from 'vitest';
import { isTakenByHand } from './taken-by-hand.ts';

it.each([
  ['cash', true],
  ['terminal', true],
  ['pix_manual', true],
  ['pix', false],
  ['credit_card', false],
  ['debit_card', false],
] as const)('staff take the money of %s themselves: %s', (method, isByHand) => {
  expect(isTakenByHand(method)).toBe(isByHand);
});
