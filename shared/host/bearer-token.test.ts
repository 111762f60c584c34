import { expect, it } from 'vitest';
import { readBearerToken } from './bearer-token.ts';

it.each<[string | undefined, string | null]>([
  ['Bearer abc', 'abc'],
  ['Bearer a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g='],
  [`Bearer ${'x'.repeat(4096)}`, 'x'.repeat(4096)],
  [`Bearer ${'x'.repeat(4097)}`, null],
  ['Bearer ', null],
  ['Bearerabc', null],
  ['Bearer a b', null],
  ['Bearer açaí', null],
  ['bearer abc', null],
  ['Basic abc', null],
  [' Bearer abc', null],
  ['', null],
  [undefined, null],
])('the token of %j is %j', (authorization, token) => {
  expect(readBearerToken(authorization)).toBe(token);
});
