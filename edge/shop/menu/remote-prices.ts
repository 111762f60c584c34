// Prices that were put in at the relay while the store was away, as they reach the store: taken where their author saw the price that the
// store has. Where not, the store's stays, and a person chooses between the two.
import type { PriceConflict, PriceChoice } from '@balcao/shared/http/price-conflicts.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import { setEntry } from '@balcao/shared/menu/document.ts';
import { mayEdit } from '@balcao/shared/menu/may-edit.ts';
import type { EntryKind } from '@balcao/shared/menu/menu.ts';
import {
  addPriceConflict,
  announceDecisions,
  decideRemotePrice,
  doesStoreDecide,
  readPriceConflicts,
  removePriceConflict,
  storedPriceOf,
  type RemotePrice,
} from '@balcao/shared/menu/remote-price.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { priceChosenText, priceConflictText, priceGoneText } from '../audit/price-sentences.ts';
import type { MenuStore } from './menu-store.ts';

export type RemotePrices = ReturnType<typeof createRemotePrices>;

export function createRemotePrices({ menu, audit }: { menu: MenuStore; audit: Audit }) {
  const nameOf = (kind: EntryKind, id: string): string => {
    const entries: readonly { id: string; name?: string }[] = menu.catalog()[kind];
    return entries.find((entry) => entry.id === id)?.name ?? id;
  };

  /** What there is to choose about: where the store has come to the wanted price by itself, or has no such entry, there is nothing. */
  function listConflicts(role: Role | null): PriceConflict[] {
    const catalog = menu.catalog();
    return readPriceConflicts(menu.doc).flatMap((conflict) => {
      const { kind, id, wantedCents } = conflict;
      const storedCents = storedPriceOf(catalog, kind, id);
      if (storedCents === null || storedCents === wantedCents || !mayEdit(role, kind, { priceCents: 0 }))
        return [];
      return [{ ...conflict, name: nameOf(kind, id), storedCents }];
    });
  }

  return {
    list: listConflicts,

    /** Writes into the menu document that this store decides prices: the relay reads it there and leaves them to the store. */
    announceDecisions(): void {
      if (!doesStoreDecide(menu.doc)) menu.edit(announceDecisions);
    },

    /**
     * Writes what becomes of one price, in one transaction with `alsoWrite`, which is given the sentence for the audit where the store's own
     * price stays or there is none any more, under the name that its author saw; else null.
     */
    applyPrice(price: RemotePrice, seenName: string, alsoWrite: (text: string | null) => void): void {
      const { kind, id, wantedCents } = price;
      const decision = decideRemotePrice(menu.catalog(), price);
      switch (decision) {
        case 'take':
          return menu.edit(
            (doc) => {
              setEntry(doc, kind, id, { priceCents: wantedCents });
              removePriceConflict(doc, price);
            },
            () => alsoWrite(null),
          );
        case 'same':
        case 'gone':
          return menu.edit(
            (doc) => removePriceConflict(doc, price),
            () => alsoWrite(decision === 'gone' ? priceGoneText({ ...price, name: seenName }) : null),
          );
        case 'conflict': {
          const storedCents = storedPriceOf(menu.catalog(), kind, id) ?? 0;
          const text = priceConflictText({ ...price, name: nameOf(kind, id), storedCents });
          return menu.edit(
            (doc) => addPriceConflict(doc, price),
            () => alsoWrite(text),
          );
        }
      }
    },

    /** What a person chose, who is refused where one of the two prices is another one by now. */
    choose(
      actor: Actor,
      role: Role | null,
      { kind, id }: { kind: EntryKind; id: string },
      { choice, storedCents, wantedCents }: PriceChoice,
    ): Result<{ conflicts: PriceConflict[] }, 'forbidden' | 'price-decided'> {
      if (!mayEdit(role, kind, { priceCents: wantedCents })) return refused('forbidden');
      const conflict = listConflicts(role).find(
        (candidate) => candidate.kind === kind && candidate.id === id,
      );
      if (conflict?.storedCents !== storedCents || conflict.wantedCents !== wantedCents)
        return refused('price-decided');
      menu.edit(
        (doc) => {
          if (choice === 'wanted') setEntry(doc, kind, id, { priceCents: wantedCents });
          removePriceConflict(doc, conflict);
        },
        () => audit.record(actor, 'menu', 'price-chosen', priceChosenText(conflict, choice)),
      );
      return accepted({ conflicts: listConflicts(role) });
    },
  };
}
