// What a store is opened with: its files and clocks, and what tests put in the place of the machine.
import type { Logger } from 'pino';
import type { Meters } from '@balcao/shared/host/meters.ts';
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import type { Config } from '../config.ts';
import type { ErrorFact } from '../machine/diagnostics/facts.ts';
import type { RelayClient } from '../shop/relay/relay-client.ts';
import type { Restoring } from '../replication/recovery/restoring.ts';
import type { Deaths } from '../machine/start/deaths.ts';

/** What a store is opened with. */
export type StoreOptions = {
  config: Config;
  /** The database file, or `:memory:`. */
  file: string;
  migrationsFolder: string;
  clock: () => number;
  /** Milliseconds that nobody sets, to see the clock being set by. Without it the clock is taken at its word. */
  steadyMs?: () => number;
  log: Logger;
  /** Counts for who watches it; without them nothing is counted. */
  meters?: Meters;
  /** Where spans begin; without it nothing is traced. */
  traces?: Traces | null;
  /** Outlives the store: what it restores takes this one's place. Without it nothing is restored from here. */
  restoring?: Restoring;
  /** The newest warnings and errors of the log, for diagnostics. */
  lastErrors?: () => ErrorFact[];
  /** How often it died lately; without it never. */
  deaths?: Pick<Deaths, 'lately' | 'tooMany' | 'last' | 'quietMs' | 'forgive'>;
  /** What the machine is looked after by, beside the store's own jobs. */
  chores?: readonly WorkerSpec[];
  /** Gives up something on a disk that is full, for what must be written all the same; false when there is nothing left. */
  makeRoom?: () => boolean;
  /** Stands in for the relay's /edge calls, in tests. */
  relay?: Pick<RelayClient, 'request'>;
  /** Stands in for what the machine says of its clock, in tests. */
  isClockDoubted?: () => boolean;
  /** Stands in for the sticks in the machine, in tests. */
  usbDrives?: () => Promise<string[]>;
  /** Stands in for the printers on the machine's USB, in tests. */
  usbPrinters?: () => Promise<string[]>;
};
