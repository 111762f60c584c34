// Copies of the database, pictures included: made while orders go on, opened and checked before they count, named only then.
// Encrypted to the recovery code. The newest ones are kept, and go to the sticks that were enrolled; one that holds what was
// erased since is made anew.
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BackupName,
  type Backup,
  type BackupReason,
  type BackupSettings,
} from '@balcao/shared/http/backups.ts';
import { nightCame } from '@balcao/shared/store/business-day.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { isResealing } from '../../replication/recovery/replace-code.ts';
import { purgePreviousCode, recoveryCodes } from '../../storage/recovery-code.ts';
import { clearParts, listFolder, markOf, newStem, STICK_FOLDER } from '../../shop/copies/backup-folder.ts';
import { BackupFailed, copyDatabase, isFull, remakeCopy } from './copy-file.ts';
import { readCopiesMark, turnForRetired } from '../../shop/copies/copies-mark.ts';
import { readErasures } from '../../replication/recovery/strip.ts';
import type { Outside } from '../../shop/copies/outside.ts';
import type { UsbDrives } from '../../shop/copies/usb-drives.ts';
import { MAX_AGE } from '../../shop/copies/max-age.ts';
import { createStickCopies, type CopyFailure } from './stick-copies.ts';

export { BackupFailed } from './copy-file.ts';

const NIGHT_MINUTE = 4 * 60 + 30;
export const BACKUP_CHECK_EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** A copy that is ahead by more was made while the clock was wrong. */
const AHEAD_MS_MAX = 3_600_000;
/** Kept of each kind: a fortnight of nights, and enough of the others to find the right one. */
const KEPT: Record<'noturna' | 'other', number> = { noturna: 14, other: 10 };
/** How long the copy from before a clearing of the history is kept, for who cleared it by mistake. */
const UNDO_DAYS_MAX = 7;
const MAX_AGE_DAYS_DEFAULT = 30;

type BackupState = {
  lastAtMs: number | null;
  failure: CopyFailure | null;
  running: boolean;
};
export type Backups = ReturnType<typeof createBackups>;

