// A panel number as a person says it in Portuguese, for the voice of the TV.

const SMALL = [
  'zero',
  'um',
  'dois',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
  'onze',
  'doze',
  'treze',
  'catorze',
  'quinze',
  'dezesseis',
  'dezessete',
  'dezoito',
  'dezenove',
];
const TENS = [
  '',
  '',
  'vinte',
  'trinta',
  'quarenta',
  'cinquenta',
  'sessenta',
  'setenta',
  'oitenta',
  'noventa',
];
const HUNDREDS = [
  '',
  'cento',
  'duzentos',
  'trezentos',
  'quatrocentos',
  'quinhentos',
  'seiscentos',
  'setecentos',
  'oitocentos',
  'novecentos',
];
/** Larger ones are read figure by figure: no shop calls that many in a day. */
const WORDS_MAX = 9_999;

/** `6` → 'seis', `121` → 'cento e vinte e um'. */
export function numberInWords(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number > WORDS_MAX)
    return Array.from(String(Math.abs(Math.trunc(number))), (figure) => SMALL[Number(figure)]).join(' ');
  if (number < 20) return SMALL[number] ?? '';
  if (number < 100) return joined(TENS[Math.floor(number / 10)] ?? '', number % 10);
  if (number === 100) return 'cem';
  if (number < 1000) return joined(HUNDREDS[Math.floor(number / 100)] ?? '', number % 100);
  const thousands = Math.floor(number / 1000);
  const head = thousands === 1 ? 'mil' : `${numberInWords(thousands)} mil`;
  const rest = number % 1000;
  // 'mil e cem', 'mil e dois', yet 'mil cento e dois': the word between stands before what is round or small.
  return rest > 100 && rest % 100 !== 0 ? `${head} ${numberInWords(rest)}` : joined(head, rest);
}

const joined = (head: string, rest: number): string =>
  rest === 0 ? head : `${head} e ${numberInWords(rest)}`;

/** What is said when a number is called, and whose it is where the shop wants that. */
export const callInWords = (number: number, name = ''): string =>
  `Senha ${numberInWords(number)}${name === '' ? '' : `, ${name}`}`;
