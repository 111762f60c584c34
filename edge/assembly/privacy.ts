// A person's data: shown, carried away, erased.
import type { Order } from '@balcao/shared/order/order.ts';
import { createErasure } from '../shop/privacy/erasure.ts';
import { createErasePerson } from '../shop/privacy/erase-person.ts';
import { createPerson } from '../shop/privacy/person.ts';
import { createLeftovers } from '../shop/privacy/leftovers.ts';
import { createWholesaleErasure } from '../shop/privacy/wholesale-erasure.ts';
import { createRetention } from '../shop/privacy/retention.ts';
import type { StoreOptions } from './store-options.ts';
import type { MenuStore } from '../shop/menu/menu-store.ts';
import type { Storage } from './storage.ts';
import type { People } from './people.ts';
import type { Sales } from './sales.ts';
import type { Copies } from './copies.ts';

/** What is known of one person, what is forgotten on demand, and what by age. */
export function assemblePrivacy(
  {
    db,
    clock,
    outbox,
    privateLog,
    audit,
    menu,
    orders,
    wholesale,
    rollups,
    cash,
    backups,
    usbDrives,
  }: Storage & People & Sales & Copies & { menu: MenuStore },
  options: StoreOptions & {
    link: () => { publicUrl: string | null; isLinked: boolean };
    keptCents: (order: Order) => number;
  },
) {
  const { config, log } = options;
  const { timeZone } = config;
  const shopName = () => menu.catalog().settings.storeName;
  const leftovers = createLeftovers({
    db,
    file: options.file,
    dataDir: config.dataDir,
    updateStatus: config.updateStatus,
    clock,
    log,
  });
  const erasure = createErasure({
    orders,
    outbox,
    rollups,
    audit,
    cash,
    wholesale: createWholesaleErasure({ db, outbox, wholesale }),
    backups,
    leftovers,
    keptCents: options.keptCents,
  });
  const person = createPerson({
    db,
    repository: orders.repository,
    wholesale: wholesale.repository,
    shopName,
    timeZone,
    clock,
  });
  const erasePerson = createErasePerson({
    file: options.file,
    person,
    erasure,
    backups,
    usbDrives,
    link: options.link,
    clock,
  });
  const retention = createRetention({
    db,
    erasure,
    rollups,
    audit,
    log: privateLog,
    clock,
    timeZone,
  });
  return { leftovers, erasure, person, erasePerson, retention };
}

export type Privacy = ReturnType<typeof assemblePrivacy>;
