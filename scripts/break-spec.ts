// Breaks the specification on purpose: takes each text and each number that it sets out of a copy of the sources, one at a time, runs the
// tests that docs/spec-coverage.md names for it, and wants them red. `npm run soak -- spec` runs it; the tree itself is never changed.
import {
  cpSync,
  existsSync,
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
import { sourcesOf, withoutComments, wordPattern, type Source } from '../tests/contract/spec-sources.ts';
import { WORDS, type Word } from '../tests/contract/spec-words.ts';
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

const longestOf = (text: string): string =>
  text
    .split('…')
    .reduce((longest, piece) => (piece.trim().length > longest.length ? piece.trim() : longest), '');

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

/** Where a text stands: a label of one word in its room alone, a sentence wherever anybody says it, the servers included. */
function placesOf({ room, text }: Word, everywhere: readonly Source[]): Edit[] {
  const [first = ''] = longestOf(text).split(/\s/);
  return (text.includes(' ') ? everywhere : sourcesOf(room, root))
    .filter((one) => one.text.includes(first))
    .flatMap((one) => edited(one.file, one.text, wordPattern(text), withoutText));
}

/** Everything that can be taken away: each word of the specification in its room, each number moved by one. */
export function breaks(rows: readonly Row[]): Break[] {
  const everywhere = sourcesOf('{web,shared,edge,cloud}', root).filter(
    ({ file }) => !/(?:^|\/)(?:node_modules|dist)\//.test(file),
  );
  const words = WORDS.map(({ room, text }) => {
    const of = rowsOf(rows, text);
    return {
      what: `${room} says “${text}”`,
      rows: of.map(({ id }) => id),
      edits: placesOf({ room, text }, everywhere),
      tests: [
        { file: WORDS_FILE, title: WORDS_TITLE },
        ...of
          .flatMap(({ tests }) => tests)
          .filter((test) => test.title !== WORDS_TITLE && saysQuoted(test, longestOf(text))),
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

/** Which of the browser tests fail in the copy, one run of Playwright for each. */
async function redInBrowser(folder: string, tests: readonly Citation[]): Promise<Citation[]> {
  const red: Citation[] = [];
  for (const test of tests) {
    const tool = ['node_modules/@playwright/test/cli.js', 'test', test.file, '-g', titlePattern(test.title)];
    const done = await run(process.execPath, [...tool, '--reporter=dot'], {
      cwd: folder,
      timeoutMs: TEST_MS_MAX,
    });
    if (!done.ok && done.code !== null) red.push(test);
  }
  return red;
}

/** The tests of a break that are run, each once. */
export const testsOf = ({ tests }: Break, browser: boolean): Citation[] =>
  tests
    .filter((test) => browser || !isBrowser(test))
    .filter(
      ({ file, title }, at, all) => all.findIndex((one) => one.file === file && one.title === title) === at,
    );

async function judge(folder: string, broken: Break, browser: boolean): Promise<Verdict> {
  const tests = testsOf(broken, browser);
  const inBrowser = tests.filter(isBrowser);
  for (const { file, to } of broken.edits) writeFileSync(join(folder, file), to);
  try {
    const found = await redWithout(
      folder,
      tests.filter((test) => !isBrowser(test)),
    );
    if (inBrowser.length > 0) await build(folder);
    const red = [...(found ?? []), ...(await redInBrowser(folder, inBrowser))];
    return { broken, red, green: tests.filter((test) => !red.includes(test)), late: found === null };
  } finally {
    for (const { file, from } of broken.edits) writeFileSync(join(folder, file), from);
  }
}

/** A test that fails already proves nothing: all are run once with nothing taken away. */
async function expectSound(folder: string, chosen: readonly Break[], browser: boolean): Promise<void> {
  const tests = testsOf(
    { what: '', rows: [], edits: [], tests: chosen.flatMap((broken) => broken.tests) },
    browser,
  );
  const red = [
    ...((await redWithout(
      folder,
      tests.filter((test) => !isBrowser(test)),
    )) ?? tests),
    ...(await redInBrowser(folder, tests.filter(isBrowser))),
  ];
  if (red.length > 0)
    throw new Error(
      `fails with nothing taken away: ${red.map(({ file, title }) => `${file} › ${title}`).join('; ')}`,
    );
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
  const verdicts: Verdict[] = [];
  try {
    await expectSound(folder, chosen, browser);
    for (const broken of chosen) {
      const verdict = await judge(folder, broken, browser);
      verdicts.push(verdict);
      console.log(shown(verdict));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return verdicts;
}
