// One file as a .zip: what Windows and Android open by themselves, and what Raspberry Pi Imager and balenaEtcher write as it is. The same
// bytes on every run: no time of this machine and no owner are in it, and Node's own zlib packs it.
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** 1 January 1980, the first day that a .zip knows. */
const DAY = 0x0021;
/** Sizes behind the data, for they are not known before; the name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
const BYTES_MAX = 0xffff_ffff;

export async function zipFile(file: string, name: string, into: string): Promise<void> {
  const { size } = await stat(file);
  if (size >= BYTES_MAX) throw new Error(`${file} is larger than a plain .zip can hold`);
  const nameBytes = Buffer.from(name);
  let crc = 0;
  let packed = 0;
  await pipeline(async function* () {
    yield Buffer.concat([
      u32(0x04034b50),
      u16(VERSION, FLAGS, DEFLATE, 0, DAY),
      u32(0, 0, 0),
      u16(nameBytes.length, 0),
      nameBytes,
    ]);
    const deflate = createDeflateRaw({ level: 6 });
    const source = createReadStream(file, { highWaterMark: 1 << 20 });
    source.on('data', (chunk) => (crc = crc32(chunk, crc)));
    source.once('error', (error) => deflate.destroy(error));
    for await (const chunk of source.pipe(deflate) as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }
    const sizes = u32(crc, packed, size);
    yield Buffer.concat([u32(0x08074b50), sizes]);
    const at = 30 + nameBytes.length + packed + 16;
    const entry = Buffer.concat([
      ...[
        u32(0x02014b50),
        u16(VERSION, VERSION, FLAGS, DEFLATE, 0, DAY),
        sizes,
        u16(nameBytes.length, 0, 0, 0, 0),
      ],
      ...[u32(0, 0), nameBytes],
    ]);
    yield Buffer.concat([entry, u32(0x06054b50), u16(0, 0, 1, 1), u32(entry.length, at), u16(0)]);
  }, createWriteStream(into));
}

function u16(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number, at * 2);
  return bytes;
}

function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * 4);
  return bytes;
}
