// Answers of the store in the problem form, whatever went wrong.
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ZodError } from 'zod';
import { fieldPath, invalid, problem, problemOf, type Problem } from '@balcao/shared/http/problem.ts';
import { BackupFailed } from '../backup/backups.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';

export function problemResponse(body: Problem, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

export const refusalResponse = (refusal: Refusal): Response => problemResponse(problemOf(refusal));

/** zod-openapi's hook: a body of the wrong form becomes a problem that names each field. */
export function invalidHook(result: { success: boolean; error?: unknown }): Response | undefined {
  if (result.success) return undefined;
  const { issues } = result.error as ZodError;
  return problemResponse(
    invalid(issues.slice(0, 20).map((issue) => ({ field: fieldPath(issue.path), message: issue.message }))),
  );
}

export const notFound = (context: Context): Response =>
  problemResponse(problem(404, 'not-found', 'Não encontrado', `Não há nada em ${context.req.path}.`));

/** The last catch: says nothing about the inside, logs everything but what a customer typed. */
export const onError =
  (log: { error(details: object, message: string): void }): ErrorHandler =>
  (error, context) => {
    if (error instanceof HTTPException) {
      const { status } = error;
      if (status === 400)
        return problemResponse(
          problem(400, 'unreadable', 'Pedido ilegível', 'O conteúdo enviado não é um JSON válido.'),
        );
      return problemResponse(
        problem(status, 'refused', 'Não foi possível atender', 'Não foi possível atender este pedido.'),
      );
    }
    if (error instanceof BackupFailed)
      return problemResponse(problem(507, 'backup', 'A cópia não foi feita', error.message));
    if (isDiskTrouble(error)) {
      log.error({ err: error, path: context.req.path }, 'the database cannot be written');
      return problemResponse(
        problem(
          503,
          'storage',
          'Não foi possível salvar',
          'A loja não conseguiu salvar agora (disco cheio ou com defeito). Nada foi registrado. Chame o responsável.',
        ),
      );
    }
    log.error({ err: error, path: context.req.path }, 'request failed');
    return problemResponse(problem(500, 'internal', 'Erro interno', 'Algo deu errado. Tente novamente.'));
  };

const isDiskTrouble = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB)/.test(String(error.code));
