// A catalogue form as texts: reading an entry into it, checking it, and the fields that changed.
import { formatAmount, parseCents } from '@balcao/shared/money.ts';
import type { AnyEntry, FieldSpec, KindSpec } from './kinds.ts';
import { fieldsOf } from './kinds.ts';

export type Values = Record<string, string>;
export type Errors = Record<string, string>;

/** The topping category that is stored as nothing. */
const OTHERS = 'outros';

export function valuesOf(spec: KindSpec, entry: AnyEntry | null, standard: Values = {}): Values {
  const raw = entry ? fieldsOf(entry) : {};
  return Object.fromEntries(
    spec.fields.map((field) => [
      field.key,
      entry ? textOf(field, raw[field.key]) : (standard[field.key] ?? ''),
    ]),
  );
}

function textOf({ type }: FieldSpec, value: unknown): string {
  if (type === 'topping-category') return value === '' ? OTHERS : String(value);
  if (value === null || value === undefined) return '';
  if (type === 'money') return formatAmount(Number(value));
  if (type === 'list') return Array.isArray(value) ? value.join('\n') : '';
  return typeof value === 'string' ? value : String(value as number);
}

export function checkValues(spec: KindSpec, fields: readonly FieldSpec[], values: Values): Errors {
  const errors: Errors = {};
  for (const field of fields) {
    const text = (values[field.key] ?? '').trim();
    if (field.required && text === '') {
      errors[field.key] =
        spec.kind === 'categories' && field.key === 'name'
          ? 'O nome da categoria é obrigatório.'
          : `O campo "${field.label}" é obrigatório.`;
    } else if (field.type === 'money' && text !== '') {
      const cents = parseCents(text);
      if (cents === null) errors[field.key] = 'Preço inválido: use um valor como 12,50.';
      else if (cents === 0 && field.required)
        errors[field.key] = 'Preço inválido: O preço deve ser maior que zero.';
    } else if (field.type === 'count' && text !== '' && !/^\d{1,5}$/.test(text))
      errors[field.key] = 'Valor inválido';
  }
  return errors;
}

/** What the store keeps, of the fields shown. */
export function storedOf(fields: readonly FieldSpec[], values: Values): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [field.key, storedValue(field, (values[field.key] ?? '').trim())]),
  );
}

function storedValue({ type }: FieldSpec, text: string): unknown {
  switch (type) {
    case 'money':
      return text === '' ? 0 : parseCents(text);
    case 'count':
      return text === '' ? 0 : Number(text);
    case 'topping-category':
      return text === OTHERS ? '' : text;
    case 'list':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'area':
    case 'color':
    case 'image':
    case 'product-category':
      return text === '' ? null : text;
    case 'text':
    case 'cup-mode':
    case 'product-type':
      return text;
  }
}

/** Only what differs: a field that somebody else changed meanwhile stays theirs. */
export const changedFields = (entry: AnyEntry, stored: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stored).filter(
      ([key, value]) => JSON.stringify(fieldsOf(entry)[key]) !== JSON.stringify(value),
    ),
  );

/**
 * Somebody else saved the entry while this form was open: fields nobody touched here follow, what was typed stays. `theirs` are
 * the fields that both changed.
 */
export function followEntry(
  spec: KindSpec,
  given: { before: AnyEntry; now: AnyEntry; typed: Values },
): { values: Values; theirs: { label: string; text: string }[] } {
  const [before, now] = [valuesOf(spec, given.before), valuesOf(spec, given.now)];
  const values = { ...given.typed };
  const theirs: { label: string; text: string }[] = [];
  for (const { key, label, type } of spec.fields) {
    if (before[key] === now[key]) continue;
    if (given.typed[key] === before[key]) values[key] = now[key] ?? '';
    else if (given.typed[key] !== now[key])
      theirs.push({ label, text: type === 'image' ? 'outra imagem' : (now[key] ?? '') });
  }
  return { values, theirs };
}
