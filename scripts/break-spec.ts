// Breaks the specification on purpose: takes each text and each number that it sets out of a copy of the sources, one at a time, runs the
// tests that docs/spec-coverage.md names for it, and wants them red. `npm run soak -- spec` runs it; the tree itself is never changed.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Citation } from '../tests/contract/cited-tests.ts';
import { LIMITS, numberOf } from '../tests/contract/spec-limits.ts';
import {
  LIMITS_TITLE,
  quotedIn,
  readRows,
  saysQuoted,
  WORDS_TITLE,
  type Row,
} from '../tests/contract/spec-rows.ts';
import { sourcesOf, withoutComments, wordPattern, type Source } from '../tests/contract/spec-sources.ts';
import { WORDS, type Word } from '../tests/contract/spec-words.ts';
import { breakInBrowser } from './break-spec-browser.ts';
import {
  copyProject,
  eachOnce,
  isBrowser,
  shown,
  titlePattern,
  whileBroken,
  type Break,
  type Edit,
  type Verdict,
} from './break-spec-copy.ts';
import { root } from './root.ts';
import { endWithCommands, run } from './run.ts';

const WORDS_FILE = 'tests/contract/spec-words.test.ts';
const SECTIONS = ['Customer', 'Staff', 'Wholesale'];
const TEST_MS_MAX = 600_000;

/** Every find of a pattern in a source, changed; comments stay. */
function edited(file: string, text: string, pattern: RegExp, change: (found: string) => string): Edit[] {
  return [...withoutComments(text).matchAll(pattern)].map((match) => {
    // The group: what stands before and after it is only looked at.
    const at = match.index + match[0].indexOf(match[1] ?? '');
    const end = at + (match[1] ?? '').length;
    return { file, at, end, put: change(text.slice(at, end)) };
  });
}

/** The longest piece without code is gone; what the code puts in stays, so that the source still runs. */
const withoutText = (found: string): string => {
  const longest = found
    .split(/\$?\{(?:[^{}]|\{[^{}]*\})*\}/)
    .reduce((one, piece) => (piece.length > one.length ? piece : one));
  return found.replace(longest, () => longest.replaceAll(/[^\s]+/g, '¤'));
};

/** Another number: a count by one, so that its border is asked for; a time or a size by as much again, so that a person would notice. */
const another = (value: number): number => (value < 100 ? value + 1 : 2 * value);

const longestOf = (text: string): string =>
  text
    .split('…')
    .reduce((longest, piece) => (piece.trim().length > longest.length ? piece.trim() : longest), '');

const withoutStop = (text: string): string => text.replace(/\.$/, '');

const rowsOf = (rows: readonly Row[], text: string): Row[] =>
  rows.filter(
    ({ statement, tests }) =>
      tests.length > 0 &&
      quotedIn(statement).some(
        (quoted) =>
          quoted.length > 1 &&
          text.replace(/…$/, '') !== '' &&
          text.split('…').some((piece) => withoutStop(piece.trim()) === withoutStop(quoted)),
      ),
  );

/** The rooms that only one of the documents speaks of. */
const SIDES: [RegExp, string][] = [
  [/^web\/(?:cart|features\/(?:landing|order|checkout|tracking))(?:\/|$)/, 'C'],
  [/^web\/features\/(?:admin|kitchen|counter)(?:\/|$)/, 'S'],
  [/^web\/features\/wholesale(?:\/|$)/, 'W'],
];

/** The rows that quote a text. A row about a side that does not lose it has nothing to notice. */
function rowsFor(text: string, edits: readonly Edit[], rows: readonly Row[]): Row[] {
  const quoting = rowsOf(rows, text);
  const sides = edits.map(({ file }) => SIDES.find(([rooms]) => rooms.test(file))?.[1]);
  const losing = quoting.filter(({ id }) => sides.includes(id[0]));
  return sides.includes(undefined) || losing.length === 0 ? quoting : losing;
}

/** Where a text stands: a label of one word in its room alone, a sentence wherever anybody says it, the servers included. */
function placesOf({ room, text }: Word, everywhere: readonly Source[]): Edit[] {
  const [first = ''] = longestOf(text).split(/\s/);
  return (text.includes(' ') ? everywhere : sourcesOf(room, root))
    .filter((one) => one.text.includes(first))
    .flatMap((one) => edited(one.file, one.text, wordPattern(text), withoutText));
}

