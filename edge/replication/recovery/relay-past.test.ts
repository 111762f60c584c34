// What a machine writes down as it takes a store's place: where its relay is, who it is, and since when it is the store.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readMeta } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { SUCCEEDED_AT } from '../../storage/write-gate.ts';
import { PUBLIC_URL, RELAY_URL } from '../link/link.ts';
import { takePlace } from './relay-past.ts';

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
});
afterEach(() => void db.$client.close());

it('a machine is the store from the moment on in which it took the place: an earlier word of another is past', () => {
  const beganAtMs = Date.now();
  takePlace(db, {
    relayUrl: 'https://relay.example',
    publicUrl: 'https://acai.example',
    storeId: '0198c0de-0000-4000-8000-000000000001',
    deviceKey: { privateJwk: {}, publicJwk: {} },
  });
  const atMs = Number(readMeta(db, SUCCEEDED_AT));
  expect(atMs).toBeGreaterThanOrEqual(beganAtMs);
  expect(atMs).toBeLessThanOrEqual(Date.now());
  expect([readMeta(db, RELAY_URL), readMeta(db, PUBLIC_URL), readMeta(db, 'store_id')]).toEqual([
    'https://relay.example',
    'https://acai.example',
    '0198c0de-0000-4000-8000-000000000001',
  ]);
});
