// Answers of the store in the problem form, whatever went wrong.
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { invalidOf } from '@balcao/shared/http/invalid.ts';
import { problem, problemOf, type Problem } from '@balcao/shared/http/problem.ts';
import { isDiskTrouble, isReadTrouble } from '../storage/room.ts';
import { StoreHeld, type Held } from '../storage/write-gate.ts';
import { ErasureUnfinished } from '../shop/privacy/erasure.ts';
import { BackupFailed } from '../machine/backup/backups.ts';
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

/** A session is a row. A store that is started on a disk which takes none lets people in, into its copy in memory. */
const NO_NEW_SESSION = problem(
  503,
  'storage',
  'Não foi possível entrar agora',
  'O disco da loja está cheio ou com defeito e não guarda um acesso novo. Quem já entrou continua vendo tudo. Na máquina da loja, apague arquivos que não são dela, ou desligue a máquina e ligue de novo; depois tente entrar outra vez.',
);

/** The last catch: says nothing about the inside, logs everything but what a customer typed. `onDiskTrouble` hears what the disk said. */
export const onError =
  (
    log: { error(details: object, message: string): void },
    onDiskTrouble: (error: unknown) => void,
  ): ErrorHandler =>
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
    if (error instanceof ErasureUnfinished) {
      log.error({ err: error, path: context.req.path }, 'traces of what was erased may be left on the disk');
      onDiskTrouble(error);
      return problemResponse(
        problem(
          507,
          'erasure-unfinished',
          'Excluído, mas restam vestígios no disco',
          'O que você pediu foi excluído e não aparece mais. O disco da loja está cheio ou com defeito, e vestígios ainda podem estar nele. Libere espaço na máquina da loja e avise o responsável.',
        ),
      );
    }
    if (isDiskTrouble(error)) {
      const cannotRead = isReadTrouble(error);
      log.error(
        { err: error, path: context.req.path },
        cannotRead ? 'the database cannot be read' : 'the database cannot be written',
      );
      onDiskTrouble(error);
      if (cannotRead)
        return problemResponse(
          problem(
            503,
            'storage',
            'Não foi possível ler os dados',
            'O cartão da loja não devolveu uma parte dos dados. Nada foi registrado. Tente de novo; se continuar, chame o responsável.',
          ),
        );
      if (context.req.path.startsWith('/api/auth/')) return problemResponse(NO_NEW_SESSION);
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

/** Why nothing is taken in, for whoever sells. */
export const HELD_TEXTS: Record<Held, [title: string, detail: string]> = {
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
  'read-only': [
    'A loja não consegue salvar: o disco não aceita gravação',
    'Nada foi registrado. O que já foi confirmado está guardado e continua nas telas. Chame o responsável: desligue a máquina da loja da tomada, espere um minuto e ligue de novo. Se continuar, troque o cartão e restaure a última cópia (sudo balcao restore --list). Quando o disco voltar, a loja volta sozinha.',
  ],
  damaged: [
    'Banco de dados danificado',
    'Nada pode ser gravado nesta máquina. Nada foi registrado. Chame o responsável para restaurar a última cópia.',
  ],
};
