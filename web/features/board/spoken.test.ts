import { describe, expect, it } from 'vitest';
import { callInWords, numberInWords } from './spoken.ts';

describe('a number that is called', () => {
  it('is called with the name where there is one', () => {
    expect(callInWords(6)).toBe('Senha seis');
    expect(callInWords(6, 'Ana')).toBe('Senha seis, Ana');
  });

  it.each([
    [0, 'zero'],
    [1, 'um'],
    [6, 'seis'],
    [14, 'catorze'],
    [19, 'dezenove'],
    [20, 'vinte'],
    [21, 'vinte e um'],
    [99, 'noventa e nove'],
    [100, 'cem'],
    [101, 'cento e um'],
    [121, 'cento e vinte e um'],
    [200, 'duzentos'],
    [999, 'novecentos e noventa e nove'],
    [1000, 'mil'],
    [1002, 'mil e dois'],
    [1100, 'mil e cem'],
    [1102, 'mil cento e dois'],
    [2300, 'dois mil e trezentos'],
    [9999, 'nove mil novecentos e noventa e nove'],
    [10_000, 'um zero zero zero zero'],
  ])('%i is said "%s"', (number, words) => expect(numberInWords(number)).toBe(words));

  // Said aloud in front of everybody: one in the place of another calls somebody else.
  it.each([
    [2, 'dois três quatro cinco', 1],
    [7, 'sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove', 1],
    [20, 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 10],
    [200, 'duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos', 100],
  ])('from %i on are said %s', (first, words, step) => {
    const said = words.split(' ').map((_, at) => numberInWords(first + at * step));
    expect(said.join(' ')).toBe(words);
  });

  it('is said with its word before it', () => expect(callInWords(6)).toBe('Senha seis'));

  it('has words of its own up to a thousand', () => {
    const words = Array.from({ length: 1001 }, (_, number) => numberInWords(number));
    expect(new Set(words).size).toBe(1001);
    expect(words.join(' ')).not.toMatch(/undefined| {2}| e e |NaN/);
  });
});
