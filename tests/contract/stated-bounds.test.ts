// A bound that a test takes from the code moves along with it: twice as long is then as right as before. So a test says a bound in figures of
// its own, or one of the tests compares the code's with figures.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** `export const NAME_MS = 15 * MINUTE_MS;`: nothing but numbers, and names that stand for some. */
const BOUND = /^export const ([A-Z][A-Z\d_]*)(?:: number)? = ([A-Z\d_.*+\-/() ]*\d[A-Z\d_.*+\-/() ]*);$/gm;
const IMPORT = /^import \{([^}]*)\} from '([^']+)';$/gm;

/** Stated otherwise, and why so. */
const OTHERWISE: Record<string, string> = {
  'shared/link/protocol-version.ts PROTOCOL_VERSION': 'what each version looks like is pinned by its number',
};

/** Figures, and the test's own names for units of them. */
const FIGURES = String.raw`(?:[\d_.]+|MINUTE|HOUR|DAY)(?:_MS)?(?: \* (?:[\d_.]+|(?:MINUTE|HOUR|DAY)(?:_MS)?))*`;

/** Those of the names that the text compares with figures: alone, as one of several, or as a row of a table. */
function statedIn(text: string, names: readonly string[]): string[] {
  const inOne = [...text.matchAll(/expect\(\[([A-Z\d_, ]+)\]\)\.toEqual\(\[[\d_, *]+\]\)/g)].flatMap(
    ([, listed = '']) => listed.split(', '),
  );
  return names.filter(
    (name) =>
      inOne.includes(name) ||
      new RegExp(String.raw`expect\(${name}\)\.to(?:Be|Equal)\(${FIGURES}\)`).test(text) ||
      new RegExp(String.raw`^ *\[.*\b${name}(?: \* 1000)?, ${FIGURES}\],$`, 'm').test(text),
  );
}

const pathOf = (file: string, from: string): string =>
  from.startsWith('@balcao/') ? from.slice('@balcao/'.length) : join(dirname(file), from);

/** The bounds of `text`, a test in `file`, that come from the code: `path NAME`. */
const takenIn = (file: string, text: string, bounds: ReadonlySet<string>): string[] =>
  [...text.matchAll(IMPORT)]
    .flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => `${pathOf(file, from).replaceAll('\\', '/')} ${name.trim()}`),
    )
    .filter((bound) => bounds.has(bound));

const isNotOurs = (name: string): boolean => name === 'node_modules' || name === 'testing';
const read = (pattern: string): [file: string, text: string][] =>
  globSync(pattern, { exclude: isNotOurs })
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [file, readFileSync(file, 'utf8')]);

const bounds = new Set(
  read('{edge,cloud,shared,web}/**/*.{ts,tsx}')
    .filter(([file]) => !/\.test\.tsx?$/.test(file))
    .flatMap(([file, text]) => [...text.matchAll(BOUND)].map(([, name]) => `${file} ${name}`)),
);
const tests = read('{edge,cloud,shared,web,tests}/**/*.test.{ts,tsx}');

it('every bound that a test takes from the code is compared with figures by one of those that take it', () => {
  expect(bounds.size).toBeGreaterThan(80);
  const taken = new Map<string, string[]>();
  const stated = new Set<string>();
  for (const [file, text] of tests) {
    const here = takenIn(file, text, bounds);
    for (const bound of here) taken.set(bound, [...(taken.get(bound) ?? []), file]);
    const names = statedIn(
      text,
      here.map((bound) => bound.split(' ')[1] ?? ''),
    );
    for (const bound of here) if (names.includes(bound.split(' ')[1] ?? '')) stated.add(bound);
  }
  expect(taken.size).toBeGreaterThan(20);
  expect([...taken].filter(([bound]) => !stated.has(bound)).map(([bound]) => bound)).toEqual(
    Object.keys(OTHERWISE),
  );
});

it('knows a comparison with figures from one with a name', () => {
  const text = [
    'expect(A_MAX).toBe(30 * 60_000);',
    'expect([B_MAX, C_MAX]).toEqual([1, 2]);',
    "  ['[L3] how long', D_MS * 1000, 20 * 60 * MINUTE],",
    'expect(tries).toBe(E_MAX);',
    'expect(F_MAX).toBe(G_MAX);',
  ].join('\n');
  expect(statedIn(text, ['A_MAX', 'B_MAX', 'C_MAX', 'D_MS', 'E_MAX', 'F_MAX'])).toEqual([
    'A_MAX',
    'B_MAX',
    'C_MAX',
    'D_MS',
  ]);
});
