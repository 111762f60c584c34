// Answers of the store in the problem form, whatever went wrong.
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { invalidOf } from '@balcao/shared/http/invalid.ts';
import { problem, problemOf, type Problem } from '@balcao/shared/http/problem.ts';
import { StoreHeld, type Held } from '../recovery/standing.ts';
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
  const body = invalidOf(result);
  return body ? problemResponse(body) : undefined;
}

export const notFound = (context: Context): Response =>
  problemResponse(problem(404, 'not-found', 'Não encontrado', `Não há nada em ${context.req.path}.`));

/** The last catch: says nothing about the inside, logs everything but what a customer typed. `onBroken` when the file is. */
export const onError =
  (log: { error(details: object, message: string): void }, onBroken: () => void): ErrorHandler =>
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
    if (error instanceof StoreHeld)
      return problemResponse(problem(503, `held-${error.reason}`, ...HELD_TEXTS[error.reason]), {
        'retry-after': '5',
      });
    if (error instanceof BackupFailed)
      return problemResponse(problem(507, 'backup', 'A cópia não foi feita', error.message));
    if (isDiskTrouble(error)) {
      log.error({ err: error, path: context.req.path }, 'the database cannot be written');
      if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) onBroken();
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

const HELD_TEXTS: Record<Held, [title: string, detail: string]> = {
  behind: [
    'Recuperando dados',
    'A loja voltou a uma cópia antiga e está buscando no site o que falta. Nada foi registrado. Aguarde um instante.',
  ],
  unconfirmed: [
    'Esperando o site',
    'Antes de vender, esta máquina precisa falar com o site para não repetir números. Nada foi registrado. Confira a internet e aguarde um instante.',
  ],
  fenced: [
    'Outro aparelho está no lugar deste',
    'O site já está ligado a outra máquina desta loja. Use aquela. Para trocar, desligue a outra e peça ao administrador para ligar esta com um código novo em Configurações, Site.',
  ],
  damaged: [
    'Banco de dados danificado',
    'Nada pode ser gravado nesta máquina. Nada foi registrado. Chame o responsável para restaurar a última cópia.',
  ],
};

const isDiskTrouble = (error: unknown): error is Error & { code: string } =>
  error instanceof Error &&
  'code' in error &&
  /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB)/.test(String(error.code));
