// How what the store's updater refuses is told.
import { defineRefusals } from '../contract.ts';

/** Why an update is not begun. */
export type UpdateRefusal =
  | 'unavailable'
  | 'running'
  | 'no-space'
  | 'not-a-release'
  | 'wrong-sum'
  | 'no-file'
  | 'no-url';

const updateEntries = (title: string) => ({
  unavailable: {
    status: 409,
    title,
    detail: 'Esta instalação não se atualiza por aqui. Na máquina da loja, use: sudo balcao update ARQUIVO',
  },
  running: {
    status: 409,
    title,
    detail: 'Uma atualização já está em andamento. Espere ela terminar.',
  },
  'no-space': {
    status: 507,
    title,
    detail: 'O disco está quase cheio: o arquivo não cabe. Libere espaço e tente de novo.',
  },
  'not-a-release': {
    status: 422,
    title,
    detail: 'Este arquivo não é uma versão do Balcão. Escolha o que termina em .tar.gz.',
  },
  'wrong-sum': {
    status: 422,
    title,
    detail: 'O arquivo não é o da soma informada: baixe de novo e confira.',
    extra: () => ({ errors: [{ field: 'sha256', message: 'A soma não confere com o arquivo.' }] }),
  },
  'no-file': { status: 409, title, detail: 'Envie o arquivo da versão antes de instalar.' },
  'no-url': {
    status: 409,
    title,
    detail: 'Não há endereço de atualizações configurado nesta máquina.',
  },
});

export const UPDATE_REFUSALS = defineRefusals<UpdateRefusal>(updateEntries('A atualização não começou'));
export const UPDATE_LOOK_REFUSALS = defineRefusals<UpdateRefusal>(updateEntries('A busca não começou'));
