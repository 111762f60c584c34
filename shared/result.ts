// A decision's answer: a value, or a refusal that the asker can mend. Bugs are exceptions, never results.

/** Either a value or a refusal, told apart by `ok`; the caller has to look before it can read either. */
export type Result<T, R> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R };

/** The answer that carries a value. */
export const accepted = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
/** The answer that carries a refusal. */
export const refused = <R>(refusal: R): { ok: false; refusal: R } => ({ ok: false, refusal });
