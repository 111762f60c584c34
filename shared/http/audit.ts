// `GET /api/staff/audit?before=&subject=` (ADMIN): who changed what, newest first, 100 at a time; `before` is the last id seen.
import { z } from 'zod';

/** What the audit can be narrowed to. */
export const AuditSubject = z.enum([
  'order',
  'menu',
  'settings',
  'user',
  'cash',
  'printer',
  'privacy',
  'access',
]);
/** One change, never altered afterwards. */
export const AuditRow = z.object({
  id: z.number().int(),
  atMs: z.number(),
  /** Who; null for the store itself. */
  userName: z.string().nullable(),
  from: z.enum(['lan', 'relay', 'store']),
  subject: AuditSubject,
  /** One sentence in Portuguese: 'mudou o preço de Grande de R$ 25,00 para R$ 27,00'. */
  text: z.string(),
});
/** The answer; `more`: there are older ones. */
export const AuditPage = z.object({ rows: z.array(AuditRow), more: z.boolean() });
/** `before`: the last id seen; without it the newest. `subject`: rows of one kind alone. */
export const AuditQuery = z.object({
  before: z.coerce.number().int().positive().optional(),
  subject: AuditSubject.optional(),
});
export type AuditSubject = z.infer<typeof AuditSubject>;
export type AuditPage = z.infer<typeof AuditPage>;
