// Starts the yardsticks' process. It needs one real order, so that its rows are as heavy as ours.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createChild } from '../../../scripts/child.ts';
import { freePorts } from '../../../scripts/ports.ts';
import type { Bench } from '../scenario.ts';

export type Bare = { port: number; webSocketPort: number; pid: number; loop(ms: number): Promise<number> };

export async function startBare(bench: Bench, sample: unknown): Promise<Bare> {
  const folder = bench.folder('bare');
  const [port = 0, webSocketPort = 0] = await freePorts(2);
  writeFileSync(join(folder, 'sample.json'), JSON.stringify(sample));
  const child = createChild({
    name: 'bare',
    file: 'tests/bench/bare/main.ts',
    env: {
      BARE_PORT: `${port}`,
      BARE_WEB_SOCKET_PORT: `${webSocketPort}`,
      BARE_FILE: join(folder, 'bare.db'),
      BARE_SAMPLE: join(folder, 'sample.json'),
      NODE_ENV: 'production',
    },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    isReady: (response) => response.ok,
    readyMsMax: 20_000,
  });
  bench.atEnd(() => child.kill());
  await child.start();
  return {
    port,
    webSocketPort,
    pid: child.pid ?? 0,
    async loop(ms) {
      const response = await fetch(`http://127.0.0.1:${port}/loop/${ms}`, { method: 'POST' });
      return ((await response.json()) as { perSecond: number }).perSecond;
    },
  };
}
