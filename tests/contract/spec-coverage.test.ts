// docs/spec-coverage.md tells the truth: every statement cites tests, every cited test is where it says, every text that a statement quotes
// is asserted by a test beside it, and what is not held is said to be so.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isTitled, missing } from './cited-tests.ts';
import { LIMITS } from './spec-limits.ts';
import { LIMITS_TITLE, quotedIn, readRows, saysQuoted, WORDS_TITLE } from './spec-rows.ts';

const LETTERS: Record<string, string> = { Customer: 'C', Staff: 'S', Wholesale: 'W' };
const text = readFileSync('docs/spec-coverage.md', 'utf8');

/** What the document itself says is not held. */
const listed = (name: string): string[] => {
  const cell = new RegExp(String.raw`^\| ${name} \| (.*) \|$`, 'm').exec(text)?.[1] ?? '';
  return cell === 'none' ? [] : cell.split(', ');
};

describe('the table of the specification', () => {
  const rows = readRows(text, Object.keys(LETTERS));

  it('cites only tests that exist', () => {
    expect(missing(rows)).toEqual([]);
  });

  it('numbers the statements of each section from one, under the heading of its letter', () => {
    const last = new Map<string, number>();
    const expected = rows.map(({ id, section }) => {
      const [chapter = ''] = id.split('.');
      const place = (last.get(chapter) ?? 0) + 1;
      last.set(chapter, place);
      return `${LETTERS[section]}${chapter.slice(1)}.${place}`;
    });
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect(text).toContain(`: ${rows.length} statements.`);
  });

  it('quotes no text that none of the tests beside it asserts', () => {
    const unheld = rows
      .filter(({ tests }) => tests.length > 0)
      .flatMap(({ id, statement, tests }) =>
        quotedIn(statement)
          .filter((quoted) => !tests.some((test) => saysQuoted(test, quoted)))
          .map((quoted) => `${id}: no test beside it says '${quoted}'`),
      );
    expect(unheld).toEqual([]);
  });

  it('lists what has no test, and what is held by its words alone', () => {
    expect(listed('without a test')).toEqual(
      rows.filter(({ none }) => none === 'no test').map(({ id }) => id),
    );
    const alone = rows.filter(({ statement, tests }) => {
      const others = tests.filter(({ title }) => title !== WORDS_TITLE);
      return (
        tests.length > 0 &&
        quotedIn(statement).some((quoted) => !others.some((test) => saysQuoted(test, quoted)))
      );
    });
    expect(listed('words alone')).toEqual(alone.map(({ id }) => id));
    const numbers = rows.filter(
      ({ tests }) => tests.length > 0 && tests.every(({ title }) => title === LIMITS_TITLE),
    );
    expect(listed('numbers alone')).toEqual(numbers.map(({ id }) => id));
  });

  it('cites beside a number the test that sees a screen keep to it', () => {
    const beside = rows.filter(({ tests }) => tests.some(({ title }) => title === LIMITS_TITLE));
    const uncited = LIMITS.filter(
      ({ kept }) =>
        'title' in kept &&
        !beside.some(({ tests }) =>
          tests.some(({ file, title }) => file === kept.file && title === kept.title),
        ),
    );
    expect(uncited.map(({ name }) => name)).toEqual([]);
  });

  it('would notice a title that nobody has', () => {
    expect(isTitled("it('does it', () => {})", 'does it')).toBe(true);
    expect(isTitled("it.each(rows)('does $name', () => {})", 'does $name')).toBe(true);
    expect(isTitled(String.raw`it('doesn\'t', () => {})`, "doesn't")).toBe(true);
    expect(isTitled("expect(text).toContain('does it'); // it", 'does it')).toBe(false);
  });

  it.each([
    ["Toast 'Erro ao criar pedido'", ['Erro ao criar pedido']],
    ["'Erro' / 'Tente de novo.' and “Delete”", ['Erro', 'Tente de novo.']],
    ["the shop's and the user's", []],
    ["'Etapa X de N'", ['Etapa']],
    ["'{label} é obrigatório'", ['é obrigatório']],
  ])('reads of “%s” the texts %j', (statement, quoted) => expect(quotedIn(statement)).toEqual(quoted));
});
