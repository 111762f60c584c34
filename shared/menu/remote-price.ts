// Prices that were put in at the relay while the store was away. They stand beside the entries in the document until the store has decided:
// it takes each whose author saw the price that the store has, and keeps every other as a choice for people. Two maps, each with one
// writer, so that none of the two sides ever writes over the other: what waits is the relay's, what is in conflict is the store's.
import type * as Y from 'yjs';
import { z } from 'zod';
import { ENTRY_KINDS, type Catalog, type EntryKind } from './menu.ts';
import { isPriced } from './price-shift.ts';

const WAITING = 'remotePrices';
const CONFLICTS = 'priceConflicts';
/** Written by a store that decides; for one that does not, the relay writes prices straight into the entries, as it always did. */
const DECIDES = '$decides';
const MADE = 'made';

/** Stores of an older protocol decide nothing. */
export const DECIDES_PROTOCOL_MIN = 11;
/** Letters of a name that are kept. */
export const BY_LENGTH_MAX = 200;
const cents = z.number().int().min(0);

/** A price that somebody wanted from afar, in centavos: what they saw, what they want, who they are and when (Unix milliseconds). */
export const RemotePrice = z.object({
  kind: z.enum(ENTRY_KINDS as [EntryKind, ...EntryKind[]]),
  id: z.string().min(1).max(64),
  seenCents: cents,
  wantedCents: cents,
  by: z.string().max(BY_LENGTH_MAX),
  atMs: z.number().int().min(0),
});
export type RemotePrice = z.infer<typeof RemotePrice>;

const keyOf = ({ kind, id }: Pick<RemotePrice, 'kind' | 'id'>): string => `${kind}/${id}`;

/** What does not satisfy the schema is left out, as everywhere in the document. */
function readPrices(doc: Y.Doc, name: string): RemotePrice[] {
  return [...doc.getMap(name).entries()].flatMap(([key, value]) => {
    const parsed = RemotePrice.safeParse(value);
    return parsed.success && keyOf(parsed.data) === key ? [parsed.data] : [];
  });
}

/** Whether the store of this document decides about prices from afar. */
export const doesStoreDecide = (doc: Y.Doc): boolean => doc.getMap(CONFLICTS).get(DECIDES) === true;
/** The store says that it does, once. Call within a transaction of the document. */
export const announceDecisions = (doc: Y.Doc): void => void doc.getMap(CONFLICTS).set(DECIDES, true);

/** The relay says it of a store that was put back to an older release; a newer one announces it again. */
export const retractDecisions = (doc: Y.Doc): void => doc.getMap(CONFLICTS).delete(DECIDES);

/** The relay's: prices that the store has not decided about. */
export const readWaitingPrices = (doc: Y.Doc): RemotePrice[] => readPrices(doc, WAITING);
/** Puts a price beside its entry. One that was changed twice keeps what was seen first: that is what the store may still have. */
export function addWaitingPrice(doc: Y.Doc, price: RemotePrice): void {
  const waiting = readWaitingPrices(doc).find((candidate) => keyOf(candidate) === keyOf(price));
  doc.getMap(WAITING).set(keyOf(price), { ...price, seenCents: waiting?.seenCents ?? price.seenCents });
}
/** Says of an entry that it was made at the relay: its price is the relay's to write until the store has heard of it. */
export const markMadeRemotely = (doc: Y.Doc, kind: EntryKind, id: string): void =>
  void doc.getMap(WAITING).set(keyOf({ kind, id }), MADE);
/** Whether an entry was made at the relay, and the store has not heard of it yet. */
export const isMadeRemotely = (doc: Y.Doc, kind: EntryKind, id: string): boolean =>
  doc.getMap(WAITING).get(keyOf({ kind, id })) === MADE;
/** Once the store has heard of all that was done up to `atMs`. */
export function removeWaitingPrices(doc: Y.Doc, atMs: number): void {
  const laterKeys = new Set(
    readWaitingPrices(doc).flatMap((price) => (price.atMs > atMs ? [keyOf(price)] : [])),
  );
  for (const key of [...doc.getMap(WAITING).keys()]) if (!laterKeys.has(key)) doc.getMap(WAITING).delete(key);
}

/** The store's: prices that were not taken, because it had another one than was seen, until somebody chooses. */
export const readPriceConflicts = (doc: Y.Doc): RemotePrice[] => readPrices(doc, CONFLICTS);
/** Keeps a price to choose about; a later one of the same entry takes its place. */
export const addPriceConflict = (doc: Y.Doc, price: RemotePrice): void =>
  void doc.getMap(CONFLICTS).set(keyOf(price), price);
/** Somebody chose, or there is nothing to choose any more. */
export const removePriceConflict = (doc: Y.Doc, of: Pick<RemotePrice, 'kind' | 'id'>): void =>
  doc.getMap(CONFLICTS).delete(keyOf(of));

/** What an entry costs; null where there is none, or none with a price. */
export function storedPriceOf(catalog: Catalog, kind: EntryKind, id: string): number | null {
  if (!isPriced(kind)) return null;
  const entries: readonly { id: string; priceCents: number }[] = catalog[kind];
  return entries.find((entry) => entry.id === id)?.priceCents ?? null;
}

/** The catalogue as it will be if the store has what was seen: the relay shows it so. Any other price of the store goes before. */
export function withWaitingPrices(catalog: Catalog, waiting: readonly RemotePrice[]): Catalog {
  let shownCatalog = catalog;
  for (const { kind, id, seenCents, wantedCents } of waiting) {
    if (storedPriceOf(shownCatalog, kind, id) !== seenCents) continue;
    const entries: readonly { id: string }[] = shownCatalog[kind];
    shownCatalog = {
      ...shownCatalog,
      [kind]: entries.map((entry) => (entry.id === id ? { ...entry, priceCents: wantedCents } : entry)),
    };
  }
  return shownCatalog;
}

/**
 * What becomes of a price from afar: `take` it, it is there already (`same`), the store's own stays (`conflict`), or there is no such
 * entry any more (`gone`). Prices are whole centavos.
 */
export type RemotePriceDecision = 'take' | 'same' | 'conflict' | 'gone';

/** By what the store has now, and what the author saw and wants. */
export function decideRemotePrice(
  catalog: Catalog,
  { kind, id, seenCents, wantedCents }: Pick<RemotePrice, 'kind' | 'id' | 'seenCents' | 'wantedCents'>,
): RemotePriceDecision {
  const stored = storedPriceOf(catalog, kind, id);
  if (stored === null) return 'gone';
  if (stored === wantedCents) return 'same';
  return stored === seenCents ? 'take' : 'conflict';
}
