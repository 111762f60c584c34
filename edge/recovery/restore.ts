// Makes this machine a store that was: from the relay's copy with the recovery sheet, or from a backup file. It is built beside
// the present database, which stays as it is until what was restored is whole.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import * as Y from 'yjs';
import type { RestoreState } from '@balcao/shared/http/restore.ts';
import { RECOVERY_PAGE_ROWS } from '@balcao/shared/link/recovery.ts';
import type { ReplicatedOrder } from '@balcao/shared/link/replicated-order.ts';
import { findDamage } from '../db/integrity.ts';
import { deleteMeta, loadIdentity, raiseEpoch, readMeta, writeMeta } from '../db/identity.ts';
import { NewerDatabase, openDatabase, type Db } from '../db/open.ts';
import { images } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { createDeviceTokens } from '../link/device-token.ts';
import { PUBLIC_URL, RELAY_URL } from '../link/link.ts';
import { createOutbox } from '../link/outbox.ts';
import { createRelayClient } from '../link/relay-client.ts';
import { sealerOf } from '../link/sealing.ts';
import { Wake } from '../live/wake.ts';
import { openMenuStore } from '../menu/menu-store.ts';
import { createPanel } from '../orders/panel.ts';
import { createTrackingTokens } from '../orders/tracking-token.ts';
import { createForget } from './forget.ts';
import { keepRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import { createRelayCopy, DeviceRefused, type RelayCopy } from './relay-copy.ts';
import { createReplay, ReplayFailed } from './replay.ts';
import type { RestoreDevice } from './restore-device.ts';
import { RestoreFailed } from './restore-failed.ts';
import { buildingPath, declareRestored, hasSpaceFor, removeDatabase } from './restored-file.ts';
import { HELD_KEY } from './standing.ts';

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

/** Rejects with RestoreFailed; then nothing of it is left. Resolves when it waits to be put in place. */
export function restoreFromRelay(
  device: RestoreDevice,
  recoveryCode: string | null,
  place: RestorePlace,
): Promise<Restored> {
  return build(place, async (side) => {
    const db = openSide(side, place);
    try {
      await fillFromRelay(db, device, recoveryCode, place);
      return countsOf(db);
    } finally {
      db.$client.close();
    }
  });
}

/** `from` is a file, or one that is being sent with its length in bytes (0: not known). */
export function restoreFromFile(
  from: string | { stream: Readable; bytes: number },
  { withoutRelay }: { withoutRelay: boolean },
  place: RestorePlace,
): Promise<Restored> {
  return build(place, async (side) => {
    await receive(from, side, place);
    place.onProgress({ step: 'checking', done: 0, of: 0 });
    await checkFile(side);
    const db = openSide(side, place);
    try {
      beginAnew(db, { withoutRelay });
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
    removeDatabase(side);
    throw RestoreFailed.of(error);
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
  { onProgress }: RestorePlace,
): Promise<void> {
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
  try {
    await pipeline(source, count, createWriteStream(side, { mode: 0o600 }));
  } catch (error) {
    const known = RestoreFailed.of(error);
    if (known.failure.code !== 'failed') throw known;
    throw RestoreFailed.because(typeof from === 'string' ? 'unreadable' : 'interrupted', error);
  }
  if (of > 0 && done !== of) throw RestoreFailed.because('interrupted');
  // A database straight from an old card has its newest rows in the log beside it.
  if (typeof from === 'string' && existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${side}-wal`);
}

async function sizeOf(file: string): Promise<number> {
  const there = await stat(file).catch((error: unknown) => {
    throw RestoreFailed.because('unreadable', error);
  });
  if (!there.isFile()) throw RestoreFailed.because('unreadable');
  return there.size;
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
function beginAnew(db: Db, { withoutRelay }: { withoutRelay: boolean }): void {
  const identity = loadIdentity(db);
  inTransaction(db, () => {
    raiseEpoch(db, identity, identity.epoch);
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
    const forget = createForget(db);
    for (const { seq, body } of present.erasures) forget(body, seq);
  });
}
const NO_ORIGIN = { lineage: '', epoch: 0 };

type Present = {
  counters: { name: string; value: number }[];
  erasures: { seq: number; body: string }[];
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
      erasures: sqlite
        .prepare<[number], Present['erasures'][number]>(
          "select seq, body from outbox where kind = 'erasure' and body is not null and seq > ? order by seq",
        )
        .all(after),
    };
  } catch {
    // It is broken, which is why somebody restores: then it promises nothing that could be read.
    return nothing;
  } finally {
    sqlite?.close();
  }
}

// From the relay

async function fillFromRelay(
  db: Db,
  { relayUrl, publicUrl, storeId, deviceKey }: RestoreDevice,
  recoveryCode: string | null,
  place: RestorePlace,
): Promise<void> {
  if (recoveryCode !== null) keepRecoveryCode(db, recoveryCode);
  loadIdentity(db);
  writeMeta(db, 'store_id', storeId);
  writeMeta(db, 'device_key', JSON.stringify(deviceKey));
  writeMeta(db, RELAY_URL, relayUrl);
  writeMeta(db, PUBLIC_URL, publicUrl);
  const device = { storeId, deviceKey };
  const relay = createRelayClient({
    relayUrl: () => relayUrl,
    identity: device,
    token: await createDeviceTokens(device),
  });
  try {
    await fetchPast(db, createRelayCopy(relay.request), recoveryCode, place);
  } catch (error) {
    if (error instanceof ReplayFailed)
      throw RestoreFailed.because(error.why === 'wrong-code' ? 'other-sheet' : 'relay-broken', error);
    if (error instanceof DeviceRefused) throw RestoreFailed.because('not-recognised', error);
    const known = RestoreFailed.of(error);
    throw known.failure.code === 'failed' ? RestoreFailed.because('relay-lost', error) : known;
  }
}

async function fetchPast(
  db: Db,
  copy: RelayCopy,
  recoveryCode: string | null,
  { file, timeZone, clock, onProgress }: RestorePlace,
): Promise<void> {
  const summary = await copy.summary();
  if (summary.seq === 0 || summary.lineage === null) throw RestoreFailed.because('no-copy');
  const bytes = summary.seq * ROW_BYTES + summary.images.length * IMAGE_BYTES;
  if (!(await hasSpaceFor(bytes, dirname(file)))) throw RestoreFailed.because('disk-too-small');
  writeMeta(db, 'lineage', summary.lineage);
  const replay = createReplay(db, recoveryCode === null ? null : sealerOf(recoveryCode));
  // Said before the long part, not after it.
  replay.checkKey(await copy.rows(Math.max(0, summary.seq - RECOVERY_PAGE_ROWS)));
  for (;;) {
    const { seq } = replay.head();
    onProgress({ step: 'rows', done: seq, of: summary.seq });
    const rows = await copy.rows(seq);
    if (rows.length === 0) break;
    replay.rows(rows);
  }
  replay.checkKey();
  const head = replay.head();
  if (head.seq < summary.seq) throw new ReplayFailed('broken', `rows end at ${head.seq} of ${summary.seq}`);

  onProgress({ step: 'menu', done: 0, of: 0 });
  Y.applyUpdate(openMenuStore(db, new Wake()).doc, await copy.document());
  for (const [done, { hash, variant }] of summary.images.entries()) {
    onProgress({ step: 'images', done, of: summary.images.length });
    const { mediaType, bytes: picture } = await copy.image(hash, variant);
    if (createHash('sha256').update(picture).digest('hex') !== hash)
      throw new ReplayFailed('broken', `picture ${hash} is not what its name says`);
    db.insert(images).values({ hash, variant, mediaType, bytes: picture }).onConflictDoNothing().run();
  }

  // After the rows: they bring the secrets of the store that was.
  const identity = loadIdentity(db);
  inTransaction(db, () => {
    raiseEpoch(db, identity, summary.epoch);
    const log = createOutbox(db, identity);
    const tokens = createTrackingTokens(identity.tokenSecret);
    for (const order of summary.strays) {
      if (!replay.stray(order)) continue;
      const body: ReplicatedOrder = { order, trackingTokenHash: tokens.hashOf(order.id) };
      log.append('order', order.id, JSON.stringify(body), order.updatedAtMs);
    }
    const nowMs = clock();
    replay.numbersAbove(summary.orderNumberMax, {
      nowMs,
      today: createPanel(db, timeZone, () => true).today(nowMs),
    });
  });
}
