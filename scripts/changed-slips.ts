// The slips that Stryker knows in the lines of `shared` that a change touched, tried for a minute and a half at most and told at the end of
// `npm test`. Never its verdict: how many are tried depends on how quick the machine is. `npm run soak -- mutants` judges all of them.
//
//   node scripts/changed-slips.ts [BASE]     against this commit, instead of the last one on main
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';
import { endWithCommands, run, runNode, seconds } from './run.ts';

const TRIED_MS_MAX = 80_000;
const config = 'tests/mutants/stryker.config.json';
const reporter = join(root, 'tests', 'mutants', 'tried-reporter.ts');
const cache = join(root, '.cache', 'changed-slips');

export type Tried = { status: string; fileName: string; line: number; slip: string };
/** `words` are for the end of the run; `alive` are what lived, one line each. */
export type Slips = { counted: boolean; words: string; alive: string[] };

const nothing = (words: string): Slips => ({ counted: false, words, alive: [] });

/** The lines that a diff without context added or changed, in files whose slips are tried, as Stryker takes them: `file:from-to`. */
export function linesIn(diff: string): string[] {
  const found: string[] = [];
  let file: string | null = null;
  for (const line of diff.split('\n')) {
    const named = /^\+\+\+ (?:b\/(.*)|\/dev\/null)$/.exec(line);
    if (named) file = isTried(named[1] ?? '') ? (named[1] ?? null) : null;
    const [, from = '', count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (file === null || from === '' || count === '0') continue;
    found.push(`${file}:${from}-${Number(from) + Number(count) - 1}`);
  }
  return found;
}

const isTried = (file: string): boolean => /^shared\/.*\.ts$/.test(file) && !file.endsWith('.test.ts');

/** What is said of the slips that were tried, of as many as were planned. */
export function summaryOf(tried: readonly Tried[], planned: number): Slips {
  const judged = tried.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  );
  const alive = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const left = planned - tried.length;
  const rest = left > 0 ? `; no time was left for ${left}` : '';
  if (judged.length === 0) return nothing(`no slip of the changed lines was tried${rest}`);
  return {
    counted: true,
    words: `${judged.length - alive.length} of ${judged.length} slips in the changed lines noticed${rest}`,
    alive: alive.map(
      ({ fileName, line, slip }) =>
        `${fileName.replace(`${root}/`, '')}:${line} → ${slip.replaceAll(/\s+/g, ' ')}`,
    ),
  };
}

const git = (...args: string[]) => run('git', args);

/** The last commit on main; on main itself the one before. Null where nobody can tell. */
async function baseOf(): Promise<string | null> {
  const head = (await git('rev-parse', 'HEAD')).output.trim();
  for (const main of ['main', 'origin/main']) {
    const fork = await git('merge-base', main, 'HEAD');
    if (fork.ok && fork.output.trim() !== head) return fork.output.trim();
  }
  const before = await git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  return before.ok ? before.output.trim() : null;
}

export async function changedSlips(given: string | null = null): Promise<Slips> {
  const base = given ?? (await baseOf());
  if (base === null) return nothing('no earlier commit is known to compare with');
  const diff = await git('diff', '--unified=0', '--no-color', '--no-ext-diff', base, '--', 'shared');
  if (!diff.ok) return nothing(`nothing to compare with: ${diff.output.trim()}`);
  const lines = linesIn(diff.output);
  if (lines.length === 0) return nothing(`no rule in shared has changed since ${base.slice(0, 10)}`);

  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const said = join(cache, 'tried.jsonl');
  const whole = JSON.parse(readFileSync(join(root, config), 'utf8')) as {
    mutate: string[];
    plugins: string[];
  };
  const own = {
    ...whole,
    mutate: [...lines, ...whole.mutate.filter((pattern) => pattern.startsWith('!'))],
    plugins: [...whole.plugins, reporter],
    reporters: ['tried'],
    tempDirName: join('.cache', 'changed-slips', 'sandbox'),
    allowEmpty: true,
  };
  const configFile = join(cache, 'stryker.json');
  writeFileSync(configFile, JSON.stringify(own));
  const result = await runNode('node_modules/@stryker-mutator/core/bin/stryker.js', ['run', configFile], {
    timeoutMs: TRIED_MS_MAX,
    env: { TRIED_FILE: said },
  });
  const rows = existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n') : [];
  rmSync(join(cache, 'sandbox'), { recursive: true, force: true });
  // The first says how many there are; a last one may have been cut short.
  const [first = '{"planned":0}', ...tried] = rows.filter((row) => row.endsWith('}'));
  const { planned } = JSON.parse(first) as { planned: number };
  const slips = summaryOf(
    tried.map((row) => JSON.parse(row) as Tried),
    planned,
  );
  return slips.counted || result.ok ? slips : nothing(`${slips.words}: ${result.output.trim().slice(-300)}`);
}

/** The lines that stand at the end of a run. */
export const linesOf = ({ words, alive }: Slips): string[] => [
  words,
  ...alive.map((one) => `  lives: ${one}`),
];

if (import.meta.main) {
  endWithCommands();
  const startedAt = performance.now();
  const slips = await changedSlips(process.argv[2] ?? null);
  console.log(`${linesOf(slips).join('\n')}\n(${seconds(performance.now() - startedAt)})`);
}
