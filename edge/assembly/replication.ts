// The store's half of the link, and what depends on there being a relay.
import { createOwnerPhones, PUSH_AWAY } from '../shop/alarms/owner-phones.ts';
import { createAskRelay } from '../shop/relay/ask-relay.ts';
import { createLink } from '../replication/link/link.ts';
import { createProver } from '../storage/row-proof.ts';
import { join } from 'node:path';
import { createRelayCopies } from '../machine/backup/relay-copies.ts';
import { HELD_AWAY } from '../replication/link/held-routes.ts';
import { createPaymentFacts } from '../shop/orders/payment-facts.ts';
import { createRelayPayments } from '../shop/payments/relay-payments.ts';
import { logPayment } from '../shop/payments/replica.ts';
import { createLogResync, type LogResync } from '../replication/recovery/resync.ts';
import { createRelayCopy } from '../replication/recovery/relay-copy.ts';
import { createParked } from '../replication/recovery/parked.ts';
import { createRehearsing } from '../replication/recovery/rehearsal.ts';
import { createRowRestorer } from '../replication/recovery/restore-rows.ts';
import type { RelayClient } from '../shop/relay/relay-client.ts';
import type { StoreOptions } from './store-options.ts';
import type { MenuStore } from '../shop/menu/menu-store.ts';
import type { Storage } from './storage.ts';
import type { People } from './people.ts';
import type { Sales } from './sales.ts';
import type { Copies } from './copies.ts';

/** The link to the relay, what comes back over it, and what is asked of the relay beside it. */
export async function assembleReplication(
  shop: Shop,
  options: StoreOptions & { listener: Parameters<typeof createLink>[0]['listener'] },
) {
  const { db, wake, clock, identity, writeGate, sealer, room, alarms, menu, remotePrices, orders } = shop;
  const { config, log } = options;
  const shopName = () => menu.catalog().settings.storeName;
  const link = await createLink({
    db,
    identity,
    doc: menu.doc,
    relayUrl: config.relayUrl,
    pairingCode: config.pairingCode,
    storeName: shopName,
    listener: options.listener,
    onLinked() {
      resync.linked();
      try {
        remotePrices.announceDecisions();
      } catch (error) {
        // A socket calls this too, and nobody catches what it throws: the relay goes on writing prices itself until a later link.
        room.noteFailure(error);
        log.error({ err: error }, 'that this store decides about prices from afar could not be kept');
      }
    },
    onPaired: () => resync.paired(),
    // A machine that was fenced would take the first one's place when that restarts.
    welcome: () => writeGate.held() !== 'fenced',
    onReplaced(succession) {
      try {
        resync.replaced(succession);
      } catch (error) {
        // A socket calls this, and nobody catches what it throws: a disk that is full must not end the process.
        room.noteFailure(error);
        log.error({ err: error }, 'what the relay said of this machine could not be kept');
      }
    },
    onUnreachable: writeGate.markVerdictKnown,
    log,
  });
  const request = options.relay?.request ?? link.relay.request;
  const prover = createProver(db);
  const rowRestorer = createRowRestorer(db, { sealer, prover });
  const parked = createParked({ ...shop, rowRestorer });
  const resync: LogResync = createLogResync({
    db,
    identity,
    writeGate,
    rowRestorer,
    parked,
    prover,
    copy: createRelayCopy(request),
    alarms,
    today: () => ({ today: orders.panel.today(clock()), nowMs: clock() }),
    logOrder: orders.log,
    wake,
    redial: () => link.redial(),
    log,
  });
  const relay = {
    request,
    isLinked: () => options.relay !== undefined || link.state() === 'linked',
    isHeard: () => (options.relay === undefined ? link.isHeard() : Promise.resolve(true)),
    isInDoubt: () => options.relay === undefined && link.isInDoubt(),
    log,
  };
  const hasRelay = (): boolean => options.relay !== undefined || link.relayUrl() !== null;
  const relayClients = assembleRelayClients(shop, { ...relay, hasRelay }, options);
  return { link, parked, resync, relay, hasRelay, ...relayClients };
}

type Relay = {
  request: RelayClient['request'];
  isLinked: () => boolean;
  isHeard: () => Promise<boolean>;
  isInDoubt: () => boolean;
  hasRelay: () => boolean;
  log: StoreOptions['log'];
};

/** What the store asks of the relay beside following it: copies, payments, messages to phones. */
function assembleRelayClients(
  { db, wake, clock, outbox, privateLog, audit, users, orders, cash, usbDrives, outside, backups }: Shop,
  relay: Relay,
  { config, migrationsFolder }: StoreOptions,
) {
  const relayCopies = createRelayCopies({ ...relay, db, backups, outside });
  const rehearsing = createRehearsing({
    ...relay,
    db,
    folder: join(config.dataDir, 'edge', 'rehearsal'),
    migrationsFolder,
    timeZone: config.timeZone,
    clock,
    usbDrives,
    backups,
    relayCopies,
    onChange: () => wake.notify('condition'),
  });
  const paymentFacts = createPaymentFacts({
    orders,
    books: cash,
    logPayment: (fact, attention, atMs) => logPayment(outbox, fact, attention, atMs),
  });
  const payments = createRelayPayments({
    ...relay,
    orders,
    audit,
    privateLog,
    gaveBackByHand: (actor, order) => cash.gaveBack(actor, order),
    parts: cash,
    books: cash,
    onFact: (fact) => void paymentFacts.apply(fact),
  });
  const phones = createOwnerPhones({
    ask: createAskRelay({ ...relay, away: PUSH_AWAY }),
    adminIds: () =>
      users.accounts
        .list()
        .filter(({ role, disabled }) => role === 'ADMIN' && !disabled)
        .map((one) => one.id),
  });
  const askAboutHeld = createAskRelay({ ...relay, away: HELD_AWAY });
  return { relayCopies, rehearsing, paymentFacts, payments, phones, askAboutHeld };
}

type Shop = Storage & People & Sales & Copies & { menu: MenuStore };

export type Replication = Awaited<ReturnType<typeof assembleReplication>>;
