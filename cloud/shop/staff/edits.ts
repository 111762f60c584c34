// Changes that administrators make on the relay's document while the store is away: saved with who made them, then shown; told to
// the store's audit when it is back.
import { and, asc, eq, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { EDITS_BATCH_MAX, type RemoteEdit } from '@balcao/shared/link/edits.ts';
import { setEntry, setSettings } from '@balcao/shared/menu/document.ts';
import {
  editEntries,
  editSettings,
  findUnseenPrice,
  type Edit,
  type EntryEdit,
  type PriceDiffers,
} from '@balcao/shared/menu/edit.ts';
import type { EntryKind } from '@balcao/shared/menu/menu.ts';
import { refused } from '@balcao/shared/result.ts';
import type { Db } from '../../storage/open.ts';
import type { Documents } from '../menu/documents.ts';
import { remoteEdits } from './schema.ts';
import type { RemoteSession, RemoteSessions } from './remote-sessions.ts';
import type { Session } from '../stores/session.ts';

const RETRY_MS = 5000;

/** What is wrong with what was sent, or a price that is another one by now. */
export type EntriesRefusal = z.core.$ZodIssue[] | PriceDiffers;
export type Edits = ReturnType<typeof createEdits>;

export function createEdits(deps: {
  db: Db;
  documents: Documents;
  remoteSessions: RemoteSessions;
  clock: () => number;
  newId: () => string;
  log: { warn(details: object, message: string): void };
}) {
  const { db, documents, remoteSessions, log } = deps;

  const note = (
    by: RemoteSession,
    kind: RemoteEdit['kind'],
    entryId: string,
    { before, fields }: Edit<unknown>,
  ): RemoteEdit => ({
    id: deps.newId(),
    atMs: deps.clock(),
    assertion: by.assertion,
    kind,
    entryId,
    before,
    after: fields,
  });

  const save =
    (storeId: string, edits: readonly RemoteEdit[]) =>
    async (tx: Pick<Db, 'insert'>): Promise<void> => {
      await tx.insert(remoteEdits).values(edits.map((edit) => ({ storeId, edit })));
    };

  async function tell(session: Session): Promise<void> {
    const { storeId } = session;
    for (;;) {
      const rows = await db
        .select()
        .from(remoteEdits)
        .where(eq(remoteEdits.storeId, storeId))
        .orderBy(asc(remoteEdits.position))
        .limit(EDITS_BATCH_MAX);
      const last = rows.at(-1);
      if (!last) return;
      const { status } = await session.json('POST', '/link/edits', { edits: rows.map(({ edit }) => edit) });
      if (status !== 204) throw new Error(`the store answered ${status} to what was edited meanwhile`);
      await db
        .delete(remoteEdits)
        .where(and(eq(remoteEdits.storeId, storeId), lte(remoteEdits.position, last.position)));
    }
  }

  return {
    entries: (
      storeId: string,
      by: RemoteSession,
      patches: readonly {
        kind: EntryKind;
        id: string;
        fields: Record<string, unknown>;
        seen?: { priceCents: number } | undefined;
      }[],
    ) =>
      documents.edit<EntryEdit[], EntriesRefusal>(storeId, (catalog) => {
        const unseen = findUnseenPrice(catalog, patches);
        if (unseen !== null) return refused(unseen);
        const edited = editEntries(catalog, patches);
        if (!edited.ok) return edited;
        return {
          ok: true,
          value: edited.value,
          change: (doc) => {
            for (const { kind, id, fields } of edited.value) setEntry(doc, kind, id, fields);
          },
          alongside: save(
            storeId,
            edited.value.map((edit) => note(by, edit.kind, edit.id, edit)),
          ),
        };
      }),

    settings: (storeId: string, by: RemoteSession, patch: Record<string, unknown>) =>
      documents.edit(storeId, ({ settings }) => {
        const edit = editSettings(settings, patch);
        if (!edit.ok) return edit;
        return {
          ok: true,
          value: edit.value.value,
          change: (doc) => setSettings(doc, edit.value.fields),
          alongside: save(storeId, [note(by, 'settings', 'settings', edit.value)]),
        };
      }),

    /** Over a link that just came up: learns the store's key and tells its audit, again until it worked or the link ended. */
    async serve(session: Session, until: Promise<void>): Promise<void> {
      let over = false;
      const ended = until.then(() => {
        over = true;
      });
      while (!over) {
        try {
          const { status, body } = await session.json('GET', '/link/assertion-key');
          // A store older than protocol 4 sends no assertions, so it takes no remote edits.
          if (status === 404) return;
          await remoteSessions.learnKey(session.storeId, body);
          await tell(session);
          return;
        } catch (error) {
          if (over) return;
          log.warn({ storeId: session.storeId, err: error }, 'the store could not be told what was edited');
          let timer: NodeJS.Timeout | undefined;
          await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, RETRY_MS)))]);
          clearTimeout(timer);
        }
      }
    },
  };
}
