// Why a restore came to nothing, as a person is told it: what happened, and what to do. Nothing was changed.
import type { RestoreState } from '@balcao/shared/http/restore.ts';

type Failure = NonNullable<RestoreState['failure']>;

const FAILURES = {
  'recovery-code': [
    'Código de recuperação incorreto',
    'O código de recuperação tem uma letra errada ou faltando. Confira a folha de recuperação.',
  ],
  'code-needed': [
    'Falta o código de recuperação',
    'Esta cópia é protegida. Digite o código da folha de recuperação da loja.',
  ],
  'other-sheet': [
    'Folha de outra loja',
    'Este código de recuperação é de outra loja ou de uma folha antiga. Use a folha mais nova desta loja.',
  ],
  'no-copy': [
    'O site não tem cópia',
    'O site conhece esta loja, mas nunca recebeu os dados dela. Restaure de um arquivo de cópia ou comece uma loja nova.',
  ],
  'no-kept-copy': [
    'O site não guarda cópia da noite',
    'O site não tem cópia da noite desta loja. Desligue "Usar a cópia da noite que está no site" e restaure de novo com os mesmos códigos.',
  ],
  'relay-broken': [
    'A cópia do site não está inteira',
    'A cópia do site não está inteira. Restaure de um arquivo de cópia, ou chame o suporte antes de vender.',
  ],
  'other-day': [
    'O site deu outra cópia',
    'A cópia que veio do site é de outro dia do que ele diz. Não confie neste site: restaure de um pen drive, ou chame o suporte.',
  ],
  unproven: [
    'O site não provou a cópia',
    'A cópia do site não traz a prova de que foi esta loja que a escreveu. Se a loja antiga ou o site eram de uma versão sem provas, marque "Aceitar sem prova" e confira depois as contas da equipe e a chave PIX.',
  ],
  'not-recognised': [
    'Aparelho não reconhecido',
    'O site não reconheceu este aparelho. Confira a data e a hora desta máquina e peça um código de pareamento novo.',
  ],
  'relay-lost': [
    'A conexão caiu',
    'A conexão com o site caiu no meio. Nada se perdeu: confira a internet e restaure de novo com os mesmos códigos.',
  ],
  'disk-too-small': [
    'Não há espaço',
    'Não há espaço no disco para restaurar. Libere espaço ou use um cartão maior e tente de novo.',
  ],
  unreadable: [
    'Arquivo ilegível',
    'Este arquivo não pôde ser lido. Confira o nome do arquivo e se o pendrive está conectado.',
  ],
  'no-permission': [
    'Sem permissão',
    'O servidor da loja não tem permissão para ler este arquivo. Na linha de comando: sudo chmod a+rX ARQUIVO, ou copie o arquivo para um pendrive.',
  ],
  'not-a-backup': [
    'Não é uma cópia inteira',
    'Este arquivo não é uma cópia inteira de uma loja. Escolha outra cópia.',
  ],
  'newer-version': [
    'Cópia de uma versão mais nova',
    'Esta cópia foi feita por uma versão mais nova do Balcão. Atualize o Balcão desta máquina e restaure de novo.',
  ],
  'bad-disk': [
    'O restaurado saiu com defeito',
    'O que foi restaurado saiu com defeito: o cartão ou o disco desta máquina pode estar ruim. Troque-o e tente de novo.',
  ],
  interrupted: [
    'Envio interrompido',
    'O arquivo não chegou inteiro. Confira a rede da loja e envie de novo.',
  ],
  failed: [
    'Não deu certo',
    'A restauração parou por um defeito. Nada foi mudado. Tente de novo; se repetir, chame o suporte.',
  ],
} as const satisfies Record<string, readonly [title: string, detail: string]>;

const FIELDS: Partial<Record<keyof typeof FAILURES, string>> = {
  'recovery-code': 'recoveryCode',
  'code-needed': 'recoveryCode',
  'other-sheet': 'recoveryCode',
  unproven: 'acceptUnproven',
  'not-recognised': 'pairingCode',
};

export class RestoreFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.detail, options);
    this.failure = failure;
  }

  static because(reason: keyof typeof FAILURES, cause?: unknown): RestoreFailed {
    const [title, detail] = FAILURES[reason];
    const field = FIELDS[reason];
    const errors = field === undefined ? [] : [{ field, message: detail }];
    return new RestoreFailed({ code: reason, title, detail, errors }, { cause });
  }

  /** Whatever was thrown, in words. */
  static of(error: unknown): RestoreFailed {
    if (error instanceof RestoreFailed) return error;
    const full =
      error instanceof Error && 'code' in error && /ENOSPC|EDQUOT|SQLITE_FULL/.test(String(error.code));
    return RestoreFailed.because(full ? 'disk-too-small' : 'failed', error);
  }
}
