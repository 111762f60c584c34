// A line of the audit: who did what. It names people of the staff: the relay keeps it sealed.
import { z } from 'zod';
import type { ReplicatedRow } from './replicated-row.ts';

const AuditBody = z.object({
  id: z.number(),
  atMs: z.number(),
  userId: z.string().nullable(),
  /** Empty: the store itself. */
  userName: z.string(),
  from: z.string(),
  action: z.string(),
  subject: z.string(),
  /** The sentence that people read. */
  detail: z.string(),
});

/** One row a line, under its number. */
export const auditRow = {
  kind: 'audit',
  ids: '*',
  version: 1,
  sealed: true,
  body: AuditBody,
} as const satisfies ReplicatedRow;
