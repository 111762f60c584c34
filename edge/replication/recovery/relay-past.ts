// The past of a store as its relay keeps it, brought into an empty database: rows, document, pictures.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import * as Y from 'yjs';
import { RECOVERY_PAGE_ROWS } from '@balcao/shared/link/recovery.ts';
import { openMenuStore } from '../../shop/menu/menu-store.ts';
import { createPanel } from '../../shop/orders/panel.ts';
import { logOrder } from '../../shop/orders/replica.ts';
import { createTrackingTokens } from '../../shop/orders/tracking-token.ts';
import { createRelayClient, type RelayClient } from '../../shop/relay/relay-client.ts';
import { loadIdentity, raiseEpoch, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { createOutbox } from '../../storage/outbox.ts';
import { keepRecoveryCode } from '../../storage/recovery-code.ts';
import { proverOf } from '../../storage/row-proof.ts';
import { images } from '../../storage/schema/menu.ts';
import { sealerOf } from '../../storage/sealing.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { Wake } from '../../storage/wake.ts';
import { SUCCEEDED_AT } from '../../storage/write-gate.ts';
import { createDeviceTokens } from '../link/device-token.ts';
import { PUBLIC_URL, RELAY_URL } from '../link/link.ts';
import { createRelayCopy, DeviceRefused, type RelayCopy } from './relay-copy.ts';
import type { RestoreDevice } from './restore-device.ts';
import { RestoreFailed } from './restore-failed.ts';
import type { RestorePlace, Sheet } from './restore-place.ts';
import { createRowRestorer, EPOCH_LEAP_MAX } from './restore-rows.ts';
import { hasSpaceFor } from './restored-file.ts';
import { RowRestoreFailed } from './row-restore-failed.ts';

/** A generous guess of what a row of the log costs with what stands in the tables, and what a picture costs. */
const ROW_BYTES = 3 * 1024;
const IMAGE_BYTES = 300 * 1024;

/** The store's name and its relay, as somebody paired them. */
export function takePlace(db: Db, { relayUrl, publicUrl, storeId, deviceKey }: RestoreDevice): void {
  writeMeta(db, 'store_id', storeId);
  writeMeta(db, 'device_key', JSON.stringify(deviceKey));
  writeMeta(db, RELAY_URL, relayUrl);
  writeMeta(db, PUBLIC_URL, publicUrl);
  writeMeta(db, SUCCEEDED_AT, String(Date.now()));
}

/** Speaks to the relay as the machine that is being made anew. */
export async function clientOf({ relayUrl, storeId, deviceKey }: RestoreDevice): Promise<RelayClient> {
  const identity = { storeId, deviceKey };
  return createRelayClient({
    relayUrl: () => relayUrl,
    identity,
    token: await createDeviceTokens(identity),
  });
}

/** Rejects with RestoreFailed. */
export async function fillFromRelay(
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
