// What is left of what came, way by way, after the fee that the owner knows of.
import { expect, it } from 'vitest';
import { feeCents, feesOf } from './fees.ts';

it.each([
  [10_000, 0.99, 99],
  // The exact half of a centavo is up.
  [50, 1, 1],
  [49, 1, 0],
  [10_000, 0, 0],
])('of %d centavos %d percent are %d', (cents, percent, fee) => {
  expect(feeCents(cents, percent)).toBe(fee);
});

const NOTHING = { grossCents: 0, returnedCents: 0, feeCents: 0, netCents: 0, ways: [] };

it('every way has its own fee, of what stayed; gross is all that came', () => {
  expect(
    feesOf(
      [
        { name: 'pix', count: 2, cents: 10_000 },
        { name: 'cash', count: 1, cents: 500 },
      ],
      [{ name: 'pix', count: 1, cents: 1_500 }],
      { pix: 0.99, credito: 3.5 },
    ),
  ).toEqual({
    grossCents: 12_000,
    returnedCents: 1_500,
    feeCents: 99,
    netCents: 10_401,
    ways: [
      {
        name: 'pix',
        count: 2,
        cents: 10_000,
        percent: 0.99,
        returnedCents: 1_500,
        feeCents: 99,
        netCents: 9_901,
      },
      { name: 'cash', count: 1, cents: 500, percent: 0, returnedCents: 0, feeCents: 0, netCents: 500 },
    ],
  });
  expect(feesOf([], [], { pix: 1 })).toEqual(NOTHING);
});

it('a way by which nothing stayed is told by what went back of it', () => {
  expect(feesOf([], [{ name: 'credito', count: 1, cents: 900 }], { credito: 3.5 })).toEqual({
    ...NOTHING,
    grossCents: 900,
    returnedCents: 900,
    ways: [
      { name: 'credito', count: 0, cents: 0, percent: 3.5, returnedCents: 900, feeCents: 0, netCents: 0 },
    ],
  });
});
