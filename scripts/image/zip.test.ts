import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { zipFile } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'balcao-zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('holds the file under its name, as the format says, and the same bytes whenever it is made', async () => {
  const content = Buffer.concat([Buffer.alloc(3_000_000, 'açaí '), Buffer.from('end')]);
  const file = join(folder, 'card.img');
  writeFileSync(file, content);
  await zipFile(file, 'cartão.img', join(folder, 'a.zip'));
  utimesSync(file, 1, 1);
  await zipFile(file, 'cartão.img', join(folder, 'b.zip'));
  const zip = readFileSync(join(folder, 'a.zip'));
  expect(readFileSync(join(folder, 'b.zip')).equals(zip)).toBe(true);

  // APPNOTE 4.3.16: the end names the list of files; 4.3.12: which names each file's place, size and checksum.
  const end = zip.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  const list = zip.subarray(end.readUInt32LE(16), zip.length - 22);
  expect(list.length).toBe(end.readUInt32LE(12));
  expect(list.readUInt32LE(0)).toBe(0x02014b50);
  expect(list.readUInt32LE(24)).toBe(content.length);
  expect(list.readUInt32LE(16)).toBe(crc32(content));
  expect(list.subarray(46).toString()).toBe('cartão.img');
  // Names in UTF-8, sizes behind the data.
  expect(list.readUInt16LE(8)).toBe(0x0808);
  const head = zip.subarray(list.readUInt32LE(42));
  expect(head.readUInt32LE(0)).toBe(0x04034b50);
  const data = head.subarray(30 + head.readUInt16LE(26), 30 + head.readUInt16LE(26) + list.readUInt32LE(20));
  expect(inflateRawSync(data).equals(content)).toBe(true);
});
