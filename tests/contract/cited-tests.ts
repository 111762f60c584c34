// Tests as documents cite them: the file in backticks, `›`, the title as the source writes it.
import { existsSync, readFileSync } from 'node:fs';

export type Citation = { file: string; title: string };

const CITED = /^`([^`]+)` › (.+)$/;
const sources = new Map<string, string>();

/** As they are found: by unit, contract and fault tests of vitest, and by Playwright. */
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

function titlesOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const source = isTest(file) && existsSync(file) ? readFileSync(file, 'utf8') : '';
  sources.set(file, source);
  return source;
}

/** Whether the source calls something with this title first: test('…', it.each(table)('…', describe('…'. */
export function isTitled(source: string, title: string): boolean {
  const quoted = [`'${title.replaceAll("'", String.raw`\'`)}'`, `"${title}"`, `\`${title}\``];
  return quoted.some((text) => {
    for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1)) {
      if (/\(\s*$/.test(source.slice(0, at)) && /^\s*,/.test(source.slice(at + text.length))) return true;
    }
    return false;
  });
}

/** The tests of one cell, several with `<br>` between; `id` is the row's name in what goes wrong. */
export const cite = (id: string, cell: string): Citation[] =>
  cell.split('<br>').map((text) => {
    const [, file, title] = CITED.exec(text.trim()) ?? [];
    if (file === undefined || title === undefined) throw new Error(`${id} cites no test: ${text}`);
    return { file, title };
  });

/** One sentence for every citation that is not there. */
export const missing = (rows: readonly { id: string; tests: readonly Citation[] }[]): string[] =>
  rows.flatMap(({ id, tests }) =>
    tests
      .filter(({ file, title }) => !isTitled(titlesOf(file), title))
      .map(({ file, title }) => `${id}: ${file} has no test '${title}'`),
  );
