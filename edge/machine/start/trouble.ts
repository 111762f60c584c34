// Why a store cannot be opened, in words for whoever stands before it: what it is, and what to do. Each is one row of a table.
import { WrongSettings } from '../../config.ts';
import { NewerDatabase } from '../../storage/open.ts';

export type TroubleKind =
  | 'settings'
  | 'disk-full'
  | 'disk-broken'
  | 'not-writable'
  | 'damaged'
  | 'newer'
  | 'in-use'
  | 'unknown';

export type Trouble = {
  kind: TroubleKind;
  title: string;
  text: string;
  /** In this order. */
  steps: readonly string[];
  /** For whoever helps: names of settings, kinds of errors, and no values. */
  detail: string | null;
  /** Whether the store looks by itself again and again whether it is over. */
  endsByItself: boolean;
};

const KEPT = 'Os pedidos que a loja confirmou estão guardados.';
const RESTORE = 'Se continuar, restaure a última cópia: sudo balcao restore --list mostra as que há.';

const WORDS: Record<TroubleKind, Omit<Trouble, 'kind' | 'detail'>> = {
  settings: {
    title: 'A configuração desta máquina tem um erro',
    text: `A loja não liga enquanto ele não for corrigido. ${KEPT}`,
    steps: [
      'Na máquina da loja, corrija as linhas abaixo no arquivo /etc/balcao/store.env.',
      'Depois ligue a loja de novo: sudo balcao restart.',
    ],
    endsByItself: false,
  },
  'disk-full': {
    title: 'O disco da loja está cheio',
    text: `Não há espaço nem para abrir os pedidos. ${KEPT}`,
    steps: [
      'Na máquina da loja, apague arquivos que não são da loja (64 MB já bastam), ou troque o cartão por um maior.',
      'Não apague nada da pasta da loja.',
      'A loja volta sozinha em segundos quando houver espaço.',
    ],
    endsByItself: true,
  },
  'disk-broken': {
    title: 'O disco da loja não responde',
    text: 'O cartão de memória deu erro ao ser lido ou gravado.',
    steps: [
      'Desligue a máquina da loja da tomada, espere um minuto e ligue de novo.',
      'Se continuar, o cartão está com defeito: troque por um novo e restaure nele a última cópia (sudo balcao restore).',
    ],
    endsByItself: true,
  },
  'not-writable': {
    title: 'A loja não pode gravar na pasta dela',
    text: `O cartão ficou só para leitura, ou a pasta mudou de dono. ${KEPT}`,
    steps: ['Desligue a máquina da loja e ligue de novo.', RESTORE],
    endsByItself: true,
  },
  damaged: {
    title: 'O banco de dados da loja está danificado',
    text: 'Ele não abre mais. O que veio depois da última cópia volta do site.',
    steps: [
      'Na máquina da loja, veja as cópias que há: sudo balcao restore --list',
      'Restaure a mais nova. O comando diz como, e a loja liga de novo.',
    ],
    endsByItself: true,
  },
  newer: {
    title: 'Os dados são de uma versão mais nova',
    text: `Esta versão do Balcão é mais antiga do que a que gravou os pedidos, e não mexe neles. ${KEPT}`,
    steps: [
      'Instale a versão mais nova: sudo balcao update.',
      'Ou restaure uma cópia feita por esta versão: sudo balcao restore --list',
    ],
    endsByItself: true,
  },
  'in-use': {
    title: 'Outro programa está usando os pedidos da loja',
    text: 'A loja espera ele terminar: uma restauração, uma cópia ou outra loja ligada na mesma pasta.',
    steps: ['Aguarde um instante.', 'Se demorar, ligue a loja de novo: sudo balcao restart.'],
    endsByItself: true,
  },
  unknown: {
    title: 'A loja não conseguiu abrir',
    text: `Ela tenta de novo sozinha a cada poucos segundos. ${KEPT}`,
    steps: [
      'Se começou depois de uma atualização, volte à versão anterior: sudo balcao rollback',
      RESTORE,
      'Se não adiantar, chame o suporte e mande o que aparece em: sudo balcao log',
    ],
    endsByItself: true,
  },
};

/** With less free than this the disk counts as full: SQLite cannot be opened. */
const FREE_BYTES_MIN = 1024 * 1024;

/** `freeBytes`: on the disk of the data; null when it does not say. */
export function troubleOf(error: unknown, freeBytes: number | null): Trouble {
  const kind = kindOf(error, freeBytes);
  return { kind, ...WORDS[kind], detail: detailOf(error) };
}

/** A full disk has many names: an index that cannot grow, a file that cannot be made. */
const NO_ROOM = /^(ENOSPC|EDQUOT|SQLITE_FULL)/;
const MAYBE_NO_ROOM = /^(SQLITE_IOERR|SQLITE_CANTOPEN)/;

function kindOf(error: unknown, freeBytes: number | null): TroubleKind {
  if (error instanceof WrongSettings) return 'settings';
  if (error instanceof NewerDatabase) return 'newer';
  // Nothing but what the store itself wrote down is read as JSON here.
  if (error instanceof SyntaxError) return 'damaged';
  const code = codeOf(error);
  if (NO_ROOM.test(code)) return 'disk-full';
  if (MAYBE_NO_ROOM.test(code) && freeBytes !== null && freeBytes < FREE_BYTES_MIN) return 'disk-full';
  if (/^(SQLITE_CORRUPT|SQLITE_NOTADB)/.test(code)) return 'damaged';
  if (/^(SQLITE_BUSY|SQLITE_LOCKED)/.test(code)) return 'in-use';
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR)/.test(code))
    return 'not-writable';
  return /^(SQLITE_IOERR|EIO)/.test(code) ? 'disk-broken' : 'unknown';
}

/** The error of the disk may be wrapped by the part that met it: looks through the causes. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

function detailOf(error: unknown): string | null {
  if (error instanceof WrongSettings) return error.lines.join('\n');
  const code = codeOf(error);
  if (code !== '') return code;
  return error instanceof Error ? error.name : null;
}
