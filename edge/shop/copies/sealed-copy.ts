// A copy as it lies on a card or a stick: an age file (age-encryption.org/v1), encrypted to a key made from the recovery code. Who
// has the file and not the sheet has nothing. Streamed: a large database costs no more memory than a small one.
import { createHash, hkdfSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { webStreamOf } from '@balcao/shared/host/web-stream.ts';

const MAGIC = Buffer.from('age-encryption.org/v1');

/** The file was encrypted to another recovery code. */
export class OtherCode extends Error {}

/** As age writes a private key. */
const identityOf = (code: string): string =>
  bech32
    .encodeFromBytes('AGE-SECRET-KEY-', new Uint8Array(hkdfSync('sha256', code, '', 'balcao backup', 32)))
    .toUpperCase();

const fromWeb = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);

/** What `sealed` holds. Rejects with OtherCode; what was cut short or changed ends the stream with an error. */
export async function openSealed(sealed: Readable, code: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identityOf(code));
  try {
    return fromWeb(await decrypter.decrypt(webStreamOf(sealed)));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new OtherCode('sealed with another recovery code', { cause: error });
    throw error;
  }
}

/** Encrypts a file, then opens what was written and compares. Rejects when they differ. */
export async function sealFile(file: string, sealed: string, code: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identityOf(code)));
  const meant = createHash('sha256');
  // A source that cannot be read ends the whole line: `pipe` would leave its error to nobody, which ends the process.
  const counted = Readable.from(
    (async function* () {
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        meant.update(chunk);
        yield chunk;
      }
    })(),
    { objectMode: false },
  );
  await pipeline(
    fromWeb(await encrypter.encrypt(webStreamOf(counted))),
    createWriteStream(sealed, { mode: 0o600, flush: true }),
  );
  const read = createHash('sha256');
  await pipeline(await openSealed(createReadStream(sealed), code), read);
  if (read.digest('hex') !== meant.digest('hex')) throw new Error('what was read back differs');
}

/** Takes the first of `codes` that opens it. Rejects with OtherCode when none does. */
export async function openFile(sealed: string, file: string, codes: readonly string[]): Promise<void> {
  for (const [index, code] of codes.entries()) {
    try {
      const plain = await openSealed(createReadStream(sealed), code);
      await pipeline(plain, createWriteStream(file, { mode: 0o600 }));
      return;
    } catch (error) {
      if (!(error instanceof OtherCode) || index === codes.length - 1) throw error;
    }
  }
}

/** Whether a file that begins with these bytes is an encrypted one; it takes `SEALED_BYTES` of them to tell. */
export const isSealed = (first: Uint8Array): boolean =>
  MAGIC.equals(Buffer.from(first.subarray(0, SEALED_BYTES)));
export const SEALED_BYTES = MAGIC.length;

export async function isSealedFile(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(SEALED_BYTES), 0, SEALED_BYTES, 0);
    return isSealed(buffer);
  } finally {
    await handle.close();
  }
}
