// `npm run check`: the gate before every commit, in about a minute: format, lint with the import arrows, types, dead code, unit tests and
// the project's own rules. `--watch` goes on with what each save touches (check-watch.ts). `--fix` (`npm run format`) only formats.
import { stepsAfter, watchFiles } from './check-watch.ts';
import { root } from './root.ts';
import { endWithCommands, run, runNode, seconds } from './run.ts';
import { runSteps, type Step } from './steps.ts';

const tool = (name: string, file: string, ...args: string[]): Step => ({
  name,
  run: () => runNode(file, args),
});

/** All projects of the top `tsconfig.json`, in the order in which they refer to each other; what has not changed is not read again. */
const types = tool('types', 'node_modules/typescript/bin/tsc', '-b');

/** What needs no test runner. Longest first, so that the short ones fill the gaps. */
export const STATIC_STEPS: readonly Step[] = [
  types,
  tool('lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  tool('dead code', 'node_modules/knip/bin/knip.js', '--no-progress'),
  tool('format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'),
];

const unitAndRules = tool(
  'unit tests and rules',
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project=unit*',
  '--project=rules',
);

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
    const ok = await check([unitAndRules, ...STATIC_STEPS]);
    process.exitCode = ok ? 0 : 1;
    for await (const files of saves?.batches() ?? []) {
      console.log(`\n━━ ${files.join(', ')}`);
      await check(stepsAfter(files, types, tool));
    }
  }
}
