// A logo as black dots: what a thermal head burns, row by row from the left.
import { expect, it } from 'vitest';
import { dotsOfGrey, isBlack } from './dots.ts';

const BLACK = 0;
const WHITE = 255;

it('is black where the picture is darker than the middle', () => {
  const dots = dotsOfGrey(Uint8Array.of(BLACK, 127, 128, WHITE), 4, 1);
  expect([0, 1, 2, 3].map((x) => isBlack(dots, x, 0))).toEqual([true, true, false, false]);
});

it('has every row of a picture that is higher than wide', () => {
  const dots = dotsOfGrey(Uint8Array.of(BLACK, WHITE, BLACK, BLACK), 1, 4);
  expect([0, 1, 2, 3].map((y) => isBlack(dots, 0, y))).toEqual([true, false, true, true]);
});

it('begins each row with a byte of its own, its leftmost dot in the highest bit', () => {
  const row = [BLACK, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE, BLACK];
  const dots = dotsOfGrey(Uint8Array.from([...row, ...row.toReversed()]), 10, 2);
  expect(dots).toEqual({
    widthDots: 10,
    heightDots: 2,
    rows: Uint8Array.of(0b1000_0000, 0b0100_0000, 0b1000_0000, 0b0100_0000),
  });
  expect([isBlack(dots, 9, 0), isBlack(dots, 9, 1), isBlack(dots, 8, 0)]).toEqual([true, true, false]);
});
