// The store server's composition root: the only place that opens, listens, starts workers and drains them.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { createGroupCommit } from './db/group-commit.ts';
import { loadIdentity } from './db/identity.ts';
import { openDatabase } from './db/open.ts';
import { createMdns } from './discovery/mdns.ts';
import { createImages } from './images/images.ts';
import { createInbox } from './link/inbox.ts';
import { createLink } from './link/link.ts';
import { createOutbox } from './link/outbox.ts';
import { createBroadcast } from './live/broadcast.ts';
import { createStreams } from './live/stream.ts';
import { createTickets } from './live/tickets.ts';
import { Wake } from './live/wake.ts';
import { openMenuStore } from './menu/menu-store.ts';
import { createOrderContext } from './orders/context.ts';
import { createExpiry } from './orders/expiry.ts';
import { createPaymentFacts } from './orders/payment-facts.ts';
import { createTrackingTokens } from './orders/tracking-token.ts';
import { createPrinting } from './print/printing.ts';
import { createRanking } from './reports/ranking.ts';
import { createLimits } from './routes/limits.ts';
import { lanListener, linkListener } from './routes/transport.ts';
import { createUsers } from './users/users.ts';

const VERSION = '0.1.0';
const DRAIN_MS_MAX = 5000;

async function main(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: null });
  const clock = Date.now;
  const wake = new Wake();
  const db = openDatabase(join(config.dataDir, 'edge', 'store.db'), migrationsFolder());
  const identity = loadIdentity(db);
  const outbox = createOutbox(db, identity);
  const menu = openMenuStore(db, wake);
  const images = createImages({ db });
  const users = createUsers({ db, secret: identity.authSecret });
  const printing = createPrinting({ db, clock, log, timeZone: config.timeZone, simulators: config.simulators, onChange: () => wake.notify('printer') });
  wake.on('print', () => printing.wake());
  const orders = createOrderContext({
    db,
    menu,
    outbox,
    tokens: createTrackingTokens(identity.tokenSecret),
    wake,
    clock,
    timeZone: config.timeZone,
    enqueueTicket: printing.queue.enqueueTicket,
  });
  const expiry = createExpiry(orders);
  const streams = createStreams();
  const notReady: string[] = [];

  const link =
    config.relayUrl === null
      ? null
      : await createLink({
          db,
          identity,
          doc: menu.doc,
          relayUrl: config.relayUrl,
          pairingCode: config.pairingCode,
          storeName: () => menu.catalog().settings.storeName,
          listener: (incoming, outgoing) => overLink(incoming, outgoing),
          log,
        });
  const app = createApp({
    db,
    commits: createGroupCommit(db),
    config,
    identity,
    version: VERSION,
    clock,
    log,
    wake,
    outbox,
    inbox: createInbox(orders, createPaymentFacts(orders, outbox)),
    menu,
    orders,
    users,
    images,
    printing,
    ranking: createRanking(db, config.timeZone),
    tickets: createTickets(identity.tokenSecret, clock),
    broadcast: createBroadcast(outbox, wake),
    streams,
    limits: createLimits(),
    publicUrl: () => link?.publicUrl() ?? null,
    notReady: () => notReady,
    linkState: () => link?.state() ?? 'none',
  });
  const overLink = linkListener(app);

  if (config.demo) {
    // Before listening: a half-made demo shop would look like a broken one.
    const { seedDemo } = await import('./demo/seed.ts');
    await seedDemo({ menu, images, users, printing, printerPort: config.printerSimPort });
  }

  const server = createServer(lanListener(app));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  log.info({ port }, 'store server ready');
  const mdns = config.mdns ? createMdns({ port, name: menu.catalog().settings.storeName }) : null;
  expiry.start();
  printing.start();
  link?.start();
  mdns?.start();

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process ends before a supervisor has to kill it; everything acknowledged is on disk already.
    setTimeout(() => process.exit(1), DRAIN_MS_MAX).unref();
    server.close();
    streams.drain();
    expiry.drain();
    await Promise.all([link?.drain(), mdns?.stop(), printing.drain()]);
    server.closeAllConnections();
    db.$client.close();
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** Beside the bundle in a release, in the source folder otherwise. */
function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const bundled = join(here, 'migrations');
  return existsSync(bundled) ? bundled : join(here, 'db', 'migrations');
}

main(readConfig()).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
