// Who changed what, when, and from where. One row per change, written in its transaction; sentences are Portuguese and
// never hold a phone, a name of a customer, or a secret.
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { AuditPage, AuditSubject } from '@balcao/shared/http/audit.ts';
import type { Db } from '../../storage/open.ts';
import { audit } from '../../storage/schema/staff.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { logAuditLine } from './replica.ts';

const PAGE_ROWS = 100;

/** Who asked, and over which way in. */
export type Actor = { userId: string | null; userName: string | null; from: 'lan' | 'relay' | 'store' };

export const THE_STORE: Actor = { userId: null, userName: null, from: 'store' };

export type Audit = ReturnType<typeof createAudit>;

/** What goes into the log as well, by its name and who it was: never the sentence, which may name somebody. */
const LOGGED: ReadonlySet<AuditSubject> = new Set(['access', 'user', 'settings', 'printer', 'privacy']);

export function createAudit(deps: {
  db: Db;
  log: PrivateLog;
  clock: () => number;
  logEntry?: (details: object, message: string) => void;
  /** While the store is write-locked no line is kept, and people still sign in: one of them has to mend it. */
  isHeld?: () => boolean;
}) {
  const { db, log, clock } = deps;
  const insert = db
    .insert(audit)
    .values({
      atMs: sql.placeholder('atMs'),
      userId: sql.placeholder('userId'),
      userName: sql.placeholder('userName'),
      from: sql.placeholder('from'),
      action: sql.placeholder('action'),
      subject: sql.placeholder('subject'),
      detail: sql.placeholder('detail'),
    })
    .returning({ id: audit.id })
    .prepare();
  return {
    /** `action` is a stable name for programs, `text` the sentence that people read; `atMs` when it was done, now unless told. */
    record(actor: Actor, subject: AuditSubject, action: string, text: string, atMs = clock()): void {
      if (subject === 'access' && deps.isHeld?.() === true) {
        deps.logEntry?.({ action, subject, userId: actor.userId, from: actor.from, kept: false }, 'audited');
        return;
      }
      inTransaction(db, () => {
        const row = {
          atMs,
          userId: actor.userId,
          userName: actor.userName ?? '',
          from: actor.from,
          action,
          subject,
          detail: text,
        };
        const { id } = insert.get(row);
        logAuditLine(log, { id, ...row });
        if (LOGGED.has(subject))
          deps.logEntry?.({ action, subject, userId: actor.userId, from: actor.from }, 'audited');
      });
    },

    /** Newest first; `before` is the last id of the page before. */
    page(deps: { before?: number | undefined; subject?: AuditSubject | undefined }): AuditPage {
      const rows = db
        .select()
        .from(audit)
        .where(
          and(
            deps.before === undefined ? undefined : lt(audit.id, deps.before),
            deps.subject === undefined ? undefined : eq(audit.subject, deps.subject),
          ),
        )
        .orderBy(desc(audit.id))
        .limit(PAGE_ROWS + 1)
        .all();
      return {
        rows: rows.slice(0, PAGE_ROWS).map(({ id, atMs, userName, from, subject, detail }) => ({
          id,
          atMs,
          userName: userName === '' ? null : userName,
          from: from as Actor['from'],
          subject: subject as AuditSubject,
          text: detail,
        })),
        more: rows.length > PAGE_ROWS,
      };
    },
  };
}
