// How what is refused about restoring a store on a new machine is told. Why a restore came to nothing, the restore says itself.
import { SETUP_CODE_PLACES } from '../../setup-code.ts';
import { defineRefusals } from '../contract.ts';

/** Why a restore does not begin. */
export type RestoreRefusal = 'restoring' | 'wrong-code' | 'no-backup' | 'no-file';

const WRONG_CODE = `Código de instalação incorreto. ${SETUP_CODE_PLACES}`;

/** Nobody makes an owner meanwhile either. */
export const RESTORING = {
  status: 409,
  title: 'Restauração em andamento',
  detail: 'Esta loja está sendo restaurada. Espere a restauração terminar.',
};

export const RESTORE_REFUSALS = defineRefusals<RestoreRefusal>({
  restoring: RESTORING,
  'wrong-code': {
    status: 422,
    title: 'Confira os dados',
    detail: WRONG_CODE,
    extra: () => ({ errors: [{ field: 'code', message: WRONG_CODE }] }),
  },
  'no-backup': {
    status: 404,
    title: 'Cópia não encontrada',
    detail: 'Esta cópia não está mais aqui. Confira o pendrive.',
  },
  'no-file': { status: 422, title: 'Falta o arquivo', detail: 'Escolha o arquivo da cópia.' },
});
