// Why a picture was not taken, and how that is said where it was offered: the words are the spec's.
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import { STORED_IMAGE_REFUSALS } from '@balcao/shared/http/refusals/images.ts';

/** Where a picture is for: a product's photo, or the shop's logo. */
export type ImageUse = 'product' | 'logo';

export type ImageRefusal = 'too-large' | 'not-an-image' | 'too-many-pixels' | 'busy' | 'not-made' | 'no-room';

export function imageProblem(refusal: ImageRefusal, use: ImageUse): Problem {
  switch (refusal) {
    case 'too-large':
      return use === 'logo'
        ? problem(413, 'image-too-large', 'Arquivo muito grande', 'A imagem deve ter no máximo 5MB')
        : problem(
            413,
            'image-too-large',
            'A imagem deve ter no máximo 5MB',
            'A imagem deve ter no máximo 5MB',
          );
    case 'not-an-image':
      return use === 'logo'
        ? problem(415, 'not-an-image', 'Formato não suportado', 'Use um arquivo PNG, JPG ou SVG.')
        : problem(
            415,
            'not-an-image',
            'Por favor, selecione apenas arquivos de imagem',
            'Por favor, selecione apenas arquivos de imagem',
          );
    case 'too-many-pixels':
      return problem(
        413,
        'image-too-many-pixels',
        'Arquivo muito grande',
        'A imagem tem pontos demais: o limite é de 40 megapixels.',
      );
    case 'busy':
      return problem(
        503,
        'images-busy',
        'Muitas imagens de uma vez',
        'A loja ainda está preparando outras imagens. Tente de novo em alguns segundos.',
      );
    case 'no-room':
      return problem(
        507,
        'image-no-room',
        'A imagem não foi guardada',
        'O disco da loja está cheio ou com defeito. Nada mudou na loja. Apague na máquina arquivos que não são dela e tente de novo.',
      );
    case 'not-made':
      return STORED_IMAGE_REFUSALS.problemOf('image-not-made');
  }
}
