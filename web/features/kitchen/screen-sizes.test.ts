// Letters by the screen's width, buttons by its glass.
import { expect, it } from 'vitest';
import { isSizes, laneMinPx, sizesFor, touchPx } from './screen-sizes.ts';

it.each([
  [1_599, 'A'],
  [1_600, 'A+'],
  [2_499, 'A+'],
  [2_500, 'A++'],
])('a screen %i wide begins with letters %s', (width, text) => expect(sizesFor(width).text).toBe(text));

it('a button is as many pixels as its millimetres are on this glass, never fewer', () => {
  expect(touchPx(sizesFor(1_280))).toBe(76);
  // A tablet of ten inches with 1280 × 800.
  expect(touchPx({ text: 'A', buttonMm: 20, pxPerMm: 5.88 })).toBe(118);
  expect(touchPx({ text: 'A', buttonMm: 30, pxPerMm: 5 })).toBe(150);
  expect(touchPx({ text: 'A', buttonMm: 20, pxPerMm: 3.01 })).toBe(61);
});

it('a lane has room for its letters, and for its button beside the number', () => {
  expect(laneMinPx({ text: 'A', buttonMm: 20, pxPerMm: 4 })).toBe(212);
  expect(laneMinPx({ text: 'A', buttonMm: 30, pxPerMm: 5 })).toBe(270);
  expect(laneMinPx({ text: 'A++', buttonMm: 30, pxPerMm: 5 })).toBe(290);
});

it('knows its own settings again, and nothing else', () => {
  expect(isSizes(sizesFor(1_280))).toBe(true);
  for (const pxPerMm of [2.5, 12]) expect(isSizes({ text: 'A', buttonMm: 20, pxPerMm })).toBe(true);
  for (const other of [
    null,
    {},
    { text: 'B', buttonMm: 20, pxPerMm: 4 },
    { text: 'A', buttonMm: 19, pxPerMm: 4 },
    { text: 'A', buttonMm: 20, pxPerMm: 2.4 },
    { text: 'A', buttonMm: 20, pxPerMm: 12.1 },
  ])
    expect(isSizes(other)).toBe(false);
});
