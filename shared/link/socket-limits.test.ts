// How much may wait unread. Real sockets that read nothing: tests/contract/relay/deaf.test.ts.
import { expect, it } from 'vitest';
import { DOCUMENT_MESSAGE_BYTES_MAX, isDeaf, LINK_MESSAGE_BYTES_MAX } from './socket-limits.ts';

const BOUND = 16 * 1024 * 1024;

it.each([
  [0, false],
  [BOUND - 1, false],
  [BOUND, false],
  [BOUND + 1, true],
])('[43] a socket with %i bytes unread by the other end is deaf: %s', (bufferedAmount, deaf) => {
  expect(isDeaf({ bufferedAmount })).toBe(deaf);
});

it('[43] one message of the link may have 16 MB, one of the menu document 4 MB', () => {
  expect([LINK_MESSAGE_BYTES_MAX, DOCUMENT_MESSAGE_BYTES_MAX]).toEqual([16_777_216, 4_194_304]);
});
