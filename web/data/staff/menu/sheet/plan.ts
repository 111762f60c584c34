// What a file would do to a catalogue, row by row, before any of it is done: new, changed, the same, or wrong and why. Pure.
import { ENTRIES_PATCHED_MAX } from '@balcao/shared/http/staff.ts';
import { editEntry } from '@balcao/shared/menu/edit.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { formatCents, parseCents } from '@balcao/shared/money.ts';
import { foldText } from '../../../../text/fold-text.ts';
import { changedFields } from '../../draft.ts';
import type { Patches } from '../batch/batch.ts';
import { storedOf, unusualPrice, valuesOf } from '../editor/form.ts';
import {
  entriesOf,
  pricesBeside,
  type AnyEntry,
  type CatalogSpec,
  type FieldSpec,
  type Values,
} from '../editor/kind.ts';
import { positionOfNew } from '../editor/reorder.ts';
import { columnsOf, readCell, readYes, type Column } from './columns.ts';

/** A cell as it was read: what a spreadsheet or JSON holds as a number stays one. */
export type ReadCell = string | number;
export type RowState = 'new' | 'changed' | 'same' | 'wrong';
/** `line` as the spreadsheet counts; `says`: what changes, or what is wrong. */
export type PlannedRow = {
  line: number;
  name: string;
  state: RowState;
  says: readonly string[];
  unusual: boolean;
};
/** `trouble`: why nothing of the file can be used at all. */
export type Plan =
  | { trouble: string }
  | { rows: readonly PlannedRow[]; patches: Patches; unknown: readonly string[] };

type Table = readonly (readonly ReadCell[])[];
type Placed = { column: Column; at: number };

export function planImport(spec: CatalogSpec, catalog: Catalog, table: Table, newId: () => string): Plan {
  const headAt = table.findIndex((row) => row.some((cell) => String(cell).trim() !== ''));
  const head = (table[headAt] ?? []).map((cell) => String(cell).trim());
  const columns = columnsOf(spec);
  const placed = head.flatMap((title, at): Placed[] => {
    const column = columns.find((one) => foldText(one.title) === foldText(title.replace('(R$)', '').trim()));
    return column === undefined ? [] : [{ column, at }];
  });
  if (!placed.some(({ column }) => column.title === 'Nome' || column.is === 'id'))
    return { trouble: 'A primeira linha precisa dar nome às colunas, e uma delas ser “Código” ou “Nome”.' };
  const twice = placed.find(({ column }, index) =>
    placed.some((other, later) => later > index && other.column.title === column.title),
  );
  if (twice !== undefined) return { trouble: `A coluna “${twice.column.title}” aparece duas vezes.` };

  const planner = createPlanner(spec, catalog, placed, newId);
  const rows: PlannedRow[] = [];
  const patches: Patches = [];
  for (const [index, cells] of table.entries()) {
    if (index <= headAt || cells.every((cell) => String(cell).trim() === '')) continue;
    const { row, patch } = planner(cells, index + 1);
    rows.push(row);
    if (patch !== null) patches.push(patch);
  }
  if (rows.length === 0) return { trouble: 'O arquivo não tem nenhuma linha além dos títulos.' };
  if (patches.length > ENTRIES_PATCHED_MAX)
    return {
      trouble: `De uma vez entram até ${ENTRIES_PATCHED_MAX} mudanças; este arquivo tem ${patches.length}.`,
    };
  const knownColumns = new Set(placed.map(({ at }) => at));
  return { rows, patches, unknown: head.filter((title, at) => title !== '' && !knownColumns.has(at)) };
}

type Planned = { row: PlannedRow; patch: Patches[number] | null };

function createPlanner(spec: CatalogSpec, catalog: Catalog, placed: readonly Placed[], newId: () => string) {
  const all = entriesOf(spec, catalog);
  const lineOfItem = new Map<string, number>();
  let createdCount = 0;

  return (cells: readonly ReadCell[], line: number): Planned => {
    const cellOf = (wanted: (column: Column) => boolean): ReadCell | undefined => {
      const found = placed.find(({ column }) => wanted(column));
      return found === undefined ? undefined : (cells[found.at] ?? '');
    };
    const code = String(cellOf(({ is }) => is === 'id') ?? '').trim();
    const typedName = String(cellOf(({ title }) => title === 'Nome') ?? '').trim();
    const which = findEntry(spec, all, code, typedName);
    const name = typedName || (which.entry?.name ?? code);
    const wrong = (...says: string[]): Planned => ({
      row: { line, name, state: 'wrong', says, unusual: false },
      patch: null,
    });
    if (which.wrong !== null) return wrong(which.wrong);
    const id = which.entry?.id ?? (code || newId());
    const earlier = lineOfItem.get(which.entry === null && code === '' ? `nome ${foldText(typedName)}` : id);
    if (earlier !== undefined) return wrong(`Este item já está na linha ${earlier}.`);
    lineOfItem.set(which.entry === null && code === '' ? `nome ${foldText(typedName)}` : id, line);

    const { values, wrongs } = readValues(
      spec,
      catalog,
      which.entry,
      placed,
      cells,
      all.length + createdCount,
    );
    const typedActive = readActive(cellOf(({ is }) => is === 'active'));
    const active = typedActive === 'wrong' ? undefined : typedActive;
    if (typedActive === 'wrong') wrongs.push('Ativo: use sim ou não.');
    wrongs.push(...checkValues(spec, catalog, which.entry, values));
    if (wrongs.length > 0) return wrong(...new Set(wrongs));

    const stored: Record<string, unknown> = {
      ...(which.entry === null && spec.look === 'table' && { position: positionOfNew(all) }),
      ...storedOf(spec.fields, values),
      ...(typeof active === 'boolean' && { active }),
    };
    const fields = which.entry === null ? stored : changedFields(which.entry, stored);
    const judged = editEntry(catalog, spec.kind, id, fields);
    if (!judged.ok)
      return wrong(
        ...judged.refusal.map(({ path }) => `${labelOf(spec, path[0])}: a loja não aceita este valor.`),
      );
    if (Object.keys(fields).length === 0)
      return { row: { line, name, state: 'same', says: [], unusual: false }, patch: null };
    if (which.entry === null) createdCount += 1;
    return planned(spec, catalog, { id, line, name, entry: which.entry, fields, values, active });
  };
}

