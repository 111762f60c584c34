// Erasures in the log: how the relay and every later restore are told to forget as well, and how a restore does it; and for how long
// personal data are kept.
import { randomUUID } from 'node:crypto';
import { erasureRow, type ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import type { Privacy } from '@balcao/shared/http/privacy.ts';
import { retentionRow } from '@balcao/shared/link/aggregates/setting.ts';
import { raiseCounter } from '../../storage/counters.ts';
import { writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { createPurge } from './purge.ts';

export const RETENTION = 'retention_months';

/** In the transaction that forgets. */
export const logErasure = (outbox: Pick<Outbox, 'append'>, body: ErasureBody, atMs: number): void =>
  void outbox.append(erasureRow, randomUUID(), body, atMs);

/** In the transaction that keeps the setting. */
export const logRetention = (log: PrivateLog, privacy: Privacy, atMs: number): void =>
  log.append(retentionRow, RETENTION, privacy, atMs);

export function readPrivacyRows(db: Db): RowReader[] {
  const purge = createPurge(db);
  return [
    readRows(erasureRow, (_id, erasure, { seq }) => {
      purge(erasure, seq);
      // Numbers that orders had which nothing tells of any more.
      if (erasure.scope === 'history') raiseCounter(db, 'order_number', erasure.upToNumber);
    }),
    readRows(retentionRow, (_id, { retentionMonths }) => writeMeta(db, RETENTION, String(retentionMonths))),
  ];
}
