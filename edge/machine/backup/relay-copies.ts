// Brings the newest sealed copy to the relay as well: a shop whose machine and stick are gone is restored from there. The relay cannot read
// a copy, and counts as keeping one only after it has given back a piece that it could not have guessed.
import { randomInt } from 'node:crypto';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { COPY_PART_BYTES, KeptCopies, partsOf, type SealedCopy } from '@balcao/shared/link/copies.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import type { RelayClient } from '../../shop/relay/relay-client.ts';
import { digestOf, markOf } from '../../shop/copies/backup-folder.ts';
import type { Backups } from './backups.ts';
import type { Outside } from '../../shop/copies/outside.ts';

export const RELAY_COPIES_EVERY_MS = 10 * 60_000;
const PIECE_MS_MAX = 60_000;
const RELAY_COPY = 'relay_copy';
/** `atMs`: the time of the newest copy that the relay has proven to keep. `failure`: why the last try to bring one failed. */
const RelayCopyState = z.object({ atMs: z.number().nullable(), failure: z.string().nullable() });
export type RelayCopyState = z.infer<typeof RelayCopyState>;
const NONE: RelayCopyState = { atMs: null, failure: null };

const FAILED = 'A cópia não chegou ao site. A loja tenta de novo sozinha.';
const TOO_LARGE = 'A cópia é maior do que o site guarda. Fale com quem cuida do site, ou use um pen drive.';
const NOT_KEPT = 'O site diz que guardou a cópia e não a mostra. Não conte com ela: use um pen drive.';

/** A refusal of the relay, not a failure of the network: its words are for a person. */
class NotKept extends Error {}
/** The relay's version is too old to keep copies. */
class Unknown extends Error {}

export function createRelayCopies(deps: {
  db: Db;
  backups: Pick<Backups, 'newest' | 'mark'>;
  outside: Pick<Outside, 'recordCopy'>;
  request: RelayClient['request'];
  /** Whether there is a relay that follows this store. */
  isLinked: () => boolean;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}) {
  const { db, backups, log } = deps;

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await deps.request(`/edge/copies${path}`, { timeoutMs: PIECE_MS_MAX, ...init });
    if (answer.ok) return answer;
    if (answer.status === 404 && path === '') throw new Unknown('the relay keeps no copies');
    if (answer.status === 413) throw new NotKept(TOO_LARGE);
    throw new Error(`the relay answered ${answer.status} to ${path}`);
  }

  const read = (): RelayCopyState => {
    const kept = readMeta(db, RELAY_COPY);
    return kept === null ? NONE : RelayCopyState.parse(JSON.parse(kept));
  };
  function keep(state: RelayCopyState): void {
    const text = JSON.stringify(state);
    if (readMeta(db, RELAY_COPY) !== text) writeMeta(db, RELAY_COPY, text);
  }

  async function pieceOf(file: FileHandle, part: number): Promise<Buffer> {
    const piece = Buffer.alloc(COPY_PART_BYTES);
    const { bytesRead } = await file.read(piece, 0, COPY_PART_BYTES, part * COPY_PART_BYTES);
    return piece.subarray(0, bytesRead);
  }

  async function send(name: string, file: FileHandle, copy: SealedCopy): Promise<void> {
    for (let part = 0; part < partsOf(copy.bytes); part += 1)
      await ask(`/${name}/${part}`, { method: 'PUT', body: new Uint8Array(await pieceOf(file, part)) });
    await ask(`/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(copy),
    });
  }

  /** Asks for a random piece each time: a relay that threw the copy away cannot give it. */
  async function prove(name: string, file: FileHandle, { bytes }: SealedCopy): Promise<void> {
    const part = randomInt(partsOf(bytes));
    const answer = await deps.request(`/edge/copies/${name}/${part}`, { timeoutMs: PIECE_MS_MAX });
    const isKept = answer.ok && (await pieceOf(file, part)).equals(Buffer.from(await answer.arrayBuffer()));
    if (!isKept) throw new NotKept(NOT_KEPT);
  }

  async function bring(): Promise<void> {
    const { copies, bytesMax } = KeptCopies.parse(await (await ask('')).json());
    if (bytesMax === 0) return;
    // A copy with another mark holds data that was erased since, or is sealed with a code that was lost: the relay deletes it.
    for (const { name } of copies)
      if (markOf(name) !== backups.mark()) await ask(`/${name}`, { method: 'DELETE' });
    const newest = await backups.newest();
    if (newest === null) return;
    const { name, path, atMs } = newest;
    const file = await open(path);
    try {
      const { size: bytes } = await stat(path);
      const copy = { atMs, bytes, sha256: await digestOf(path) };
      if (bytes > bytesMax) throw new NotKept(TOO_LARGE);
      const isThere = copies.some((one) => one.name === name);
      if (!isThere) await send(name, file, copy);
      await prove(name, file, copy);
      if (!isThere) log.info({ name, bytes }, 'a copy is at the relay');
    } finally {
      await file.close();
    }
    deps.outside.recordCopy(atMs);
    keep({ atMs, failure: null });
  }

  async function bringOrSay(): Promise<void> {
    if (!deps.isLinked()) return;
    try {
      await bring();
    } catch (error) {
      if (error instanceof Unknown) return;
      log.warn({ err: error }, 'no copy came to the relay');
      keep({ ...read(), failure: error instanceof NotKept ? error.message : FAILED });
    }
  }
  let last = Promise.resolve();

  return {
    state: read,

    /**
     * Brings the newest copy when the relay does not have it, and checks that the relay still keeps a copy that it took. Never rejects.
     * Calls run one after another: two at once would each send the same copy.
     */
    uploadDueCopy(): Promise<void> {
      last = last.then(bringOrSay);
      return last;
    },
  };
}
