// `GET /api/staff/diagnostics` (ADMIN): how the machine does. `GET /api/staff/diagnostics/bundle` is the same as a file without personal data.
import { z } from 'zod';

/** One line of the page; `off`: there is nothing to check on this machine. */
export const Check = z.object({
  id: z.enum([
    'link',
    'printers',
    'disk',
    'card',
    'memory',
    'temperature',
    'clock',
    'backup',
    'outside',
    'rehearsal',
    'database',
    'mdns',
    'certificate',
    'errors',
    'workers',
  ]),
  name: z.string(),
  state: z.enum(['ok', 'warn', 'bad', 'off']),
  /** What it is, and what to do when it is not well. */
  text: z.string(),
});
/** One background job: what it did last. `failures` counts the failed runs since the last good one. */
export const WorkerHealth = z.object({
  name: z.string(),
  everyMs: z.number(),
  running: z.boolean(),
  lastRunAtMs: z.number().nullable(),
  lastDurationMs: z.number().nullable(),
  lastError: z.string().nullable(),
  failures: z.number(),
});

/** What a program that watches the store asks for: also part of `GET /readyz`. */
export const StoreHealth = z.object({
  /** `linked`, or why not. `none`: no relay is set. */
  link: z.string(),
  /** Rows of the log that the relay has not acknowledged, since when the oldest of them waits, and for how long. */
  rowsWaiting: z.number(),
  oldestWaitingAtMs: z.number().nullable(),
  lagMs: z.number(),
  lastBackupAtMs: z.number().nullable(),
  /** Of when the newest copy outside the machine is: on a stick, or fetched as a file. */
  copyOutsideAtMs: z.number().nullable(),
  /** Why the last backup failed, until one works. */
  backupFailure: z.string().nullable(),
  diskFreeBytes: z.number().nullable(),
  diskTotalBytes: z.number().nullable(),
  /** This machine's clock minus the relay's; null when they were not compared. */
  clockDifferenceMs: z.number().nullable(),
  workers: z.array(WorkerHealth),
});
export type StoreHealth = z.infer<typeof StoreHealth>;

/** The answer: the checks, and the figures behind them. */
export const Diagnostics = z.object({
  atMs: z.number(),
  version: z.string(),
  storeId: z.string(),
  upSinceMs: z.number(),
  /** Where staff and customers reach this store: by name, and by number for phones that cannot resolve names. */
  addresses: z.array(z.string()),
  publicUrl: z.string().nullable(),
  checks: z.array(Check),
  health: StoreHealth,
});

/** The file: numbers and states, and nobody's name, phone, address or secret. `facts` is for people who know the code. */
export const DiagnosticsBundle = z.object({
  madeAtMs: z.number(),
  version: z.string(),
  node: z.string(),
  platform: z.string(),
  upSinceMs: z.number(),
  checks: z.array(Check),
  facts: z.record(z.string(), z.unknown()),
});
export type DiagnosticsBundle = z.infer<typeof DiagnosticsBundle>;
export type Check = z.infer<typeof Check>;
export type Diagnostics = z.infer<typeof Diagnostics>;
