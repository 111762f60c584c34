// Breaks the specification on purpose: takes each text and each number that it sets out of a copy of the sources, one at a time, runs the
// tests that docs/spec-coverage.md names for it, and wants them red. `npm run soak -- spec` runs it; the tree itself is never changed.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
import { sourcesOf, withoutComments, wordPattern } from '../tests/contract/spec-sources.ts';
import { WORDS } from '../tests/contract/spec-words.ts';
import { root } from './root.ts';
import { endWithCommands, run } from './run.ts';

const WORDS_FILE = 'tests/contract/spec-words.test.ts';
const SECTIONS = ['Customer', 'Staff', 'Wholesale'];
const TEST_MS_MAX = 600_000;

type Edit = { file: string; from: string; to: string };
/** One thing taken away, the sources without it, and the tests that have to notice. */
export type Break = { what: string; rows: string[]; edits: Edit[]; tests: Citation[] };
/** Which of the cited tests were red, and which stayed green. */
export type Verdict = { broken: Break; red: Citation[]; green: Citation[]; late: boolean };

/** The source with every find of a pattern changed; comments stay. */
function edited(file: string, text: string, pattern: RegExp, change: (found: string) => string): Edit[] {
  let to = '';
  let end = 0;
  for (const match of withoutComments(text).matchAll(pattern)) {
    // The group: what stands before and after it is only looked at.
    const at = match.index + match[0].indexOf(match[1] ?? '');
    to += text.slice(end, at) + change(text.slice(at, at + (match[1] ?? '').length));
    end = at + (match[1] ?? '').length;
  }
  return end === 0 ? [] : [{ file, from: text, to: to + text.slice(end) }];
}

/** The longest piece without code is gone; what the code puts in stays, so that the source still runs. */
const withoutText = (found: string): string => {
  const longest = found
    .split(/\$?\{(?:[^{}]|\{[^{}]*\})*\}/)
    .reduce((one, piece) => (piece.length > one.length ? piece : one));
  return found.replace(longest, () => longest.replaceAll(/[^\s]+/g, '¤'));
};

const rowsOf = (rows: readonly Row[], text: string): Row[] =>
  rows.filter(
    ({ statement, tests }) =>
      tests.length > 0 &&
      quotedIn(statement).some(
        (quoted) =>
          quoted.length > 1 &&
          text.replace(/…$/, '') !== '' &&
          text.split('…').some((piece) => piece.trim() === quoted || `${piece.trim()}.` === quoted),
      ),
  );

/** Everything that can be taken away: each word of the specification in its room, each number moved by one. */
export function breaks(rows: readonly Row[]): Break[] {
  const words = WORDS.map(({ room, text }) => {
    const of = rowsOf(rows, text);
    const quoted = text
      .split('…')
      .reduce((longest, piece) => (piece.trim().length > longest.length ? piece.trim() : longest), '');
    return {
      what: `${room} says “${text}”`,
      rows: of.map(({ id }) => id),
      edits: sourcesOf(room, root).flatMap((one) =>
        edited(one.file, one.text, wordPattern(text), withoutText),
      ),
      tests: [
        { file: WORDS_FILE, title: WORDS_TITLE },
        ...of
          .flatMap(({ tests }) => tests)
          .filter((test) => test.title !== WORDS_TITLE && saysQuoted(test, quoted)),
      ],
    };
  });
  const limits = LIMITS.map(({ name, room, pattern, value }) => ({
    what: `${name}: ${value}`,
    rows: [],
    edits: sourcesOf(room, root).flatMap((one) =>
      edited(one.file, one.text, pattern, (found) => String(numberOf(found) + 1)),
    ),
    tests: [{ file: WORDS_FILE, title: LIMITS_TITLE }],
  }));
  return [...words, ...limits];
}

const isBrowser = ({ file }: Citation): boolean => file.startsWith('tests/e2e/');

