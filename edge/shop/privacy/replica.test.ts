// What a store that is put back does of the erasures and the term that stand in its log.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createOrderNumbers } from '../orders/panel.ts';
import { readPrivacyRows } from './replica.ts';

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
});
afterEach(() => void db.$client.close());

it('numbers go on above those of a history that was cleared, of which nothing is left', () => {
  const [erasures] = readPrivacyRows(db);
  erasures?.restore('erasure', {
    ...{ seq: 9, atMs: 1 },
    text: JSON.stringify({ scope: 'history', upToNumber: 40 }),
  });
  expect(createOrderNumbers(db)()).toBe(41);
});
