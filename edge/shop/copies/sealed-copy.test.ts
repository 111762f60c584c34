import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OtherCode, openFile, openSealed, sealFile } from './sealed-copy.ts';

const CODE = 'code-of-a-sheet';
/** Some chunks of a read stream. */
const BYTES = Buffer.alloc(300_000, 'açaí');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-sealed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);

it('gives back what was sealed', async () => {
  writeFileSync(at('plain'), BYTES);
  await sealFile(at('plain'), at('sealed'), CODE);
  expect(readFileSync(at('sealed')).includes('açaíaçaí')).toBe(false);
  await openFile(at('sealed'), at('again'), [CODE]);
  expect(readFileSync(at('again')).equals(BYTES)).toBe(true);
  // Nobody else on the machine reads either.
  expect([at('sealed'), at('again')].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
});

it('is opened by any of the codes, the last one too, and by none that is not its own', async () => {
  writeFileSync(at('plain'), BYTES);
  await sealFile(at('plain'), at('sealed'), CODE);
  await openFile(at('sealed'), at('again'), ['another', CODE]);
  expect(readFileSync(at('again')).equals(BYTES)).toBe(true);
  await openFile(at('sealed'), at('once more'), ['another', 'a third', CODE]);
  expect(readFileSync(at('once more')).equals(BYTES)).toBe(true);
  await expect(openFile(at('sealed'), at('never'), ['another', 'a third'])).rejects.toBeInstanceOf(OtherCode);
});

it('is refused, and ends nothing else, when its source cannot be read', async () => {
  mkdirSync(at('unreadable'));
  // A folder opens as a file does; the first read of it fails.
  await expect(sealFile(at('unreadable'), at('sealed'), CODE)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(sealFile(at('missing'), at('sealed'), CODE)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('ends with the error of its source when that fails in the middle of being opened', async () => {
  writeFileSync(at('plain'), BYTES);
  await sealFile(at('plain'), at('sealed'), CODE);
  const torn = Readable.from(
    (async function* () {
      for await (const chunk of createReadStream(at('sealed'))) {
        yield chunk;
        throw new Error('EIO');
      }
    })(),
  );
  const open = async (): Promise<void> =>
    pipeline(await openSealed(torn, CODE), createWriteStream(at('again')));
  await expect(open()).rejects.toThrow('EIO');
});
