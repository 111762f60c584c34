// The texts that the specification quotes stand in the sources of the room that says them, to the letter, and so do its numbers.
// When a screen says them is shown by the browser tests that docs/spec-coverage.md names beside these.
import { describe, expect, it } from 'vitest';
import { LIMITS, numberOf } from './spec-limits.ts';
import { sourcesOf, withoutComments, wordPattern } from './spec-sources.ts';
import { WORDS } from './spec-words.ts';

const says = (source: string, text: string): boolean => wordPattern(text).test(withoutComments(source));

describe('the words of the specification', () => {
  it.each(WORDS)('$room says “$text”', ({ room, text }) => {
    expect(sourcesOf(room).some((source) => says(source.text, text))).toBe(true);
  });

  it.each([
    ["title: 'Erro ao copiar',", 'Erro ao copiar', true],
    ["title: 'Erro ao copiar o código',", 'Erro ao copiar', false],
    ["// 'Erro ao copiar'", 'Erro ao copiar', false],
    ["/** 'Erro ao copiar' */", 'Erro ao copiar', false],
    ['<p>\n  Erro ao\n  copiar\n</p>', 'Erro ao copiar', true],
    ['`Máximo ${max} complementos`', 'Máximo … complementos', true],
    ['<p>Etapa {at + 1} de {steps.length}</p>', 'Etapa … de …', true],
    ["'Em até 30 minutos'", '…30 minutos', true],
    ["'Em até 30 minutos'", '30 minutos', false],
  ])('%s says “%s”: %s', (source, text, said) => expect(says(source, text)).toBe(said));
});

describe('the numbers of the specification', () => {
  it.each(LIMITS)('$name: $value', ({ room, pattern, value }) => {
    const written = sourcesOf(room).flatMap(({ text }) => [...withoutComments(text).matchAll(pattern)]);
    expect(written.map(([, number = '']) => numberOf(number))).toEqual([value]);
  });

  it.each([
    ['3', 3],
    ['30 * 60_000', 1_800_000],
  ])('%s is %i', (written, value) => expect(numberOf(written)).toBe(value));
});
