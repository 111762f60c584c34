import { expect, it } from 'vitest';
import { wholeRefundId } from './repository.ts';

// The first digits of the SHA-256 of its words, worked out apart. It is the key at the provider: one that a relay of another version, or
// one that was started anew, would write otherwise gives the money back twice.
it('[P20] the whole of a payment goes back under one key, in every process and version', () => {
  expect(wholeRefundId('0192f7a0-0000-7000-8000-0000000000a1')).toBe('d7259949-3a0b-8cf0-8e7a-fb03d4fcd68f');
});
