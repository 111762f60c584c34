// What the servers answer to content of the wrong form. Not for the app: zod stays out of what customers download.
import { config, type ZodError } from 'zod';
import { ptBR } from 'zod/locales';
import { invalidFields, type Problem } from '../http/problem.ts';

const FIELDS_MAX = 20;

// The words of every rule that brings none of its own.
config(ptBR());

/** zod-openapi's hook, as a problem that names each field and repeats no value; null where nothing is wrong. */
export function invalidOf(result: { success: boolean; error?: unknown }): Problem | null {
  if (result.success) return null;
  const { issues } = result.error as ZodError;
  return invalidFields(issues.slice(0, FIELDS_MAX));
}
