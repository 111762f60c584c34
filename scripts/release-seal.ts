// The seal of a release's archive: a signature over all of its bytes, kept in the head of the gzip file, where every unpacker passes it
// by. So an archive is judged before anything of it is unpacked, or even decompressed (deploy/pi/verify-archive.mjs), and stays one file.
import { createHash, sign, type KeyLike } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const HEAD_BYTES = 10;
const FLAGS_AT = 3;
const HAS_EXTRA = 0x04;
/** What is signed, before the SHA-512 of the archive without its seal: nothing else that the key ever signs begins so. */
export const SEALED = 'balcao archive 1 ';

/** Puts the seal into a gzip file that has no extra field yet. The file is changed by one rename. */
export function sealArchive(file: string, key: KeyLike): void {
  const archive = readFileSync(file);
  if (archive[0] !== 0x1f || archive[1] !== 0x8b || archive[FLAGS_AT] !== 0)
    throw new Error(`${file} is no plain gzip file`);
  const digest = createHash('sha512').update(archive).digest('hex');
  const signature = sign(null, Buffer.from(SEALED + digest), key);
  const head = Buffer.from(archive.subarray(0, HEAD_BYTES));
  head[FLAGS_AT] = HAS_EXTRA;
  const extra = Buffer.alloc(6);
  extra.writeUInt16LE(4 + signature.length, 0);
  extra.write('Ba', 2, 'latin1');
  extra.writeUInt16LE(signature.length, 4);
  try {
    writeFileSync(`${file}.sealed`, Buffer.concat([head, extra, signature, archive.subarray(HEAD_BYTES)]));
    renameSync(`${file}.sealed`, file);
  } finally {
    rmSync(`${file}.sealed`, { force: true });
  }
}
