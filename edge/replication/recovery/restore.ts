// Makes this machine a store that was: from the relay's copy with the recovery sheet, or from a backup file. It is built beside
// the present database, which stays as it is until what was restored is whole.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import * as Y from 'yjs';
import type { RestoreState } from '@balcao/shared/http/restore.ts';
import { RECOVERY_PAGE_ROWS } from '@balcao/shared/link/recovery.ts';
import {
  isSealed,
  isSealedFile,
  openSealed,
  OtherCode,
  SEALED_BYTES,
} from '../../shop/copies/sealed-copy.ts';
import { giveTimeAnew } from '../../shop/copies/outside.ts';
import { COPY_MADE_AT, forgetErased, readErasures, stripSecrets, type ErasureRow } from './strip.ts';
import { findDamage } from '../../storage/integrity.ts';
import { deleteMeta, loadIdentity, raiseEpoch, readMeta, writeMeta } from '../../storage/identity.ts';
import { NewerDatabase, openDatabase, type Db } from '../../storage/open.ts';
import { images } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createDeviceTokens } from '../link/device-token.ts';
import { PUBLIC_URL, RELAY_URL } from '../link/link.ts';
import { createOutbox } from '../../storage/outbox.ts';
import { createRelayClient, type RelayClient } from '../../shop/relay/relay-client.ts';
import { proverOf } from '../../storage/row-proof.ts';
import { sealerOf } from '../../storage/sealing.ts';
import { Wake } from '../../storage/wake.ts';
import { openMenuStore } from '../../shop/menu/menu-store.ts';
import { logOrder } from '../../shop/orders/replica.ts';
import { createPanel } from '../../shop/orders/panel.ts';
import { createTrackingTokens } from '../../shop/orders/tracking-token.ts';
import { keepRecoveryCode, readRecoveryCode } from '../../storage/recovery-code.ts';
import { createRelayCopy, DeviceRefused, type RelayCopy } from './relay-copy.ts';
import { createRowRestorer, EPOCH_LEAP_MAX } from './restore-rows.ts';
import { RowRestoreFailed } from './row-restore-failed.ts';
import type { RestoreDevice } from './restore-device.ts';
import { RestoreFailed } from './restore-failed.ts';
import { buildingPath, declareRestored, hasSpaceFor, removeDatabase } from './restored-file.ts';
import { HELD_KEY, SUCCEEDED_AT } from '../../storage/write-gate.ts';

/** A generous guess of what a row of the log costs with what stands in the tables, and what a picture costs. */
const ROW_BYTES = 3 * 1024;
const IMAGE_BYTES = 300 * 1024;

export type RestorePlace = {
  /** Where the store's database is, or will be. */
  file: string;
  migrationsFolder: string;
  timeZone: string;
  clock: () => number;
  onProgress: (progress: Pick<RestoreState, 'step' | 'done' | 'of'>) => void;
};
/** `ownerNeeded`: nobody is there who could sign in as administrator. */
export type Restored = { orders: number; ownerNeeded: boolean };

/** What a person typed, as it is kept; null for a lost sheet. Throws RestoreFailed. */
export function checkRecoveryCode(typed: string | null): string | null {
  if (typed === null) return null;
  const code = readRecoveryCode(typed);
  if (code === null) throw RestoreFailed.because('recovery-code');
  return code;
}

/**
 * `recoveryCode` is null when the sheet is lost: then nothing can be proven. `acceptUnproven`: a person takes what the relay gives
 * although it does not prove that this store wrote it, as of a store that never ran a version with proofs.
 */
export type Sheet = { recoveryCode: string | null; acceptUnproven: boolean };

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
    const { sealed } = await receive(from, side, recoveryCode, place);
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

// From a file

