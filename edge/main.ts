// The store server's process: reads the settings, opens the store, listens, and drains on SIGTERM.
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { pino, type Logger } from 'pino';
import { SMALL_HEAP_FLAGS } from '@balcao/shared/small-heap.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { checkStore } from './check.ts';
import { readConfig, type Config } from './config.ts';
import { lanHost } from './discovery/lan-address.ts';
import { createMdns, type Mdns } from './discovery/mdns.ts';
import { createErrorMemory } from './diagnostics/error-memory.ts';
import type { ErrorFact } from './diagnostics/facts.ts';
import { logOptions } from './log.ts';
import type { RestorePlace } from './recovery/restore.ts';
import { takeRestored } from './recovery/restored-file.ts';
import { createRestoring, type Restoring } from './recovery/restoring.ts';
import { answerRestarting, lanListener } from './routes/transport.ts';
import { openStore, type Store } from './store.ts';
import { createSupervisor } from './supervisor.ts';
import { readCertificate } from './tls/certificate.ts';
import { createTlsListener, redirecting, type TlsListener } from './tls/tls-listener.ts';
import { openDatabase } from './db/open.ts';
import { administrators, issueOwnerCode } from './users/owner-password.ts';

const DRAIN_MS_MAX = 5000;

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const doorsOf = ({ app }: Store): { http: Listener; https: Listener } => ({
  http: lanListener(app),
  https: lanListener(app, 'https'),
});

