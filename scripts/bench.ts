// `npm run bench`: how fast and how heavy the release is, each figure beside its yardstick and its aim.
// `npm run bench -- orders` runs one scenario. Everything is measured here and now; nothing is compared with
// numbers from elsewhere, and no test fails because a machine is slow.
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { table, type Section } from '../tests/bench/report.ts';
import type { Bench, Figure, Scenario } from '../tests/bench/scenario.ts';
import { startStore } from '../tests/bench/store-server.ts';
import { buildServers } from './build.ts';
import { root } from './root.ts';
import { seconds } from './run.ts';

type Stops = (() => unknown)[];

/** One file each in tests/bench, in the order of their names. */
async function scenarios(): Promise<Scenario[]> {
  const files = globSync('tests/bench/*.bench.ts', { cwd: root }).sort();
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(join(root, file)).href)) as { scenario: Scenario }),
  );
  return modules.map((module) => module.scenario);
}

async function stopAll(stops: Stops): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}

/** A store's data with the sample menu, made once per run: drawing its pictures takes longer than a bench. */
function createSampleStore(folder: (name: string) => string, stops: Stops) {
  let made: Promise<string> | null = null;
  const make = async (): Promise<string> => {
    const dataDir = folder('sample');
    const own: Stops = [];
    stops.push(() => stopAll(own));
    await startStore({ atEnd: (stop) => own.push(stop) }, dataDir, { DEMO: '1' });
    await stopAll(own);
    return dataDir;
  };
  return async (name: string): Promise<string> => {
    const copy = folder(`store-${name}`);
    cpSync(await (made ??= make()), copy, { recursive: true });
    return copy;
  };
}

async function runOne(scenario: Scenario, options: Pick<Bench, 'folder' | 'sampleStore'>): Promise<Section> {
  const startedAt = performance.now();
  const figures: Figure[] = [];
  const said: string[] = [];
  const stops: Stops = [];
  endings.add(stops);
  try {
    await scenario.run({
      ...options,
      say: (text) => said.push(text),
      add: (figure) => figures.push(figure),
      atEnd: (stop) => stops.push(stop),
    });
  } finally {
    await stopAll(stops);
    endings.delete(stops);
  }
  return { name: scenario.name, title: scenario.title, figures, said, tookMs: performance.now() - startedAt };
}

/** What still has to be stopped, for a bench that is interrupted. */
const endings = new Set<Stops>();

async function main(): Promise<void> {
  const all = await scenarios();
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !all.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    console.error(
      `✗ no bench is called ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  const built = await buildServers();
  console.log(`• release bundles built (${seconds(built.tookMs)})`);

  const dist = join(root, 'dist');
  // Beside the release, not in a temporary folder: that may be memory, and syncs to memory are free.
  const base = mkdtempSync(join(dist, '.bench-'));
  const clear = (): void => rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const shared: Stops = [];
  endings.add(shared);
  // The PostgreSQL of the benches ends the process on these by itself, before anything else is stopped.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => {
      void Promise.all([...endings].map(stopAll)).finally(() => {
        clear();
        process.exit(code);
      });
    });
  }
  const folder = (name: string): string => {
    const made = mkdtempSync(join(base, `${name}-`));
    mkdirSync(made, { recursive: true });
    return made;
  };
  const sampleStore = createSampleStore(folder, shared);
  const loadBefore = loadavg()[0] ?? 0;
  if (loadBefore > cpus().length / 2)
    console.log(
      `• this machine is busy already (load ${loadBefore.toFixed(1)} on ${cpus().length} cores): ratios still say something, times do not`,
    );
  const startedAt = performance.now();
  const sections: Section[] = [];
  try {
    for (const scenario of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      console.log(`\n• ${scenario.name} …`);
      const section = await runOne(scenario, { folder, sampleStore });
      sections.push(section);
      console.log(table(section));
    }
  } finally {
    await stopAll(shared);
    clear();
  }

  const judged = sections.flatMap((section) => section.figures).filter((figure) => figure.met !== undefined);
  const met = judged.filter((figure) => figure.met).length;
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryMB: Math.round(totalmem() / 1024 / 1024),
    loadBefore,
  };
  writeFileSync(
    join(dist, 'bench.json'),
    `${JSON.stringify({ atMs: Date.now(), machine, met, aims: judged.length, sections }, null, 2)}\n`,
  );
  console.log(
    `\n${met} of ${judged.length} aims met on ${machine.cores} × ${machine.cpu}, Node ${machine.node}, ` +
      `in ${seconds(performance.now() - startedAt)}. All figures: dist/bench.json`,
  );
}

await main();
