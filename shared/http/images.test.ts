import { expect, test } from 'vitest';
import { chooseVariant } from './images.ts';

test.for([
  // What Chrome, Firefox, Safari, an old phone and a command line send for a picture.
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
  ['image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'avif'],
  ['image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/png', 'avif'],
  ['image/webp,*/*;q=0.8', 'webp'],
  ['*/*', 'png'],
  ['', 'png'],
  ['image/avif;q=0, image/webp;q=0.0, image/png', 'png'],
  ['IMAGE/WEBP;q=0.9', 'webp'],
])('Accept %s gets %s', ([accept = '', format]) => {
  expect(chooseVariant(accept, '320')).toBe(`${format}-320`);
});

test.for([
  ['1', 'webp-320'],
  ['320', 'webp-320'],
  ['321', 'webp-960'],
  ['5000', 'webp-960'],
  ['-1', 'webp-960'],
  ['abc', 'webp-960'],
  [undefined, 'webp-960'],
])('a place of %s pixels gets %s', ([width, variant]) => {
  expect(chooseVariant('image/webp', width)).toBe(variant);
});