/** Everything that can be taken away: each word of the specification in its room, each number made another. */
export function breaks(rows: readonly Row[]): Break[] {
  const everywhere = sourcesOf('{web,shared,edge,cloud}', root).filter(
    ({ file }) => !/(?:^|\/)(?:node_modules|dist)\//.test(file),
  );
  const words = WORDS.map(({ room, text }) => {
    const edits = placesOf({ room, text }, everywhere);
    const of = rowsFor(text, edits, rows);
    return {
      what: `${room} says “${text}”`,
      text: longestOf(text),
      rows: of.map(({ id }) => id),
      edits,
      tests: [
        { file: WORDS_FILE, title: WORDS_TITLE },
        ...of
          .flatMap(({ tests }) => tests)
          .filter((test) => test.title !== WORDS_TITLE && saysQuoted(test, longestOf(text))),
      ],
    };
  });
  const limits = LIMITS.map(({ name, room, pattern, value, kept }) => ({
    what: `${name}: ${value}`,
    text: ('names' in kept ? kept.names : undefined) ?? String(value),
    rows: [],
    edits: sourcesOf(room, root).flatMap((one) =>
      edited(one.file, one.text, pattern, (found) => String(another(numberOf(found)))),
    ),
    tests: [{ file: WORDS_FILE, title: LIMITS_TITLE }, ...('alone' in kept ? [] : [kept])],
  }));
  return [...words, ...limits];
}

type Ran = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** Which of these tests fail in the copy, by one run of vitest; null when it did not come to an end. */
async function redWithout(folder: string, tests: readonly Citation[]): Promise<Citation[] | null> {
  if (tests.length === 0) return [];
  const told = join(folder, '.told.json');
  rmSync(told, { force: true });
  const titles = tests.map(({ title }) => `(?:${titlePattern(title)})`).join('|');
  const files = [...new Set(tests.map(({ file }) => file))];
  await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      '-t',
      titles,
      '--reporter=json',
      `--outputFile=${told}`,
    ],
    { cwd: folder, timeoutMs: TEST_MS_MAX, env: { CI: '1' } },
  );
  if (!existsSync(told)) return null;
  const { testResults } = JSON.parse(readFileSync(told, 'utf8')) as Ran;
  return tests.filter(({ file, title }) => {
    const of = testResults.find(({ name }) => name.endsWith(`/${file}`));
    const pattern = new RegExp(titlePattern(title));
    const ran = of?.assertionResults.filter(({ fullName }) => pattern.test(fullName)) ?? [];
    return ran.some(({ status }) => status === 'failed') || (of?.status === 'failed' && ran.length === 0);
  });
}

/** The tests of a break that need no browser, each once. */
export const testsOf = ({ tests }: Break): Citation[] => eachOnce(tests).filter((test) => !isBrowser(test));

async function judge(folder: string, broken: Break): Promise<Verdict> {
  const tests = testsOf(broken);
  const red = (await whileBroken(folder, [broken], () => redWithout(folder, tests))) ?? [];
  return { broken, red, green: tests.filter((test) => !red.includes(test)) };
}

/** A test that fails already proves nothing: all are run once with nothing taken away. */
async function expectSound(folder: string, chosen: readonly Break[]): Promise<void> {
  const tests = eachOnce(chosen.flatMap(testsOf));
  const red = (await redWithout(folder, tests)) ?? tests;
  if (red.length > 0)
    throw new Error(
      `fails with nothing taken away: ${red.map(({ file, title }) => `${file} › ${title}`).join('; ')}`,
    );
}

/** The rows of the document, as it stands. */
export const specRows = (): Row[] =>
  readRows(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'), SECTIONS);

/** Makes the breaks given, one after another, and prints each verdict as it comes; with `browser` what the browser tests notice. */
export async function breakSpec(chosen: readonly Break[], browser: boolean): Promise<Verdict[]> {
  endWithCommands();
  const folder = copyProject();
  try {
    if (browser) return await breakInBrowser(folder, chosen);
    await expectSound(folder, chosen);
    const verdicts: Verdict[] = [];
    for (const broken of chosen) {
      const verdict = await judge(folder, broken);
      verdicts.push(verdict);
      console.log(shown(verdict));
    }
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
