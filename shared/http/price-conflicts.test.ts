import { expect, it } from 'vitest';
import { PriceChoice, PriceConflicts } from './price-conflicts.ts';

const topping = { kind: 'toppings', id: 'mel', name: 'Mel', by: 'Ana', atMs: 1 };

it('of two prices either may be chosen, also of what costs nothing', () => {
  for (const choice of ['stored', 'wanted'])
    expect(PriceChoice.parse({ choice, storedCents: 0, wantedCents: 0 }).choice).toBe(choice);
  expect(PriceChoice.safeParse({ choice: 'both', storedCents: 1, wantedCents: 2 }).success).toBe(false);
});

it('a topping without a price may be one of those to choose about', () => {
  const conflicts = [{ ...topping, seenCents: 0, storedCents: 0, wantedCents: 100 }];
  expect(PriceConflicts.parse({ conflicts })).toEqual({ conflicts });
});
