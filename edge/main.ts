// The store server's process: reads the settings, listens, opens the store, and drains on SIGTERM. What a person must mend ends no
// start: it is told on the page that everybody opens.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { pino, type Logger } from 'pino';
import { keepLastWords } from '@balcao/shared/host/last-words.ts';
import { openTraces } from '@balcao/shared/host/traces.ts';
import { SMALL_HEAP_FLAGS } from '@balcao/shared/host/small-heap.ts';
import { commandOf } from './commands.ts';
import { readConfig, readDoor, WrongSettings, type Config } from './config.ts';
import { addressesOf } from './machine/discovery/lan-address.ts';
import { createMdns, type Mdns } from './machine/discovery/mdns.ts';
import { ownHostsOf } from './machine/discovery/own-hosts.ts';
import { createErrorMemory } from './machine/diagnostics/error-memory.ts';
import { logOptions } from '@balcao/shared/host/log.ts';
import { migrationsFolder, restorePlace, storeFile, storeFolder } from './place.ts';
import { takeRestored } from './replication/recovery/restored-file.ts';
import { createRestoring } from './replication/recovery/restoring.ts';
import { answerRestarting, lanListener, onlyOwnHosts } from './http/transport.ts';
import { createBallast, FILL_BALLAST_EVERY_MS } from './machine/start/ballast.ts';
import { openDeaths } from './machine/start/deaths.ts';
import { createOpening } from './machine/start/opening.ts';
import { answerTrouble } from './machine/start/trouble-page.ts';
import { openWatching } from './http/watching.ts';
import { openReadingCopy, type ReadingCopy } from './machine/start/reading-copy.ts';
import { troubleOf, type Trouble } from './machine/start/trouble.ts';
import { openStore, type Store } from './store.ts';
import { createSupervisor } from './machine/supervisor.ts';
import { createTlsListener, redirectToHttps, type TlsListener } from './machine/tls/tls-listener.ts';

const STOP_MS_MAX = 5000;
/** What the network knows the store as while its name cannot be read. */
const UNNAMED = 'Balcão';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
type Doors = { http: Listener; https: Listener };

const doorsOf = ({ app }: Store): Doors => ({ http: lanListener(app), https: lanListener(app, 'https') });
const bothDoors = (answer: Listener): Doors => ({ http: answer, https: answer });

