// Identities that the browser gives: of orders, items, taps. What the package `uuid` does would be 600 bytes more for every customer.

/** A new UUIDv7: the moment, then chance. Works without a secure context too, as on the shop's own Wi-Fi. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const chance = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  // The variant is the two upper bits of its digit; the version is the 7.
  const variant = '89ab'[Number.parseInt(chance.slice(3, 4), 16) & 3] ?? '8';
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-${variant}${chance.slice(4, 7)}-${chance.slice(7, 19)}`;
}
