// Why a store does not take what the relay asks over the link.
import { defineRefusals } from '../contract.ts';

/** What has the wrong form, each told to the relay under a code of its own; and a place that the log does not reach. */
export const LINK_REFUSALS = defineRefusals<
  'malformed-edits' | 'beyond-the-log' | 'judgement' | 'checkpoint' | 'malformed-command'
>({
  'malformed-edits': {
    status: 422,
    title: 'Mudanças inválidas',
    detail: 'As mudanças não têm a forma esperada.',
  },
  'beyond-the-log': {
    status: 416,
    title: 'Posição desconhecida',
    detail: 'O registro desta loja não chega a essa posição.',
  },
  judgement: {
    status: 422,
    title: 'Mensagem inválida',
    detail: 'A mensagem não tem a forma esperada.',
  },
  checkpoint: {
    status: 422,
    title: 'Marca inválida',
    detail: 'A marca enviada não tem a forma esperada.',
  },
  'malformed-command': {
    status: 422,
    title: 'Comando inválido',
    detail: 'O comando não tem a forma esperada.',
  },
});
