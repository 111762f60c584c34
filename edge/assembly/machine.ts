// The machine under the store, and the alarms about it.
import { createOutsideAlarm } from '../machine/backup/outside-alarm.ts';
import { createSetupSlip } from '../printing/setup-slip.ts';
import { addressesOf } from '../machine/discovery/lan-address.ts';
import { usbPrinters } from '../machine/discovery/find-printers.ts';
import { createPrinterAlarms } from '../printing/printer-alarms.ts';
import { createUnpaidAlarm } from '../shop/alarms/unpaid-alarm.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { createDamage } from '../storage/damage.ts';
import { createScrub } from '../machine/scrub.ts';
import { createHelp } from '../machine/help/help.ts';
import { isClockDoubted } from '../machine/diagnostics/machine.ts';
import { administrators } from '../shop/users/owner-password.ts';
import { createSafeMode, NO_DEATHS } from '../machine/start/safe-mode.ts';
import { createNightUpdates } from '../machine/update/night.ts';
import { createUpdates } from '../machine/update/updates.ts';
import type { StoreOptions } from './store-options.ts';
import type { Storage } from './storage.ts';
import type { People } from './people.ts';
import type { Sales } from './sales.ts';
import type { Copies } from './copies.ts';

const DAMAGED =
  'A loja parou de vender: o banco de dados desta máquina está danificado. Na máquina da loja, restaure a última cópia: sudo balcao restore --list';

const UNREADABLE =
  'Uma parte dos dados não é lida. A loja segue vendendo enquanto puder: troque o cartão e restaure a última cópia.';

/** What looks after the machine: its card, its clock, its updates, and who is told when something is wrong. */
export function assembleMachine(shop: Shop, options: StoreOptions & { goOn: () => void }) {
  const { db, wake, clock, writeGate, audit, alarms, settings, orders, printing, outside, backups } = shop;
  const { config, log } = options;
  const { timeZone } = config;
  const damage = assembleDamage(shop, options);
  const scrub = createScrub({
    db,
    damage,
    alarms,
    onChange: () => wake.notify('condition'),
    clock,
    timeZone,
    log,
  });
  const printerAlarms = createPrinterAlarms({
    status: () => printing.status(),
    isOnCable: (id) => printing.printers.byId(id)?.transport.kind === 'file',
    settings,
    alarms,
    clock,
    timeZone,
  });
  const outsideAlarm = createOutsideAlarm({ outside, alarms, hasOwner: () => administrators(db).length > 0 });
  const setupSlip = assembleSetupSlip(shop, options);
  const unpaidAlarm = createUnpaidAlarm({ orders, alarms, clock });
  const safeMode = createSafeMode({
    deaths: options.deaths ?? NO_DEATHS,
    alarms,
    mayWrite: () => writeGate.held() === null,
    goOn: options.goOn,
    onChange: () => wake.notify('condition'),
    log,
  });
  const help = createHelp({
    audit,
    clock,
    log,
    onChange() {
      wake.notify('log');
      wake.notify('condition');
    },
  });
  const updates = createUpdates({
    db,
    dataDir: config.dataDir,
    statusFile: config.updateStatus,
    updateUrl: config.updateUrl,
    version: VERSION,
    backups,
    audit,
    clock,
  });
  const nightUpdates = createNightUpdates({
    db,
    updates,
    settings,
    isClockDoubted: options.isClockDoubted ?? isClockDoubted,
    timeZone,
    clock,
  });
  return {
    damage,
    scrub,
    printerAlarms,
    setupSlip,
    outsideAlarm,
    unpaidAlarm,
    safeMode,
    help,
    updates,
    nightUpdates,
  };
}

const assembleSetupSlip = ({ setup, printing, clock }: Shop, options: StoreOptions) =>
  createSetupSlip({
    setup,
    printing,
    usbPrinters: options.usbPrinters ?? usbPrinters,
    address: () => addressesOf(options.config).at(-1) ?? '',
    clock,
  });

/** Ends the writing at once where a page is spoilt; where a page cannot be read the store goes on, and says so. */
const assembleDamage = ({ wake, writeGate, alarms }: Shop, { file, log }: StoreOptions) =>
  createDamage({
    file,
    log,
    onDamage() {
      try {
        // The last thing that is written: the owner's phone hears of it by the site.
        alarms.raise('database', 'Banco de dados danificado', DAMAGED);
      } finally {
        writeGate.hold('damaged');
      }
    },
    onUnreadable(is) {
      wake.notify('condition');
      if (is) alarms.raise('unreadable', 'O cartão da loja tem defeito', UNREADABLE);
      else alarms.end('unreadable');
    },
  });

type Shop = Storage & People & Sales & Copies;

export type Machine = ReturnType<typeof assembleMachine>;
