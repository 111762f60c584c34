// Why a search for an order is refused, in words for who searches. None of them says whether the order exists beyond what was shown.
import { problem, type Problem } from './problem.ts';

/** The last digits are not those of the phone, or the order has no phone: the words are the same. */
export const wrongDigits = (triesLeft: number): Problem =>
  problem(
    403,
    'wrong-digits',
    'Dígitos não conferem',
    `Estes não são os 4 últimos dígitos do telefone do pedido. ${
      triesLeft === 0
        ? 'Não restam tentativas hoje: pergunte no balcão ou abra no aparelho que fez o pedido.'
        : triesLeft === 1
          ? 'Resta 1 tentativa hoje.'
          : `Restam ${triesLeft} tentativas hoje.`
    }`,
    { triesLeft },
  );

export const digitsSpent = (): Problem =>
  problem(
    429,
    'digits-spent',
    'Tentativas esgotadas',
    'Acabaram as tentativas de hoje para este pedido. Pergunte no balcão ou abra no aparelho que fez o pedido.',
    { triesLeft: 0 },
  );

export const numberSearchesSpent = (seconds: number): Problem =>
  problem(
    429,
    'number-searches-spent',
    'Muitas buscas por número',
    'Já houve muitas buscas por número. Busque pelo telefone ou pelo código do pedido, ou pergunte no balcão.',
    { retryAfterSeconds: seconds },
  );

export const phoneSearchesSpent = (seconds: number): Problem =>
  problem(
    429,
    'phone-searches-spent',
    'Muitas buscas por telefone',
    'Já houve muitas buscas por telefone sem resultado. Espere um pouco, busque pelo código do pedido ou pergunte no balcão.',
    { retryAfterSeconds: seconds },
  );

/** The same for wholesale buyers, who have no other way to find an order. */
export const wholesaleSearchesSpent = (seconds: number): Problem => ({
  ...phoneSearchesSpent(seconds),
  detail: 'Já houve muitas buscas por telefone sem resultado. Espere um pouco ou fale com a loja.',
});
