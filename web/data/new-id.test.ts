import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newId } from './new-id.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('an identity is a UUIDv7 whatever chance gives, and never the same twice', () => {
  const made = Array.from({ length: 2_000 }, newId);
  expect(made.filter((id) => !z.uuidv7().safeParse(id).success)).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});

test.each([
  [0, '8000-0000'],
  [0xff, 'bfff-ffff'],
])('bytes of %i stand as they are, but for version and variant', (byte, end) => {
  vi.useFakeTimers({ now: 0x01_23_45_67_89_ab });
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as Uint8Array).fill(byte);
    return bytes;
  });
  expect(newId()).toMatch(/^01234567-89ab-7(000|fff)-/);
  expect(newId().slice(19, 28)).toBe(end);
});

test('a later identity sorts after an earlier one', () => {
  vi.useFakeTimers({ now: 1_000 });
  const before = newId();
  vi.setSystemTime(1_001);
  expect(before < newId()).toBe(true);
});

test('all of the chance that was drawn stands in an identity, each part once', () => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as Uint8Array).set([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x11, 0x22]);
    return bytes;
  });
  // Of the first twenty digits the fourth gives the variant, and the last is not needed.
  expect(newId()).toBe('00000000-0000-7123-8567-89abcdef0112');
});
