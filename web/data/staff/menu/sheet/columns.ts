// A catalogue as a table: its columns, named as in the form, and each entry as cells. Pictures stay out: a file has no place for them.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { parseCents } from '@balcao/shared/money.ts';
import { foldText } from '../../../../text/fold-text.ts';
import { linesOf, valuesOf } from '../editor/form.ts';
import type { AnyEntry, CatalogSpec, FieldSpec } from '../editor/kind.ts';
import { tiersTrouble } from '../editor/tiers.ts';

/** A cell as a program holds it: money is reais. */
export type Cell = string | number | null;
export type Column = { title: string } & ({ is: 'id' | 'active' } | { is: 'field'; field: FieldSpec });

const BETWEEN = ' | ';

/** The code that an entry is known by, what its form has, and whether it is on. */
export function columnsOf(spec: CatalogSpec): Column[] {
  const fields = spec.fields.filter((field) => field.type !== 'image' && field.key !== 'active');
  return [
    { title: 'Código', is: 'id' },
    ...fields.map((field) => ({ title: field.label, is: 'field' as const, field })),
    { title: 'Ativo', is: 'active' },
  ];
}

export function cellsOf(spec: CatalogSpec, catalog: Catalog, entry: AnyEntry): Cell[] {
  const values = valuesOf(spec.fields, entry);
  return columnsOf(spec).map((column) => {
    if (column.is === 'field') return cellOf(column.field, values[column.field.key] ?? '', catalog);
    return column.is === 'id' ? entry.id : entry.active ? 'sim' : 'não';
  });
}

function cellOf(field: FieldSpec, value: string, catalog: Catalog): Cell {
  if (value === '') return null;
  switch (field.type) {
    case 'money':
      return (parseCents(value) ?? 0) / 100;
    case 'count':
      return Number(value);
    case 'list':
    case 'choices':
    case 'tiers':
      return linesOf(value).join(BETWEEN);
    case 'select':
      return field.options(catalog, value).find(([one]) => one === value)?.[1] ?? value;
    case 'switch':
      return value === 'true' ? 'sim' : 'não';
    case 'text':
    case 'area':
    case 'color':
    case 'image':
      return value;
  }
}

/** What a cell says, as the form holds it; or what is wrong with it. `known`: what the form holds now, which may be out of its list. */
export type Read = { value: string } | { wrong: string };

export function readCell(field: FieldSpec, text: string, of: { catalog: Catalog; known: string }): Read {
  switch (field.type) {
    case 'list':
    case 'choices':
      return readList(field, text, of);
    case 'tiers':
      return readTiers(text);
    case 'select':
      return readOption(field, text, of);
    case 'switch': {
      const on = readYes(text);
      return on === null ? { wrong: `use sim ou não, e não “${text}”.` } : { value: String(on) };
    }
    case 'color':
      return text === '' || /^#[0-9a-f]{6}$/i.test(text)
        ? { value: text.toLowerCase() }
        : { wrong: `“${text}” não é uma cor como #7d2f96.` };
    case 'text':
    case 'area':
    case 'money':
    case 'count':
    case 'image':
      return { value: text };
  }
}

function readList(
  field: FieldSpec,
  text: string,
  { catalog, known }: { catalog: Catalog; known: string },
): Read {
  const names = text
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const listed = field.type === 'choices' ? field.listed(catalog).map(({ name }) => name) : names;
  const unknown = names.find((name) => !listed.includes(name) && !linesOf(known).includes(name));
  return unknown === undefined
    ? { value: names.join('\n') }
    : { wrong: `“${unknown}” não está na lista. Cadastre antes de importar.` };
}

/** Units and price of each step, as “10 5,50 | 20 5,00”. */
function readTiers(text: string): Read {
  const value = text
    .split(/[|\n]/)
    .map((step) => step.trim().replace(/\s+/g, ' '))
    .filter((step) => step !== '')
    .join('\n');
  const wrong = tiersTrouble(value, Number.POSITIVE_INFINITY);
  return wrong === null ? { value } : { wrong };
}

function readOption(
  field: FieldSpec & { type: 'select' },
  text: string,
  { catalog, known }: { catalog: Catalog; known: string },
): Read {
  const options = field.options(catalog, known);
  const found = options.find(
    ([value, label]) => value === text || (foldText(label) === foldText(text) && value !== ''),
  );
  if (found !== undefined) return { value: found[0] };
  if (text === '' || options.some(([, label]) => foldText(label) === foldText(text))) return { value: '' };
  const names = options.filter(([value]) => value !== '').map(([, label]) => label);
  return { wrong: `“${text}” não existe. ${names.length === 0 ? '' : `Use: ${names.join(', ')}.`}`.trim() };
}

const YES = new Set(['sim', 's', 'true', 'verdadeiro', '1', 'ativo', 'x']);
const NO = new Set(['nao', 'n', 'false', 'falso', '0', 'inativo']);

/** Null where it is neither yes nor no. */
export function readYes(text: string): boolean | null {
  const folded = foldText(text);
  return YES.has(folded) ? true : NO.has(folded) ? false : null;
}
