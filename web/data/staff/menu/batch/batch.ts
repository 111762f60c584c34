// What is sent for many entries at once, and what takes it back. Pure.
import type { EntriesPatch } from '@balcao/shared/http/staff.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { isPriced, shiftPrice, type PriceMove, type PriceShift } from '@balcao/shared/menu/price-shift.ts';
import { parseCents } from '@balcao/shared/money.ts';
import { unusualPrice } from '../editor/form.ts';
import { fieldsOf, type AnyEntry, type EditedKind } from '../editor/kind.ts';

export type Patches = EntriesPatch['entries'];

/** How prices are moved, as it is typed; `keepsFree`: what costs nothing goes on costing nothing. */
export type ShiftDraft = {
  direction: 'up' | 'down';
  by: PriceShift['by'];
  amount: string;
  keepsFree: boolean;
};

/** Null as long as what is typed is no amount above nothing. */
export function readShift({ direction, by, amount }: Omit<ShiftDraft, 'keepsFree'>): PriceShift | null {
  const read = parseCents(amount.replace('%', ''));
  if (read === null || read === 0) return null;
  const signed = direction === 'up' ? read : -read;
  // Two decimals of a percent are its hundredths, as those of a real are its centavos.
  return by === 'cents' ? { by, cents: signed } : { by, hundredths: signed };
}

/** One entry whose price moves; `unusual`: to more than three times what it was, or to less than a third. */
export type MovedEntry = PriceMove & { id: string; name: string; unusual: boolean };

export function movePrices(
  kind: EditedKind,
  entries: readonly AnyEntry[],
  shift: PriceShift | null,
  keepsFree = false,
): MovedEntry[] {
  if (!isPriced(kind)) return [];
  return entries.flatMap((entry) => {
    if (!('priceCents' in entry)) return [];
    const { id, name, priceCents } = entry;
    const move: PriceMove =
      shift === null || (keepsFree && priceCents === 0)
        ? { beforeCents: priceCents, afterCents: priceCents, bound: null }
        : shiftPrice(kind, priceCents, shift);
    const unusual =
      priceCents > 0 && unusualPrice(move.afterCents, { known: priceCents, others: [] }) !== null;
    return [{ id, name, ...move, unusual }];
  });
}

/** Each with the price that was shown: none is written over another one. */
export const pricePatches = (kind: EditedKind, moved: readonly MovedEntry[]): Patches =>
  moved
    .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents)
    .map(({ id, beforeCents, afterCents }) => ({
      kind,
      id,
      fields: { priceCents: afterCents },
      seen: { priceCents: beforeCents },
    }));

export const activePatches = (kind: EditedKind, entries: readonly AnyEntry[], active: boolean): Patches =>
  entries.filter((entry) => entry.active !== active).map(({ id }) => ({ kind, id, fields: { active } }));

/** What puts everything back as `before` had it; what was new is switched off, for nothing is ever deleted. */
export function undoPatches(before: Catalog, patches: Patches): Patches {
  return patches.map(({ kind, id, fields }) => {
    const entries: readonly { id: string }[] = before[kind];
    const entryBefore = entries.find((entry) => entry.id === id);
    if (entryBefore === undefined) return { kind, id, fields: { active: false } };
    const raw = fieldsOf(entryBefore as AnyEntry);
    const back = Object.fromEntries(Object.keys(fields).map((key) => [key, raw[key]]));
    const { priceCents } = fields;
    return {
      kind,
      id,
      fields: back,
      ...(typeof priceCents === 'number' && { seen: { priceCents } }),
    };
  });
}
