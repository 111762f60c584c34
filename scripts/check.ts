// `npm run check`: the gate before every commit, in about a minute: format, lint with the import arrows, types, dead code, the project's
// own rules, and the unit tests nearest to what changed since the last check (check-since.ts, nearest-tests.ts); all of them with `--all`,
// as the forge runs it. `--watch` goes on with what each save touches (check-watch.ts). `--fix` (`npm run format`) only formats.
import { availableParallelism } from 'node:os';
import { changedSince, lastChecked, saveChecked } from './check-since.ts';
import { CODE, stepsAfter, watchFiles } from './check-watch.ts';
import { nearestTests, readSources } from './nearest-tests.ts';
import { root } from './root.ts';
import { endWithCommands, run, runNode, seconds } from './run.ts';
import { runSteps, type Step } from './steps.ts';

const tool = (name: string, file: string, ...args: string[]): Step => ({
  name,
  run: () => runNode(file, args),
});

/**
 * All projects of the top `tsconfig.json`, in the order in which they refer to each other; what has not changed is not read again. Each
 * checker beside the first works out again what the others know already, and lint, tests and dead code run on the same cores: half of
 * the cores are checkers, at most the compiler's own four.
 */
const types = tool(
  'types',
  'node_modules/typescript/bin/tsc',
  '-b',
  '--checkers',
  String(Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))),
);

const lint = (name: string, ...args: string[]): Step =>
  tool(name, 'node_modules/oxlint/bin/oxlint', '--deny-warnings', ...args);

const others: readonly Step[] = [
  // Keeps what it read of each file: of an unchanged tree it takes a fourth of the time.
  tool(
    'dead code',
    'node_modules/knip/bin/knip.js',
    '--no-progress',
    '--cache',
    '--cache-location',
    '.cache/knip',
  ),
  tool('format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'),
];

/** What needs no test runner. Longest first, so that the short ones fill the gaps. */
export const STATIC_STEPS: readonly Step[] = [types, lint('lint', '--type-aware'), ...others];

/** What a rule says of a file may change with these, though the file does not. */
const CHANGES_EVERY_FILE = /(?:^|\/)(?:\.oxlintrc\.json|package-lock\.json|tsconfig[^/]*\.json)$/;

/**
 * The same where all was well at `since`: the rules that ask for types, which take twenty times as long as the others, look at what has
 * changed. What that makes of files that are as they were is found by `--all`, `npm test` and the forge.
 */
function staticSince(since: string | null): readonly Step[] {
  const all = since === null ? [] : changedSince(root, since);
  if (since === null || all.some((file) => CHANGES_EVERY_FILE.test(file))) return STATIC_STEPS;
  const changed = all.filter((file) => CODE.test(file));
  const typed =
    changed.length === 0 ? [] : [lint('lint of what changed, by types', '--type-aware', ...changed)];
  return [types, ...typed, lint('lint'), ...others];
}

const vitest = (name: string, ...args: string[]): Step =>
  tool(name, 'node_modules/vitest/vitest.mjs', 'run', ...args);

/** The tests of a check: `since` is the commit whose unit tests passed, null when none is known. */
function testsSince(since: string | null): Step[] {
  if (since === null) return [vitest('unit tests and rules', '--project=unit*', '--project=rules')];
  const { tests, reached } = nearestTests(changedSince(root, since), readSources(root));
  const left = reached > tests.length ? `, of ${reached} that it can break` : '';
  const name = `${tests.length} files of unit tests nearest to what changed since ${since.slice(0, 8)}${left}`;
  return [
    ...(tests.length === 0 ? [] : [vitest(name, '--project=unit*', ...tests)]),
    vitest('rules', '--project=rules'),
  ];
}

async function check(steps: readonly Step[]): Promise<boolean> {
  const startedAt = performance.now();
  const results = await runSteps(steps);
  const failed = results.filter((result) => !result.ok).map((result) => result.name);
  const took = seconds(performance.now() - startedAt);
  console.log(failed.length === 0 ? `\n✓ all is well (${took})` : `\n✗ ${failed.join(', ')} (${took})`);
  return failed.length === 0;
}

if (import.meta.main) {
  endWithCommands();
  if (process.argv.includes('--fix')) {
    const result = await run(process.execPath, ['node_modules/oxfmt/bin/oxfmt', '.'], { show: true });
    process.exitCode = result.ok ? 0 : 1;
  } else {
    const watched = process.argv.includes('--watch');
    // Listening before the first run, so that what is saved during it is checked after it.
    const saves = watched ? watchFiles(root) : undefined;
    const since = process.argv.includes('--all') ? null : lastChecked(root);
    const ok = await check([...testsSince(since), ...staticSince(since)]);
    if (ok) saveChecked(root);
    process.exitCode = ok ? 0 : 1;
    for await (const files of saves?.batches() ?? []) {
      console.log(`\n━━ ${files.join(', ')}`);
      await check(stepsAfter(files, types, tool));
    }
  }
}
