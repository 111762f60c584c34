// Why a store does not show a picture.
import { defineRefusals } from '../contract.ts';

export const STORED_IMAGE_REFUSALS = defineRefusals<'image-not-found' | 'image-not-made'>({
  'image-not-found': {
    status: 404,
    title: 'Imagem não encontrada',
    detail: 'Esta imagem não existe mais.',
  },
  'image-not-made': {
    status: 503,
    title: 'A imagem não foi preparada',
    detail:
      'Preparar esta imagem levou tempo ou memória demais e foi interrompido. Nada mudou na loja. Tente de novo ou envie uma imagem menor.',
  },
});
