// The app's files as both servers send them, from memory and compressed by the build, held against Hono's serveStatic on the
// same folder, which reads the same compressed files from disk.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build.ts';
import { createChild } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { compared, interleaved, median } from './figures.ts';
import { load, type Target } from './http-load.ts';
import type { Bench, Scenario } from './scenario.ts';
import { startStore } from './store-server.ts';

const ROUNDS = 5;
const ROUND_MS = 1_500;
const CALLERS = 16;
const HEADERS = { 'accept-encoding': 'br' };

export const scenario: Scenario = {
  name: 'static',
  title: 'Files of the app',
  async run(bench) {
    await buildWeb();
    const store = await startStore(bench, await bench.sampleStore('static'));
    const yardstick = await startYardstick(bench);
    const shares: number[] = [];
    const perSecond = async (target: Target): Promise<number> => {
      const { perSecond: answers, cpuShare } = await load(target, {
        callers: CALLERS,
        forMs: ROUND_MS,
        expect: 200,
      });
      shares.push(cpuShare);
      return answers;
    };
    for (const [what, path] of [
      ['the largest script', largestScript()],
      ['the page', '/index.html'],
    ] as const) {
      const measured = await interleaved(ROUNDS, {
        ours: () => perSecond({ port: store.port, path, headers: HEADERS }),
        theirs: () => perSecond({ port: yardstick, path, headers: HEADERS }),
      });
      bench.add(
        compared({
          what: `${what} (${path}), by the store server`,
          unit: '/s',
          ours: measured.ours,
          theirs: measured.theirs,
          yardstick: 'serveStatic',
          aim: { of: 'ratio', atLeast: 3 },
        }),
      );
    }
    bench.say(`The load took ${median(shares).toFixed(2)} of a core.`);
  },
};

/** Of those that customers load. */
function largestScript(): string {
  const folder = join(root, 'dist', 'web', 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const [largest] = scripts.sort((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size);
  if (!largest) throw new Error('the web app has no scripts');
  return `/assets/${largest}`;
}

async function startYardstick(bench: Bench): Promise<number> {
  const [port = 0] = await freePorts(1);
  const child = createChild({
    name: 'serveStatic',
    file: 'tests/bench/bare/static-main.ts',
    env: { BARE_PORT: `${port}`, BARE_FOLDER: 'dist/web', NODE_ENV: 'production' },
    readyUrl: `http://127.0.0.1:${port}/index.html`,
    isReady: (response) => response.ok,
    readyMsMax: 20_000,
  });
  bench.atEnd(() => child.stop());
  await child.start();
  return port;
}
