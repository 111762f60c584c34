// The one way to call the server: JSON in, JSON or a problem out, always with a time-out. Never shows anything itself.
import { ANSWERED_BY_HEADER, ANSWERED_BY_RELAY } from '@balcao/shared/http/answered-by.ts';
import type { ApiReply, ApiRoute, CallOf } from '@balcao/shared/http/api.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';

export const REQUEST_MS_MAX = 12_000;

/** A call that did not succeed. `status` 0: the server was not reached, or took too long. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
  }
}

export type RequestOptions = {
  method?: string;
  /** Sent as JSON; a FormData or Blob as it is. */
  body?: unknown;
  /** The tracking token of an order. */
  token?: string | null;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

type CallArguments<R extends ApiRoute> =
  Record<string, never> extends CallOf<R> ? [(CallOf<R> & CallSettings)?] : [CallOf<R> & CallSettings];

/** Calls a route and returns what its contract says; throws ApiError for every failure that a person may see. */
export function call<R extends ApiRoute>(route: R, ...options: CallArguments<R>): Promise<ApiReply<R>>;
// The server answers by the same contract: its types are believed here and nowhere else.
export async function call(route: string, { params, query, ...rest }: WrittenCall = {}): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ');
  return await request(addressOf(path, params, query), { ...rest, method });
}

type CallSettings = Pick<RequestOptions, 'token' | 'headers' | 'timeoutMs' | 'signal'>;
type WrittenCall = CallSettings & {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string> | undefined;
  body?: unknown;
};

/** The address of a route with its parameters and its query written in. */
export function addressOf(
  path: string,
  params: Record<string, string | number> = {},
  query: Record<string, string> = {},
): string {
  const written = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return written + (search && `?${search}`);
}

/** The JSON at an address, of whatever form; throws as `call` does. */
export async function request(path: string, options: RequestOptions = {}): Promise<unknown> {
  const response = await send(path, options);
  const text = await bodyOf(response);
  const body = parse(text);
  if (!response.ok)
    throw new ApiError(response.status, isProblem(body) ? body : unexplained(response.status));
  return body;
}

/** A sentence for the person at the screen, whatever was thrown. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError
    ? error.problem.detail
    : 'Algo deu errado por aqui. Recarregue a página e tente de novo.';

const relayListeners = new Set<() => void>();

/** Called before an answer is given that the relay gave in the store's place; returns the function that stops listening. */
export function onAnsweredByRelay(listener: () => void): () => void {
  relayListeners.add(listener);
  return () => void relayListeners.delete(listener);
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const {
    method = options.body === undefined ? 'GET' : 'POST',
    body,
    token,
    timeoutMs = REQUEST_MS_MAX,
    signal,
  } = options;
  const raw = body instanceof FormData || body instanceof Blob;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...options.headers,
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    });
    if (response.headers.get(ANSWERED_BY_HEADER) === ANSWERED_BY_RELAY)
      for (const listener of relayListeners) listener();
    return response;
  } catch (error) {
    throw unreachable(error, signal);
  }
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw unreachable(error);
  }
}

function unreachable(error: unknown, signal?: AbortSignal): unknown {
  // Whoever gave the signal knows why it was aborted.
  if (signal?.aborted) return error;
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  return new ApiError(
    0,
    late
      ? local(
          'time-out',
          'Demorou demais',
          'A loja demorou para responder. Confira sua internet e tente de novo.',
        )
      : local(
          'unreachable',
          'Sem conexão',
          'Não deu para falar com a loja. Confira sua internet e tente de novo.',
        ),
  );
}

const local = (code: string, title: string, detail: string, status = 0): Problem => ({
  type: 'about:blank',
  title,
  status,
  detail,
  code,
});

export const TOO_MANY_ATTEMPTS = 'Muitas tentativas seguidas. Espere um minuto e tente de novo.';

function unexplained(status: number): Problem {
  if (status === 429) return local('too-many', 'Calma aí', TOO_MANY_ATTEMPTS, status);
  if (status === 404)
    return local('not-found', 'Não encontrado', 'Não encontramos o que você procura.', status);
  return local(
    'failed',
    'Algo deu errado',
    'O servidor não conseguiu responder agora. Tente de novo em instantes.',
    status,
  );
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as Problem).detail === 'string' &&
  typeof (body as Problem).code === 'string';
