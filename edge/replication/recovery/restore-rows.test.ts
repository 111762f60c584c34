// That no kind of row is written which nobody takes back.
import { expect, it } from 'vitest';
import { REPLICATED_ROWS } from '@balcao/shared/link/aggregates/rows.ts';
import { openDatabase } from '../../storage/open.ts';
import { createRowReaders } from './restore-rows.ts';

it('[R1] has exactly one reader for every shape of row', () => {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const read = createRowReaders(db, { put: () => undefined }).map(({ row }) => row);
  expect(read).toHaveLength(REPLICATED_ROWS.length);
  expect(new Set(read)).toEqual(new Set(REPLICATED_ROWS));
});
