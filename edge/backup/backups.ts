// Copies of the database, pictures included: made while orders go on, opened and checked before they count, named only then.
// The newest ones are kept, and copied to a stick when there is one.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupName, type Backup, type BackupReason } from '@balcao/shared/http/backups.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { findDamage } from '../db/integrity.ts';
import type { Db } from '../db/open.ts';

const NIGHT_MINUTE = 4 * 60 + 30;
const LOOK_EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Kept of each kind: a fortnight of nights, and enough of the others to find the right one. */
const KEPT: Record<'noturna' | 'other', number> = { noturna: 14, other: 10 };
const KEPT_ON_STICK = 7;
/** Left free beside a copy, so that the store itself never finds the disk full because of it. */
const SPARE_BYTES = 64 * 1024 * 1024;
const STICK_FOLDER = 'balcao';
const STICK_FAILED =
  'A cópia ficou guardada na loja, mas não no pendrive. Confira se ele tem espaço e não está protegido.';

type BackupState = {
  lastAtMs: number | null;
  failure: { atMs: number; text: string } | null;
  running: boolean;
};
export type Backups = ReturnType<typeof createBackups>;

/** What went wrong, as a person is told it. */
export class BackupFailed extends Error {}

export function createBackups(given: {
  db: Db;
  folder: string;
  /** The folders of sticks that are there now. */
  sticks: () => Promise<string[]>;
  clock: () => number;
  timeZone: string;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
  /** Told why the last copy failed, and null when one has worked again. */
  onState: (failure: string | null) => void;
}) {
  const { db, folder, clock, timeZone, log } = given;
  let failure: BackupState['failure'] = null;
  let running: Promise<Backup> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  async function list(): Promise<Backup[]> {
    const places = [
      { place: 'store' as const, at: folder },
      ...(await given.sticks()).map((stick) => ({ place: 'usb' as const, at: join(stick, STICK_FOLDER) })),
    ];
    const found = await Promise.all(places.map(({ place, at }) => listFolder(at, place)));
    return found.flat().sort((a, b) => b.atMs - a.atMs);
  }

  async function make(reason: BackupReason): Promise<Backup> {
    try {
      const made = await copyNow(reason);
      failure = null;
      for (const stick of await given.sticks())
        await copyToStick(made, stick).catch((error: unknown) => failed(reason, STICK_FAILED, error));
      tell();
      return made;
    } catch (error) {
      const text = error instanceof BackupFailed ? error.message : sentenceOf(error);
      failed(reason, text, error);
      tell();
      throw new BackupFailed(text, { cause: error });
    }
  }

  // On a disk that is full the alarm cannot be written either: then the screen says it.
  function tell(): void {
    try {
      given.onState(failure?.text ?? null);
    } catch (error) {
      log.error({ err: error }, 'no alarm could be raised for a backup');
    }
  }

  function failed(reason: BackupReason, text: string, error: unknown): void {
    failure = { atMs: clock(), text };
    log.error({ err: error, reason }, 'a backup failed');
  }

  async function copyNow(reason: BackupReason): Promise<Backup> {
    const nowMs = clock();
    const name = nameOf(reason, nowMs, timeZone);
    const file = join(folder, name);
    const part = join(folder, `.${name}.part`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearParts(folder);
    const pages = Number(db.$client.pragma('page_count', { simple: true }));
    const bytes = pages * Number(db.$client.pragma('page_size', { simple: true }));
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytes + SPARE_BYTES)
      throw new BackupFailed(
        'Não há espaço no disco para uma cópia. Libere espaço ou troque o cartão por um maior.',
      );
    try {
      await db.$client.backup(part);
      const damage = await findDamage(part, { pragma: 'integrity_check', copy: true });
      if (damage !== null)
        throw new BackupFailed(
          'A cópia saiu com defeito: o banco de dados desta loja pode estar danificado. Restaure a última cópia boa.',
          { cause: new Error(damage) },
        );
      await settle(part, file, nowMs);
    } finally {
      await rm(part, { force: true });
    }
    await rotate(await listFolder(folder, 'store'), folder);
    log.info({ name, bytes }, 'backup made');
    return { name, reason, atMs: nowMs, bytes: (await stat(file)).size, place: 'store' };
  }

  /** Rejects when the stick is full, protected or broken: the copy in the store is there all the same. */
  async function copyToStick({ name, atMs }: Backup, stick: string): Promise<void> {
    const file = join(folder, name);
    const at = join(stick, STICK_FOLDER);
    const part = join(at, `.${name}.part`);
    await mkdir(at, { recursive: true });
    await clearParts(at);
    try {
      await copyFile(file, part);
      if ((await digestOf(part)) !== (await digestOf(file))) throw new Error('what was read back differs');
      await settle(part, join(at, name), atMs);
    } finally {
      await rm(part, { force: true });
    }
    for (const old of (await listFolder(at, 'usb')).slice(KEPT_ON_STICK))
      await rm(join(at, old.name), { force: true });
  }

  /** Whether half past four in the morning has come since the last copy; also when the machine was off then. */
  async function due(): Promise<boolean> {
    const nowMs = clock();
    const nightOf = (atMs: number): string => localTime(atMs - NIGHT_MINUTE * 60_000, timeZone).date;
    // A copy from the future was made while the clock was wrong: it says nothing about tonight.
    const newest = (await listFolder(folder, 'store')).find((one) => one.atMs <= nowMs + DAY_MS);
    return newest === undefined || nightOf(nowMs) > nightOf(newest.atMs);
  }

  const backups = {
    list,

    /** One at a time: whoever asks while one is made gets a copy that was begun after. Rejects with BackupFailed. */
    async make(reason: BackupReason): Promise<Backup> {
      while (running) await running.catch(() => undefined);
      running = make(reason).finally(() => (running = null));
      return running;
    },

    state: async (): Promise<BackupState> => ({
      lastAtMs: (await listFolder(folder, 'store'))[0]?.atMs ?? null,
      failure,
      running: running !== null,
    }),

    /** The path of a copy that is there, or null. */
    async pathOf(place: Backup['place'], name: string): Promise<string | null> {
      if (!BackupName.safeParse(name).success) return null;
      const sticks = place === 'usb' ? await given.sticks() : [];
      const folders = place === 'store' ? [folder] : sticks.map((stick) => join(stick, STICK_FOLDER));
      for (const at of folders) {
        const file = join(at, name);
        if ((await stat(file).catch(() => null))?.isFile()) return file;
      }
      return null;
    },

    /** Makes the night's copy when it is due. */
    async look(): Promise<void> {
      if (!stopped && (await due())) await backups.make('noturna').catch(() => undefined);
    },

    start(): void {
      const look = (): void =>
        void backups.look().catch((error: unknown) => log.error({ err: error }, 'backups could not be seen'));
      timer = setInterval(look, LOOK_EVERY_MS).unref();
    },

    async drain(): Promise<void> {
      stopped = true;
      if (timer) clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
  return backups;
}

/** The copies in one folder, newest first; none when there is no such folder. */
export async function listFolder(folder: string, place: Backup['place']): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const found: Backup[] = [];
  for (const name of names) {
    const reason = BackupName.safeParse(name).success ? reasonOf(name) : null;
    if (reason === null) continue;
    const there = await stat(join(folder, name)).catch(() => null);
    if (there) found.push({ name, reason, atMs: Math.round(there.mtimeMs), bytes: there.size, place });
  }
  return found.sort((a, b) => b.atMs - a.atMs);
}

const reasonOf = (name: string): BackupReason => name.split(/-\d{4}-/)[0] as BackupReason;

function nameOf(reason: BackupReason, nowMs: number, timeZone: string): string {
  const { date, minuteOfDay } = localTime(nowMs, timeZone);
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(Math.floor(minuteOfDay / 60))}${two(minuteOfDay % 60)}`;
  return `${reason}-${date}-${time}-${randomUUID().slice(0, 4)}.db`;
}

async function rotate(present: readonly Backup[], folder: string): Promise<void> {
  const kinds = { noturna: [] as Backup[], other: [] as Backup[] };
  for (const backup of present) kinds[backup.reason === 'noturna' ? 'noturna' : 'other'].push(backup);
  for (const kind of ['noturna', 'other'] as const)
    for (const old of kinds[kind].slice(KEPT[kind])) await rm(join(folder, old.name), { force: true });
}

/** What an interrupted copy left behind. */
async function clearParts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^\..*\.part(-journal|-wal|-shm)?$/.test(name)) await rm(join(folder, name), { force: true });
}

/** Onto the disk first, then under its name, then the name onto the disk. */
async function settle(part: string, file: string, atMs: number): Promise<void> {
  await utimes(part, atMs / 1000, atMs / 1000);
  await sync(part);
  await rename(part, file);
  await sync(dirname(file));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function digestOf(file: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(file), sum);
  return sum.digest('hex');
}

const sentenceOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && /ENOSPC|SQLITE_FULL/.test(String(error.code))
    ? 'Não há espaço no disco para uma cópia. Libere espaço ou troque o cartão por um maior.'
    : 'A cópia não pôde ser feita. Confira o disco e tente de novo.';
