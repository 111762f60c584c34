// A store whose disk can be read and not written to shows what it knows all the same: from a copy in memory, held so that nothing is
// taken in, until the disk takes writes again. The copy is thrown away then; nothing that counts is ever written to it.
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { WriteGate } from '../../storage/write-gate.ts';
import type { Trouble, TroubleKind } from './trouble.ts';

/** What a Pi of 1 GB can spare. A larger database has the page of words only. */
const BYTES_MAX = 128 * 1024 * 1024;
/** In memory where there is such a place: the disk that fails is often the only one. */
const PLACES = ['/dev/shm', tmpdir()];
/** Not the index beside it: SQLite makes that anew, and what lies there may be half-written. */
const ENDS = ['', '-wal'];
const READABLE: ReadonlySet<TroubleKind> = new Set(['not-writable', 'disk-broken']);

type Held = { writeGate: Pick<WriteGate, 'hold'>; stop(): Promise<void> };
export type ReadingCopy<Store> = { store: Store; close(): Promise<void> };

/** Null when the trouble is another one, or nothing can be read either. */
export async function openReadingCopy<Store extends Held>(deps: {
  trouble: Trouble;
  /** The store's database. */
  file: string;
  open: (file: string) => Promise<Store>;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}): Promise<ReadingCopy<Store> | null> {
  const { trouble, file, log } = deps;
  if (!READABLE.has(trouble.kind)) return null;
  let folder: string | null = null;
  const remove = (): void => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const parts = ENDS.filter((end) => existsSync(file + end));
    const bytes = parts.reduce((sum, end) => sum + statSync(file + end).size, 0);
    if (!parts.includes('') || bytes > Math.min(BYTES_MAX, freemem() / 2)) return null;
    const place = PLACES.find(isWritable) ?? tmpdir();
    removeLeftCopies(place);
    folder = mkdtempSync(join(place, `balcao-reading-${process.pid}-`));
    const copy = join(folder, basename(file));
    for (const end of parts) copyFileSync(file + end, copy + end);
    const store = await deps.open(copy);
    store.writeGate.hold('read-only');
    log.info({ bytes }, 'the store shows what it knows from a copy in memory');
    return {
      store,
      async close() {
        await store.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    log.warn({ err: error }, 'the store cannot be shown from a copy either');
    return null;
  }
}

/** A process that was killed leaves its copy behind: the whole shop, in memory that nobody else gives back. */
export function removeLeftCopies(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = /^balcao-reading-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function isWritable(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
