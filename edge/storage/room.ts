// Whether the database takes writes. A full disk is only noticed by writing: after a write that failed, and while next to nothing is
// free, a small one is tried again and again, so that the store says how it is and goes on by itself when there is room.
import { statfs } from 'node:fs/promises';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import { deleteMeta, writeMeta } from './identity.ts';
import type { Db } from './open.ts';
import { inTransaction } from './transaction.ts';

const CHECK_EVERY_MS = 5000;
/** With less than this free a write is tried before anybody has to. */
const FREE_BYTES_MIN = 2 * 1024 * 1024;
/** About what an order takes. */
const TRIAL = 'x'.repeat(16 * 1024);
const TRIAL_KEY = 'write_trial';

export type Room = ReturnType<typeof createRoom>;

export function createRoom(deps: {
  db: Db;
  /** On the disk of the data. */
  folder: string;
  /** Whether the file may be written at all: one that is damaged must be left as it is. */
  mayTry: () => boolean;
  /** Writes were refused, or are taken again. */
  onChange: () => void;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { db, log } = deps;
  let refused = false;

  function setRefused(next: boolean, error: unknown = null): void {
    if (refused === next) return;
    refused = next;
    if (next) log.error({ err: error }, 'the database takes no writes');
    else log.info({}, 'the database takes writes again');
    deps.onChange();
  }

  function tryToWrite(): void {
    try {
      inTransaction(db, () => writeMeta(db, TRIAL_KEY, TRIAL));
      inTransaction(db, () => deleteMeta(db, TRIAL_KEY));
      setRefused(false);
    } catch (error) {
      // What is wrong is told by `takesWrites`; that it is wrong is no failure of this look.
      if (isDiskTrouble(error)) setRefused(true, error);
      else throw error;
    }
  }

  async function checkRoom(): Promise<void> {
    const disk = await statfs(deps.folder).catch(() => null);
    if (refused || (disk !== null && disk.bavail * disk.bsize < FREE_BYTES_MIN)) tryToWrite();
  }
  const job: WorkerSpec = { name: 'room', everyMs: CHECK_EVERY_MS, mayRun: deps.mayTry, run: checkRoom };

  return {
    job,
    checkRoom,

    /** A write that failed elsewhere. */
    noteFailure(error: unknown): void {
      if (isDiskTrouble(error) && !isReadTrouble(error)) setRefused(true, error);
    },

    takesWrites(): boolean {
      if (refused) return false;
      try {
        // Takes the write lock and lets it go: fails where another program keeps it, or the file may not be written.
        db.$client.exec('begin immediate; rollback');
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** What SQLite says of a disk that is full, broken, or read-only, or of a file that is damaged. */
export const isDiskTrouble = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB)/.test(codeOf(error));

/**
 * Of those, what was met in reading: what is written elsewhere in the file is taken all the same. Of a page that the disk does not give
 * SQLite says most often that it is corrupt.
 */
export const isReadTrouble = (error: unknown): boolean =>
  /^SQLITE_(IOERR_(READ|SHORT_READ|CORRUPTFS)|CORRUPT|NOTADB)/.test(codeOf(error));

export const isDiskFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL';

/** What the database said may be wrapped by whoever asked it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && String(error.code).startsWith('SQLITE_')
    ? String(error.code)
    : codeOf(error.cause);
}
