// What was put off of the first steps, in the log: how it is written, and how it comes back.
import type { FirstRunChoices } from '@balcao/shared/http/first-run.ts';
import { firstRunRow } from '@balcao/shared/link/aggregates/setting.ts';
import { writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import type { PrivateLog } from '../../storage/sealing.ts';

export const CHOICES = 'first_run';

/** In the transaction that keeps the choices. */
export const logFirstRun = (log: PrivateLog, choices: FirstRunChoices, atMs: number): void =>
  log.append(firstRunRow, CHOICES, choices, atMs);

export const readFirstRunRows = (db: Db): RowReader =>
  readRows(firstRunRow, (_id, _choices, { text }) => writeMeta(db, CHOICES, text));
