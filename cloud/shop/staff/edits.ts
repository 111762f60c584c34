// Changes that administrators make on the relay's document while the store is away: saved with who made them, then shown; told to
// the store's audit when it is back.
import { and, asc, eq, lte } from 'drizzle-orm';
import type * as Y from 'yjs';
import type { z } from 'zod';
import { EDITS_BATCH_MAX, type RemoteEdit } from '@balcao/shared/link/edits.ts';
import { Hello } from '@balcao/shared/link/hello.ts';
import { setEntry, setSettings } from '@balcao/shared/menu/document.ts';
import {
  addWaitingPrice,
  BY_LENGTH_MAX,
  DECIDES_PROTOCOL_MIN,
  doesStoreDecide,
  isMadeRemotely,
  markMadeRemotely,
  readWaitingPrices,
  removeWaitingPrices,
  retractDecisions,
} from '@balcao/shared/menu/remote-price.ts';
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
import { coalesceRuns } from '../../storage/coalesce-runs.ts';
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
  /** Tells a store that is linked, in doubt or not. */
  const resends = new Map<string, () => void>();

  const remoteEditOf = (
    editor: RemoteSession,
    kind: RemoteEdit['kind'],
    entryId: string,
    { before, fields }: Edit<unknown>,
    held = false,
  ): RemoteEdit => ({
    id: deps.newId(),
    atMs: deps.clock(),
    assertion: editor.assertion,
    kind,
    entryId,
    before,
    after: fields,
    ...(held && { held }),
  });

  /**
   * Those whose price the store is to decide about. Not of what was made here, which the store may come to know later than its price; and
   * none where the store is an older one: these are written as they are.
   */
  const heldOf = (doc: Y.Doc, edits: readonly EntryEdit[]): ReadonlySet<EntryEdit> =>
    new Set(
      !doesStoreDecide(doc)
        ? []
        : edits.filter((edit) => {
            const { kind, id, before, fields } = edit;
            const isNew = edits.some(
              (other) => other.kind === kind && other.id === id && other.before === null,
            );
            return (
              !isNew &&
              !isMadeRemotely(doc, kind, id) &&
              typeof fields['priceCents'] === 'number' &&
              fields['priceCents'] !== before?.['priceCents']
            );
          }),
    );

  /** Into the document; a price that the store decides about waits beside its entry. */
  function writeEdit(doc: Y.Doc, edit: EntryEdit, held: { by: string; atMs: number } | null): void {
    const { kind, id, before, fields } = edit;
    const { priceCents: wantedCents, ...others } = fields;
    const seenCents = before?.['priceCents'];
    if (held === null || typeof seenCents !== 'number' || typeof wantedCents !== 'number') {
      if (before === null) markMadeRemotely(doc, kind, id);
      return setEntry(doc, kind, id, fields);
    }
    if (Object.keys(others).length > 0) setEntry(doc, kind, id, others);
    addWaitingPrice(doc, { kind, id, seenCents, wantedCents, ...held });
  }

  const saveEdits =
    (storeId: string, edits: readonly RemoteEdit[]) =>
    async (tx: Pick<Db, 'insert'>): Promise<void> => {
      await tx.insert(remoteEdits).values(edits.map((edit) => ({ storeId, edit })));
    };

  /** The store has heard of all: its own prices are in its document, and nothing waits beside them. */
  async function removeWaiting(storeId: string): Promise<void> {
    await documents.edit<null, never>(storeId, () => ({
      ok: true,
      value: null,
      change: (doc) => removeWaitingPrices(doc, deps.clock()),
      alongside: () => Promise.resolve(),
    }));
  }

  /** A store that was put back to an older release decides nothing: what waits for it is written as it always was. */
  async function writeForOlder(session: Session): Promise<void> {
    const { body } = await session.json('GET', '/link/hello');
    if (Hello.parse(body).protocol >= DECIDES_PROTOCOL_MIN) return;
    await documents.edit<null, never>(session.storeId, () => ({
      ok: true,
      value: null,
      change(doc) {
        for (const { kind, id, wantedCents } of readWaitingPrices(doc))
          setEntry(doc, kind, id, { priceCents: wantedCents });
        retractDecisions(doc);
      },
      alongside: () => Promise.resolve(),
    }));
  }

  async function sendEdits(session: Session): Promise<void> {
    const { storeId } = session;
    for (;;) {
      const rows = await db
        .select()
        .from(remoteEdits)
        .where(eq(remoteEdits.storeId, storeId))
        .orderBy(asc(remoteEdits.position))
        .limit(EDITS_BATCH_MAX);
      const lastRow = rows.at(-1);
      if (!lastRow) return removeWaiting(storeId);
      if (rows.some(({ edit }) => edit.held)) await writeForOlder(session);
      const { status } = await session.json('POST', '/link/edits', { edits: rows.map(({ edit }) => edit) });
      if (status !== 204) throw new Error(`the store answered ${status} to what was edited meanwhile`);
      await db
        .delete(remoteEdits)
        .where(and(eq(remoteEdits.storeId, storeId), lte(remoteEdits.position, lastRow.position)));
    }
  }

  async function sendEditsUntilDone(session: Session, until: Promise<void>): Promise<void> {
    let isOver = false;
    const ended = until.then(() => {
      isOver = true;
    });
    while (!isOver) {
      try {
        const { status, body } = await session.json('GET', '/link/assertion-key');
        // A store older than protocol 4 sends no assertions, so it takes no remote edits.
        if (status === 404) return;
        await remoteSessions.learnKey(session.storeId, body);
        await sendEdits(session);
        return;
      } catch (error) {
        if (isOver) return;
        log.warn({ storeId: session.storeId, err: error }, 'the store could not be told what was edited');
        let timer: NodeJS.Timeout | undefined;
        await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, RETRY_MS)))]);
        clearTimeout(timer);
      }
    }
  }

  /** An edit that was kept while there is a link after all. */
  async function sendSoon<T extends { ok: boolean }>(storeId: string, editing: Promise<T>): Promise<T> {
    const edited = await editing;
    if (edited.ok) resends.get(storeId)?.();
    return edited;
  }

  return {
    entries: (
      storeId: string,
      editor: RemoteSession,
      patches: readonly {
        kind: EntryKind;
        id: string;
        fields: Record<string, unknown>;
        seen?: { priceCents: number } | undefined;
      }[],
    ) =>
      sendSoon(
        storeId,
        documents.edit<EntryEdit[], EntriesRefusal>(storeId, (catalog, shared) => {
          const unseenPrice = findUnseenPrice(catalog, patches);
          if (unseenPrice !== null) return refused(unseenPrice);
          const edited = editEntries(catalog, patches);
          if (!edited.ok) return edited;
          const held = heldOf(shared, edited.value);
          const remoteEditRows = edited.value.map((edit) =>
            remoteEditOf(editor, edit.kind, edit.id, edit, held.has(edit)),
          );
          const atMs = deps.clock();
          return {
            ok: true,
            value: edited.value,
            change: (doc) => {
              for (const edit of edited.value)
                writeEdit(
                  doc,
                  edit,
                  held.has(edit) ? { by: editor.name.slice(0, BY_LENGTH_MAX), atMs } : null,
                );
            },
            alongside: saveEdits(storeId, remoteEditRows),
          };
        }),
      ),

    settings: (storeId: string, editor: RemoteSession, patch: Record<string, unknown>) =>
      sendSoon(
        storeId,
        documents.edit(storeId, ({ settings }) => {
          const edit = editSettings(settings, patch);
          if (!edit.ok) return edit;
          return {
            ok: true,
            value: edit.value.value,
            change: (doc) => setSettings(doc, edit.value.fields),
            alongside: saveEdits(storeId, [remoteEditOf(editor, 'settings', 'settings', edit.value)]),
          };
        }),
      ),

    /**
     * Over a link that just came up: learns the store's key and tells its audit, again until it worked or the link ended. What is edited while
     * the link lasts, for it was in doubt, follows.
     */
    async sendEditsToStore(session: Session, until: Promise<void>): Promise<void> {
      // Of many edits over a link in doubt one more round is enough, for it takes all that wait.
      const sendAgain = coalesceRuns(
        () => sendEditsUntilDone(session, until),
        (error) => log.warn({ storeId: session.storeId, err: error }, 'what was edited could not be sent'),
      );
      sendAgain();
      resends.set(session.storeId, sendAgain);
      void until.then(() => {
        if (resends.get(session.storeId) === sendAgain) resends.delete(session.storeId);
      });
      await sendAgain.idle();
    },
  };
}
