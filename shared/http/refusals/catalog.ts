// How what is refused about the menu document is told. A value of the wrong form is told field by field instead.
import type { PriceDiffers } from '../../menu/edit.ts';
import { formatCents } from '../../money.ts';
import { defineRefusals, joinRefusals } from '../contract.ts';

export const CATALOG_REFUSALS = defineRefusals<'forbidden'>({
  forbidden: {
    status: 403,
    title: 'Acesso Negado',
    detail: 'Você não tem permissão para acessar esta área.',
  },
});

/** Of the choice between two prices. */
export const PRICE_CHOICE_REFUSALS = joinRefusals(
  CATALOG_REFUSALS,
  defineRefusals<'price-decided'>({
    'price-decided': {
      status: 409,
      title: 'O preço já mudou',
      detail: 'Este preço já foi decidido, ou mudou de novo. Confira como está agora.',
    },
  }),
);

/** Of several entries, with the prices that their author saw. */
export const ENTRIES_REFUSALS = joinRefusals(
  CATALOG_REFUSALS,
  defineRefusals<PriceDiffers>({
    'price-differs': {
      status: 409,
      title: 'O preço já mudou',
      detail: ({ name, storedCents, wantedCents, others }) =>
        others > 0
          ? `Outra pessoa mudou o preço de ${name} para ${formatCents(storedCents)}, e mais ${others === 1 ? 'um preço mudou' : `${others} preços mudaram`}. Nada foi mudado: confira os preços de agora.`
          : `Outra pessoa mudou o preço de ${name} para ${formatCents(storedCents)}. Você digitou ${formatCents(wantedCents)}: escolha um dos dois.`,
      extra: ({ kind, id, storedCents, others }) => ({ kind, id, storedCents, others }),
      sample: {
        code: 'price-differs',
        kind: 'sizes',
        id: 'p',
        name: 'Pequeno',
        seenCents: 1500,
        storedCents: 1700,
        wantedCents: 1600,
        others: 0,
      },
    },
  }),
);
