// What the servers answer to content of the wrong form. Not for the app: zod stays out of what customers download.
import { config, type ZodError, type core } from 'zod';
import { ptBR } from 'zod/locales';
import { invalidFields, type Problem } from '../http/problem.ts';

const FIELDS_MAX = 20;

const ZOD_WORDS = ptBR().localeError;

/** What is of another kind than the form has it says nothing to a person: 'esperava um texto, recebeu um valor "undefined"'. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'unrecognized_keys',
]);

// The words of every rule that brings none of its own: those of a bound may stand beside a field that somebody fills in.
config({
  localeError: (issue) =>
    OF_PROGRAMS.has(issue.code)
      ? 'Falta um dado, ou ele não serve. Confira e tente de novo.'
      : (boundWords(issue) ?? ZOD_WORDS(issue)),
});

/** zod-openapi's hook, as a problem that names each field and repeats no value; null where nothing is wrong. */
export function invalidOf(result: { success: boolean; error?: unknown }): Problem | null {
  if (result.success) return null;
  const { issues } = result.error as ZodError;
  return invalidFields(issues.slice(0, FIELDS_MAX));
}

function boundWords(issue: core.$ZodRawIssue): string | null {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return null;
  const unit = { string: ' caracteres', array: ' itens' }[issue.origin as string] ?? '';
  if (issue.code === 'too_big')
    return unit ? `Use até ${issue.maximum}${unit}.` : `Use no máximo ${issue.maximum}.`;
  if (unit !== '' && issue.minimum === 1) return 'Preencha este campo.';
  if (unit !== '') return `Use ao menos ${issue.minimum}${unit}.`;
  return issue.inclusive ? `Use no mínimo ${issue.minimum}.` : `Use mais do que ${issue.minimum}.`;
}
