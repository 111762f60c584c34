// `npm run soak`: the long runs, one after another, each told with its seed so that a failure can be seen again.
// `SEED=123 npm run soak -- print-kills` makes one run with the choices of that seed.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seedOf } from '../tests/faults/seeded.ts';
import type { Soak } from '../tests/support/soak.ts';
import { root } from './root.ts';
import { seconds } from './run.ts';

async function soaks(): Promise<Soak[]> {
  const files = globSync('tests/**/*.soak.ts', { cwd: root }).sort();
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(join(root, file)).href)) as { soak: Soak }),
  );
  return modules.map((module) => module.soak);
}

async function passes({ name, title, run }: Soak, seed: number): Promise<boolean> {
  console.log(`\n• ${name}: ${title} (SEED=${seed}) …`);
  const startedAt = performance.now();
  try {
    const seen = await run(seed);
    console.log(`✓ ${seen} (${seconds(performance.now() - startedAt)})`);
    return true;
  } catch (error) {
    console.error(`✗ ${name} after ${seconds(performance.now() - startedAt)}; again with SEED=${seed}`);
    console.error(error);
    return false;
  }
}

const all = await soaks();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.some((soak) => soak.name === name));
if (unknown.length > 0) {
  console.error(
    `✗ no soak is called ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const seed = process.env['SEED'] === undefined ? Math.floor(Math.random() * 2 ** 32) : seedOf();
const failed: string[] = [];
for (const soak of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
  if (!(await passes(soak, seed))) failed.push(soak.name);
console.log(failed.length === 0 ? '\nAll held.' : `\n✗ broken: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
