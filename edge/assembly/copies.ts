// The copies that a shop is brought back from.
import { join } from 'node:path';
import { createBackups } from '../machine/backup/backups.ts';
import { createReread } from '../machine/backup/reread.ts';
import { createUsbDrives } from '../shop/copies/usb-drives.ts';
import { createOutside } from '../shop/copies/outside.ts';
import { findUsbDrives } from '../shop/copies/usb.ts';
import { createCodeReplacement } from '../replication/recovery/replace-code.ts';
import type { StoreOptions } from './store-options.ts';
import type { Storage } from './storage.ts';
import type { People } from './people.ts';

/** Copies of the database: on the card, on sticks, read again by night. */
export function assembleCopies(
  { db, wake, clock, clockWatch, outbox, privateLog, audit, alarms }: Storage & People,
  options: StoreOptions,
  onChange: { copy: () => void; code: () => void },
) {
  const { config, log } = options;
  const { timeZone } = config;
  const usbDrives = createUsbDrives({
    db,
    present: options.usbDrives ?? (() => findUsbDrives(config.usbDir)),
    log: privateLog,
    audit,
    clock,
  });
  const outside = createOutside({ db, clock });
  const backupsFolder = join(config.dataDir, 'edge', 'backups');
  const backups = createBackups({
    db,
    folder: backupsFolder,
    migrationsFolder: options.migrationsFolder,
    usbDrives,
    outside,
    clock,
    mayEndByAge: clockWatch.mayEndByAge,
    timeZone,
    log,
    onState(failure) {
      if (failure === null) alarms.end('backup');
      else alarms.raise('backup', 'Cópia de segurança falhou', failure);
      // A new one goes out at once, not at the next look.
      onChange.copy();
    },
  });
  const codeReplacement = createCodeReplacement({
    db,
    outbox,
    log: privateLog,
    audit,
    onReplaced() {
      wake.notify('log');
      onChange.code();
      void backups.renew();
    },
  });
  const reread = createReread({
    db,
    folder: backupsFolder,
    migrationsFolder: options.migrationsFolder,
    backups,
    alarms,
    clock,
    timeZone,
    log,
  });
  return { usbDrives, outside, backups, codeReplacement, reread };
}

export type Copies = ReturnType<typeof assembleCopies>;