async function receive(
  from: string | { stream: Readable; bytes: number },
  side: string,
  recoveryCode: string | null,
  { onProgress }: RestorePlace,
): Promise<{ sealed: boolean }> {
  let sealed = false;
  const of = typeof from === 'string' ? await sizeOf(from) : from.bytes;
  // Twice: an older copy is brought to the present form, through a log beside it.
  if (!(await hasSpaceFor(of * 2, dirname(side)))) throw RestoreFailed.because('disk-too-small');
  let done = 0;
  onProgress({ step: 'receiving', done, of });
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      onProgress({ step: 'receiving', done, of });
      next(null, chunk);
    },
  });
  const source = typeof from === 'string' ? createReadStream(from) : from.stream;
  async function* plain(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const given = chunks[Symbol.asyncIterator]();
    let first = Buffer.alloc(0);
    let end = false;
    while (!end && first.length < SEALED_BYTES) {
      const next = await given.next();
      if (next.done === true) end = true;
      else first = Buffer.concat([first, next.value]);
    }
    let broken: unknown = null;
    async function* whole(): AsyncGenerator<Buffer> {
      yield first;
      try {
        if (!end) yield* { [Symbol.asyncIterator]: () => given };
      } catch (error) {
        broken = error;
        throw error;
      }
    }
    sealed = isSealed(first);
    if (!sealed) {
      yield* whole();
      return;
    }
    try {
      yield* await openWith(Readable.from(whole(), { objectMode: false }), recoveryCode);
    } catch (error) {
      if (broken !== null || error instanceof RestoreFailed) throw error;
      throw RestoreFailed.because('not-a-backup', error);
    }
  }
  try {
    await pipeline(source, count, plain, createWriteStream(side, { mode: 0o600 }));
  } catch (error) {
    const known = RestoreFailed.of(error);
    if (known.failure.code !== 'failed') throw known;
    throw typeof from === 'string' ? unreadable(error) : RestoreFailed.because('interrupted', error);
  }
  if (of > 0 && done !== of) throw RestoreFailed.because('interrupted');
  // A database straight from an old card has its newest rows in the log beside it.
  if (typeof from === 'string' && existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${side}-wal`);
  return { sealed };
}

async function openWith(sealed: Readable, recoveryCode: string | null): Promise<Readable> {
  if (recoveryCode === null) throw RestoreFailed.because('code-needed');
  try {
    return await openSealed(sealed, recoveryCode);
  } catch (error) {
    throw RestoreFailed.because(error instanceof OtherCode ? 'other-sheet' : 'not-a-backup', error);
  }
}

async function sizeOf(file: string): Promise<number> {
  const there = await stat(file).catch((error: unknown) => {
    throw unreadable(error);
  });
  if (!there.isFile()) throw RestoreFailed.because('unreadable');
  return there.size;
}

/** A file that is there and only root may read is not one that is missing. */
function unreadable(error: unknown): RestoreFailed {
  const denied = error instanceof Error && 'code' in error && /^(EACCES|EPERM)$/.test(String(error.code));
  return RestoreFailed.because(denied ? 'no-permission' : 'unreadable', error);
}

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
  forgetErased(db, present.erasures);
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

// From the relay

function takePlace(db: Db, { relayUrl, publicUrl, storeId, deviceKey }: RestoreDevice): void {
  writeMeta(db, 'store_id', storeId);
  writeMeta(db, 'device_key', JSON.stringify(deviceKey));
  writeMeta(db, RELAY_URL, relayUrl);
  writeMeta(db, PUBLIC_URL, publicUrl);
  writeMeta(db, SUCCEEDED_AT, String(Date.now()));
}

export async function clientOf({ relayUrl, storeId, deviceKey }: RestoreDevice): Promise<RelayClient> {
  const identity = { storeId, deviceKey };
  return createRelayClient({
    relayUrl: () => relayUrl,
    identity,
    token: await createDeviceTokens(identity),
  });
}

async function fillFromRelay(
  db: Db,
  device: RestoreDevice,
  sheet: Sheet,
  place: RestorePlace,
): Promise<void> {
  const { recoveryCode } = sheet;
  if (recoveryCode !== null) keepRecoveryCode(db, recoveryCode);
  loadIdentity(db);
  takePlace(db, device);
  try {
    await fetchPast(db, createRelayCopy((await clientOf(device)).request), sheet, place);
  } catch (error) {
    if (error instanceof RowRestoreFailed) throw RestoreFailed.because(FAILURES[error.why], error);
    if (error instanceof DeviceRefused) throw RestoreFailed.because('not-recognised', error);
    const known = RestoreFailed.of(error);
    throw known.failure.code === 'failed' ? RestoreFailed.because('relay-lost', error) : known;
  }
}

const FAILURES = { broken: 'relay-broken', 'wrong-code': 'other-sheet', unproven: 'unproven' } as const;

async function fetchPast(
  db: Db,
  copy: RelayCopy,
  { recoveryCode, acceptUnproven }: Sheet,
  { file, timeZone, clock, onProgress }: RestorePlace,
): Promise<void> {
  const summary = await copy.summary();
  if (summary.seq === 0 || summary.lineage === null) throw RestoreFailed.because('no-copy');
  const bytes = summary.seq * ROW_BYTES + summary.images.length * IMAGE_BYTES;
  if (!(await hasSpaceFor(bytes, dirname(file)))) throw RestoreFailed.because('disk-too-small');
  writeMeta(db, 'lineage', summary.lineage);
  const code = recoveryCode === null ? null : () => recoveryCode;
  const rowRestorer = createRowRestorer(
    db,
    code === null ? null : { sealer: sealerOf(code), prover: proverOf(code) },
  );
  // Said before the long part, not after it.
  const newest = await copy.rows(Math.max(0, summary.seq - RECOVERY_PAGE_ROWS));
  rowRestorer.checkKey(newest);
  const isTrusted = rowRestorer.isProven(newest) || code === null || acceptUnproven;
  if (!isTrusted) throw new RowRestoreFailed('unproven', 'the newest row carries no proof');
  for (;;) {
    const { seq } = rowRestorer.head();
    onProgress({ step: 'rows', done: seq, of: summary.seq });
    const rows = await copy.rows(seq);
    if (rows.length === 0) break;
    rowRestorer.restoreRows(rows, { inPlace: false });
  }
  rowRestorer.checkKey();
  const head = rowRestorer.head();
  if (head.seq !== summary.seq || head.hash !== newest.at(-1)?.hash)
    throw new RowRestoreFailed('broken', `rows end at ${head.seq} of ${summary.seq}`);
  const withheld = rowRestorer.withheld(0);
  if (withheld > 0 && code !== null && !acceptUnproven)
    throw new RowRestoreFailed('unproven', `${withheld} rows came empty that nobody erased`);

  onProgress({ step: 'menu', done: 0, of: 0 });
  Y.applyUpdate(openMenuStore(db, new Wake()).doc, await copy.document());
  for (const [done, { hash, variant }] of summary.images.entries()) {
    onProgress({ step: 'images', done, of: summary.images.length });
    const { mediaType, bytes: picture } = await copy.image(hash, variant);
    if (createHash('sha256').update(picture).digest('hex') !== hash)
      throw new RowRestoreFailed('broken', `picture ${hash} is not what its name says`);
    db.insert(images).values({ hash, variant, mediaType, bytes: picture }).onConflictDoNothing().run();
  }

  // After the rows: they bring the secrets of the store that was.
  const identity = loadIdentity(db);
  inTransaction(db, () => {
    raiseEpoch(db, identity, Math.min(summary.epoch, (newest.at(-1)?.epoch ?? 0) + EPOCH_LEAP_MAX));
    const log = createOutbox(db, identity);
    const tokens = createTrackingTokens(identity.tokenSecret);
    for (const order of rowRestorer.insertUnlogged(summary.strays))
      logOrder(log, order, { trackingTokenHash: tokens.hashOf(order.id), claimHash: null });
    const nowMs = clock();
    rowRestorer.numbersAbove(summary.orderNumberMax, {
      nowMs,
      today: createPanel(db, timeZone, { isClockDoubted: () => true, isLeaping: () => false }).today(nowMs),
    });
  });
}
