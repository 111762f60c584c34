// What only the store answers in the problem form: it is held, its disk takes or gives nothing, a copy was not made.
import { onError, problemResponse, type ErrorLog } from '@balcao/shared/host/problems.ts';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import type { ErrorHandler } from 'hono';
import { isDiskTrouble, isReadTrouble } from '../storage/room.ts';
import { StoreHeld, type Held } from '../storage/write-gate.ts';
import { ErasureUnfinished } from '../shop/privacy/erasure.ts';
import { BackupFailed } from '../machine/backup/backups.ts';

/** A session is a row. A store that is started on a disk which takes none lets people in, into its copy in memory. */
const NO_NEW_SESSION = problem(
  503,
  'storage',
  'Não foi possível entrar agora',
  'O disco da loja está cheio ou com defeito e não guarda um acesso novo. Quem já entrou continua vendo tudo. Na máquina da loja, apague arquivos que não são dela, ou desligue a máquina e ligue de novo; depois tente entrar outra vez.',
);

/** While a restored store takes the place of this one: a second or two. */
export const RESTARTING = problem(
  503,
  'restarting',
  'A loja está ligando',
  'A loja está ligando de novo. Aguarde um instante.',
);
const CANNOT_READ = problem(
  503,
  'storage',
  'Não foi possível ler os dados',
  'O cartão da loja não devolveu uma parte dos dados. Nada foi registrado. Tente de novo; se continuar, chame o responsável.',
);
const CANNOT_WRITE = problem(
  503,
  'storage',
  'Não foi possível salvar',
  'A loja não conseguiu salvar agora (disco cheio ou com defeito). Nada foi registrado. Chame o responsável.',
);
const ERASURE_UNFINISHED = problem(
  507,
  'erasure-unfinished',
  'Excluído, mas restam vestígios no disco',
  'O que você pediu foi excluído e não aparece mais. O disco da loja está cheio ou com defeito, e vestígios ainda podem estar nele. Libere espaço na máquina da loja e avise o responsável.',
);

/** `onDiskTrouble` is called with the error of the database or the file system. */
export const onStoreError = (log: ErrorLog, onDiskTrouble: (error: unknown) => void): ErrorHandler =>
  onError(log, (error, path) => {
    if (error instanceof StoreHeld)
      return problemResponse(problem(503, `held-${error.reason}`, ...HELD_TEXTS[error.reason]), {
        'retry-after': '5',
      });
    if (error instanceof BackupFailed)
      return problemResponse(problem(507, 'backup', 'A cópia não foi feita', error.message));
    const trouble = diskTrouble(error, path);
    if (trouble === null) return null;
    log.error({ err: error, path }, trouble.logged);
    onDiskTrouble(error);
    return problemResponse(trouble.answer);
  });

/** What is logged and answered when the disk is at fault; null when it is not. */
function diskTrouble(error: unknown, path: string): { logged: string; answer: Problem } | null {
  if (error instanceof ErasureUnfinished)
    return { logged: 'traces of what was erased may be left on the disk', answer: ERASURE_UNFINISHED };
  if (!isDiskTrouble(error)) return null;
  if (isReadTrouble(error)) return { logged: 'the database cannot be read', answer: CANNOT_READ };
  return {
    logged: 'the database cannot be written',
    answer: path.startsWith('/api/auth/') ? NO_NEW_SESSION : CANNOT_WRITE,
  };
}

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
    'O site já está ligado a outra máquina desta loja. Nada foi registrado. Use aquela. Para trocar, desligue a outra e peça ao administrador para ligar esta com um código novo em Configurações, Site.',
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