/** By its code, else by a name that only one has. */
function findEntry(
  spec: CatalogSpec,
  all: readonly AnyEntry[],
  code: string,
  name: string,
): { entry: AnyEntry | null; wrong: string | null } {
  const isHere = (entry: AnyEntry): boolean => spec.has?.(entry) ?? true;
  if (code !== '') {
    const entry = all.find(({ id }) => id === code) ?? null;
    return entry === null || isHere(entry)
      ? { entry, wrong: code.length > 64 ? 'O código é longo demais.' : null }
      : { entry, wrong: 'Este código é de um item de outra lista.' };
  }
  if (name === '') return { entry: null, wrong: 'Falta o código ou o nome.' };
  const named = all.filter((entry) => isHere(entry) && foldText(entry.name) === foldText(name));
  return named.length > 1
    ? { entry: null, wrong: 'Mais de um item tem este nome: use a coluna “Código”.' }
    : { entry: named[0] ?? null, wrong: null };
}

function readValues(
  spec: CatalogSpec,
  catalog: Catalog,
  entry: AnyEntry | null,
  placed: readonly Placed[],
  cells: readonly ReadCell[],
  count: number,
): { values: Values; wrongs: string[] } {
  const values = valuesOf(spec.fields, entry, spec.standard(count));
  const wrongs: string[] = [];
  for (const { column, at } of placed) {
    if (column.is !== 'field') continue;
    const { field } = column;
    const cell = cells[at] ?? '';
    const text =
      typeof cell === 'number' && field.type === 'money'
        ? cell.toFixed(2).replace('.', ',')
        : String(cell).trim();
    const read = readCell(field, text, { catalog, known: values[field.key] ?? '' });
    if ('wrong' in read) wrongs.push(`${field.label}: ${read.wrong}`);
    else values[field.key] = read.value;
  }
  return { values, wrongs };
}

/** Undefined where the file says nothing of it. */
function readActive(cell: ReadCell | undefined): boolean | undefined | 'wrong' {
  const text = String(cell ?? '').trim();
  return text === '' ? undefined : (readYes(text) ?? 'wrong');
}

function checkValues(spec: CatalogSpec, catalog: Catalog, entry: AnyEntry | null, values: Values): string[] {
  return Object.entries(spec.check(values, { catalog, entry })).map(([key, message]) => {
    const label = labelOf(spec, key);
    const isNamed = key === 'form' || message.startsWith(label) || message.includes(`"${label}"`);
    return isNamed ? message : `${label}: ${message}`;
  });
}

function labelOf(spec: CatalogSpec, key: PropertyKey | undefined): string {
  if (key === 'productType' || key === 'cupMode') return 'O que é?';
  return spec.fields.find((field) => field.key === key)?.label ?? (key === 'id' ? 'Código' : String(key));
}

function planned(
  spec: CatalogSpec,
  catalog: Catalog,
  of: {
    id: string;
    line: number;
    name: string;
    entry: AnyEntry | null;
    fields: Record<string, unknown>;
    values: Values;
    active: boolean | undefined;
  },
): Planned {
  const { id, line, name, entry, fields, values, active } = of;
  const { priceCents } = fields;
  const knownCents = entry !== null && 'priceCents' in entry ? entry.priceCents : 0;
  const unusual =
    typeof priceCents === 'number' &&
    unusualPrice(priceCents, { known: knownCents, others: pricesBeside(spec, catalog, id) }) !== null;
  return {
    row: {
      line,
      name,
      state: entry === null ? 'new' : 'changed',
      says: entry === null ? [] : differences(spec, entry, values, active),
      unusual,
    },
    patch: {
      kind: spec.kind,
      id,
      fields,
      ...(entry !== null && typeof priceCents === 'number' && { seen: { priceCents: knownCents } }),
    },
  };
}

function differences(
  spec: CatalogSpec,
  entry: AnyEntry,
  values: Values,
  active: boolean | undefined,
): string[] {
  const before = valuesOf(spec.fields, entry);
  const shown = (field: FieldSpec, of: Values): string => {
    const text = of[field.key] ?? '';
    if (field.type === 'money') return formatCents(parseCents(text) ?? 0);
    return text.replaceAll('\n', ', ') || 'vazio';
  };
  const changes = spec.fields
    .filter(
      (field) => JSON.stringify(storedOf([field], before)) !== JSON.stringify(storedOf([field], values)),
    )
    .map((field) =>
      field.type === 'select'
        ? `${field.label} muda`
        : `${field.label}: ${shown(field, before)} → ${shown(field, values)}`,
    );
  if (active !== undefined && active !== entry.active)
    changes.push(active ? 'Fica ligado' : 'Fica desligado');
  return changes;
}
