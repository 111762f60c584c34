// How what is refused about the recovery sheet is told.
import { defineRefusals } from '../contract.ts';

export const REPLACE_CODE_REFUSALS = defineRefusals<'resync-waiting'>({
  'resync-waiting': {
    status: 409,
    title: 'Confira antes o que voltou do site',
    detail:
      'Algo voltou do site e espera por você: abra Configurações, Site, aceite ou recuse, e troque o código depois.',
  },
});

export const PRINT_SHEET_REFUSALS = defineRefusals<'no-printer'>({
  'no-printer': {
    status: 409,
    title: 'Nenhuma impressora ligada',
    detail: 'Nenhuma impressora está ligada nas configurações. Copie a folha à mão.',
  },
});
