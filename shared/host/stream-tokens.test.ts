// A ticket admits for twelve hours to so many orders, and tells whoever holds it nothing, not even how many.
import { expect, it } from 'vitest';
import { createStreamTokens, type StoreStreamGrant, type StreamGrant } from './stream-tokens.ts';

const HOURS_12_MS = 12 * 3_600_000;
let nowMs = 1_000_000;
const tickets = createStreamTokens(Buffer.alloc(32, 1), () => nowMs);
const ordersOf = (count: number): StreamGrant['orders'] =>
  Array.from({ length: count }, (_, n) => [
    `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`,
    'public',
  ]);

it('ends in the very moment when its twelve hours are over', () => {
  const ticket = tickets.issue({ orders: ordersOf(1), phone: '11987654321' });
  nowMs += HOURS_12_MS - 1;
  expect(tickets.read(ticket)).toEqual({
    orders: ordersOf(1),
    phone: '11987654321',
    expiresAtMs: 1_000_000 + HOURS_12_MS,
  });
  nowMs += 1;
  expect(tickets.read(ticket)).toBeNull();
});

it('is of one length, for none, one and the most orders, and takes no more of them', () => {
  const made = [0, 1, 22, 23].map((count) => tickets.issue({ orders: ordersOf(count), phone: null }));
  expect(new Set(made.map((ticket) => ticket.length)).size).toBe(1);
  expect(made.map((ticket) => tickets.read(ticket)?.orders.length)).toEqual([0, 1, 22, 22]);
  expect(tickets.read(made[0] ?? '')?.phone).toBeNull();
});

it('holds the most that a relay says in one: its store, the most orders, a phone, and that they are wholesale ones', () => {
  const ofStores = createStreamTokens<StoreStreamGrant>(Buffer.alloc(32, 1), () => 1_800_000_000_000);
  const grant: StoreStreamGrant = {
    ...{ storeId: '01890a5d-ac96-774b-bcce-b302099a8057', orders: ordersOf(22) },
    ...{ phone: '11987654321', wholesale: true },
  };
  expect(ofStores.read(ofStores.issue(grant))).toMatchObject(grant);
});

it('is another each time, also of the same orders: no two are sealed under one nonce', () => {
  const made = Array.from({ length: 3 }, () => tickets.issue({ orders: ordersOf(1), phone: null }));
  const nonces = made.map((ticket) => Buffer.from(ticket, 'base64url').toString('hex', 0, 12));
  expect(new Set(nonces).size).toBe(3);
});

it('is nothing when a byte of it was changed, when it is cut, or under another secret', () => {
  const ticket = tickets.issue({ orders: ordersOf(1), phone: null });
  const bytes = Buffer.from(ticket, 'base64url');
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    expect(tickets.read(changed.toString('base64url'))).toBeNull();
  }
  expect(tickets.read(ticket.slice(0, -4))).toBeNull();
  expect(tickets.read('')).toBeNull();
  expect(createStreamTokens(Buffer.alloc(32, 2), () => nowMs).read(ticket)).toBeNull();
});
