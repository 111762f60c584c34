// The API's error answers as values: the codes and words are those of the provider's reference.

export type ApiRefusal = {
  status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 502 | 503;
  error: string;
  message: string;
  cause: { code: number | string; description: string; data: null }[];
};

export function refusal(
  status: ApiRefusal['status'],
  error: string,
  message: string,
  code: number | string | null = null,
): ApiRefusal {
  return { status, error, message, cause: code === null ? [] : [{ code, description: message, data: null }] };
}

export const badRequest = (code: number | string, message: string): ApiRefusal =>
  refusal(400, 'bad_request', message, code);

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: ApiRefusal };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refused = (why: ApiRefusal): { ok: false; refusal: ApiRefusal } => ({ ok: false, refusal: why });
