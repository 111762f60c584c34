// Copies as files: their names, and how one gets into its folder whole or not at all.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupName, type Backup, type BackupReason } from '@balcao/shared/http/backups.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';

/** Below a stick's own folder. */
export const STICK_FOLDER = 'balcao';

/** The copies in one folder, newest first; none when there is no such folder. */
export async function listFolder(folder: string, place: Backup['place']): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const found: Backup[] = [];
  for (const name of names) {
    const reason = BackupName.safeParse(name).success ? reasonOf(name) : null;
    if (reason === null) continue;
    const there = await stat(join(folder, name)).catch(() => null);
    if (there)
      found.push({
        name,
        reason,
        atMs: Math.round(there.mtimeMs),
        bytes: there.size,
        place,
        sealed: markOf(name) !== null,
      });
  }
  return found.sort((a, b) => b.atMs - a.atMs);
}

const reasonOf = (name: string): BackupReason => name.split(/-\d{4}-/)[0] as BackupReason;

/** Identifies one copy, however often its file is made anew. */
export const stemOf = (name: string): string => name.replace(/(-[0-9a-f]{6}\.db\.age|\.db)$/, '');

/** The mark in the name; null for a copy in clear, from before copies were encrypted. */
export const markOf = (name: string): string | null => /-([0-9a-f]{6})\.db\.age$/.exec(name)?.[1] ?? null;

export const sealedName = (stem: string, mark: string): string => `${stem}-${mark}.db.age`;

export function newStem(reason: BackupReason, nowMs: number, timeZone: string): string {
  const { date, minuteOfDay } = localTime(nowMs, timeZone);
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(Math.floor(minuteOfDay / 60))}${two(minuteOfDay % 60)}`;
  return `${reason}-${date}-${time}-${randomBytes(2).toString('hex')}`;
}

export const partOf = (folder: string, stem: string): string => join(folder, `.${stem}.part`);

/** What an interrupted copy left behind; some of it is in clear. */
export async function clearParts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [] as string[]))
    if (/^\..*\.part(-journal|-wal|-shm)?$/.test(name)) await rm(join(folder, name), { force: true });
}

/** Onto the disk first, then under its name, then the name onto the disk. */
export async function moveIntoPlace(part: string, file: string, atMs: number): Promise<void> {
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

export async function digestOf(file: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(file), sum);
  return sum.digest('hex');
}