async function main(config: Config): Promise<void> {
  for (const flag of SMALL_HEAP_FLAGS) setFlagsFromString(flag);
  const memory = createErrorMemory(Date.now);
  const log = pino(logOptions(config.logLevel, memory.hooks));
  const lastWordsFile = join(storeFolder(config), 'last-words.json');
  const deaths = openDeaths({
    file: join(storeFolder(config), 'deaths.json'),
    lastWordsFile,
    after: config.safeModeAfter,
    log,
  });
  const ballast = createBallast(join(storeFolder(config), 'ballast'));
  const fillBallast = (): void => ballast.fill(storeFolder(config));
  const restoring = createRestoring({ place: restorePlace(config), replace, log });

  let store: Store | null = null;
  let doors = bothDoors(answerRestarting);
  let mdns: Mdns | null = null;
  let stopping = false;
  let reading: ReadingCopy<Store> | null = null;
  let lastTrouble: Trouble | null = null;

  const watching = await openWatching({ at: config.metrics, store: () => store?.watched ?? null, log });
  const traces = await openTraces({ endpoint: config.tracesTo, service: 'balcao-store', log });
  const storeIn = (file: string) => ({
    config,
    ...(watching === null ? {} : { meters: watching.meters }),
    traces,
    file,
    migrationsFolder: migrationsFolder(),
    clock: Date.now,
    steadyMs: () => performance.now(),
    log,
    lastErrors: memory.recent,
  });

  async function openHere(): Promise<Store> {
    // Puts a restored database in place that was complete when the power went.
    takeRestored(storeFile(config));
    const opened = await openStore({
      ...storeIn(storeFile(config)),
      restoring,
      deaths,
      makeRoom: ballast.drop,
      chores: [{ name: 'ballast', everyMs: FILL_BALLAST_EVERY_MS, run: fillBallast }],
    });
    if (!config.demo) return opened;
    try {
      // Before listening: a half-made demo shop would look like a broken one.
      const { seedDemo } = await import('./demo/seed.ts');
      await seedDemo(opened, { printerPort: config.printerSimPort });
      return opened;
    } catch (error) {
      await opened.stop();
      throw error;
    }
  }
  const opening = createOpening({
    open: openHere,
    ballast,
    folder: storeFolder(config),
    onTrouble(trouble) {
      lastTrouble = trouble;
      if (reading === null) doors = bothDoors(answerTrouble(trouble));
    },
    clock: Date.now,
    log,
  });

  const hosts = ownHostsOf(config.extraHosts, () => performance.now());
  /** A certificate's name is the shop's own: nobody else has its key. */
  const own = {
    knows: (header: string | undefined): boolean =>
      hosts.knows(header) || (header !== undefined && tls?.isNamed(header) === true),
  };
  const addresses = (): string[] => addressesOf({ port, mdns: config.mdns });
  const atHome = (door: keyof Doors): Listener =>
    onlyOwnHosts({ own, addresses, answer: (incoming, outgoing) => doors[door](incoming, outgoing) });
  const answer = atHome('http');
  const tls = openTls(config, atHome('https'), log);
  const server = createServer(tls === null ? answer : redirectToHttps(tls, answer));
  const supervisor = createSupervisor({ ...config, log });
  stopOnSignal(stop);
  keepLastWords({ file: lastWordsFile, clock: Date.now, log, end: closeAll });

  store = await opening.now();
  if (store !== null) doors = doorsOf(store);
  const port = await listen(server, config).catch((error: unknown) => {
    // Another process has the port, so no page can be served; the supervisor must not count this as a crash.
    deaths.endInOrder();
    throw error;
  });
  await tls?.start();
  // Stays up with the trouble too: a restart would not mend it, and the page that explains it would be gone.
  supervisor.ready();
  if (store === null) await waitForStore();
  else await openForBusiness(store);
  log.info({ port }, 'store server ready');

  async function waitForStore(): Promise<void> {
    await announce(UNNAMED);
    await showWhatIsKnown();
    store = await opening.untilOpen();
    if (stopping) return;
    doors = doorsOf(store);
    await closeReadingCopy();
    await openForBusiness(store);
  }

  async function showWhatIsKnown(): Promise<void> {
    if (lastTrouble === null) return;
    const open = (file: string): Promise<Store> => openStore(storeIn(file));
    reading = await openReadingCopy({ trouble: lastTrouble, file: storeFile(config), open, log });
    if (reading !== null) doors = doorsOf(reading.store);
  }

  async function closeReadingCopy(): Promise<void> {
    const last = reading;
    reading = null;
    await last?.close();
  }

  async function announce(name: string): Promise<void> {
    await mdns?.stop();
    mdns = config.mdns ? createMdns({ port, name, log }) : null;
    mdns?.start();
  }

  async function openForBusiness(opened: Store): Promise<void> {
    const setupCode = opened.setup.code();
    if (setupCode !== null)
      process.stdout.write(`\nEsta loja ainda não tem administrador. Código de instalação: ${setupCode}\n\n`);
    opened.start();
    await announce(opened.menu.catalog().settings.storeName);
  }

  /** The restored store takes this one's place, in this process: whoever looks at a screen keeps its address. */
  async function replace(): Promise<void> {
    doors = bothDoors(answerRestarting);
    await close();
    store = await opening.now();
    if (store === null) return waitForStore();
    await openForBusiness(store);
    doors = doorsOf(store);
  }

  async function close(): Promise<void> {
    await mdns?.stop();
    mdns = null;
    const last = store;
    store = null;
    await last?.stop();
  }

  async function closeAll(): Promise<void> {
    stopping = true;
    supervisor.stopping();
    server.close();
    watching?.stop();
    tls?.stop();
    await opening.stop();
    await closeReadingCopy();
    await close();
    server.closeAllConnections();
    tls?.cut();
    await traces?.stop();
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    // Whatever hangs, the process ends before a supervisor has to kill it.
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    deaths.endInOrder();
    await closeAll();
    process.exit(0);
  }
}

/** What is wrong with the settings is told to everybody, too; only another start reads them again. */
async function tellWrongSettings(error: WrongSettings): Promise<void> {
  const door = readDoor();
  const log = pino(logOptions(door.logLevel));
  const trouble = troubleOf(error, null);
  process.stderr.write(`${error.message}\n`);
  const hosts = ownHostsOf([], () => performance.now());
  const server = createServer(
    onlyOwnHosts({
      own: hosts,
      addresses: () => addressesOf({ ...door, port }),
      answer: answerTrouble(trouble),
    }),
  );
  const port = await listen(server, door);
  const supervisor = createSupervisor({ ...door, log });
  const mdns = door.mdns ? createMdns({ port, name: UNNAMED, log }) : null;
  mdns?.start();
  supervisor.ready();
  log.error({ port }, 'the settings are wrong: a page says so until the store is started again');
  const stop = async (): Promise<void> => {
    supervisor.stopping();
    await mdns?.stop();
    process.exit(0);
  };
  stopOnSignal(stop);
}

function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop());
}

function openTls({ tls, host }: Config, answer: Listener, log: Logger): TlsListener | null {
  if (tls === null) return null;
  return createTlsListener({
    files: tls,
    host,
    port: tls.port,
    answer,
    clock: Date.now,
    log,
  });
}

function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<number> {
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

const word = process.argv[2];
// Settings are read inside, so that a wrong one is told in words and not as a stack.
Promise.resolve()
  .then(() => (commandOf(word) ?? main)(readConfig()))
  .catch((error: unknown) => {
    if (error instanceof WrongSettings && commandOf(word) === null) return tellWrongSettings(error);
    throw error;
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
