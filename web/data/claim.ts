// The secret that proves later who placed an order. Works on plain http too, where the browser has no other cryptography.

const CLAIM_BYTES = 24;

export const newClaim = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLAIM_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
