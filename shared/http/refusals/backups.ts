// How what is refused about copies of the database is told.
import { defineRefusals } from '../contract.ts';

export const NO_BACKUP_REFUSALS = defineRefusals<'no-backup'>({
  'no-backup': {
    status: 404,
    title: 'Cópia não encontrada',
    detail: 'Esta cópia não existe mais. Atualize a lista.',
  },
});

/** Why no copies go to a stick. */
export type StickRefusal = 'no-stick' | 'stick-protected';

export const STICK_REFUSALS = defineRefusals<StickRefusal>({
  'no-stick': {
    status: 404,
    title: 'Pen drive não encontrado',
    detail: 'Este pen drive não está mais conectado. Conecte-o e atualize a lista.',
  },
  'stick-protected': {
    status: 409,
    title: 'Pen drive protegido',
    detail: 'Este pen drive não pode ser gravado. Solte a trava de proteção, se houver, ou use outro.',
  },
});

export const REHEARSAL_REFUSALS = defineRefusals<'nothing-outside'>({
  'nothing-outside': {
    status: 409,
    title: 'Nada para ensaiar',
    detail:
      'Não há cópia no site nem em um pen drive conectado. Conecte o pen drive das cópias, ou espere a cópia chegar ao site.',
  },
});
