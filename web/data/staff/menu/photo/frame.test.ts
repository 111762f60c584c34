// What of a photo is shown.
import { expect, it } from 'vitest';
import { cropOf, moveFrame, roomOf, WHOLE, ZOOM_MAX } from './frame.ts';

it.each([
  ['wide', { width: 1600, height: 900 }, { left: 200, top: 0, width: 1200, height: 900 }],
  ['high', { width: 900, height: 1600 }, { left: 0, top: 462.5, width: 900, height: 675 }],
  ['of the form itself', { width: 800, height: 600 }, { left: 0, top: 0, width: 800, height: 600 }],
])('a %s photo is taken from its middle, as much as fits', (_name, photo, crop) => {
  expect(cropOf(photo, WHOLE)).toEqual(crop);
});

const photo = { width: 800, height: 600 };

it('a frame beyond the edge or the zoom stops at it', () => {
  expect(cropOf(photo, { zoom: 2, x: 0, y: 1 })).toEqual({ left: 0, top: 300, width: 400, height: 300 });
  expect(cropOf(photo, { zoom: 2, x: -5, y: 9 })).toEqual({ left: 0, top: 300, width: 400, height: 300 });
  expect(cropOf(photo, { zoom: 0.2, x: 0.5, y: 0.5 })).toEqual(cropOf(photo, WHOLE));
  // Three times is the nearest.
  expect(ZOOM_MAX).toBe(3);
  expect(cropOf(photo, { zoom: 4, x: 0.5, y: 0.5 })).toEqual(cropOf(photo, { zoom: 3, x: 0.5, y: 0.5 }));
});

it('what is pulled to the right shows what was left of it, and goes no further than the photo', () => {
  const middle = { zoom: 2, x: 0.5, y: 0.5 };
  expect(cropOf(photo, moveFrame(photo, middle, 0.25, 0))).toMatchObject({ left: 100, top: 150 });
  expect(cropOf(photo, moveFrame(photo, middle, 0, -0.5))).toMatchObject({ left: 200, top: 300 });
  const far = moveFrame(photo, middle, 9, 9);
  expect(cropOf(photo, far)).toMatchObject({ left: 0, top: 0 });
  // Pulled back it moves at once: nothing was gathered beyond the edge.
  expect(cropOf(photo, moveFrame(photo, far, -0.25, 0))).toMatchObject({ left: 100, top: 0 });
});

it.each([
  ['all of it', { width: 800, height: 600 }, 1, { x: [0.5, 0.5], y: [0.5, 0.5] }],
  ['half of it', { width: 800, height: 600 }, 2, { x: [0.25, 0.75], y: [0.25, 0.75] }],
  ['a high one', { width: 600, height: 900 }, 1, { x: [0.5, 0.5], y: [0.25, 0.75] }],
  ['a wide one', { width: 1600, height: 600 }, 1, { x: [0.25, 0.75], y: [0.5, 0.5] }],
])('who sees %s may move it as far as the photo goes', (_name, size, zoom, room) => {
  expect(roomOf(size, { zoom, x: 0.1, y: 0.9 })).toEqual(room);
});
