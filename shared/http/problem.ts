// How trouble is told over HTTP: RFC 9457 (application/problem+json), in Portuguese. The words of refusals stand in `refusals/`.
import type { FieldError } from '../order/refusal.ts';

/** The body of every answer that is an error. */
export type Problem = {
  type: 'about:blank';
  title: string;
  status: number;
  /** What happened and what to do, in Portuguese, for the person at the screen. */
  detail: string;
  /** Stable name for programs. */
  code: string;
  /** What is wrong with which field; paths such as `items[0].toppings`. */
  errors?: FieldError[];
  /** Facts that a screen needs to go on: the present status, the real total, seconds to wait. */
  [extra: string]: unknown;
};

/** A problem with its facts; `title` and `detail` in Portuguese. */
export const problem = (
  status: number,
  code: string,
  title: string,
  detail: string,
  extra: Record<string, unknown> = {},
): Problem => ({
  type: 'about:blank',
  title,
  status,
  detail,
  code,
  ...extra,
});

/** Who asks too often: when to come back, in words and in seconds. */
export const tooMany = (seconds: number): Problem =>
  problem(
    429,
    'too-many',
    'Muitas tentativas',
    `Muitas tentativas seguidas. Espere ${waitWords(seconds)} e tente de novo.`,
    { retryAfterSeconds: seconds },
  );

function waitWords(seconds: number): string {
  if (seconds <= 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** A body that does not have the right form, or choices that cannot be sold. */
export const invalid = (errors: FieldError[]): Problem =>
  problem(
    422,
    'invalid-order',
    'Confira os dados',
    errors[0]?.message ?? 'Confira os dados e tente de novo.',
    { errors },
  );

/** Turns zod's paths into the form used in `FieldError`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );

/** A form that breaks its schema: each field with its sentence. */
export const invalidFields = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Problem => invalid(issues.map(({ path, message }) => ({ field: fieldPath(path), message })));
