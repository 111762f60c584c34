// Answers of a server in the problem form (RFC 9457), whatever went wrong. What each server adds to it stands in its own `http/problems.ts`.
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { problem, tooMany, type Problem } from '../http/problem.ts';

/** What `retryAfterSeconds` says in the body, the header says too. */
export function problemResponse(body: Problem, headers: Record<string, string> = {}): Response {
  const retry =
    typeof body['retryAfterSeconds'] === 'number' ? { 'retry-after': String(body['retryAfterSeconds']) } : {};
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'content-type': 'application/problem+json', ...retry, ...headers },
  });
}

/** What slows down: null where nobody has to wait. */
export const tooManyResponse = (seconds: number): Response | null =>
  seconds === 0 ? null : problemResponse(tooMany(seconds));

/** 404: nothing at this path, which is repeated. */
export const notFound = (context: Context): Response =>
  problemResponse(problem(404, 'not-found', 'Não encontrado', `Não há nada em ${context.req.path}.`));

/** 403: a browser's request that another site made. */
export const foreignOrigin = (): Response =>
  problemResponse(
    problem(403, 'foreign-origin', 'Origem não permitida', 'Este pedido veio de outro site e foi recusado.'),
  );

/** 415: a body that changes something and is no JSON. */
export const notJson = (): Response =>
  problemResponse(problem(415, 'not-json', 'Formato não aceito', 'Envie os dados como JSON.'));

/** 413: the body passed the limit of its route. */
export const tooLarge = (): Response =>
  problemResponse(
    problem(
      413,
      'too-large',
      'Conteúdo grande demais',
      'O que foi enviado passa do limite. Envie menos de uma vez.',
    ),
  );

/** What is needed of a logger. */
export type ErrorLog = { error(details: object, message: string): void };

/**
 * The last catch: says nothing about the inside, logs everything but what a customer typed. `answerOf` knows the errors that are this
 * server's own, and answers null for any other; it logs what it answers where that is worth a line.
 */
export const onError =
  (log: ErrorLog, answerOf: (error: Error, path: string) => Response | null): ErrorHandler =>
  (error, context) => {
    if (error instanceof HTTPException) return refusedBy(error);
    const { path } = context.req;
    const answer = answerOf(error, path);
    if (answer !== null) return answer;
    log.error({ err: error, path }, 'request failed');
    return problemResponse(problem(500, 'internal', 'Erro interno', 'Algo deu errado. Tente novamente.'));
  };

const refusedBy = ({ status }: HTTPException): Response =>
  problemResponse(
    status === 400
      ? problem(400, 'unreadable', 'Pedido ilegível', 'O conteúdo enviado não é um JSON válido.')
      : problem(status, 'refused', 'Não foi possível atender', 'Não foi possível atender este pedido.'),
  );
