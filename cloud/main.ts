// The relay's process: reads the settings, opens the relay, listens, and drains on SIGTERM.
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openMeters } from '@balcao/shared/host/meters.ts';
import { openTraces } from '@balcao/shared/host/traces.ts';
import { removeLastWords, keepLastWords, readLastWords } from '@balcao/shared/host/last-words.ts';
import { checkRelay } from './check.ts';
import { readConfig, type Config } from './config.ts';
import { fitHeap } from './fit-heap.ts';
import { createListener } from './http/listener.ts';
import { withMetrics } from './http/with-metrics.ts';
import { logOptions } from '@balcao/shared/host/log.ts';
import { openRelay } from './relay.ts';
import { runCommand } from './command.ts';
import { shardStatements } from './storage/shards.ts';

/**
 * Connections that wait to be taken. After a restart all stores and browsers come at once, and one for which there is no room tries again after
 * one, three, seven seconds. The system's own bound (net.core.somaxconn, 4096 on Debian) holds as well.
 */
const BACKLOG = 4096;

const STOP_MS_MAX = 5000;
/** How long requests under way may take at shutdown before the stores' links are closed. */
const ANSWER_MS_MAX = 2000;
const LAST_WORDS_MS = 500;

async function main(config: Config): Promise<void> {
  fitHeap();
  const log = pino(logOptions(config.logLevel));
  const lastWordsFile = config.dataDir === null ? null : join(config.dataDir, 'last-words.json');
  const lastWords = lastWordsFile === null ? null : readLastWords(lastWordsFile);
  if (lastWordsFile !== null && lastWords !== null) {
    log.error({ lastWords }, 'the relay before this one was ended by an error of its own');
    removeLastWords(lastWordsFile);
  }
  const meters = await openMeters({ ofProcess: true });
  const traces = await openTraces({ endpoint: config.tracesTo, service: 'balcao-relay', log });
  const relay = await openRelay({
    config,
    meters,
    traces,
    migrationsFolder: migrationsFolder(),
    clock: Date.now,
    steadyMs: () => performance.now(),
    log,
  });
  const listener = createListener(relay.app);
  relay.attach(listener.server);
  const operator = createListener(withMetrics(relay.operator, meters));
  await listen(operator.server, { port: config.operatorPort, host: config.operatorHost }, 'OPERATOR_PORT');
  await listen(listener.server, config, 'CLOUD_PORT');
  relay.start();
  log.info({ port: config.port, operatorPort: config.operatorPort }, 'relay ready');

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process ends before a supervisor has to kill it.
    setTimeout(() => {
      log.warn({}, 'stopped before everything had come to its end; the rest is taken up at the next start');
      process.exit(1);
    }, STOP_MS_MAX).unref();
    await closeAll();
    process.exit(0);
  }
  async function closeAll(): Promise<void> {
    stopping = true;
    const closed = Promise.all([listener.close(), operator.close()]);
    await relay.stop(() => listener.answered(ANSWER_MS_MAX));
    // Answers that are being written go out; whatever else keeps a connection open is cut.
    await Promise.race([closed, delay(LAST_WORDS_MS)]);
    await traces?.stop();
    for (const { server } of [listener, operator]) server.closeAllConnections();
  }
  keepLastWords({ file: lastWordsFile, clock: Date.now, log, end: closeAll });
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** `main.js stores`, `pair`, `revoke`: the operator's commands to the relay that runs on this machine. */
async function command(config: Config): Promise<void> {
  const done = await runCommand(
    process.argv.slice(2),
    config,
    (line) => void process.stdout.write(`${line}\n`),
  );
  process.exitCode = done ? 0 : 1;
}

/** `main.js check`: whether this release can serve with these settings. */
async function check(config: Config): Promise<void> {
  const reasons = await checkRelay(config);
  for (const reason of reasons) process.stdout.write(`✗ ${reason}\n`);
  process.exitCode = reasons.length === 0 ? 0 : 1;
}

function listen(
  server: Server,
  { port, host }: Pick<Config, 'port' | 'host'>,
  setting: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} is taken: set ${setting} to another one`)
          : error,
      );
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** Beside the bundle in a release, in the source folder otherwise. */
function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundled = join(here, 'migrations');
  return existsSync(bundled) ? bundled : join(here, 'storage', 'migrations');
}

// Settings are read inside, so that a wrong one is told in words and not as a stack.
Promise.resolve()
  .then(() => {
    const [verb] = process.argv.slice(2);
    if (verb === 'shards') return void process.stdout.write(`${shardStatements().join('\n')}\n`);
    const config = readConfig();
    if (verb === undefined) return main(config);
    return verb === 'check' ? check(config) : command(config);
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
