// Whether an archive is one that the holder of the release key made: judged by all of its bytes, before anything of it is unpacked or
// decompressed. Reads a file that only root can change. Ends with 0 for a good seal, with 1 for none or another one.
//   verify-archive.mjs release-key.pem release.tar.gz
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { isSignedByOne } from './keys.mjs';

// The seal's place in the head of a gzip file, as scripts/release-seal.ts puts it there: 10 bytes of head with the flag of an extra field,
// its length, two letters, the signature's length, the signature.
const SIGNATURE_AT = 16;
const SIGNATURE_BYTES = 64;
const REST_AT = SIGNATURE_AT + SIGNATURE_BYTES;
const BEGINS = [0x1f, 0x8b, 0x08, 0x04];
const EXTRA = [4 + SIGNATURE_BYTES, 0, 0x42, 0x61, SIGNATURE_BYTES, 0];

const [key, file] = process.argv.slice(2);
const head = Buffer.alloc(REST_AT);
const handle = await open(file);
const { bytesRead } = await handle.read(head, 0, REST_AT, 0);
await handle.close();
const isSealed =
  bytesRead === REST_AT &&
  BEGINS.every((byte, at) => head[at] === byte) &&
  EXTRA.every((byte, at) => head[10 + at] === byte);
if (!isSealed) process.exit(1);

// As it was before the seal: without the flag and the field.
const plainHead = Buffer.from(head.subarray(0, 10));
plainHead[3] = 0;
const hash = createHash('sha512').update(plainHead);
for await (const chunk of createReadStream(file, { start: REST_AT })) hash.update(chunk);
const message = Buffer.from(`balcao archive 1 ${hash.digest('hex')}`);
process.exit(isSignedByOne(key, message, head.subarray(SIGNATURE_AT)) ? 0 : 1);
