// How one catalogue is described to the editor: what it is called, the fields of its form, how its entries are shown. Retail and
// wholesale each describe theirs; the editor knows neither.
import type { EntriesPatch } from '@balcao/shared/http/staff.ts';
import type { Catalog, Entry, EntryKind } from '@balcao/shared/menu/menu.ts';
import type { ReactNode } from 'react';
import type { Toast } from '../../../../ui/toast.tsx';
import type { Heading } from '../../action.ts';
import type { Errors } from '../../draft.ts';

export type EditedKind = Exclude<EntryKind, 'paymentMethods' | 'wholesaleFields'>;

/** A form as texts: a list is one line each, a switch 'true' or 'false'. */
export type Values = Record<string, string>;

export type FieldSpec = {
  key: string;
  label: string;
  required?: true;
  wide?: true;
  hint?: string;
  /** Whether it stands in the form at all. */
  shown?: (values: Values, isNew: boolean) => boolean;
} & (
  | { type: 'text' | 'area' | 'money' | 'count' | 'color' | 'image' | 'list' | 'switch' | 'tiers' }
  | {
      type: 'select';
      options: (
        catalog: Catalog | null,
        value: string,
      ) => readonly (readonly [value: string, label: string])[];
      /** The option that is stored as an empty text. */
      empty?: string;
      /** Said below the field once this option is chosen. */
      about?: (value: string) => string | undefined;
      /** Of a question whose answer is kept in several fields: how it is read from them, and what it is kept as. */
      parts?: { read(entry: AnyEntry): string; stored(value: string): Record<string, unknown> };
    }
  /** Several of a list; none is stored as null, or as `none`. */
  | {
      type: 'choices';
      listed: (catalog: Catalog) => readonly { name: string; active: boolean }[];
      none?: readonly [];
    }
);

type Words = {
  /** The button that begins a new entry, and the title of its form. */
  add: string;
  empty: string;
  saveFailed: (isNew: boolean) => Heading;
  /** For what is changed in the list itself. */
  rowFailed: Heading;
  removeFailed: Heading;
  saved: (name: string, isNew: boolean) => Toast;
  removed: (name: string) => Toast;
  /** Above a message about what was typed, where one message says it for the whole form. */
  invalid?: string;
};

type Look<K extends EditedKind> =
  /** Ordered by hand, price and 'Acabou' in place. */
  | { look: 'table'; sellable: boolean; details(entry: Entry<K>, catalog: Catalog): (string | null)[] }
  | {
      look: 'cards';
      columns: string;
      picture?(entry: Entry<K>): ReactNode;
      body(entry: Entry<K>, catalog: Catalog): ReactNode;
    }
  | { look: 'names' };

export type CatalogSpec<K extends EditedKind = EditedKind> = {
  kind: K;
  title: string;
  /** As the question before a removal names it: 'a categoria'. */
  one: string;
  fields: readonly FieldSpec[];
  words: Words;
  /** What a failed load says. */
  loading?: { title: string; retry: string; stale: true };
  /** What a new entry begins with; `count`: how many there are of its kind. */
  standard: (count: number) => Values;
  /** Entries that are switched off: among the others, behind a button, or not at all. */
  inactive: 'shown' | 'on-request' | 'hidden';
  /** Which entries of the kind stand in this catalogue. */
  has?(entry: Entry<K>): boolean;
  check(values: Values, of: { catalog: Catalog | null; entry: Entry<K> | null }): Errors;
  /** Where saving one entry changes others as well. */
  patches?(
    catalog: Catalog,
    of: { id: string; entry: Entry<K> | null; values: Values },
  ): EntriesPatch['entries'];
  preview?: (values: Values) => ReactNode;
} & Look<K>;

export type AnyEntry = Entry<EditedKind>;

/** The fields as an open record: forms read and write them by name; the store judges the values. */
export const fieldsOf = (entry: AnyEntry): Record<string, unknown> => ({ ...entry });

export const entriesOf = ({ kind }: CatalogSpec, catalog: Catalog): readonly AnyEntry[] => catalog[kind];

/** What the other entries of the kind cost. */
export const pricesBeside = (spec: CatalogSpec, catalog: Catalog | null, id: string): readonly number[] =>
  catalog === null
    ? []
    : entriesOf(spec, catalog).flatMap((one) =>
        one.id !== id && 'priceCents' in one ? [one.priceCents] : [],
      );

export const shownFields = (
  fields: readonly FieldSpec[],
  values: Values,
  isNew: boolean,
): readonly FieldSpec[] => fields.filter(({ shown }) => shown?.(values, isNew) ?? true);

/** `one`: 'a categoria', 'o produto'. */
/** How words for several of them end: 'todos', 'todas'. */
export const endingOf = ({ one }: Pick<CatalogSpec, 'one'>): 'os' | 'as' =>
  one.startsWith('a ') ? 'as' : 'os';

export const deleteQuestion = (one: string, name: string): string =>
  `Tem certeza que deseja excluir ${one} "${name}"?`;
