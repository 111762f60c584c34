// A catalogue form as texts: reading an entry into it, checking it, and what the store keeps of it.
import { formatAmount, parseCents } from '@balcao/shared/money.ts';
import type { Errors } from '../../draft.ts';
import { tiersOf, tiersText } from './tiers.ts';
import { fieldsOf, type AnyEntry, type FieldSpec, type Values } from './kind.ts';

export function valuesOf(
  fields: readonly FieldSpec[],
  entry: AnyEntry | null,
  standard: Values = {},
): Values {
  const raw = entry ? fieldsOf(entry) : {};
  return Object.fromEntries(
    fields.map((field) => [field.key, entry ? readText(field, entry, raw) : (standard[field.key] ?? '')]),
  );
}

const NAME_LENGTH_MAX = 80;
const COPIED = ' (cópia)';

/** What a copy begins with: all that the form has of the other, in a place of its own, switched on, and under a name that tells them apart. */
export function valuesOfCopy(fields: readonly FieldSpec[], of: AnyEntry, standard: Values): Values {
  const values = valuesOf(fields, of);
  const name = of.name.slice(0, NAME_LENGTH_MAX - COPIED.length) + COPIED;
  const own = ['position', 'active'].flatMap((key) =>
    key in values && key in standard ? [[key, standard[key] ?? ''] as const] : [],
  );
  return { ...values, ...Object.fromEntries(own), name };
}

const readText = (field: FieldSpec, entry: AnyEntry, raw: Record<string, unknown>): string =>
  field.type === 'select' && field.parts ? field.parts.read(entry) : textOf(field, raw[field.key]);

function textOf(field: FieldSpec, value: unknown): string {
  if (field.type === 'select' && value === '') return field.empty ?? '';
  if (value === null || value === undefined) return '';
  if (field.type === 'money') return formatAmount(Number(value));
  if (field.type === 'list' || field.type === 'choices') return Array.isArray(value) ? value.join('\n') : '';
  if (field.type === 'tiers') return tiersText(value);
  return typeof value === 'string' ? value : String(value as number | boolean);
}

/** Field by field: what is required, and whether prices and numbers are such. */
export function checkFields(fields: readonly FieldSpec[], values: Values): Errors {
  const errors: Errors = {};
  for (const field of fields) {
    const text = (values[field.key] ?? '').trim();
    if (field.required && text === '') errors[field.key] = `O campo "${field.label}" é obrigatório.`;
    else if (field.type === 'money' && text !== '') {
      const cents = parseCents(text);
      if (cents === null) errors[field.key] = 'Preço inválido: use um valor como 12,50.';
      else if (cents === 0 && field.required)
        errors[field.key] = 'Preço inválido: O preço deve ser maior que zero.';
    } else if (field.type === 'count' && text !== '' && !/^\d{1,5}$/.test(text))
      errors[field.key] = 'Valor inválido';
  }
  return errors;
}

const UNUSUAL_FACTOR = 3;
const UNUSUAL_FIRST_CENTS = 100_00;

/**
 * A price that may be a slip of the finger: what it is measured by, or null. A known price is measured by itself, a first one by the
 * dearest of its kind (`others`, without it).
 */
export function unusualPrice(
  priceCents: number,
  { known, others }: { known: number; others: readonly number[] },
): { comparedCents: number } | null {
  if (priceCents === 0 || priceCents === known) return null;
  const dearestCents = Math.max(0, ...others);
  const comparedCents = known > 0 ? known : dearestCents > 0 ? dearestCents : UNUSUAL_FIRST_CENTS;
  const tooMuch = priceCents > comparedCents * UNUSUAL_FACTOR;
  const tooLittle = known > 0 && priceCents * UNUSUAL_FACTOR < known;
  return tooMuch || tooLittle ? { comparedCents } : null;
}

/** What the store keeps, of the fields given. */
export function storedOf(fields: readonly FieldSpec[], values: Values): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = (values[field.key] ?? '').trim();
      return field.type === 'select' && field.parts
        ? Object.entries(field.parts.stored(text))
        : [[field.key, storedValue(field, text)]];
    }),
  );
}

function storedValue(field: FieldSpec, text: string): unknown {
  switch (field.type) {
    case 'money':
      return text === '' ? 0 : parseCents(text);
    case 'count':
      return text === '' ? 0 : Number(text);
    case 'switch':
      return text === 'true';
    case 'list':
      return linesOf(text);
    case 'tiers':
      return tiersOf(text);
    case 'choices':
      return text === '' ? (field.none ?? null) : linesOf(text);
    case 'select':
      return text === field.empty ? '' : text || null;
    case 'area':
    case 'color':
    case 'image':
      return text || null;
    case 'text':
      return text;
  }
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
