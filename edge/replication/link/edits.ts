// Writes what administrators changed on the relay while the store was away into the audit: each edit once, under the name in its assertion.
import { eq } from 'drizzle-orm';
import type { RemoteEdit } from '@balcao/shared/link/edits.ts';
import type { Actor, Audit } from '../../shop/audit/audit.ts';
import { entryText, settingsText } from '../../shop/audit/sentences.ts';
import type { Db } from '../../storage/open.ts';
import { inbox } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Assertions } from '../../shop/users/assertions.ts';

const KIND = 'remote-edit';

export type RemoteEdits = ReturnType<typeof createRemoteEdits>;

export function createRemoteEdits(deps: {
  db: Db;
  audit: Audit;
  assertions: Assertions;
  clock: () => number;
}) {
  const { db, audit, assertions, clock } = deps;

  async function actorOf(edit: RemoteEdit): Promise<Actor> {
    const claims = await assertions.verify(edit.assertion, edit.atMs);
    return claims
      ? { userId: claims.sub, userName: claims.name, from: 'relay' }
      : { userId: null, userName: 'alguém que a loja não reconhece', from: 'relay' };
  }

  return {
    /** Writes the lines of the audit; what was already written is passed over. */
    async take(edits: readonly RemoteEdit[]): Promise<void> {
      for (const edit of edits) {
        const actor = await actorOf(edit);
        const { kind, entryId, before, after } = edit;
        const text =
          kind === 'settings'
            ? settingsText(before ?? {}, after)
            : entryText(kind, entryId, before, { ...before, ...after });
        inTransaction(db, () => {
          if (db.select({ id: inbox.id }).from(inbox).where(eq(inbox.id, edit.id)).get()) return;
          db.insert(inbox)
            .values({ id: edit.id, kind: KIND, requestHash: '', outcome: 'null', atMs: clock() })
            .run();
          if (text !== null)
            audit.record(
              actor,
              kind === 'settings' ? 'settings' : 'menu',
              before ? 'change' : 'create',
              `${text}, com a loja sem conexão`,
              edit.atMs,
            );
        });
      }
    },
  };
}
