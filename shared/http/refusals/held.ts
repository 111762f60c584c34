// Why what stands still between a store and its site is left as it is.
import { defineRefusals } from '../contract.ts';

export const HELD_REFUSALS = defineRefusals<'not-held'>({
  'not-held': {
    status: 409,
    title: 'Não está mais parado',
    detail: 'Este item já foi resolvido. A lista foi atualizada.',
  },
});

export const START_OVER_REFUSALS = defineRefusals<'not-in-doubt'>({
  'not-in-doubt': {
    status: 409,
    title: 'Nada a decidir',
    detail: 'O registro da loja e o do site já conferem.',
  },
});
