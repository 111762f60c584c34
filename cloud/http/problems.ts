// Answers of the relay in the problem form, whatever went wrong.
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { invalidOf } from '@balcao/shared/http/invalid.ts';
import { problem, problemOf, type Problem } from '@balcao/shared/http/problem.ts';
import { isDatabaseAway } from '../storage/unreachable.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';

/** As long as a database takes to start again. */
const RETRY_SECONDS = 5;

export function problemResponse(body: Problem, headers: Record<string, string> = {}): Response {
  const retry =
    typeof body['retryAfterSeconds'] === 'number' ? { 'retry-after': String(body['retryAfterSeconds']) } : {};
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'content-type': 'application/problem+json', ...retry, ...headers },
  });
}

export const refusalResponse = (refusal: Refusal): Response => problemResponse(problemOf(refusal));

/** zod-openapi's hook: a body of the wrong form becomes a problem that names each field. */
export function invalidHook(result: { success: boolean; error?: unknown }): Response | undefined {
  const body = invalidOf(result);
  return body ? problemResponse(body) : undefined;
}

export const notFound = (context: Context): Response =>
  problemResponse(problem(404, 'not-found', 'Não encontrado', `Não há nada em ${context.req.path}.`));

export const databaseBusy = (): Response =>
  problemResponse(
    problem(
      503,
      'database-busy',
      'Muito movimento agora',
      'O site está com mais pedidos do que consegue atender. Nada foi perdido: tente de novo em alguns segundos.',
      { retryAfterSeconds: RETRY_SECONDS },
    ),
  );

export const onError =
  (log: { error(details: object, message: string): void }): ErrorHandler =>
  (error, context) => {
    if (error instanceof HTTPException) {
      return error.status === 400
        ? problemResponse(
            problem(400, 'unreadable', 'Pedido ilegível', 'O conteúdo enviado não é um JSON válido.'),
          )
        : problemResponse(
            problem(
              error.status,
              'refused',
              'Não foi possível atender',
              'Não foi possível atender este pedido.',
            ),
          );
    }
    log.error({ err: error, path: context.req.path }, 'request failed');
    if (isDatabaseAway(error))
      return problemResponse(
        problem(
          503,
          'database-away',
          'Fora do ar por um instante',
          'O site está sem acesso aos seus dados agora. Nada foi perdido: tente de novo em um minuto.',
          { retryAfterSeconds: RETRY_SECONDS },
        ),
      );
    return problemResponse(problem(500, 'internal', 'Erro interno', 'Algo deu errado. Tente novamente.'));
  };
