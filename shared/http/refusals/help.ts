// How what remote help refuses is told.
import { defineRefusals } from '../contract.ts';

/** Why who helps from afar sees nothing. */
export type HelpRefusal = 'wrong-code' | 'too-many-tries' | 'too-many-looks';

export const HELP_REFUSALS = defineRefusals<HelpRefusal>({
  'wrong-code': {
    status: 422,
    title: 'Confira o código',
    detail: 'Este código não abre a ajuda remota. Confira com o dono da loja: o código vale por uma hora.',
  },
  'too-many-tries': {
    status: 429,
    title: 'Muitas tentativas',
    detail: 'Códigos errados demais. Peça ao dono da loja para abrir a ajuda remota de novo.',
  },
  'too-many-looks': {
    status: 429,
    title: 'Vista vezes demais',
    detail:
      'O diagnóstico já foi visto vezes demais com este código. Peça ao dono da loja para abrir a ajuda remota de novo.',
  },
});