/** The sources as they are, over the packages that are here. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-spec-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(root, folder, {
    recursive: true,
    filter: (from) =>
      !/^(?:.*\/)?(?:node_modules|\.git|dist|data|\.cache|test-results)$/.test(relative(root, from)) ||
      from === join(root, 'web/data'),
  });
  mkdirSync(join(folder, 'node_modules', '@balcao'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@balcao') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(root, 'node_modules', '@balcao')))
    symlinkSync(join(folder, name), join(folder, 'node_modules', '@balcao', name));
  symlinkSync(join(root, 'scripts/runtime/node_modules'), join(folder, 'scripts/runtime/node_modules'));
  return folder;
}

/** A title as a pattern: what the test puts into it may be anything. */
const titlePattern = (title: string): string =>
  title
    .split(/%[a-z]|\$\{[^}]*\}|\$[\w.]+/)
    .map((piece) => piece.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`))
    .join('.*');

/** Whether one test fails in the copy. */
async function isRed(folder: string, { file, title }: Citation): Promise<{ red: boolean; late: boolean }> {
  const tool = isBrowser({ file, title })
    ? ['node_modules/@playwright/test/cli.js', 'test', file, '-g', titlePattern(title), '--reporter=dot']
    : ['node_modules/vitest/vitest.mjs', 'run', file, '-t', titlePattern(title), '--reporter=dot'];
  const done = await run(process.execPath, tool, { cwd: folder, timeoutMs: TEST_MS_MAX, env: { CI: '1' } });
  return { red: !done.ok && done.code !== null, late: done.code === null };
}

/** A test that fails already proves nothing: each is run once as it is. */
function soundness(folder: string): (test: Citation) => Promise<void> {
  const sound = new Map<string, Promise<{ red: boolean }>>();
  return async (test) => {
    const key = `${test.file} › ${test.title}`;
    const first = sound.get(key) ?? isRed(folder, test);
    sound.set(key, first);
    if ((await first).red) throw new Error(`fails with nothing taken away: ${key}`);
  };
}

async function judge(
  folder: string,
  broken: Break,
  browser: boolean,
  checkSound: (test: Citation) => Promise<void>,
): Promise<Verdict> {
  const tests = broken.tests
    .filter((test) => browser || !isBrowser(test))
    .filter(
      ({ file, title }, at, all) => all.findIndex((one) => one.file === file && one.title === title) === at,
    );
  for (const test of tests) await checkSound(test);
  for (const { file, to } of broken.edits) writeFileSync(join(folder, file), to);
  const verdict: Verdict = { broken, red: [], green: [], late: false };
  try {
    if (tests.some(isBrowser)) await build(folder);
    for (const test of tests) {
      const { red, late } = await isRed(folder, test);
      verdict.late ||= late;
      (red ? verdict.red : verdict.green).push(test);
    }
  } finally {
    for (const { file, from } of broken.edits) writeFileSync(join(folder, file), from);
  }
  return verdict;
}

const build = (folder: string) => run(process.execPath, ['scripts/test.ts', 'build'], { cwd: folder });

const shown = ({ broken, red, green }: Verdict): string =>
  [
    `${red.length === 0 || green.length > 0 ? '✗' : '✓'} ${broken.what}${broken.rows.length > 0 ? ` (${broken.rows.join(', ')})` : ''}`,
    `  red: ${red.length === 0 ? 'nothing' : red.map(({ file, title }) => `${file} › ${title}`).join('; ')}`,
    ...green.map(({ file, title }) => `  GREEN: ${file} › ${title}`),
  ].join('\n');

/** The rows of the document, as it stands. */
export const specRows = (): Row[] =>
  readRows(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'), SECTIONS);

/** Makes the breaks given, one after another, and prints each verdict as it comes. */
export async function breakSpec(chosen: readonly Break[], browser: boolean): Promise<Verdict[]> {
  endWithCommands();
  const folder = copyProject();
  if (browser) await build(folder);
  const checkSound = soundness(folder);
  const verdicts: Verdict[] = [];
  try {
    for (const broken of chosen) {
      const verdict = await judge(folder, broken, browser, checkSound);
      verdicts.push(verdict);
      console.log(shown(verdict));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return verdicts;
}
