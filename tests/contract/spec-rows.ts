// docs/spec-coverage.md as its test and scripts/break-spec.ts read it.
import { readFileSync } from 'node:fs';
import { cite, type Citation } from './cited-tests.ts';
import { WORDS } from './spec-words.ts';

export type Row = {
  id: string;
  section: string;
  statement: string;
  tests: Citation[];
  /** Why there is no test beside it. */
  none: 'no test' | 'nothing to hold' | null;
};

/** The tests that hold the words and the numbers of the specification, as the document cites them. */
export const WORDS_TITLE = '$room says “$text”';
export const LIMITS_TITLE = '$name: $value';

const ROW = /^\| ([A-Z]\d+\.\d+) (.+?) \| (.*) \|$/;

/** The rows under the headings named. */
export const readRows = (text: string, sections: readonly string[]): Row[] =>
  text.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    if (!sections.includes(section)) return [];
    return part.split('\n').flatMap((line) => {
      const cells = ROW.exec(line);
      if (!cells) {
        if (/^\| *[A-Z]\d/.test(line)) throw new Error(`not a row of the table: ${line}`);
        return [];
      }
      const [, id = '', statement = '', tests = ''] = cells;
      const none = /^(no test|nothing to hold): ./.exec(tests)?.[1] as Row['none'] | undefined;
      return [{ id, section, statement, tests: none ? [] : cite(id, tests), none: none ?? null }];
    });
  });

// What the specification writes where a number or a name comes.
const PUT = /\{[^}]*\}|\(p%\)|\b[NX]\b|\(n\)|\.\.\./;

/** The longest piece that a person wrote of each text in quotes. */
export const quotedIn = (statement: string): string[] =>
  [...statement.matchAll(/(?<![\wÀ-ÿ])'([^'\n]+?)'(?![\wÀ-ÿ])/g)]
    .flatMap(([, quoted = '']) => quoted.split(' / '))
    .map((quoted) =>
      quoted
        .split(PUT)
        .map((piece) => piece.trim())
        .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), ''),
    )
    .filter((quoted) => quoted !== '');

const bodies = new Map<string, string>();

/** A test from its title to the next one, its white space as one blank and what a pattern escapes as it reads. */
export function bodyOf({ file, title }: Citation): string {
  const key = `${file}\n${title}`;
  const known = bodies.get(key);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const starts = [...source.matchAll(/^\s*(?:it|test)(?:\.\w+)*\(/gm)].map(({ index }) => index);
  const places = [title, title.replaceAll("'", String.raw`\'`)].flatMap((one) =>
    [...source.matchAll(new RegExp(one.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`), 'g'))].map(
      ({ index }) => index,
    ),
  );
  const body = places
    .map((at) =>
      source.slice(
        starts.findLast((start) => start <= at) ?? at,
        starts.find((start) => start > at) ?? source.length,
      ),
    )
    .join('\n')
    .replaceAll(/\\(?=[^\w\s])/g, '')
    .replaceAll(/\s+/g, ' ');
  bodies.set(key, body);
  return body;
}

/** Whether a test asserts a text: in its own lines, or, where it goes through the words of the specification, in these. */
export const saysQuoted = (test: Citation, quoted: string): boolean =>
  test.title === WORDS_TITLE
    ? WORDS.some(({ text }) => text.includes(quoted) || text.includes(quoted.replace(/\.$/, '')))
    : bodyOf(test).includes(quoted);
