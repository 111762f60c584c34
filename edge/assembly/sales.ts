// What is sold and paid at the store, and what comes out of its printers.
import { stationRulesOf } from '@balcao/shared/order/stations.ts';
import { findPrinters } from '../machine/discovery/find-printers.ts';
import { createImages } from '../shop/images/images.ts';
import { join } from 'node:path';
import { createCash } from '../shop/cash/cash.ts';
import { createWholesale } from '../shop/wholesale/wholesale.ts';
import { createRemotePrices } from '../shop/menu/remote-prices.ts';
import { createStaticPix } from '../shop/payments/static-pix.ts';
import { createPixKeys } from '../shop/settings/pix-key.ts';
import type { MenuStore } from '../shop/menu/menu-store.ts';
import { createOrderContext } from '../shop/orders/context.ts';
import { createTrackingTokens } from '../shop/orders/tracking-token.ts';
import { isClockDoubted } from '../machine/diagnostics/machine.ts';
import { createPrinting } from '../printing/printing.ts';
import { logPrinter } from '../printing/replica.ts';
import { createRollups } from '../shop/reports/rollups.ts';
import type { StoreOptions } from './store-options.ts';
import type { Storage } from './storage.ts';
import type { People } from './people.ts';

/** What the shop sells by: pictures, printers, orders of both kinds, the drawer and the sums. */
export function assembleSales(
  shop: Shop,
  options: StoreOptions & {
    siteUrl: () => string;
    returnProved: (orderId: string, attemptId: string, cents: number) => void;
  },
) {
  const { menu, db, wake, clock, clockWatch, identity, outbox, privateLog, audit } = shop;
  const { config, log } = options;
  const { timeZone } = config;
  const images = createImages({ db, spool: join(config.dataDir, 'edge', 'incoming-pictures') });
  const settings = () => menu.catalog().settings;
  const pixKeys = createPixKeys({ db, log: privateLog, audit, clock });
  const printing = assemblePrinting(shop, { ...options, images, pixKeys });
  const rollups = createRollups({ db, identity, outbox, wake, timeZone, log });
  const orders = createOrderContext({
    db,
    menu,
    outbox,
    tokens: createTrackingTokens(identity.tokenSecret),
    wake,
    clock,
    timeZone,
    unpaidOrdersFactor: config.unpaidOrdersFactor,
    clockWatch,
    isClockDoubted: options.isClockDoubted ?? isClockDoubted,
    enqueueTicket: printing.queue.enqueueTicket,
    enqueueChange: printing.queue.enqueueChange,
    removeSold: rollups.takeOut,
  });
  const wholesale = createWholesale({
    db,
    menu,
    outbox,
    audit,
    wake,
    clock,
    timeZone,
    enqueue: printing.queue.enqueueWholesale,
  });
  const staticPix = createStaticPix({ orders, log: privateLog, audit });
  const cash = createCash({
    db,
    log: privateLog,
    audit,
    clock,
    staticPix,
    enqueueClose: printing.queue.enqueueClose,
    returnProved: options.returnProved,
    feeRates: () => menu.catalog().settings.feePercents,
  });
  const remotePrices = createRemotePrices({ menu, audit });
  return { images, settings, pixKeys, printing, orders, wholesale, rollups, cash, staticPix, remotePrices };
}

/** The printers, and what their paper says besides the order. */
function assemblePrinting(
  { menu, db, wake, clock, clockWatch, privateLog }: Shop,
  {
    config,
    log,
    traces = null,
    siteUrl,
    images,
    pixKeys,
  }: StoreOptions & {
    siteUrl: () => string;
    images: ReturnType<typeof createImages>;
    pixKeys: ReturnType<typeof createPixKeys>;
  },
) {
  const settings = () => menu.catalog().settings;
  const printing = createPrinting({
    findPrinters,
    db,
    clock,
    ageMs: (job) => clockWatch.ageMs('print-job', job.id, job.createdAtMs),
    log,
    traces,
    timeZone: config.timeZone,
    simulators: config.simulators,
    onChange: () => wake.notify('printer'),
    onPrinter: (id, printer) => logPrinter(privateLog, id, printer, clock()),
    facts: {
      shop: () => ({
        name: settings().storeName,
        address: settings().storeAddress,
        phone: settings().storePhone,
      }),
      siteUrl,
      stations: () => stationRulesOf(menu.catalog()),
      // What is paid by cash, card or the provider has no code of ours.
      pixCode: (order) =>
        order.paymentMethod === null || order.paymentMethod === 'pix_manual'
          ? (pixKeys.codeOf(order)?.brCode ?? null)
          : null,
    },
    logo: { hash: () => settings().logo, read: images.grey },
  });
  wake.on('print', () => printing.wake());
  return printing;
}

type Shop = Storage & People & { menu: MenuStore };

export type Sales = ReturnType<typeof assembleSales>;
