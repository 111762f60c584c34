// Puts the store together from its wings: the same in production, in the simulation and in tests. Listens to nothing.
import { openDatabase, type Db } from './storage/open.ts';
import { lanHost } from './machine/discovery/lan-address.ts';
import { openMenuStore } from './shop/menu/menu-store.ts';
import { linkListener } from './http/transport.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoreOptions } from './assembly/store-options.ts';
import { assembleStorage } from './assembly/storage.ts';
import { assemblePeople } from './assembly/people.ts';
import { assembleSales } from './assembly/sales.ts';
import { assembleCopies } from './assembly/copies.ts';
import { assemblePrivacy } from './assembly/privacy.ts';
import { assembleMachine } from './assembly/machine.ts';
import { assembleReplication } from './assembly/replication.ts';
import { assembleJobs } from './assembly/jobs.ts';
import { assembleHttp } from './assembly/http.ts';
import type { Watched } from './http/store-gauges.ts';

/** An open store: its wings, its application, and the way to start and to end its work. */
export type Store = Awaited<ReturnType<typeof assembleStore>>;

/** Throws when it cannot be opened, and leaves nothing open then: whoever wants tries again. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const db = openDatabase(options.file, options.migrationsFolder);
  try {
    return await assembleStore(db, options);
  } catch (error) {
    db.$client.close();
    throw error;
  }
}

async function assembleStore(db: Db, options: StoreOptions) {
  const { config } = options;
  // What a later wing does for an earlier one is reached through `later`, when it is there.
  const later = {
    siteUrl: () => replication.link.publicUrl() ?? `http://${lanHost()}:${config.port}`,
    link: () => ({
      publicUrl: replication.link.publicUrl(),
      isLinked: replication.link.state() === 'linked',
    }),
    returnProved: (orderId: string, attemptId: string, cents: number): void =>
      replication.payments.refunds.returnPart(orderId, attemptId, cents),
    keptCents: (order: Order): number => replication.payments.refunds.keptCents(order),
    listener: (incoming: IncomingMessage, outgoing: ServerResponse) => overLink(incoming, outgoing),
    goOn: () => startAll(),
    workerReports: () => [...jobs.reports(), ...sales.printing.reports()],
  };
  const storage = await assembleStorage(db, options);
  const menu = openMenuStore(db, storage.wake);
  const people = assemblePeople({ ...storage, menu }, options);
  const sales = assembleSales(
    { ...storage, ...people, menu },
    { ...options, siteUrl: later.siteUrl, returnProved: later.returnProved },
  );
  const copies = assembleCopies({ ...storage, ...people }, options, {
    copy: () => jobs.writers.wake('relay-copies'),
    code: () => jobs.writers.wake('reseal'),
  });
  const shop = { ...storage, ...people, ...sales, ...copies, menu };
  const privacy = assemblePrivacy(shop, { ...options, link: later.link, keptCents: later.keptCents });
  const machine = assembleMachine(shop, { ...options, goOn: later.goOn });
  const replication = await assembleReplication(shop, { ...options, listener: later.listener });
  const wings = { ...shop, ...privacy, ...machine, ...replication };
  const jobs = assembleJobs(wings, options);
  const { app, streams, diagnostics } = assembleHttp(wings, {
    ...options,
    workerReports: later.workerReports,
  });
  const overLink = linkListener(app);
  const { writeGate, damage, safeMode, link, printing, rollups } = wings;
  let stopWaiting = (): void => undefined;

  function startAll(): void {
    jobs.tellers.start();
    link.start();
    stopWaiting = writeGate.whenUnlocked(() => {
      rollups.start();
      jobs.writers.start();
    });
  }

  return {
    ...wings,
    app,
    /** For who watches it from outside. */
    watched: {
      health: diagnostics.health,
      seq: () => storage.outbox.head().seq,
      printers: sales.printing.status,
      streams,
      takesWrites: storage.room.takesWrites,
      workers: later.workerReports,
    } satisfies Watched,
    /** Starts the workers: printing, expiry, the link. */
    start() {
      damage.start();
      printing.start();
      jobs.menders.start();
      // Without the link the relay has no word to be waited for.
      if (safeMode.isOn()) writeGate.markVerdictKnown();
      else startAll();
    },
    /** Ends streams and workers, then closes the database. Everything acknowledged is on disk already. */
    async stop() {
      stopWaiting();
      wings.images.stop();
      damage.stop();
      streams.stop();
      wings.retention.stop();
      wings.codeReplacement.stop();
      await Promise.all([
        jobs.stop(),
        link.stop(),
        printing.stop(),
        rollups.stop(),
        wings.backups.stop(),
        wings.rehearsing.stop(),
        wings.resync.stop(),
      ]);
      wings.trace.settle(true);
      db.$client.close();
    },
  };
}
