// The store's own sealed copy, back from the relay that kept it: whole or not at all, opened with the sheet's code, and of the day that the
// relay says. What came after it the store gets over the link once it runs (resync.ts).
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { COPY_PART_BYTES, KeptCopies, partsOf, type KeptCopy } from '@balcao/shared/link/copies.ts';
import type { RelayClient } from '../../shop/relay/relay-client.ts';
import { clientOf } from './relay-past.ts';
import type { RestorePlace } from './restore-place.ts';
import { restoreFromFile, type Restored } from './restore.ts';
import type { RestoreDevice } from './restore-device.ts';
import { RestoreFailed } from './restore-failed.ts';

const PIECE_MS_MAX = 60_000;

async function ask(request: RelayClient['request'], path: string): Promise<Response> {
  const answer = await request(`/edge/copies${path}`, { timeoutMs: PIECE_MS_MAX }).catch((error: unknown) => {
    throw RestoreFailed.because('relay-lost', error);
  });
  if (answer.status === 401) throw RestoreFailed.because('not-recognised');
  // A relay of a release that kept no copies does not know the path of the list.
  if (answer.status === 404 && path === '') throw RestoreFailed.because('no-kept-copy');
  if (!answer.ok) throw RestoreFailed.because('relay-broken');
  return answer;
}

/** Throws RestoreFailed when what comes is not what the relay's own list says. */
async function* piecesOf(request: RelayClient['request'], copy: KeptCopy): AsyncGenerator<Buffer> {
  const sum = createHash('sha256');
  let bytes = 0;
  for (let part = 0; part < partsOf(copy.bytes); part += 1) {
    const answer = await ask(request, `/${copy.name}/${part}`);
    const piece = Buffer.from(await answer.arrayBuffer());
    bytes += piece.length;
    if (piece.length > COPY_PART_BYTES || bytes > copy.bytes) throw RestoreFailed.because('relay-broken');
    sum.update(piece);
    yield piece;
  }
  if (bytes !== copy.bytes || sum.digest('hex') !== copy.sha256) throw RestoreFailed.because('relay-broken');
}

/** The newest copy on the relay's list. Rejects with RestoreFailed. */
export async function newestKept(request: RelayClient['request']): Promise<KeptCopy> {
  const list = KeptCopies.safeParse(await (await ask(request, '')).json().catch(() => null));
  if (!list.success) throw RestoreFailed.because('relay-broken');
  const newest = list.data.copies.toSorted((a, b) => b.atMs - a.atMs).at(0);
  if (newest === undefined) throw RestoreFailed.because('no-kept-copy');
  return newest;
}

/** The bytes of the copy. The stream ends with RestoreFailed where the copy is not whole. */
export const streamOf = (request: RelayClient['request'], copy: KeptCopy): Readable =>
  Readable.from(piecesOf(request, copy), { objectMode: false });

/** Restores the relay's newest copy at `place`. Rejects with RestoreFailed; then nothing of the copy is left. */
export async function restoreFromKeptCopy(
  device: RestoreDevice,
  recoveryCode: string | null,
  place: RestorePlace,
): Promise<Restored & { atMs: number }> {
  if (recoveryCode === null) throw RestoreFailed.because('code-needed');
  const { request } = await clientOf(device);
  const newest = await newestKept(request);
  const restored = await restoreFromFile(
    { stream: streamOf(request, newest), bytes: newest.bytes },
    { withoutRelay: false, recoveryCode, kept: { device, atMs: newest.atMs } },
    place,
  );
  return { ...restored, atMs: newest.atMs };
}
