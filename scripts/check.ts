// `npm run check`: the gate before every commit, in about a minute: format, lint with the import arrows,
// types, dead code, unit tests and the project's own rules. `--fix` (`npm run format`) only formats.
import { endWithCommands, run, runNode, seconds } from './run.ts';
import { runSteps, type Step } from './steps.ts';

const TYPED = ['shared', 'shared/host', 'edge', 'cloud', 'web', 'deploy', 'tests'];
const vitest = 'node_modules/vitest/vitest.mjs';

const tool = (name: string, file: string, ...args: string[]): Step => ({
  name,
  run: () => runNode(file, args),
});

/** What needs no test runner. Longest first, so that the short ones fill the gaps. */
export const STATIC_STEPS: readonly Step[] = [
  tool('lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  tool('dead code', 'node_modules/knip/bin/knip.js', '--no-progress'),
  ...TYPED.map((folder) => tool(`types: ${folder}`, 'node_modules/typescript/bin/tsc', '-p', folder)),
  tool('format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'),
];

if (import.meta.main) {
  endWithCommands();
  const startedAt = performance.now();
  if (process.argv.includes('--fix')) {
    const result = await run(process.execPath, ['node_modules/oxfmt/bin/oxfmt', '.'], { show: true });
    process.exitCode = result.ok ? 0 : 1;
  } else {
    const tests = tool('unit tests and rules', vitest, 'run', '--project=unit', '--project=rules');
    const results = await runSteps([tests, ...STATIC_STEPS]);
    const failed = results.filter((result) => !result.ok).map((result) => result.name);
    const took = seconds(performance.now() - startedAt);
    console.log(failed.length === 0 ? `\n✓ all is well (${took})` : `\n✗ ${failed.join(', ')} (${took})`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  }
}
