// How what the first run refuses is told.
import { defineRefusals } from '../contract.ts';

export const SAMPLE_MENU_REFUSALS = defineRefusals<'not-empty'>({
  'not-empty': {
    status: 409,
    title: 'O cardápio já tem itens',
    detail: 'O cardápio de exemplo só entra em um cardápio vazio, para não misturar com o seu.',
  },
});
