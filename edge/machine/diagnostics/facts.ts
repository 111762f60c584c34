// What is known of a store's machine at one moment; what it means is said in checks.ts. Bytes, Unix ms, degrees Celsius.
import type { Rehearsal } from '@balcao/shared/http/backups.ts';
import type { WorkerReport } from '@balcao/shared/host/worker.ts';
import type { ClockStep } from '../../storage/clock/clock-watch.ts';
import type { Scrubbed } from '../scrub.ts';
import type { PrinterStatus } from '../../printing/printing.ts';

export type MachineFacts = {
  diskFreeBytes: number | null;
  diskTotalBytes: number | null;
  memoryAvailableBytes: number;
  memoryTotalBytes: number;
  /** Of this process. */
  processBytes: number;
  /** Null where the board does not tell. */
  temperatureC: number | null;
  /** Written to the card since the machine was switched on; null where the system does not tell. */
  writtenBytes: number | null;
  /** Of its life, what the card says is used, in tenths: 1 is new, 10 is worn out. Few cards tell. */
  cardLifeTenths: number | null;
  bootedAtMs: number;
  /** Whether the time was fetched from the internet since then; null where the system does not tell. */
  clockSynced: boolean | null;
};

export type StoreFacts = {
  /** Rows of the log that the relay has not acknowledged, and when the oldest was written. */
  rowsWaiting: number;
  oldestWaitingAtMs: number | null;
  databaseBytes: number;
  /** Of when the newest copy outside this machine is; null: there was never one. */
  copyOutsideAtMs: number | null;
  /** How the copies of each place came back when it was last tried. */
  rehearsals: Rehearsal[];
  /** When the store last read itself through, and what it found; null: not yet. */
  scrubbed: Scrubbed | null;
};

export type ErrorFact = { atMs: number; level: 'warn' | 'error'; text: string };

export type Facts = {
  atMs: number;
  machine: MachineFacts;
  store: StoreFacts;
  /** `none`: no relay is set. `unknown`: asked from outside, and the store does not run. */
  linkState: string;
  /** Null when it was asked from outside. */
  printers: PrinterStatus[] | null;
  /** This machine's clock minus the relay's; null when the relay was not reached. */
  clockDifferenceMs: number | null;
  /** When it was last set by more than a moment since the store runs; null: never, or asked from outside. */
  clockStep: ClockStep | null;
  backup: { lastAtMs: number | null; failure: { atMs: number; text: string } | null };
  databaseWritable: boolean;
  databaseDamaged: boolean;
  /** The disk does not give a part of the file. */
  databaseUnreadable: boolean;
  /** It died too often and does only what it must. */
  safeMode: boolean;
  mdns: boolean;
  /** Of HTTPS in the shop; null where none was set up. `trouble` is a sentence. */
  certificate: { trouble: string | null; validToMs: number | null } | null;
  errors: ErrorFact[];
  /** The background jobs; null when it was asked from outside and the store does not say. */
  workers: WorkerReport[] | null;
};
