import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../storage/open.ts';
import { createImages } from './images.ts';

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

const db = openDatabase(':memory:', fileURLToPath(new URL('../../storage/migrations', import.meta.url)));
const images = createImages({ db });
const folder = mkdtempSync(join(tmpdir(), 'balcao-images-'));
afterAll(() => {
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const plain = (width: number, height: number, color = '#00ff00') =>
  sharp({ create: { width, height, channels: 3, background: color } });
const svg = (inside: string, size = 'width="64" height="64"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  );

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG of a few bytes that says it is this large. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colour in the middle of what was kept. */
async function middleOf(hash: string): Promise<number[]> {
  const master = await images.read(hash, 'master');
  const { data, info } = await sharp(master!.bytes)
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const from = (info.width * (info.height >> 1) + (info.width >> 1)) * info.channels;
  return [...data.subarray(from, from + 3)];
}

describe('a file is judged by its bytes', () => {
  test.for([
    ['a page', '<!doctype html><html><svg></svg></html>'],
    ['a script', 'alert(1)'],
    ['a PDF', '%PDF-1.7\n'],
    ['an archive', 'PK\x03\x04aaaaaaaaaaaaaaaa'],
    ['nothing', ''],
    ['a PNG in name only', '\x89PNG\r\n\x1a\nthis is no picture'],
    ['a TIFF, which no browser sends', 'II*\x00\x08\x00\x00\x00'],
    ['an SVG that is not XML', '<svg><rect</svg>'],
  ])('%s is not an image', async ([, content = '']) => {
    expect(await images.store(Buffer.from(content, 'latin1'))).toEqual({
      ok: false,
      refusal: 'not-an-image',
    });
  });

  test('half a photo is not an image', async () => {
    const photo = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    expect((await images.store(photo)).ok).toBe(true);
    expect(await images.store(photo.subarray(0, photo.length >> 1))).toEqual({
      ok: false,
      refusal: 'not-an-image',
    });
  });

  test('a logo is a PNG, a JPEG or an SVG; a product may be more', async () => {
    for (const bytes of [
      await plain(8, 8).gif().toBuffer(),
      await plain(8, 8).webp().toBuffer(),
      await plain(8, 8).avif().toBuffer(),
    ]) {
      expect(await images.store(bytes, 'logo')).toEqual({ ok: false, refusal: 'not-an-image' });
      expect((await images.store(bytes, 'product')).ok).toBe(true);
    }
    for (const bytes of [
      await plain(8, 8).png().toBuffer(),
      await plain(8, 8).jpeg().toBuffer(),
      svg('<rect width="9" height="9"/>'),
    ]) {
      expect((await images.store(bytes, 'logo')).ok).toBe(true);
      expect((await images.store(bytes, 'product')).ok).toBe(true);
    }
  });
});

describe('size', () => {
  test('five megabytes are taken, one byte more is not', async () => {
    const small = await plain(16, 16).png().toBuffer();
    const filled = Buffer.alloc(IMAGE_BYTES_MAX + 1);
    small.copy(filled);
    expect((await images.store(filled.subarray(0, IMAGE_BYTES_MAX))).ok).toBe(true);
    expect(await images.store(filled)).toEqual({ ok: false, refusal: 'too-large' });
  });

  test('a pixel bomb is refused by what it says it is, before it is unpacked', async () => {
    expect(await images.store(pngBomb(50_000, 50_000))).toEqual({ ok: false, refusal: 'too-many-pixels' });
    expect(await images.store(svg('<rect width="9" height="9"/>', 'width="100000" height="100000"'))).toEqual(
      { ok: false, refusal: 'too-many-pixels' },
    );
  });

  test('a large photo is brought to a size that pages can use', async () => {
    const stored = await images.store(await plain(4000, 1000).png().toBuffer());
    const master = await images.read(stored.ok ? stored.value.hash : '', 'master');
    expect(await sharp(master!.bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 400 });
  });
});

describe('an SVG', () => {
  test('is kept as pixels: its script is gone', async () => {
    const stored = await images.store(
      svg(
        '<script>alert(document.cookie)</script><rect width="64" height="64" fill="#00ff00" onload="alert(1)"/><foreignObject><iframe src="javascript:alert(1)"/></foreignObject>',
      ),
      'logo',
    );
    expect(stored.ok).toBe(true);
    const { hash } = stored.ok ? stored.value : { hash: '' };
    for (const variant of ['master', 'avif-320', 'webp-320', 'png-320'] as const) {
      const { bytes, mediaType } = (await images.read(hash, variant))!;
      expect(mediaType).toMatch(/^image\/(avif|webp|png)$/);
      expect(bytes.toString('latin1')).not.toMatch(/script|alert|svg/i);
    }
    expect(await middleOf(hash)).toEqual([0, 255, 1]);
  });

  test('reads no file of the machine and calls nobody', async () => {
    const secret = join(folder, 'secret.png');
    writeFileSync(secret, await plain(64, 64, '#ff0000').png().toBuffer());
    let calls = 0;
    const server = createServer((_, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`;
    const references = [`file://${secret}`, secret, url].flatMap((href) => [
      `<image href="${href}" width="64" height="64"/>`,
      `<image xlink:href="${href}" width="64" height="64"/>`,
    ]);
    const sheet = `<style>@import url(${url});</style>`;
    const stored = await images.store(
      svg(`${sheet}<rect width="64" height="64" fill="#00ff00"/>${references.join('')}`),
    );
    await new Promise((resolve) => server.close(resolve));
    expect(stored.ok && (await middleOf(stored.value.hash))).toEqual([0, 255, 1]);
    expect(calls).toBe(0);
  });

  test('with entities that grow without end, or that name a file, is refused', async () => {
    const laughs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(
      (name, index, all) =>
        `<!ENTITY ${name} "${index === 0 ? 'ha'.repeat(20) : `&${all[index - 1]};`.repeat(10)}">`,
    );
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>';
    for (const entities of [laughs.join(''), '<!ENTITY i SYSTEM "file:///etc/passwd">']) {
      expect(await images.store(Buffer.from(`<!DOCTYPE svg [${entities}]>${body}`))).toEqual({
        ok: false,
        refusal: 'not-an-image',
      });
    }
  });

  test('as small as an icon is drawn large enough for a page', async () => {
    const stored = await images.store(
      svg('<rect width="24" height="12"/>', 'width="24" height="12" viewBox="0 0 24 12"'),
    );
    const master = await images.read(stored.ok ? stored.value.hash : '', 'master');
    expect(await sharp(master!.bytes).metadata()).toMatchObject({ width: 1280, height: 640 });
  });
});

test('a photo loses the place where it was taken and stands upright', async () => {
  const photo = await plain(40, 20)
    .withExif({ IFD0: { Copyright: 'Maria da Silva' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(photo.includes('Exif')).toBe(true);
  const stored = await images.store(photo);
  const master = await images.read(stored.ok ? stored.value.hash : '', 'master');
  const kept = await sharp(master!.bytes).metadata();
  expect(kept).toMatchObject({ width: 20, height: 40 });
  expect(kept.exif).toBeUndefined();
});
