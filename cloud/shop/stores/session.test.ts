// What a store's answer is read to, and what becomes of one that is longer than it may be.
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { readWhole } from './session.ts';

const answer = (...pieces: string[]) => ({
  ...{ status: 200, headers: {}, cancel: vi.fn<() => void>() },
  body: Readable.from(pieces.map((piece) => Buffer.from(piece))),
});

it('an answer is read whole up to its bound, and the store is not told to stop', async () => {
  const whole = answer('abc', 'de');
  expect((await readWhole(whole, 5)).toString()).toBe('abcde');
  expect(whole.cancel).not.toHaveBeenCalled();
});

it('of an answer that is longer nothing is taken, and the store is told to send no more', async () => {
  const long = answer('abc', 'def');
  await expect(readWhole(long, 5)).rejects.toThrow('longer than 5 bytes');
  expect(long.cancel).toHaveBeenCalledOnce();
});
