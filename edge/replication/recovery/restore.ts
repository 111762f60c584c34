// Makes this machine a store that was: from the relay's copy with the recovery sheet, or from a backup file. It is built beside
// the present database, which stays as it is until what was restored is whole.
import { createReadStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import { giveTimeAnew } from '../../shop/copies/outside.ts';
import { isSealedFile } from '../../shop/copies/sealed-copy.ts';
import { deleteMeta, loadIdentity, raiseEpoch, readMeta, writeMeta } from '../../storage/identity.ts';
import { findDamage } from '../../storage/integrity.ts';
import { NewerDatabase, openDatabase, type Db } from '../../storage/open.ts';
import { createOutbox } from '../../storage/outbox.ts';
import { keepRecoveryCode, readRecoveryCode } from '../../storage/recovery-code.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { HELD_KEY } from '../../storage/write-gate.ts';
import { PUBLIC_URL, RELAY_URL } from '../link/link.ts';
import { openWith, receiveFile } from './received-file.ts';
import { fillFromRelay, takePlace } from './relay-past.ts';
import type { RestoreDevice } from './restore-device.ts';
import { RestoreFailed } from './restore-failed.ts';
import type { RestorePlace, Sheet } from './restore-place.ts';
import { buildingPath, declareRestored, removeDatabase } from './restored-file.ts';
import { COPY_MADE_AT, purgeErased, readErasures, stripSecrets, type ErasureRow } from './strip.ts';

/** `ownerNeeded`: nobody is there who could sign in as administrator. */
export type Restored = { orders: number; ownerNeeded: boolean };

/** What a person typed, as it is kept; null for a lost sheet. Throws RestoreFailed. */
export function checkRecoveryCode(typed: string | null): string | null {
  if (typed === null) return null;
  const code = readRecoveryCode(typed);
  if (code === null) throw RestoreFailed.because('recovery-code');
  return code;
}

/** Rejects with RestoreFailed; then nothing of it is left. Resolves when it waits to be put in place. */
export function restoreFromRelay(
  device: RestoreDevice,
  sheet: Sheet,
  place: RestorePlace,
): Promise<Restored> {
  return build(place, async (side) => {
    const db = openSide(side, place);
    try {
      await fillFromRelay(db, device, sheet, place);
      return countsOf(db);
    } finally {
      db.$client.close();
    }
  });
}

/** Rejects with RestoreFailed when the file is an encrypted copy that this code does not open. */
export async function checkCopyCode(file: string, recoveryCode: string | null): Promise<void> {
  if (!(await isSealedFile(file).catch(() => false))) return;
  const sealed = createReadStream(file);
  try {
    (await openWith(sealed, recoveryCode)).destroy();
  } finally {
    sealed.destroy();
  }
}

/**
 * `from` is a file, or one that is being sent with its length in bytes (0: not known). `kept`: of when it must be, as whoever kept it says,
 * and the key by which that one, a relay, knows this machine from now on.
 */
export function restoreFromFile(
  from: string | { stream: Readable; bytes: number },
  {
    withoutRelay,
    recoveryCode,
    kept,
  }: {
    withoutRelay: boolean;
    recoveryCode: string | null;
    kept?: { device?: RestoreDevice; atMs: number };
  },
  place: RestorePlace,
): Promise<Restored> {
  return build(place, async (side) => {
    const { sealed } = await receiveFile(from, side, recoveryCode, place);
    place.onProgress({ step: 'checking', done: 0, of: 0 });
    await checkFile(side);
    const db = openSide(side, place);
    try {
      // A copy in clear, from before they were encrypted, has its own code, and sessions that nobody may go on with.
      const code = sealed ? recoveryCode : readMeta(db, 'recovery_code');
      if (kept && Number(readMeta(db, COPY_MADE_AT)) !== kept.atMs) throw RestoreFailed.because('other-day');
      stripSecrets(db);
      if (code !== null) keepRecoveryCode(db, code);
      if (kept?.device) takePlace(db, kept.device);
      beginAnew(db, { withoutRelay, nowMs: place.clock() });
      keepPromises(db, place);
      return countsOf(db);
    } finally {
      db.$client.close();
    }
  });
}

async function build(place: RestorePlace, fill: (side: string) => Promise<Restored>): Promise<Restored> {
  const side = buildingPath(place.file);
  try {
    await mkdir(dirname(side), { recursive: true });
    removeDatabase(side);
    const restored = await fill(side);
    place.onProgress({ step: 'checking', done: 0, of: 0 });
    if ((await findDamage(side, { pragma: 'integrity_check', copy: true })) !== null)
      throw RestoreFailed.because('bad-disk');
    declareRestored(place.file);
    return restored;
  } catch (error) {
    removeUnfinished(side);
    throw RestoreFailed.of(error);
  }
}

function removeUnfinished(side: string): void {
  try {
    removeDatabase(side);
  } catch {
    // What failed before it is what the owner has to hear; the next try begins with removing it.
  }
}

function openSide(side: string, { migrationsFolder }: RestorePlace): Db {
  try {
    const db = openDatabase(side, migrationsFolder);
    // Nothing of it counts before it is whole: it is brought to the disk once, at the end.
    db.$client.pragma('synchronous = OFF');
    return db;
  } catch (error) {
    if (error instanceof NewerDatabase) throw RestoreFailed.because('newer-version', error);
    throw error;
  }
}

const countsOf = (db: Db): Restored => {
  const count = (sql: string): number => Number(db.$client.prepare(sql).pluck().get());
  return {
    orders: count('select count(*) from orders') + count('select count(*) from wholesale_orders'),
    ownerNeeded: count('select count(*) from user') === 0,
  };
};

async function checkFile(side: string): Promise<void> {
  const damage = await findDamage(side, { pragma: 'integrity_check', copy: true });
  if (damage !== null) throw RestoreFailed.because('not-a-backup', new Error(damage));
  const sqlite = new Database(side, { readonly: true });
  try {
    const tables = sqlite.prepare(
      "select count(*) from sqlite_master where name in ('meta', 'orders', 'outbox')",
    );
    if (tables.pluck().get() !== 3) throw RestoreFailed.because('not-a-backup');
  } finally {
    sqlite.close();
  }
}

/** A copy knows nothing of what came after it: until its relay was heard, nothing is taken in. */
function beginAnew(db: Db, { withoutRelay, nowMs }: { withoutRelay: boolean; nowMs: number }): void {
  const identity = loadIdentity(db);
  inTransaction(db, () => {
    raiseEpoch(db, identity, identity.epoch);
    giveTimeAnew(db, nowMs);
    if (withoutRelay) {
      writeMeta(db, RELAY_URL, '');
      writeMeta(db, PUBLIC_URL, '');
    }
    if ((readMeta(db, PUBLIC_URL) ?? '') === '') deleteMeta(db, HELD_KEY);
    else writeMeta(db, HELD_KEY, 'unconfirmed');
  });
}

/**
 * What this machine's present database promised after the copy was made, when it can still be read and is the same store's: no
 * number is given again, and what was erased stays erased.
 */
function keepPromises(db: Db, { file }: RestorePlace): void {
  const present = readPresent(file, String(readMeta(db, 'lineage')), createOutbox(db, NO_ORIGIN).head().seq);
  inTransaction(db, () => {
    const raise = db.$client.prepare(
      'insert into counters (name, value) values (:name, :value) on conflict (name) do update set value = max(value, excluded.value)',
    );
    for (const counter of present.counters) raise.run(counter);
  });
  purgeErased(db, present.erasures);
}
const NO_ORIGIN = { lineage: '', epoch: 0 };

type Present = {
  counters: { name: string; value: number }[];
  erasures: ErasureRow[];
};

function readPresent(file: string, lineage: string, after: number): Present {
  const nothing: Present = { counters: [], erasures: [] };
  if (!existsSync(file)) return nothing;
  let sqlite: Database.Database | null = null;
  try {
    sqlite = new Database(file, { readonly: true });
    if (sqlite.prepare("select value from meta where key = 'lineage'").pluck().get() !== lineage)
      return nothing;
    return {
      counters: sqlite.prepare<[], Present['counters'][number]>('select name, value from counters').all(),
      erasures: readErasures(sqlite, after),
    };
  } catch {
    // It is broken, which is why somebody restores: then it promises nothing that could be read.
    return nothing;
  } finally {
    sqlite?.close();
  }
}
