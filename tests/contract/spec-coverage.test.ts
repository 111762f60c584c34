// docs/spec-coverage.md tells the truth: every statement cites tests, and every cited test is where it says.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Row = { id: string; section: string; tests: { file: string; title: string }[] };

const LETTERS: Record<string, string> = { Customer: 'C', Staff: 'S', Wholesale: 'W' };
const CITED = /^`([^`]+)` › (.+)$/;
const sources = new Map<string, string>();

/** As `npm test` finds them: by unit, contract and fault tests of vitest, and by Playwright. */
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

function titlesOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const source = isTest(file) && existsSync(file) ? readFileSync(file, 'utf8') : '';
  sources.set(file, source);
  return source;
}

/** Whether the source calls something with this title first: test('…', it.each(table)('…', describe('…'. */
function isTitled(source: string, title: string): boolean {
  const quoted = [`'${title.replaceAll("'", String.raw`\'`)}'`, `"${title}"`, `\`${title}\``];
  return quoted.some((text) => {
    for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1)) {
      if (/\(\s*$/.test(source.slice(0, at)) && /^\s*,/.test(source.slice(at + text.length))) return true;
    }
    return false;
  });
}

function readRows(text: string): Row[] {
  return text.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    if (!(section in LETTERS)) return [];
    return part.split('\n').flatMap((line) => {
      const cells = /^\| ([A-Z]\d+\.\d+) .+? \| (.*) \|$/.exec(line);
      if (!cells) {
        if (/^\| *[A-Z]\d/.test(line)) throw new Error(`not a row of the table: ${line}`);
        return [];
      }
      const [, id = '', tests = ''] = cells;
      return [{ id, section, tests: tests.split('<br>').map((cited) => cite(id, cited.trim())) }];
    });
  });
}

function cite(id: string, cited: string): { file: string; title: string } {
  const [, file, title] = CITED.exec(cited) ?? [];
  if (file === undefined || title === undefined) throw new Error(`${id} cites no test: ${cited}`);
  return { file, title };
}

describe('the table of the specification', () => {
  const rows = readRows(readFileSync('docs/spec-coverage.md', 'utf8'));

  it('cites only tests that exist', () => {
    const missing = rows.flatMap(({ id, tests }) =>
      tests
        .filter(({ file, title }) => !isTitled(titlesOf(file), title))
        .map(({ file, title }) => `${id}: ${file} has no test '${title}'`),
    );
    expect(missing).toEqual([]);
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
    expect(rows.length).toBeGreaterThan(0);
  });

  it('would notice a title that nobody has', () => {
    expect(isTitled("it('does it', () => {})", 'does it')).toBe(true);
    expect(isTitled("it.each(rows)('does $name', () => {})", 'does $name')).toBe(true);
    expect(isTitled(String.raw`it('doesn\'t', () => {})`, "doesn't")).toBe(true);
    expect(isTitled("expect(text).toContain('does it'); // it", 'does it')).toBe(false);
  });
});
