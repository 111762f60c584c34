import { expect, test } from 'vitest';
import { chooseVariant, COPIED_VARIANTS, imageHeaders, standInFor, WEB_VARIANTS } from './images.ts';

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
  ['1', 'webp-128'],
  ['128', 'webp-128'],
  ['129', 'webp-320'],
  ['320', 'webp-320'],
  ['321', 'webp-960'],
  ['5000', 'webp-960'],
  ['-1', 'webp-960'],
  ['abc', 'webp-960'],
  [undefined, 'webp-960'],
])('a place of %s pixels gets %s', ([width, variant]) => {
  expect(chooseVariant('image/webp', width)).toBe(variant);
});

test.for([
  ['image/avif; q=0.5 , image/webp', 'avif'],
  [' image/webp ', 'webp'],
  ['image/webp;q=0.00', 'png'],
  ['image/webp;q=0.01', 'webp'],
  ['image/webp;q=0.', 'png'],
  ['image/webp;level=1;q=0', 'png'],
  ['image/webp;xq=0', 'webp'],
])('Accept %s gets %s', ([accept = '', format]) => {
  expect(chooseVariant(accept, '320')).toBe(`${format}-320`);
});

test.for([
  ['0', 'webp-128'],
  ['99999', 'webp-960'],
  ['000001', 'webp-960'],
  ['320px', 'webp-960'],
  ['x320', 'webp-960'],
  ['', 'webp-960'],
])('a place of %s pixels gets %s', ([width, variant]) => {
  expect(chooseVariant('image/webp', width)).toBe(variant);
});

test('a picture is kept for ever by format, never run and never sniffed', () => {
  expect(imageHeaders('0123456789abcdef'.repeat(4), 'webp-320', 'image/webp')).toEqual({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: '"0123456789abcdef012345-webp-320"',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

test('an older store is asked for 320 instead of 128, which it does not make', () => {
  expect((['avif-128', 'webp-320', 'png-960'] as const).map(standInFor)).toEqual(['avif-320', null, null]);
});

test('each format is made in every width, and the master is copied with them', () => {
  expect(WEB_VARIANTS).toEqual(
    ['avif', 'webp', 'png'].flatMap((format) => [128, 320, 960].map((width) => `${format}-${width}`)),
  );
  expect(COPIED_VARIANTS).toEqual(['master', ...WEB_VARIANTS]);
});
