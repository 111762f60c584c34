import { expect, test } from 'vitest';
import { fileNameOf, shareText, wrapText } from './share-words.ts';

const within = (length: number) => (line: string) => line.length <= length;

test.each([
  ['one line that fits to the letter', 'Açaí Médio', 10, 2, ['Açaí Médio']],
  ['a letter less, and the word goes on the next', 'Açaí Médio', 9, 2, ['Açaí', 'Médio']],
  [
    'a word that is longer than any line stands alone',
    'um Supercalifragilístico aqui',
    6,
    3,
    ['um', 'Supercalifragilístico', 'aqui'],
  ],
  ['as many lines as there may be', 'a b c', 1, 3, ['a', 'b', 'c']],
  ['one more, and the last says that it goes on', 'aa bb cc dd', 5, 1, ['aa …']],
])('%s', (_what, text, length, most, lines) => {
  expect(wrapText(text, within(length), most)).toEqual(lines);
});

test('what is said beside it names the shop once it is known', () => {
  expect(shareText('Açaí Médio', 'Açaí da Vila')).toBe('Olha o que eu pedi em Açaí da Vila: Açaí Médio!');
  expect(shareText('Açaí Médio', undefined)).toBe('Olha o que eu pedi: Açaí Médio!');
});

test.each([
  ['Açaí Médio 500 ml', 'acai-medio-500-ml.png'],
  ['  Taça “Tropical”  /  2 ', 'taca-tropical-2.png'],
  ['🍨', 'pedido.png'],
])('"%s" is kept as %s', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
