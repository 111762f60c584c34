// The light of a photo.
import { expect, it } from 'vitest';
import { AS_TAKEN, levelsOf, lightTable, applyLight } from './light.ts';

/** Grey points of these values, each so many times. */
const points = (...counts: [value: number, times: number][]): Uint8ClampedArray =>
  Uint8ClampedArray.from(
    counts.flatMap(([value, times]) =>
      Array.from({ length: times }, () => [value, value, value, 255]).flat(),
    ),
  );

it('a photo without contrast is stretched from its darkest to its brightest', () => {
  expect(levelsOf(points([40, 50], [120, 50], [200, 50]))).toEqual({ dark: 40, bright: 200 });
});

it('one point in a hundred says nothing of the light, and two do', () => {
  expect(levelsOf(points([0, 1], [50, 98], [255, 1]))).toEqual({ dark: 50, bright: 160 });
  expect(levelsOf(points([0, 2], [50, 96], [255, 2]))).toEqual({ dark: 0, bright: 255 });
});

it('no dark photo is made grey, and no bright one burnt', () => {
  expect(levelsOf(points([90, 100]))).toEqual({ dark: 64, bright: 160 });
  expect(levelsOf(points([230, 100]))).toEqual({ dark: 64, bright: 230 });
});

it('as taken, with no light added, every value stays what it is', () => {
  expect([...lightTable(AS_TAKEN, 0)]).toEqual(Array.from({ length: 256 }, (_, value) => value));
});

it('stretched, what was darkest is black and what was brightest is white', () => {
  const table = lightTable({ dark: 40, bright: 200 }, 0);
  expect([table[0], table[40], table[120], table[200], table[255]]).toEqual([0, 0, 128, 255, 255]);
});

it('more light lifts the middle and leaves black and white, less light lowers it', () => {
  const [more, less] = [lightTable(AS_TAKEN, 1), lightTable(AS_TAKEN, -1)];
  expect([more[0], more[64], more[255]]).toEqual([0, 128, 255]);
  expect([less[0], less[128], less[255]]).toEqual([0, 64, 255]);
});

it('colours change, and how opaque they are does not', () => {
  const photo = Uint8ClampedArray.of(0, 64, 255, 64);
  applyLight(photo, lightTable(AS_TAKEN, 1));
  expect([...photo]).toEqual([0, 128, 255, 64]);
});