async function main(config: Config): Promise<void> {
  for (const flag of SMALL_HEAP_FLAGS) setFlagsFromString(flag);
  const memory = createErrorMemory(Date.now);
  const log = pino(logOptions(config.logLevel, memory.hooks));
  // A restore that was whole when the power went.
  takeRestored(storeFile(config));
  const restoring = createRestoring({ place: restorePlace(config), replace, log });
  const openHere = (): Promise<Store> => open(config, log, { lastErrors: memory.recent, restoring });
  let store = await openHere();
  if (config.demo) {
    // Before listening: a half-made demo shop would look like a broken one.
    const { seedDemo } = await import('./demo/seed.ts');
    await seedDemo(store, { printerPort: config.printerSimPort });
  }
  let doors = doorsOf(store);
  const answer: Listener = (incoming, outgoing) => doors.http(incoming, outgoing);
  const tls = openTls(config, (incoming, outgoing) => doors.https(incoming, outgoing), log);
  const server = createServer(tls === null ? answer : redirecting(tls, answer));
  const port = await listen(server, config);
  await tls?.start();
  let mdns = openForBusiness();
  const supervisor = createSupervisor({
    notifySocket: config.notifySocket,
    watchdogUsec: config.watchdogUsec,
    log,
  });
  supervisor.ready();
  log.info({ port }, 'store server ready');

  function openForBusiness(): Mdns | null {
    const setupCode = store.setup.code();
    if (setupCode !== null) {
      process.stdout.write(`\nEsta loja ainda não tem administrador. Código de instalação: ${setupCode}\n\n`);
      const address = `http://${lanHost()}:${port}`;
      store.printing.queue.enqueueSetup({ code: setupCode, address, atMs: Date.now() });
    }
    store.start();
    const announced = config.mdns
      ? createMdns({ port, name: store.menu.catalog().settings.storeName, log })
      : null;
    announced?.start();
    return announced;
  }

  /** The restored store takes this one's place, in this process: whoever looks at a screen keeps its address. */
  async function replace(): Promise<void> {
    doors = { http: answerRestarting, https: answerRestarting };
    await close();
    try {
      takeRestored(storeFile(config));
      store = await openHere();
    } catch (error) {
      // There is no store any more to answer with: another start tries the same, and says why.
      log.fatal({ err: error }, 'the restored store could not be opened');
      process.exit(1);
    }
    mdns = openForBusiness();
    doors = doorsOf(store);
  }

  async function close(): Promise<void> {
    await mdns?.stop();
    await store.drain();
  }

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process ends before a supervisor has to kill it.
    setTimeout(() => process.exit(1), DRAIN_MS_MAX).unref();
    supervisor.stopping();
    server.close();
    tls?.stop();
    await close();
    server.closeAllConnections();
    tls?.cut();
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
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

const open = (
  config: Config,
  log: Logger,
  more: { lastErrors?: () => ErrorFact[]; restoring?: Restoring } = {},
): Promise<Store> =>
  openStore({
    config,
    file: storeFile(config),
    migrationsFolder: migrationsFolder(),
    clock: Date.now,
    log,
    ...more,
  }).catch((error: unknown) => Promise.reject(inWords(error)));

/** An error of SQLite says nothing to who stands at the machine. */
function inWords(error: unknown): unknown {
  const broken =
    error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
  return broken
    ? new Error(
        'O banco de dados desta loja está danificado e não abre. Restaure a última cópia: restore --list mostra as que há (sudo balcao restore, npm run restore --).',
        { cause: error },
      )
    : error;
}

const restorePlace = (config: Config): Omit<RestorePlace, 'onProgress'> => ({
  file: storeFile(config),
  migrationsFolder: migrationsFolder(),
  timeZone: config.timeZone,
  clock: Date.now,
});

/** `main.ts restore …`: the same as the first run's screen, from the command line, and for a store that has an owner. */
async function restore(config: Config): Promise<void> {
  const { restoreCommand } = await import('./recovery/restore-command.ts');
  process.exit(await restoreCommand(process.argv.slice(3), config, restorePlace(config)));
}

/** `main.js doctor`: how the machine does, in words; reads what is there and changes nothing. */
async function examine(config: Config): Promise<void> {
  const { doctor } = await import('./diagnostics/doctor.ts');
  const { lines, bad } = await doctor(config, Date.now);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exit(bad ? 1 : 0);
}

/** `main.js check`: one line of JSON, and success only when the store would be ready. */
async function check(config: Config): Promise<void> {
  const store = await open(config, pino({ level: 'silent' }));
  const report = await checkStore(store, VERSION);
  await store.drain();
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exit(report.ready ? 0 : 1);
}

/** `main.js certificate`: whether the files that the settings name can be served, in words. */
async function tryCertificate({ tls }: Config): Promise<void> {
  if (tls === null) throw new Error('Nenhum certificado foi configurado (TLS_CERT_FILE e TLS_KEY_FILE).');
  const found = await readCertificate(tls, Date.now());
  if (!found.ok) throw new Error(found.refusal);
  const until = new Date(found.value.validToMs).toLocaleDateString('pt-BR');
  process.stdout.write(`Certificado em ordem, vale até ${until}.\n`);
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

/** `main.ts owner-password`: a code for an administrator who forgot the password; the server may be running meanwhile. */
function giveOwnerCode(config: Config): void {
  const file = storeFile(config);
  if (!existsSync(file)) throw new Error(`Não há dados de loja em ${config.dataDir}: confira DATA_DIR.`);
  const db = openDatabase(file, migrationsFolder());
  try {
    const emails = administrators(db);
    process.stdout.write(
      emails.length === 0
        ? 'Esta loja ainda não tem administrador: o código de instalação aparece quando o servidor liga.\n'
        : `\nCódigo para uma senha nova: ${issueOwnerCode(db, Date.now())}\n\n` +
            `Vale uma vez, por 30 minutos. No Wi-Fi da loja, abra http://${lanHost()}:${config.port}/auth, toque em\n` +
            `"Esqueci a senha de administrador" e use um destes emails: ${emails.join(', ')}\n\n`,
    );
  } finally {
    db.$client.close();
  }
}

const storeFile = (config: Config): string => join(config.dataDir, 'edge', 'store.db');

function command(): (config: Config) => void | Promise<void> {
  switch (process.argv[2]) {
    case 'check':
      return check;
    case 'doctor':
      return examine;
    case 'certificate':
      return tryCertificate;
    case 'restore':
      return restore;
    case 'owner-password':
      return giveOwnerCode;
    default:
      return main;
  }
}

// Settings are read inside, so that a wrong one is told in words and not as a stack.
Promise.resolve()
  .then(() => command()(readConfig()))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
