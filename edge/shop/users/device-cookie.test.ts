import { expect, it } from 'vitest';
import { createDeviceCookies } from './device-cookie.ts';

const devices = createDeviceCookies('segredo');
/** As a browser sends it back. */
const sent = (setCookie: string): string => setCookie.split(';')[0] ?? '';
const marksIn = (setCookie: string): number => sent(setCookie).split('.').length - 2;

it('is kept for a year, from scripts and other sites, and goes to the doors of signing in alone', () => {
  expect(devices.after(null, 'ana@loja.com').split('; ').slice(1)).toEqual([
    'Path=/api/auth',
    'Max-Age=31536000',
    'HttpOnly',
    'SameSite=Lax',
  ]);
});

it('names a device to the accounts that it signed in to, among whatever else a browser sends', () => {
  const cookie = sent(devices.after(null, 'ana@loja.com'));
  const id = devices.deviceOf(cookie, 'ana@loja.com');
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(devices.deviceOf(`theme=dark; ${cookie}; balcao.session_token=x`, 'ana@loja.com')).toBe(id);
  expect(devices.deviceOf(cookie, 'bia@loja.com')).toBeNull();
  expect(devices.deviceOf(`x${cookie}`, 'ana@loja.com')).toBeNull();
  expect(devices.deviceOf(null, 'ana@loja.com')).toBeNull();
  // Of another store nobody is known here.
  expect(createDeviceCookies('outro').deviceOf(cookie, 'ana@loja.com')).toBeNull();
});

it('stays the same device with the next account, has each once, and the four newest', () => {
  const of = (before: string | null, account: string): string => sent(devices.after(before, account));
  let cookie = of(null, 'a');
  const id = devices.deviceOf(cookie, 'a');
  cookie = of(cookie, 'a');
  expect(marksIn(cookie)).toBe(1);
  for (const account of ['b', 'c', 'd']) cookie = of(cookie, account);
  expect(['a', 'b', 'c', 'd'].map((one) => devices.deviceOf(cookie, one))).toEqual([id, id, id, id]);
  // The oldest signs in again, and is the newest then.
  cookie = of(of(cookie, 'a'), 'e');
  expect(marksIn(cookie)).toBe(4);
  expect(['a', 'b', 'c', 'd', 'e'].map((one) => devices.deviceOf(cookie, one))).toEqual([
    id,
    null,
    id,
    id,
    id,
  ]);
});

it('with more accounts than a store gives is nobody’s', () => {
  const cookie = sent(devices.after(null, 'a'));
  const mark = cookie.split('.').at(-1) ?? '';
  expect(devices.deviceOf(`${cookie}${`.${mark}`.repeat(3)}`, 'a')).not.toBeNull();
  expect(devices.deviceOf(`${cookie}${`.${mark}`.repeat(4)}`, 'a')).toBeNull();
});
