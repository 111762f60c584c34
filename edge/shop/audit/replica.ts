// Lines of the audit in the log: how one is written, and how it comes back.
import type { z } from 'zod';
import { auditRow } from '@balcao/shared/link/aggregates/audit.ts';
import type { Db } from '../../storage/open.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import { audit } from '../../storage/schema/staff.ts';
import type { PrivateLog } from '../../storage/sealing.ts';

/** In the transaction that keeps the line. */
export const logAuditLine = (log: PrivateLog, line: z.infer<typeof auditRow.body>): void =>
  log.append(auditRow, String(line.id), line, line.atMs);

export const readAuditRows = (db: Db): RowReader =>
  readRows(auditRow, (_id, line) => {
    db.insert(audit).values(line).onConflictDoNothing().run();
  });
