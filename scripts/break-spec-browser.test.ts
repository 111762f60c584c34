// Which breaks of the specification are made at once, and which red test counts for which of them.
import { describe, expect, it } from 'vitest';
import { batchesOf, namesText } from './break-spec-browser.ts';
import { withEdits, type Break } from './break-spec-copy.ts';

const broken = (what: string, titles: string[], file: string, at: number): Break => ({
  what,
  text: what,
  rows: [],
  edits: [{ file, at, end: at + 5, put: '¤' }],
  tests: titles.map((title) => ({ file: 'tests/e2e/a.spec.ts', title })),
});
const named = (batches: Break[][]) => batches.map((batch) => batch.map(({ what }) => what));

describe('breaks made at once', () => {
  it('share no browser test', () => {
    const breaks = [broken('a', ['one', 'two'], 'x.ts', 0), broken('b', ['two'], 'y.ts', 0)];
    expect(named(batchesOf([...breaks, broken('c', ['three'], 'z.ts', 0)], 9))).toEqual([['a', 'c'], ['b']]);
  });

  it('share a source, and no place in it', () => {
    const breaks = [broken('a', ['one'], 'x.ts', 10), broken('b', ['two'], 'x.ts', 6)];
    expect(named(batchesOf([...breaks, broken('c', ['three'], 'x.ts', 15)], 9))).toEqual([['a', 'c'], ['b']]);
  });

  it('are no more than asked for', () => {
    const breaks = ['a', 'b', 'c'].map((what) => broken(what, [what], `${what}.ts`, 0));
    expect(named(batchesOf(breaks, 2))).toEqual([['a', 'b'], ['c']]);
  });

  it('change a source in all their places', () => {
    const edits = [
      { file: 'x.ts', at: 0, end: 3, put: '¤' },
      { file: 'x.ts', at: 4, end: 5, put: 'longer' },
    ];
    expect(withEdits('one 2 three', edits)).toBe('¤ longer three');
  });
});

describe('a red test counts for a text', () => {
  it.each([
    ['its message says it', { message: "getByText('Carrinho vazio.') was not found" }, true],
    ['its message says it as a pattern', { message: String.raw`getByText(/Carrinho vazio\./)` }, true],
    ['it stopped in a line that says it', { snippet: "> 12 | await click('Carrinho vazio.');" }, true],
    ['only a line beside says it', { snippet: "  11 | await click('Carrinho vazio.');\n> 12 | x" }, false],
    ['it is about another text', { message: "getByText('Pagamento') was not found" }, false],
  ])('when %s', (_when, said, counts) => {
    expect(namesText([said], 'Carrinho vazio.')).toBe(counts);
  });
});
