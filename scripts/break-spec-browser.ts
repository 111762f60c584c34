// The breaks that browser tests have to notice. Each would cost a build and a run of Playwright of its own, so many are made at once: as many
// as share neither a cited test nor a place in a source. A red test counts for a break when it names what was taken away; one that names
// something else may have stumbled over its neighbour, and its break is made again in other company, at last alone.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Citation } from '../tests/contract/cited-tests.ts';
import {
  eachOnce,
  isBrowser,
  shown,
  titlePattern,
  whileBroken,
  type Break,
  type Verdict,
} from './break-spec-copy.ts';
import { run } from './run.ts';
import { BUILT_VARIABLE } from './shop.ts';

const RUN_MS_MAX = 1_200_000;
const CONFIG = 'playwright.broken.config.ts';
/** A text that is gone is not waited for as patiently as one that is late: a red test is what is expected here. */
const QUICK = `import usual from './playwright.config.ts';
export default { ...usual, timeout: 120_000, expect: { timeout: 8_000 }, use: { ...usual.use, actionTimeout: 8_000 } };
`;

const key = ({ file, title }: Citation): string => `${file} › ${title}`;
const browserTests = ({ tests }: Break): Citation[] => eachOnce(tests).filter(isBrowser);

const meet = (one: Break, other: Break): boolean =>
  browserTests(one).some((test) => browserTests(other).some((its) => key(its) === key(test))) ||
  one.edits.some((edit) =>
    other.edits.some(({ file, at, end }) => file === edit.file && at < edit.end && edit.at < end),
  );

/** Breaks that can be made at once, at most so many together; those whose tests many others need come first. */
export function batchesOf(breaks: readonly Break[], most: number): Break[][] {
  const others = (broken: Break) => breaks.filter((one) => meet(one, broken)).length;
  const order = breaks.map((broken) => ({ broken, others: others(broken) }));
  const batches: Break[][] = [];
  for (const { broken } of order.sort((a, b) => b.others - a.others)) {
    const open = batches.find((batch) => batch.length < most && batch.every((one) => !meet(one, broken)));
    if (open) open.push(broken);
    else batches.push([broken]);
  }
  return batches;
}

const plain = (text: string): string => text.replaceAll(/\\(?=[^\w\s])/g, '').replaceAll(/\s+/g, ' ');

/** Whether what a failed test says is about this text: in its message, or in the line of the test where it stopped. */
export function namesText(said: readonly { message?: string; snippet?: string }[], text: string): boolean {
  const pieces = said.flatMap(({ message = '', snippet = '' }) => [
    message,
    ...snippet.split('\n').filter((line) => /^\s*>/.test(line)),
  ]);
  return pieces.some((piece) => plain(piece).includes(plain(text)));
}

type Told = { message?: string; snippet?: string };
type Suite = {
  specs?: { title: string; tests: { results: { status: string; errors: Told[] }[] }[] }[];
  suites?: Suite[];
};
/** What each of the cited tests said, each time that it failed; a test that did not run is not there. */
type Ran = Map<string, Told[][]>;

const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** One run of Playwright; null when it did not come to an end. */
async function ranInBrowser(folder: string, tests: readonly Citation[]): Promise<Ran | null> {
  const told = join(folder, '.told.json');
  rmSync(told, { force: true });
  writeFileSync(join(folder, CONFIG), QUICK);
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = tests.map(({ title }) => `(?:${titlePattern(title)})`).join('|');
  await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '-c', CONFIG, ...files, '-g', titles, '--reporter=json'],
    {
      cwd: folder,
      timeoutMs: RUN_MS_MAX,
      env: { [BUILT_VARIABLE]: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: told },
    },
  );
  if (!existsSync(told)) return null;
  const specs = specsOf(JSON.parse(readFileSync(told, 'utf8')) as Suite);
  return new Map(
    tests.flatMap((test) => {
      const pattern = new RegExp(`${titlePattern(test.title)}$`);
      const results = specs
        .filter(({ title }) => pattern.test(title))
        .flatMap((spec) => spec.tests.flatMap((one) => one.results))
        .filter(({ status }) => status !== 'skipped' && status !== 'interrupted');
      const failed = results.filter(({ status }) => status !== 'passed').map(({ errors }) => errors);
      return results.length > 0 ? [[key(test), failed] as const] : [];
    }),
  );
}

const build = (folder: string) => run(process.execPath, ['scripts/test.ts', 'build'], { cwd: folder });

/** Makes a batch and judges each of its breaks; null for one that has to be made again. */
async function judgeBatch(folder: string, batch: readonly Break[]): Promise<(Verdict | null)[]> {
  const ran = await whileBroken(folder, batch, async () =>
    (await build(folder)).ok ? ranInBrowser(folder, batch.flatMap(browserTests)) : null,
  );
  return batch.map((broken) => {
    const tests = browserTests(broken);
    const failures = (test: Citation) => ran?.get(key(test));
    const unsure = tests.some((test) => {
      const failed = failures(test);
      return !failed || (failed.length > 0 && !failed.some((said) => namesText(said, broken.text)));
    });
    if (unsure && batch.length > 1) return null;
    const red = tests.filter((test) => (failures(test)?.length ?? 0) > 0);
    return { broken, red, green: tests.filter((test) => !red.includes(test)) };
  });
}

/** A test that fails with nothing taken away proves nothing: asked only for red tests that named nothing. */
async function soundTests(folder: string, tests: readonly Citation[]): Promise<Set<string>> {
  if (tests.length === 0) return new Set();
  await build(folder);
  const ran = await ranInBrowser(folder, tests);
  return new Set(tests.map(key).filter((one) => ran?.get(one)?.length === 0));
}

/** Makes the breaks, many at once, and prints each verdict as it comes. */
export async function breakInBrowser(folder: string, chosen: readonly Break[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let open = chosen.filter((broken) => browserTests(broken).length > 0);
  for (const most of [open.length, 6, 1]) {
    if (most === 1) {
      const sound = await soundTests(folder, eachOnce(open.flatMap(browserTests)));
      const unsound = open.flatMap(browserTests).filter((test) => !sound.has(key(test)));
      if (unsound.length > 0) console.log(`✗ not green as it is: ${unsound.map(key).join('; ')}`);
    }
    const again: Break[] = [];
    const batches = batchesOf(open, most);
    for (const [at, batch] of batches.entries()) {
      console.log(`• batch ${at + 1} of ${batches.length}: ${batch.length} breaks …`);
      for (const [of, verdict] of (await judgeBatch(folder, batch)).entries()) {
        if (!verdict) again.push(...batch.slice(of, of + 1));
        else {
          verdicts.push(verdict);
          console.log(shown(verdict));
        }
      }
    }
    console.log(`• ${again.length} to be made again${again.map(({ what }) => `\n    ${what}`).join('')}`);
    open = again;
  }
  return verdicts;
}
