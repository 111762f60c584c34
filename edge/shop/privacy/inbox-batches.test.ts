// Every answer is gone through once, whatever the bounds of the pieces are.
import { expect, it } from 'vitest';
import { inbox } from '../../storage/schema/replication.ts';
import { openDatabase } from '../../storage/open.ts';
import { eachInboxBatch } from './inbox-batches.ts';

const PIECE = 500;

it.each([0, 1, 499, 500, 501, 1000, 1001, 1502])('goes through each of %i answers once', async (count) => {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  for (let at = 1; at <= count; at += 1)
    db.insert(inbox)
      .values({ id: `command-${at}`, kind: 'order.place', requestHash: '', outcome: '{}', atMs: 0 })
      .run();
  const seen: number[] = [];
  await eachInboxBatch(db, {
    run: (from, to) => {
      expect(to - from).toBe(PIECE);
      const rows = db.$client.prepare(
        'select rowid from inbox where rowid > ? and rowid <= ? order by rowid',
      );
      seen.push(...(rows.pluck().all(from, to) as number[]));
    },
  });
  expect(seen).toEqual(Array.from({ length: count }, (_, at) => at + 1));
});
