// A backup file on its way in: counted, opened where it is encrypted, and written beside the present database.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSealed, openSealed, OtherCode, SEALED_BYTES } from '../../shop/copies/sealed-copy.ts';
import { whenClosed } from '../../storage/when-closed.ts';
import { RestoreFailed } from './restore-failed.ts';
import type { RestorePlace } from './restore-place.ts';
import { hasSpaceFor } from './restored-file.ts';

/** Brings the file to `side`, opened where it was encrypted. Rejects with RestoreFailed. */
export async function receiveFile(
  from: string | { stream: Readable; bytes: number },
  side: string,
  recoveryCode: string | null,
  { onProgress }: Pick<RestorePlace, 'onProgress'>,
): Promise<{ sealed: boolean }> {
  let sealed = false;
  const of = typeof from === 'string' ? await sizeOf(from) : from.bytes;
  // Room for the file twice: the migrations of an older copy write a log beside it.
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
    const iterator = chunks[Symbol.asyncIterator]();
    let first = Buffer.alloc(0);
    let end = false;
    while (!end && first.length < SEALED_BYTES) {
      const next = await iterator.next();
      if (next.done === true) end = true;
      else first = Buffer.concat([first, next.value]);
    }
    let broken: unknown = null;
    async function* whole(): AsyncGenerator<Buffer> {
      yield first;
      try {
        if (!end) yield* { [Symbol.asyncIterator]: () => iterator };
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
  const target = createWriteStream(side, { mode: 0o600 });
  try {
    await pipeline(source, count, plain, target);
  } catch (error) {
    await whenClosed(target);
    const known = RestoreFailed.of(error);
    if (known.failure.code !== 'failed') throw known;
    throw typeof from === 'string' ? unreadable(error) : RestoreFailed.because('interrupted', error);
  }
  if (of > 0 && done !== of) throw RestoreFailed.because('interrupted');
  // A database straight from an old card has its newest rows in the log beside it.
  if (typeof from === 'string' && existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${side}-wal`);
  return { sealed };
}

/** What an encrypted copy holds, by the code on its sheet. Rejects with RestoreFailed. */
export async function openWith(sealed: Readable, recoveryCode: string | null): Promise<Readable> {
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

/** Tells a file that only root may read from one that is missing: a person mends them in different ways. */
function unreadable(error: unknown): RestoreFailed {
  const denied = error instanceof Error && 'code' in error && /^(EACCES|EPERM)$/.test(String(error.code));
  return RestoreFailed.because(denied ? 'no-permission' : 'unreadable', error);
}
