// A decision's answer: a value, or a refusal that the asker can mend. Bugs are exceptions, never results.

export type Result<T, R> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R };

export const accepted = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const refused = <R>(refusal: R): { ok: false; refusal: R } => ({ ok: false, refusal });
