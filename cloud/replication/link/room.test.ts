import { expect, it } from 'vitest';
import { createRoom } from './room.ts';

it('[33] has room for 64 requests of one caller, and for others beside them', () => {
  const room = createRoom();
  const over = Array.from({ length: 64 }, () => room.admitRequest('a', '198.51.100.1'));
  expect(over).not.toContain(null);
  expect(room.admitRequest('a', '198.51.100.1')).toBeNull();
  expect(room.admitRequest('a', '198.51.100.2')).not.toBeNull();
  expect(room.admitRequest('b', '198.51.100.1')).not.toBeNull();
  over[0]?.();
  // Twice is once.
  over[0]?.();
  expect(room.admitRequest('a', '198.51.100.1')).not.toBeNull();
  expect(room.admitRequest('a', '198.51.100.1')).toBeNull();
});

it('[33] has room for 256 requests of one store, whoever sends them', () => {
  const room = createRoom();
  const over = Array.from({ length: 256 }, (_, i) => room.admitRequest('a', `198.51.100.${i}`));
  expect(over).not.toContain(null);
  expect(room.admitRequest('a', '203.0.113.1')).toBeNull();
  expect(room.admitRequest('b', '203.0.113.1')).not.toBeNull();
  over[0]?.();
  expect(room.admitRequest('a', '203.0.113.1')).not.toBeNull();
});

it('[33] counts the addresses of one IPv6 household as one caller', () => {
  const room = createRoom();
  for (let i = 0; i < 64; i += 1)
    expect(room.admitRequest('a', `2001:db8:1:2::${i.toString(16)}`)).not.toBeNull();
  expect(room.admitRequest('a', '2001:db8:1:2:ffff::1')).toBeNull();
  expect(room.admitRequest('a', '2001:db8:1:3::1')).not.toBeNull();
});
