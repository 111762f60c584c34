// Writes what administrators changed on the relay while the store was away into the audit: each edit once, under the name in its assertion.
import { eq } from 'drizzle-orm';
import type { RemoteEdit } from '@balcao/shared/link/edits.ts';
import { BY_LENGTH_MAX, RemotePrice } from '@balcao/shared/menu/remote-price.ts';
import type { Actor, Audit } from '../../shop/audit/audit.ts';
import { entryText, settingsText } from '../../shop/audit/menu-sentences.ts';
import type { Db } from '../../storage/open.ts';
import { inbox } from '../../storage/schema/replication.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { MenuStore } from '../../shop/menu/menu-store.ts';
import type { RemotePrices } from '../../shop/menu/remote-prices.ts';
import type { Assertions } from '../../shop/users/assertions.ts';

const KIND = 'remote-edit';

export type RemoteEdits = ReturnType<typeof createRemoteEdits>;

export function createRemoteEdits(deps: {
  db: Db;
  audit: Audit;
  assertions: Assertions;
  clock: () => number;
  menu: Pick<MenuStore, 'catalog'>;
  remotePrices: RemotePrices;
}) {
  const { db, audit, assertions, clock, menu, remotePrices } = deps;

  async function actorOf(edit: RemoteEdit): Promise<Actor> {
    const claims = await assertions.verify(edit.assertion, edit.atMs);
    return claims
      ? { userId: claims.sub, userName: claims.name, from: 'relay' }
      : { userId: null, userName: 'alguém que a loja não reconhece', from: 'relay' };
  }

  const nameSeen = ({ before, entryId }: RemoteEdit): string => {
    const name = before?.['name'];
    return typeof name === 'string' ? name : entryId;
  };

  const isRecorded = (id: string): boolean =>
    db.select({ id: inbox.id }).from(inbox).where(eq(inbox.id, id)).get() !== undefined;

  const sentenceOf = ({ kind, entryId, before, after }: RemoteEdit): string | null =>
    kind === 'settings'
      ? settingsText(before ?? {}, after)
      : entryText({ kind, id: entryId }, before, { ...before, ...after }, menu.catalog());

  /** Within a transaction: the edit is known from now on, and its line is in the audit. */
  function recordEdit(actor: Actor, edit: RemoteEdit, text: string | null): void {
    const { id, kind, before, atMs } = edit;
    db.insert(inbox).values({ id, kind: KIND, requestHash: '', outcome: 'null', atMs: clock() }).run();
    if (text === null) return;
    const subject = kind === 'settings' ? 'settings' : 'menu';
    audit.record(actor, subject, before ? 'change' : 'create', `${text}, com a loja sem conexão`, atMs);
  }

  /** The price that this store is to decide about; null where the document has it all. */
  function heldPriceOf(actor: Actor, edit: RemoteEdit): RemotePrice | null {
    const { kind, entryId: id, before, after, atMs, held } = edit;
    const [seenCents, wantedCents] = [before?.['priceCents'], after['priceCents']];
    if (held !== true || kind === 'settings') return null;
    const parsed = RemotePrice.safeParse({
      kind,
      id,
      seenCents,
      wantedCents,
      by: (actor.userName ?? '').slice(0, BY_LENGTH_MAX),
      atMs,
    });
    return parsed.success ? parsed.data : null;
  }

  return {
    /** Writes each edit into the audit and decides its price; an edit that was already recorded is skipped. */
    async recordEdits(edits: readonly RemoteEdit[]): Promise<void> {
      for (const edit of edits) {
        const actor = await actorOf(edit);
        if (isRecorded(edit.id)) continue;
        const price = heldPriceOf(actor, edit);
        if (price === null) inTransaction(db, () => recordEdit(actor, edit, sentenceOf(edit)));
        else
          remotePrices.applyPrice(price, nameSeen(edit), (keptPriceText) =>
            recordEdit(actor, edit, keptPriceText ?? sentenceOf(edit)),
          );
      }
    },
  };
}
