// `node scripts/mutate.ts [name …]`: takes rules away, one at a time and in a copy, and lets the auditor judge simulated evenings of what
// is left: `SEEDS=40` of them from `SEED=1` on. What takes longer than `SECONDS=240` is ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { join } from 'node:path';
import { openRelayDatabase } from '../tests/simulation/sides.ts';
import { MUTATIONS, type Mutation } from '../tests/simulation/mutations.ts';
import { root } from './root.ts';
import { seconds } from './run.ts';

const COPIED = [
  'cloud',
  'edge',
  'shared',
  'scripts',
  'tests',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
];
const FIRST = process.env['SEED'] ?? '1';
const SEEDS = process.env['SEEDS'] ?? '40';
const ALONE = `const { soak } = await import('./tests/simulation/two-sides.soak.ts');
await soak.run(${Number(FIRST)});
process.exit(0);`;
/** The same of months of money, where the slip is one of the counter's books. */
const MONTHS_ALONE = `const { soak } = await import('./tests/simulation/money-month.soak.ts');
await soak.run(${Number(FIRST)});
process.exit(0);`;
const IMAGE = 'relay.tar';
const SECONDS_MAX = Number(process.env['SECONDS'] ?? 240);

/** The sources as they are, over the packages that are here. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-mutant-'));
  for (const name of COPIED)
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (from) => !/\/(node_modules|data)$/.test(from),
    });
  mkdirSync(join(folder, 'node_modules', '@balcao'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@balcao') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of ['cloud', 'edge', 'shared'])
    symlinkSync(join(folder, name), join(folder, 'node_modules', '@balcao', name));
  // Which evening it was that hung is told by the last one that did not.
  const soak = join(folder, 'tests/simulation/two-sides.soak.ts');
  writeFileSync(soak, readFileSync(soak, 'utf8').replace(/TOLD_EVERY = \d+/, 'TOLD_EVERY = 1'));
  return folder;
}

/** Each run begins with it. */
async function makeImage(folder: string): Promise<void> {
  const database = await openRelayDatabase();
  const image = await database.client.dumpDataDir('none');
  writeFileSync(join(folder, IMAGE), Buffer.from(await image.arrayBuffer()));
  await database.close();
}

async function simulate(folder: string, where: Mutation['in']): Promise<string> {
  const startedAt = performance.now();
  // Alone: the other long runs need parts of the project that are not here.
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', where === 'months' ? MONTHS_ALONE : ALONE],
    {
      cwd: folder,
      env: { ...process.env, SEEDS, MONTHS: SEEDS, JUDGE: 'auditor', RELAY_IMAGE: join(folder, IMAGE) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += String(text)));
  let hung = false;
  const late = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, SECONDS_MAX * 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(late);
  const took = seconds(performance.now() - startedAt);
  const found = /(seed \d+)(?:, day \d+)?: ([^\n;]+)/.exec(said);
  if (hung) {
    const done = [...said.matchAll(/^ +(\d+) evenings/gm)].length;
    return `not caught in the ${done} seeds there was time for (${took})`;
  }
  if (code === 0) return `NOT CAUGHT in ${SEEDS} seeds (${took})`;
  return found ? `${found[1]}: ${found[2]} (${took})` : `fails to run: ${said.slice(-600)}`;
}

async function tryOne({ name, rule, file, from, to, in: where }: Mutation, folder: string): Promise<void> {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    console.log(`${name} (${rule}): ${await simulate(folder, where)}`);
  } finally {
    writeFileSync(path, source);
  }
}

const wanted = process.argv.slice(2);
const folder = copyProject();
try {
  await makeImage(folder);
  for (const mutation of MUTATIONS)
    if (wanted.length === 0 || wanted.includes(mutation.name)) await tryOne(mutation, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
