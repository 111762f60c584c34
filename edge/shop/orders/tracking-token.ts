// The tracking token: proof that one placed the order. Derived, so that a repeated request gets the same one
// and a stolen database copy of the relay holds only hashes.
import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';

export type TrackingTokens = ReturnType<typeof createTrackingTokens>;

export function createTrackingTokens(secret: Buffer) {
  // As a key object: taking raw bytes anew for each order took longer than the signature.
  const key = createSecretKey(secret);
  const tokenOf = (orderId: string): string =>
    createHmac('sha256', key).update(`tracking:${orderId}`).digest().subarray(0, 24).toString('base64url');
  return {
    tokenOf,
    hashOf: (orderId: string): string => hash('sha256', tokenOf(orderId)),
    matches(orderId: string, given: string): boolean {
      const expected = Buffer.from(tokenOf(orderId));
      const actual = Buffer.from(given);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}
