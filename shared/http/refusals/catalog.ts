// How what is refused about the menu document is told. A value of the wrong form is told field by field instead.
import { defineRefusals } from '../contract.ts';

export const CATALOG_REFUSALS = defineRefusals<'forbidden'>({
  forbidden: {
    status: 403,
    title: 'Acesso Negado',
    detail: 'Você não tem permissão para acessar esta área.',
  },
});
