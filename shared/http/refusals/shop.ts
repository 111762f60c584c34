// Why what everybody may see of a shop is not shown.
import { defineRefusals } from '../contract.ts';

export const STREAM_REFUSALS = defineRefusals<'ticket'>({
  ticket: {
    status: 401,
    title: 'Acompanhamento vencido',
    detail: 'Recarregue a página para continuar acompanhando.',
  },
});

export const PICTURE_REFUSALS = defineRefusals<'image-not-found'>({
  'image-not-found': {
    status: 404,
    title: 'Imagem não encontrada',
    detail: 'Esta imagem não está disponível agora.',
  },
});
