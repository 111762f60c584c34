// Looking for entries of a catalogue: by what is typed, by what a field says, and by whether they can be had. Pure.
import { foldText } from '../../../../text/fold-text.ts';
import { valuesOf } from './form.ts';
import type { AnyEntry, CatalogSpec, FieldSpec } from './kind.ts';

/** `fields`: what each select of the form must say; `state`: of what can be had. Empty texts ask for nothing. */
export type Wanted = {
  text: string;
  state: '' | 'active' | 'inactive' | 'sold-out';
  fields: Record<string, string>;
};
export const EVERYTHING: Wanted = { text: '', state: '', fields: {} };

export const isEverything = ({ text, state, fields }: Wanted): boolean =>
  text.trim() === '' && state === '' && Object.values(fields).every((value) => value === '');

/** The fields that a list is narrowed by: whatever is chosen of a list. */
export const filtersOf = (spec: CatalogSpec): (FieldSpec & { type: 'select' })[] =>
  spec.fields.filter((field): field is FieldSpec & { type: 'select' } => field.type === 'select');

/** What is not chosen; a select's own first option asks for a choice. */
export const NONE = '—';

export function findEntries(
  spec: CatalogSpec,
  entries: readonly AnyEntry[],
  wanted: Wanted,
  nowMs: number,
): readonly AnyEntry[] {
  if (isEverything(wanted)) return entries;
  const text = foldText(wanted.text.trim());
  const filters = filtersOf(spec).filter(({ key }) => (wanted.fields[key] ?? '') !== '');
  return entries.filter((entry) => {
    if (!foldText(entry.name).includes(text)) return false;
    if (!isInState(entry, wanted.state, nowMs)) return false;
    const values = valuesOf(filters, entry);
    return filters.every(({ key }) => (values[key] === '' ? NONE : values[key]) === wanted.fields[key]);
  });
}

function isInState(entry: AnyEntry, state: Wanted['state'], nowMs: number): boolean {
  switch (state) {
    case '':
      return true;
    case 'active':
      return entry.active;
    case 'inactive':
      return !entry.active;
    case 'sold-out':
      return 'soldOutUntilMs' in entry && entry.soldOutUntilMs !== null && entry.soldOutUntilMs > nowMs;
  }
}
