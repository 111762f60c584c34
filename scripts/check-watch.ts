// What `npm run check -- --watch` does after a save: types of all, lint and format of the files saved, and the unit tests that import them.
// Dead code and the whole of the tests stay with `npm run check`: they read everything.
import { existsSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './steps.ts';

/** Editors write a file in several steps, and a change of branch writes many: one run for all of them. */
const QUIET_MS = 200;

export const CODE = /\.(ts|tsx|mjs)$/;
const FORMATTED = /\.(ts|tsx|mjs|json|css|html)$/;

type Tool = (name: string, file: string, ...args: string[]) => Step;

/** The steps that the files (paths from the root, there or gone) ask for; `types` whenever code is among them. */
export function stepsAfter(files: readonly string[], types: Step, tool: Tool): Step[] {
  const code = files.filter((file) => CODE.test(file));
  const there = (file: string): boolean => existsSync(file);
  const linted = code.filter(there);
  const formatted = files.filter((file) => FORMATTED.test(file)).filter(there);
  const related = ['related', '--run', '--project=unit*', '--passWithNoTests'];
  return [
    ...(code.length > 0 ? [types] : []),
    ...(linted.length > 0
      ? [
          tool('tests', 'node_modules/vitest/vitest.mjs', ...related, ...linted),
          tool('lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...linted),
        ]
      : []),
    ...(formatted.length > 0
      ? [tool('format', 'node_modules/oxfmt/bin/oxfmt', '--check', ...formatted)]
      : []),
  ];
}

/**
 * Hears of every saved file below the folders of `root`, save those that are built or installed. `batches` gives them until `stop`,
 * sorted and each once: all that came while the last batch was worked on are the next one.
 */
export function watchFiles(root: string): { batches: () => AsyncGenerator<string[]>; stop: () => void } {
  const isBuilt = (name: string): boolean =>
    name.startsWith('.') || ['node_modules', 'dist', 'data'].includes(name);
  const saved = new Set<string>();
  let stopped = false;
  let notify = (): void => undefined;
  const onSave = (file: string): void => {
    if (file.split('/').some(isBuilt)) return;
    saved.add(file);
    notify();
  };
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !isBuilt(entry.name),
  );
  const watchers: FSWatcher[] = folders.map(({ name }) =>
    watch(join(root, name), { recursive: true }, (_event, file) => {
      if (file) onSave(`${name}/${file.replaceAll('\\', '/')}`);
    }),
  );

  async function* batches(): AsyncGenerator<string[]> {
    while (!stopped) {
      if (saved.size === 0) await new Promise<void>((resolve) => (notify = resolve));
      else {
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        const files = [...saved].toSorted();
        saved.clear();
        yield files;
      }
    }
  }

  const stop = (): void => {
    stopped = true;
    for (const watcher of watchers) watcher.close();
    notify();
  };
  return { batches, stop };
}
