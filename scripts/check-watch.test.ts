import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { stepsAfter, watchFiles } from './check-watch.ts';
import type { Step } from './steps.ts';

const ran: string[][] = [];
const tool = (name: string, file: string, ...args: string[]): Step => ({
  name,
  run: () => {
    ran.push([file, ...args]);
    return Promise.resolve({ ok: true, code: 0, output: '', tookMs: 0 });
  },
});
const types = tool('types', 'tsc');

const folder = mkdtempSync(join(tmpdir(), 'balcao-watch-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('checks types, tests, lint and format after a save of code, and looks at the saved file only', async () => {
  const steps = stepsAfter(['scripts/check-watch.ts'], types, tool);
  expect(steps.map(({ name }) => name)).toEqual(['types', 'tests', 'lint', 'format']);
  for (const step of steps.slice(1)) await step.run();
  expect(ran.map((args) => args.at(-1))).toEqual(Array(3).fill('scripts/check-watch.ts'));
});

it('only checks types when a file of code is gone, only format when settings are saved, and nothing for a page', () => {
  expect(stepsAfter(['scripts/gone.ts'], types, tool)).toEqual([types]);
  expect(stepsAfter(['tests/tsconfig.json'], types, tool).map(({ name }) => name)).toEqual(['format']);
  expect(stepsAfter(['docs/faults.md'], types, tool)).toEqual([]);
});

it('gives what was saved in one batch, not what is installed, and then what was saved meanwhile', async () => {
  mkdirSync(join(folder, 'edge', 'node_modules'), { recursive: true });
  const saves = watchFiles(folder);
  const batches = saves.batches();
  const first = batches.next();
  writeFileSync(join(folder, 'edge', 'node_modules', 'a.ts'), '');
  writeFileSync(join(folder, 'edge', 'one.ts'), '');
  writeFileSync(join(folder, 'edge', 'other.ts'), '');
  expect(await first).toEqual({ done: false, value: ['edge/one.ts', 'edge/other.ts'] });
  writeFileSync(join(folder, 'edge', 'third.ts'), '');
  expect(await batches.next()).toEqual({ done: false, value: ['edge/third.ts'] });
  const last = batches.next();
  saves.stop();
  expect(await last).toEqual({ done: true, value: undefined });
});
