// What is set about copies, in the log: the sticks that they go to, and for how long they are kept.
import type { BackupSettings } from '@balcao/shared/http/backups.ts';
import { copiesMaxAgeRow, usbDrivesRow } from '@balcao/shared/link/aggregates/setting.ts';
import { writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { MAX_AGE } from './max-age.ts';

export const USB_DRIVES = 'sticks';
/** As the table keeps them. */
export const EnrolledUsbDrives = usbDrivesRow.body.shape.sticks;

/** In the transaction that keeps the setting. */
export const logUsbDrives = (
  log: PrivateLog,
  sticks: { id: string; label: string; bytes: number }[],
  atMs: number,
): void => log.append(usbDrivesRow, USB_DRIVES, { sticks }, atMs);

/** In the transaction that keeps the setting. */
export const logCopiesMaxAge = (log: PrivateLog, settings: BackupSettings, atMs: number): void =>
  log.append(copiesMaxAgeRow, MAX_AGE, settings, atMs);

export const readCopiesRows = (db: Db): RowReader[] => [
  readRows(usbDrivesRow, (_id, { sticks }) => writeMeta(db, USB_DRIVES, JSON.stringify(sticks))),
  readRows(copiesMaxAgeRow, (_id, { maxAgeDays }) => writeMeta(db, MAX_AGE, String(maxAgeDays))),
];
