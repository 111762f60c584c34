// What a change of the menu or the settings comes to, the same wherever it is made: judged whole, written field by field.
import type { z } from 'zod';
import { accepted, refused, type Result } from '../result.ts';
import { ENTRY_SCHEMAS, Settings, type Catalog, type Entry, type EntryKind } from './menu.ts';

type Fields = Record<string, unknown>;
type AnyEntry = Entry<EntryKind>;

/** A change that was accepted, before it is written into the document; `V` is the entry or the settings. */
export type Edit<V = Fields> = {
  /** As it was; null for a new entry. */
  before: Fields | null;
  /** What to write: only what was sent, so that a field somebody else changed meanwhile stays theirs. All of a new entry. */
  fields: Fields;
  /** The whole as it is then. */
  value: V;
};

/** One entry with the fields of `patch` in place of its own. Refuses with zod's issues when the whole does not fit its kind. */
export function editEntry(
  catalog: Catalog,
  kind: EntryKind,
  id: string,
  patch: Fields,
): Result<Edit<AnyEntry>, z.core.$ZodIssue[]> {
  const existing = (catalog[kind] as { id: string }[]).find((entry) => entry.id === id) as Fields | undefined;
  const parsed = ENTRY_SCHEMAS[kind].safeParse({ ...existing, ...patch, id });
  if (!parsed.success) return refused(parsed.error.issues);
  const value: AnyEntry = parsed.data;
  return accepted({ before: existing ?? null, fields: existing ? pickSent(patch, value) : value, value });
}

/** One entry of several, with what it comes to. */
export type EntryEdit = { kind: EntryKind; id: string } & Edit<AnyEntry>;

/** All of them, each judged as the ones before left the catalogue, or the first that is wrong. */
export function editEntries(
  catalog: Catalog,
  patches: readonly { kind: EntryKind; id: string; fields: Fields }[],
): Result<EntryEdit[], z.core.$ZodIssue[]> {
  let catalogSoFar = catalog;
  const edits: EntryEdit[] = [];
  for (const { kind, id, fields } of patches) {
    const edit = editEntry(catalogSoFar, kind, id, fields);
    if (!edit.ok) return edit;
    edits.push({ kind, id, ...edit.value });
    const otherEntries = (catalogSoFar[kind] as { id: string }[]).filter((entry) => entry.id !== id);
    catalogSoFar = { ...catalogSoFar, [kind]: [...otherEntries, edit.value.value] };
  }
  return accepted(edits);
}

/** A price that is no longer the one that its author saw, and what they wanted instead. */
export type PriceDiffers = {
  code: 'price-differs';
  kind: EntryKind;
  id: string;
  name: string;
  seenCents: number;
  storedCents: number;
  wantedCents: number;
  /** So many other prices of the same request are no longer those that were seen either. */
  others: number;
};

/** The first price of `patches` that would be written over without its author having seen it; null where there is none. */
export function findUnseenPrice(
  catalog: Catalog,
  patches: readonly {
    kind: EntryKind;
    id: string;
    fields: Fields;
    seen?: { priceCents: number } | undefined;
  }[],
): PriceDiffers | null {
  const unseenPrices: Omit<PriceDiffers, 'others'>[] = [];
  for (const { kind, id, fields, seen } of patches) {
    const entries: readonly AnyEntry[] = catalog[kind];
    const stored = entries.find((entry) => entry.id === id);
    const wantedCents = fields['priceCents'];
    if (seen === undefined || typeof wantedCents !== 'number') continue;
    if (stored === undefined || !('priceCents' in stored)) continue;
    const { name, priceCents: storedCents } = stored;
    // Whoever wants what is there already overrides nobody.
    if (storedCents !== seen.priceCents && storedCents !== wantedCents)
      unseenPrices.push({
        code: 'price-differs',
        kind,
        id,
        name,
        seenCents: seen.priceCents,
        storedCents,
        wantedCents,
      });
  }
  const [first] = unseenPrices;
  return first === undefined ? null : { ...first, others: unseenPrices.length - 1 };
}

/** The settings with the fields of `patch` in place of their own. Refuses with zod's issues when the whole does not fit. */
export function editSettings(settings: Settings, patch: Fields): Result<Edit<Settings>, z.core.$ZodIssue[]> {
  const parsed = WholeSettings.safeParse({ ...settings, ...patch });
  if (!parsed.success) return refused(parsed.error.issues);
  return accepted({ before: settings, fields: pickSent(patch, parsed.data), value: parsed.data });
}

// Only of an edit: replicas that merged two edits field by field may cross, and must still be read.
const WholeSettings = Settings.refine(
  (settings) => settings.kitchenLateMinutes > settings.kitchenWarnMinutes,
  {
    path: ['kitchenLateMinutes'],
    message: 'O vermelho precisa vir depois do amarelo.',
  },
);

const pickSent = (patch: Fields, value: Fields): Fields =>
  Object.fromEntries(
    Object.keys(patch)
      .filter((key) => key in value && key !== 'id')
      .map((key) => [key, value[key]]),
  );
