// How what is refused about the TV with the called numbers is told.
import { defineRefusals } from '../contract.ts';

/** Why a TV is not let in, or not taken away. */
export type TvRefusal = 'wrong-code' | 'too-many-screens' | 'unknown-screen';

const WRONG_CODE =
  'Código incorreto ou vencido. Confira o que aparece na TV: cada código vale uma vez, por 10 minutos.';

export const TV_REFUSALS = defineRefusals<TvRefusal>({
  'wrong-code': {
    status: 422,
    title: 'Confira os dados',
    detail: WRONG_CODE,
    extra: () => ({ errors: [{ field: 'code', message: WRONG_CODE }] }),
  },
  'too-many-screens': {
    status: 409,
    title: 'TVs demais',
    detail: 'Já há TVs demais ligadas ao painel. Desligue uma que não usa mais.',
  },
  'unknown-screen': { status: 404, title: 'TV não encontrada', detail: 'Esta TV já foi desligada.' },
});

/** Why a TV that asks whether it was let in has to show another code. */
export const TV_CLAIM_REFUSALS = defineRefusals<'code-over'>({
  'code-over': {
    status: 410,
    title: 'Código vencido',
    detail: 'Este código não vale mais. A TV mostra outro.',
  },
});
