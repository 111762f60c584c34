// One copy, from the open database or from an older copy, to a checked and encrypted file. What is in clear meanwhile lies beside
// the store's own database, readable by nobody else, and is gone afterwards.
import { copyFile, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '@balcao/shared/http/backups.ts';
import { findDamage } from '../../storage/integrity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { throttleToShare } from '../../storage/yield-to-event-loop.ts';
import { partOf, sealedName, moveIntoPlace, stemOf } from '../../shop/copies/backup-folder.ts';
import { findDisagreement, type Disagreement } from '../../replication/recovery/agreement.ts';
import { openFile, sealFile } from '../../shop/copies/sealed-copy.ts';
import {
  purgeErased,
  stripSecrets,
  writeCopyMark,
  type ErasureRow,
} from '../../replication/recovery/strip.ts';

/** Left free beside a copy, so that the store itself never finds the disk full because of it. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** What went wrong, as a person is told it. */
export class BackupFailed extends Error {}
class NoRoom extends BackupFailed {}

export const isFull = (error: unknown): error is Error =>
  error instanceof NoRoom ||
  (error instanceof Error && 'code' in error && /ENOSPC|EDQUOT|SQLITE_FULL/.test(String(error.code)));

/** `wrong`: the copy is whole, and what it holds was not written so. */
type Made = { name: string; file: string; wrong: Disagreement | null };
type Place = { folder: string; migrationsFolder: string; code: string; mark: string };

/** A consistent copy of the open database. Rejects with BackupFailed, or with what the disk said. */
export async function copyDatabase(db: Db, stem: string, atMs: number, place: Place): Promise<Made> {
  const pages = Number(db.$client.pragma('page_count', { simple: true }));
  await checkSpace(place.folder, pages * Number(db.$client.pragma('page_size', { simple: true })));
  const before = headOf(db);
  return seal(
    stem,
    atMs,
    place,
    [],
    async (clear) => {
      await db.$client.backup(clear);
    },
    (copy) => {
      const { seq, hash } = headOf(copy);
      const here = db.$client.prepare('select hash from outbox where seq = ?').pluck().get(seq);
      if (seq < before.seq || (seq > 0 && here !== hash)) throw defective('it ends elsewhere than the log');
    },
  );
}

/** The same copy again, without what was erased since, under the present code. */
export async function remakeCopy(
  { name, atMs, bytes, sealed }: Backup,
  place: Place & { codes: readonly string[]; erasures: readonly ErasureRow[] },
): Promise<Made> {
  const old = join(place.folder, name);
  await checkSpace(place.folder, bytes);
  const made = await seal(stemOf(name), atMs, place, place.erasures, (clear) =>
    sealed ? openFile(old, clear, place.codes) : copyFile(old, clear),
  );
  await rm(old, { force: true });
  return made;
}

/**
 * What is wrong with a copy that lies in the store, opened as on the day on which it is needed; null when it is a way back. One that ends where
 * this log never went, from before a restore, is whole all the same.
 */
export async function findCopyFault(
  db: Db,
  { name, sealed }: Pick<Backup, 'name' | 'sealed'>,
  place: Pick<Place, 'folder' | 'migrationsFolder'> & {
    codes: readonly string[];
    stopping?: AbortSignal | undefined;
  },
): Promise<string | null> {
  const { stopping } = place;
  const clear = partOf(place.folder, `${stemOf(name)}.reread`);
  const old = join(place.folder, name);
  let copy: Db | null = null;
  try {
    await (await open(clear, 'w', 0o600)).close();
    await (sealed ? openFile(old, clear, place.codes) : copyFile(old, clear));
    const damage = await findDamage(clear, { pragma: 'integrity_check', copy: true, stopping });
    if (damage !== null) return damage;
    copy = openDatabase(clear, place.migrationsFolder);
    const { seq, hash } = headOf(copy);
    const here = db.$client.prepare('select hash from outbox where seq = ?').pluck().get(seq);
    if (here !== undefined && here !== hash) return 'it ends elsewhere than the log';
    const wrong = await findDisagreement(copy, throttleToShare(stopping));
    // What the store itself disagrees about was copied as it is, and is said of the store.
    return wrong === null || (await findDisagreement(db, throttleToShare(stopping))) !== null
      ? null
      : JSON.stringify(wrong);
  } catch (error) {
    // No room to open it in says nothing of it, nor does an end before its time.
    if (isFull(error) || stopping?.aborted === true) throw error;
    return error instanceof Error ? error.message : String(error);
  } finally {
    copy?.$client.close();
    for (const end of ['-wal', '-shm', '-journal', '']) await rm(clear + end, { force: true });
  }
}

const headOf = ({ $client }: Db): { seq: number; hash: string | null } =>
  $client
    .prepare<[], { seq: number; hash: string }>('select seq, hash from outbox order by seq desc limit 1')
    .get() ?? { seq: 0, hash: null };

async function seal(
  stem: string,
  atMs: number,
  { folder, migrationsFolder, code, mark }: Place,
  erasures: readonly ErasureRow[],
  bring: (clear: string) => Promise<void>,
  compare: (copy: Db) => void = () => undefined,
): Promise<Made> {
  const clear = partOf(folder, `${stem}.clear`);
  const part = partOf(folder, stem);
  try {
    // The file is made empty with its permissions first, so that nobody else can read it from the first byte on.
    await (await open(clear, 'w', 0o600)).close();
    await bring(clear);
    const damage = await findDamage(clear, { pragma: 'integrity_check', copy: true });
    if (damage !== null) throw defective(damage);
    const wrong = await prepare(clear, migrationsFolder, { mark, atMs }, erasures, compare);
    await sealFile(clear, part, code);
    const name = sealedName(stem, mark);
    const file = join(folder, name);
    await moveIntoPlace(part, file, atMs);
    return { name, file, wrong };
  } finally {
    for (const end of ['-wal', '-shm', '-journal', '']) await rm(clear + end, { force: true });
    await rm(part, { force: true });
  }
}

const defective = (what: string): BackupFailed =>
  new BackupFailed(
    'A cópia saiu com defeito: o banco de dados desta loja pode estar danificado. Restaure a última cópia boa.',
    { cause: new Error(what) },
  );

async function prepare(
  file: string,
  migrationsFolder: string,
  made: { mark: string; atMs: number },
  erasures: readonly ErasureRow[],
  compare: (copy: Db) => void,
): Promise<Disagreement | null> {
  const copy = openDatabase(file, migrationsFolder);
  try {
    compare(copy);
    const wrong = await findDisagreement(copy, throttleToShare());
    copy.$client.pragma('synchronous = OFF');
    copy.$client.pragma('secure_delete = ON');
    purgeErased(copy, erasures);
    stripSecrets(copy);
    writeCopyMark(copy, made);
    // One whole file, without a log beside it.
    copy.$client.pragma('journal_mode = DELETE');
    return wrong;
  } finally {
    copy.$client.close();
  }
}

/** Room for the copy in clear and the encrypted one. */
async function checkSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes * 2 + SPARE_BYTES)
    throw new NoRoom('Não há espaço no disco para uma cópia. Libere espaço ou troque o cartão por um maior.');
}