export function createBackups(deps: {
  db: Db;
  folder: string;
  migrationsFolder: string;
  usbDrives: Pick<UsbDrives, 'present' | 'listEnrolled' | 'recordContents'>;
  outside: Pick<Outside, 'recordCopy'>;
  clock: () => number;
  /** Whether anything may go by its age now: a clock that leapt a year must not take every copy with it. */
  mayEndByAge: () => boolean;
  timeZone: string;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
  /** Told why the last copy failed, and null when one has worked again. */
  onState: (failure: string | null) => void;
}) {
  const { db, folder, usbDrives, clock, timeZone, log } = deps;
  let failure: BackupState['failure'] = null;
  let turn: Promise<unknown> | null = null;
  let stopped = false;

  const stickCopies = createStickCopies({
    ...deps,
    freshOnes: () => freshOnes(),
    isTooOld: (copy) => isTooOld(copy),
  });

  const maxAgeDays = (): number => Number(readMeta(db, MAX_AGE) ?? MAX_AGE_DAYS_DEFAULT);
  const placeNow = () => ({
    folder,
    migrationsFolder: deps.migrationsFolder,
    code: recoveryCodes(db)[0],
    mark: readCopiesMark(db),
  });

  /** One at a time: whoever comes while one is made begins after it. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    while (turn) await turn.catch(() => undefined);
    const mine = work().finally(() => (turn = null));
    turn = mine;
    return mine;
  }

  async function make(reason: BackupReason, mark?: string): Promise<Backup> {
    try {
      const made = await copyNow(reason, mark);
      failure = null;
      stickCopies.forgive();
      await stickCopies.fill(reason);
      reportState();
      return made;
    } catch (error) {
      const text = error instanceof BackupFailed ? error.message : sentenceOf(error);
      failed(reason, text, error);
      reportState();
      throw new BackupFailed(text, { cause: error });
    }
  }

  // On a full disk the alarm cannot be written either; the screen shows the failure all the same.
  function reportState(): void {
    try {
      deps.onState((failure ?? stickCopies.failure())?.text ?? null);
    } catch (error) {
      log.error({ err: error }, 'no alarm could be raised for a backup');
    }
  }

  function failed(reason: string, text: string, error: unknown): void {
    failure = { atMs: clock(), text };
    log.error({ err: error, reason }, 'a backup failed');
  }

  async function copyNow(reason: BackupReason, mark?: string): Promise<Backup> {
    const nowMs = clock();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearParts(folder);
    const place = placeNow();
    const stem = newStem(reason, nowMs, timeZone);
    const { name, file, wrong } = await copyDatabase(db, stem, nowMs, { ...place, mark: mark ?? place.mark });
    // The copies from before this one hold what the damaged database should hold.
    if (wrong === null) await rotate(await listFolder(folder, 'store'));
    else log.error({ name, wrong }, 'what was copied is not what was written; no older copy goes');
    const { size } = await stat(file);
    log.info({ name, bytes: size }, 'backup made');
    return { name, reason, atMs: nowMs, bytes: size, place: 'store', sealed: true };
  }

  async function rotate(present: readonly Backup[]): Promise<void> {
    const kinds = { noturna: [] as Backup[], other: [] as Backup[] };
    for (const backup of present) kinds[backup.reason === 'noturna' ? 'noturna' : 'other'].push(backup);
    for (const kind of ['noturna', 'other'] as const)
      for (const old of kinds[kind].slice(KEPT[kind])) await rm(join(folder, old.name), { force: true });
  }

  const isTooOld = ({ atMs, reason }: Backup): boolean =>
    deps.mayEndByAge() &&
    clock() - atMs >
      (reason === 'antes-de-limpar' ? Math.min(UNDO_DAYS_MAX, maxAgeDays()) : maxAgeDays()) * DAY_MS;

  /** Makes every copy in the store fit to stay, newest first. */
  async function renew(): Promise<void> {
    if (deps.mayEndByAge()) turnForRetired(db, clock());
    const place = { ...placeNow(), codes: recoveryCodes(db) };
    let full: Error | null = null;
    for (const copy of await listFolder(folder, 'store')) {
      if (stopped) return;
      if (markOf(copy.name) === place.mark) continue;
      // What was cleared is all that it was made for; a copy that nobody can open any more is none.
      if (copy.reason !== 'antes-de-limpar')
        try {
          await remakeCopy(copy, { ...place, erasures: readErasures(db.$client) });
          continue;
        } catch (error) {
          if (isFull(error)) {
            full = error;
            // Nobody who was erased stays in a copy for longer than any copy may, for want of room either.
            if (!isTooOld(copy)) continue;
          } else {
            log.error({ err: error, name: copy.name }, 'an old copy could not be made anew, it goes');
            if ((await freshOnes()).length === 0) await copyNow('manual');
          }
        }
      await rm(join(folder, copy.name), { force: true });
    }
    const fresh = await freshOnes();
    const newest = fresh.find(({ reason }) => reason !== 'antes-de-limpar') ?? fresh[0];
    for (const copy of fresh)
      if (copy !== newest && isTooOld(copy)) await rm(join(folder, copy.name), { force: true });
    if (full !== null) throw full;
  }

  const freshOnes = async (): Promise<Backup[]> => {
    const mark = readCopiesMark(db);
    const fresh = (await listFolder(folder, 'store')).filter(({ name }) => markOf(name) === mark);
    // A copy that is dated in the future does not say how new it is.
    const isAhead = ({ atMs }: Backup): number => Number(atMs > clock() + AHEAD_MS_MAX);
    return fresh.toSorted((a, b) => isAhead(a) - isAhead(b));
  };

  async function freshen(): Promise<void> {
    try {
      await clearParts(folder);
      await renew();
      const before = stickCopies.failure();
      await stickCopies.fill('freshen');
      if ((before === null) !== (stickCopies.failure() === null)) reportState();
      // Every copy here is under the present one now, and every row of the log.
      if (!stopped && !isResealing(db)) purgePreviousCode(db);
    } catch (error) {
      failed(
        'freshen',
        'As cópias antigas não puderam ser refeitas. Confira o espaço no disco; a loja tenta de novo sozinha.',
        error,
      );
      reportState();
    }
  }

  /** Whether half past four in the morning has come since the last copy; also when the machine was off then. */
  async function due(): Promise<boolean> {
    // A machine without an owner has nothing to keep, and would offer its own copy to who wants a shop back on it.
    if (db.$client.prepare('select 1 from user limit 1').get() === undefined) return false;
    const nowMs = clock();
    const newest = (await listFolder(folder, 'store')).find((one) => one.atMs <= nowMs + AHEAD_MS_MAX);
    return nightCame(newest?.atMs ?? null, { nowMs, minute: NIGHT_MINUTE, timeZone });
  }

  const backups = {
    /** Those in the store and on the sticks: on enrolled ones, or on any when a machine begins with one of them. */
    async list(which: 'enrolled' | 'any'): Promise<Backup[]> {
      const folders =
        which === 'enrolled'
          ? (await usbDrives.listEnrolled()).map((stick) => stick.folder)
          : (await usbDrives.present()).map((stick) => join(stick, STICK_FOLDER));
      const found = await Promise.all([
        listFolder(folder, 'store'),
        ...folders.map((at) => listFolder(at, 'usb')),
      ]);
      return found.flat().sort((a, b) => b.atMs - a.atMs);
    },

    /** Rejects with BackupFailed. `mark`: of an erasure that is about to follow. */
    make: (reason: BackupReason, mark?: string): Promise<Backup> => inTurn(() => make(reason, mark)),

    /** While nothing else is done with the copies. */
    inTurn,

    /** After an erasure, or when the recovery code was replaced: no copy stays as it was. */
    renew: (): Promise<void> => (stopped ? Promise.resolve() : inTurn(freshen)),

    mark: (): string => readCopiesMark(db),

    /** The newest copy that is fit to leave this machine. */
    async newest(): Promise<{ name: string; path: string; atMs: number } | null> {
      const found = (await freshOnes()).find(({ reason }) => reason !== 'antes-de-limpar');
      return found === undefined
        ? null
        : { name: found.name, path: join(folder, found.name), atMs: found.atMs };
    },

    settings: (): BackupSettings => ({ maxAgeDays: maxAgeDays() }),
    /** Inside the transaction that tells of it. */
    keepSettings: ({ maxAgeDays: days }: BackupSettings): void => writeMeta(db, MAX_AGE, String(days)),

    state: async (): Promise<BackupState> => ({
      lastAtMs: (await listFolder(folder, 'store'))[0]?.atMs ?? null,
      failure: failure ?? stickCopies.failure(),
      running: turn !== null,
    }),

    /** The path of a copy that is there, or null. */
    async pathOf(place: Backup['place'], name: string): Promise<string | null> {
      if (!BackupName.safeParse(name).success) return null;
      const present = place === 'usb' ? await usbDrives.present() : [];
      const folders = place === 'store' ? [folder] : present.map((stick) => join(stick, STICK_FOLDER));
      for (const at of folders) {
        const file = join(at, name);
        if ((await stat(file).catch(() => null))?.isFile()) return file;
      }
      return null;
    },

    /** Makes the night's copy when it is due, and whatever is there fit to stay. Rejects with BackupFailed. */
    async makeDueBackup(): Promise<void> {
      try {
        if (!stopped && (await due())) await backups.make('noturna');
      } finally {
        await backups.renew();
      }
    },

    async stop(): Promise<void> {
      stopped = true;
      await turn?.catch(() => undefined);
    },
  };
  return backups;
}

const sentenceOf = (error: unknown): string =>
  isFull(error)
    ? 'Não há espaço no disco para uma cópia. Libere espaço ou troque o cartão por um maior.'
    : 'A cópia não pôde ser feita. Confira o disco e tente de novo.';
