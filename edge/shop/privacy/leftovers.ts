// Whole databases in clear that lie about beside the store's own: what a restore replaced, what root's updater kept for going back,
// what a restore or an update that was broken off left half-made. Each may hold everybody that was erased since: it goes when
// somebody is erased, and by age. What is half-made is left for an hour: somebody may be at work on it.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readCopiesMark } from '../copies/copies-mark.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';

/** As long as the copy before a clearing: for who restored the wrong one. */
const REPLACED_MS_MAX = 7 * 24 * 3_600_000;
const HALF_MADE_MS_MAX = 3_600_000;
const UPDATE_MS_MAX = 15 * 60_000;
// What comes after the database's own name; with the files that SQLite lays beside it.
const REPLACED = /^\.replaced-(\d+)(?:-wal|-shm|-journal)?$/;
const HALF_MADE = /^\.(?:restoring|back)(?:-wal|-shm|-journal)?$/;
/** The mark that copies had when there was nothing left here of anybody who was erased; in no copy. */
export const LEFTOVERS_MARK = 'leftovers_mark';

export type Leftovers = ReturnType<typeof createLeftovers>;

export function createLeftovers(deps: {
  db: Db;
  /** The database file, or `:memory:`. */
  file: string;
  dataDir: string;
  /** What root's updater writes, beside the copy that it keeps; null where there is none. */
  updateStatus: string | null;
  clock: () => number;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { db, file, dataDir, updateStatus, clock, log } = deps;
  const name = basename(file);

  // What is there when this database is opened for the first time, right after a restore, is what that restore replaced.
  if (readMeta(db, LEFTOVERS_MARK) === null) writeMeta(db, LEFTOVERS_MARK, readCopiesMark(db));

  async function drop(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true });
    log.info({ name: basename(path) }, 'an old database went');
  }

  const isHalfMadeLongAgo = async (path: string): Promise<boolean> => {
    const ageMs = clock() - (await mtimeOf(path));
    return ageMs > HALF_MADE_MS_MAX;
  };

  async function purgeBeside(all: boolean): Promise<void> {
    const folder = dirname(file);
    for (const entry of await namesIn(folder)) {
      if (!entry.startsWith(name)) continue;
      const path = join(folder, entry);
      const end = entry.slice(name.length);
      const replacedAt = REPLACED.exec(end)?.[1];
      if (replacedAt !== undefined && (all || clock() - Number(replacedAt) > REPLACED_MS_MAX))
        await drop(path);
      if (HALF_MADE.test(end) && (await isHalfMadeLongAgo(path))) await drop(path);
    }
  }

  /** A trial of another release, and the copy on its way to root. */
  async function purgeUpdates(): Promise<void> {
    for (const entry of await namesIn(dataDir)) {
      if (!entry.startsWith('.trial.') && entry !== '.update-copy') continue;
      if (await isHalfMadeLongAgo(join(dataDir, entry))) await drop(join(dataDir, entry));
    }
  }

  /** Root's own copy is not ours to delete: its updater is asked to. False while it is still there. */
  async function askRoot(all: boolean): Promise<boolean> {
    if (updateStatus === null) return true;
    const keptAtMs = await mtimeOf(join(dirname(updateStatus), 'store.db'));
    if (keptAtMs === 0) return true;
    if (!all && clock() - keptAtMs <= REPLACED_MS_MAX) return true;
    // It will need the copy, or delete it itself; and it would be asked in vain, over and over.
    if (await isUpdating(updateStatus)) return false;
    const folder = join(dataDir, 'updates');
    const request = join(folder, 'request');
    // A request of an administrator to the updater goes first.
    if ((await mtimeOf(request)) !== 0) return false;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${request}.part`, 'forget');
    await rename(`${request}.part`, request);
    return false;
  }

  async function isUpdating(status: string): Promise<boolean> {
    if ((await mtimeOf(join(dirname(status), 'unfinished'))) !== 0) return true;
    if (clock() - (await mtimeOf(status)) > UPDATE_MS_MAX) return false;
    return (await readFile(status, 'utf8')).includes('"state":"running"');
  }

  return {
    /** Whatever may hold somebody who was erased, and whatever is too old. Tried again at the next look where it failed. */
    async purge(): Promise<void> {
      if (file === ':memory:') return;
      try {
        const mark = readCopiesMark(db);
        const all = readMeta(db, LEFTOVERS_MARK) !== mark;
        await purgeBeside(all);
        await purgeUpdates();
        const isGone = await askRoot(all);
        if (all && isGone) writeMeta(db, LEFTOVERS_MARK, mark);
      } catch (error) {
        log.error({ err: error }, 'an old database could not be deleted');
      }
    },
  };
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** 0 where there is nothing. */
const mtimeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
