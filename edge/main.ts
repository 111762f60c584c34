// The store server's process: reads the settings, opens the store, listens, and drains on SIGTERM.
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino, type Logger } from 'pino';
import { VERSION } from '@balcao/shared/version.ts';
import { checkStore } from './check.ts';
import { readConfig, type Config } from './config.ts';
import { createMdns } from './discovery/mdns.ts';
import { keepHeapSmall } from './memory.ts';
import { lanListener } from './routes/transport.ts';
import { openStore, type Store } from './store.ts';
import { createSupervisor } from './supervisor.ts';

const DRAIN_MS_MAX = 5000;

async function main(config: Config): Promise<void> {
  keepHeapSmall();
  const log = pino({ level: config.logLevel, base: null });
  const store = await open(config, log);
  if (config.demo) {
    // Before listening: a half-made demo shop would look like a broken one.
    const { seedDemo } = await import('./demo/seed.ts');
    await seedDemo(store, { printerPort: config.printerSimPort });
  }
  const answer = lanListener(store.app);
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const port = await listen(server, config);
  const mdns = config.mdns ? createMdns({ port, name: store.menu.catalog().settings.storeName, log }) : null;
  const setupCode = store.setup.code();
  if (setupCode !== null)
    process.stdout.write(`\nEsta loja ainda não tem administrador. Código de instalação: ${setupCode}\n\n`);
  store.start();
  mdns?.start();
  const supervisor = createSupervisor({
    notifySocket: config.notifySocket,
    watchdogUsec: config.watchdogUsec,
    log,
  });
  supervisor.ready();
  log.info({ port }, 'store server ready');

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process ends before a supervisor has to kill it.
    setTimeout(() => process.exit(1), DRAIN_MS_MAX).unref();
    supervisor.stopping();
    server.close();
    await mdns?.stop();
    await store.drain();
    server.closeAllConnections();
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

const open = (config: Config, log: Logger): Promise<Store> =>
  openStore({
    config,
    file: join(config.dataDir, 'edge', 'store.db'),
    migrationsFolder: migrationsFolder(),
    clock: Date.now,
    log,
  });

/** `main.js check`: one line of JSON, and success only when the store would be ready. */
async function check(config: Config): Promise<void> {
  const store = await open(config, pino({ level: 'silent' }));
  const report = await checkStore(store, VERSION);
  await store.drain();
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exit(report.ready ? 0 : 1);
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} is taken: set EDGE_PORT to another one`)
          : error,
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Beside the bundle in a release, in the source folder otherwise. */
function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundled = join(here, 'migrations');
  return existsSync(bundled) ? bundled : join(here, 'db', 'migrations');
}

// Settings are read inside, so that a wrong one is told in words and not as a stack.
Promise.resolve()
  .then(() => (process.argv[2] === 'check' ? check : main)(readConfig()))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
