// Erasures in the log: how the relay and every later restore are told to forget as well, and how a restore does it.
import { randomUUID } from 'node:crypto';
import { erasureRow, type ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import { raiseCounter } from '../../storage/counters.ts';
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import { createPurge } from './purge.ts';

/** In the transaction that forgets. */
export const logErasure = (outbox: Pick<Outbox, 'append'>, body: ErasureBody, atMs: number): void =>
  void outbox.append(erasureRow, randomUUID(), body, atMs);

export function readErasureRows(db: Db): RowReader {
  const purge = createPurge(db);
  return readRows(erasureRow, (_id, erasure, { seq }) => {
    purge(erasure, seq);
    // Numbers that orders had which nothing tells of any more.
    if (erasure.scope === 'history') raiseCounter(db, 'order_number', erasure.upToNumber);
  });
}
