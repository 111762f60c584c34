// How what is asked about a PIX of the counter is refused.
import type { StaticPixState } from '../../payment/static-pix.ts';
import { defineRefusals } from '../contract.ts';

/** Why a person's word is not taken. */
export type PixWordRefusal = { code: 'pix-unknown' } | { code: 'settled'; state: StaticPixState };

const SETTLED: Record<StaticPixState, string> = {
  unconfirmed: 'Este PIX ainda não foi confirmado.',
  proved: 'O Mercado Pago confirma que este PIX chegou.',
  received: 'Este PIX já foi marcado como recebido.',
  'not-received': 'Este PIX já foi marcado como não recebido.',
  'called-off': 'O pedido deste PIX foi cancelado.',
};

/** Status and words of these. */
export const PIX_WORD_REFUSALS = defineRefusals<PixWordRefusal>({
  'pix-unknown': {
    status: 404,
    title: 'PIX não encontrado',
    detail: 'Este PIX não está na lista. Recarregue a página.',
  },
  settled: {
    status: 409,
    title: 'Já resolvido',
    detail: ({ state }) => SETTLED[state],
    extra: ({ state }) => ({ state }),
    sample: { code: 'settled', state: 'proved' },
  },
});
