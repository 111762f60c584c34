// Why a search for an order is refused, in words for who searches. None of them says whether the order exists beyond what was shown.
import { defineRefusals, type RefusalEntry } from '../contract.ts';

type PhoneSearchesSpent = { code: 'phone-searches-spent'; retryAfterSeconds: number };

/** Why a search for orders is not answered. */
export type TrackingRefusal =
  /** The last digits are not those of the phone, or the order has no phone: the words are the same. */
  | { code: 'wrong-digits'; triesLeft: number }
  | { code: 'digits-spent' }
  | { code: 'number-searches-spent'; retryAfterSeconds: number }
  | PhoneSearchesSpent;

const PHONE_SEARCHES_SPENT = {
  status: 429,
  title: 'Muitas buscas por telefone',
  extra: ({ retryAfterSeconds }) => ({ retryAfterSeconds }),
  sample: { code: 'phone-searches-spent', retryAfterSeconds: 60 },
} satisfies Omit<RefusalEntry<PhoneSearchesSpent>, 'detail'>;

export const TRACKING_REFUSALS = defineRefusals<TrackingRefusal>({
  'wrong-digits': {
    status: 403,
    title: 'Dígitos não conferem',
    detail: ({ triesLeft }) =>
      `Estes não são os 4 últimos dígitos do telefone do pedido. ${triesWords(triesLeft)}`,
    extra: ({ triesLeft }) => ({ triesLeft }),
    sample: { code: 'wrong-digits', triesLeft: 4 },
  },
  'digits-spent': {
    status: 429,
    title: 'Tentativas esgotadas',
    detail:
      'Acabaram as tentativas de hoje para este pedido. Pergunte no balcão ou abra no aparelho que fez o pedido.',
    extra: () => ({ triesLeft: 0 }),
  },
  'number-searches-spent': {
    status: 429,
    title: 'Muitas buscas por número',
    detail:
      'Já houve muitas buscas por número. Busque pelo telefone ou pelo código do pedido, ou pergunte no balcão.',
    extra: ({ retryAfterSeconds }) => ({ retryAfterSeconds }),
    sample: { code: 'number-searches-spent', retryAfterSeconds: 60 },
  },
  'phone-searches-spent': {
    ...PHONE_SEARCHES_SPENT,
    detail:
      'Já houve muitas buscas por telefone sem resultado. Espere um pouco, busque pelo código do pedido ou pergunte no balcão.',
  },
});

function triesWords(left: number): string {
  if (left === 0)
    return 'Não restam tentativas hoje: pergunte no balcão ou abra no aparelho que fez o pedido.';
  return left === 1 ? 'Resta 1 tentativa hoje.' : `Restam ${left} tentativas hoje.`;
}

/** The same for wholesale buyers, who have no other way to find an order. */
export const WHOLESALE_TRACKING_REFUSALS = defineRefusals<PhoneSearchesSpent>({
  'phone-searches-spent': {
    ...PHONE_SEARCHES_SPENT,
    detail: 'Já houve muitas buscas por telefone sem resultado. Espere um pouco ou fale com a loja.',
  },
});
