import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ImageListing, WEB_VARIANTS } from '@balcao/shared/http/images.ts';
import { openDatabase } from '../../storage/open.ts';
import type { Bindings, Env, Transport } from '../../http/context.ts';
import { createImages } from './images.ts';
import { PictureNotMade } from './picture-process.ts';
import { imageLinkRoutes, imageRoutes } from './routes.ts';

const db = openDatabase(':memory:', fileURLToPath(new URL('../../storage/migrations', import.meta.url)));
const images = createImages({ db });
const app = new Hono<Env>().route('/', imageRoutes(images)).route('/', imageLinkRoutes(images));

let hash = '';
beforeAll(async () => {
  const stored = await images.store(
    await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#4a1259' } })
      .png()
      .toBuffer(),
  );
  if (stored.ok) hash = stored.value.hash;
});

const get = (path: string, headers: Record<string, string> = {}, transport: Transport = 'lan', of = app) => {
  const bindings: Bindings = { transport, clientIp: '192.168.0.9', origin: 'http://balcao.local' };
  return of.request(path, { headers }, bindings);
};

describe('for browsers', () => {
  test('the picture comes in the best format that the browser names, in the width of its place', async () => {
    const response = await get(`/api/images/${hash}?w=300`, {
      accept: 'image/avif,image/webp,image/*,*/*;q=0.8',
    });
    expect(response.headers.get('content-type')).toBe('image/avif');
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ width: 320 });
    const webp = await get(`/api/images/${hash}`, { accept: 'image/webp,*/*' });
    expect(webp.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(Buffer.from(await webp.arrayBuffer())).metadata()).toMatchObject({ width: 960 });
    expect((await get(`/api/images/${hash}?w=320`, { accept: '*/*' })).headers.get('content-type')).toBe(
      'image/png',
    );
  });

  test('is kept for ever, by format, and never run or guessed at', async () => {
    const { headers } = await get(`/api/images/${hash}?w=320`, { accept: 'image/webp' });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('vary')).toBe('accept');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('is not sent again to who has it', async () => {
    const etag = (await get(`/api/images/${hash}?w=320`, { accept: 'image/webp' })).headers.get('etag') ?? '';
    const again = await get(`/api/images/${hash}?w=320`, { accept: 'image/webp', 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(
      (await get(`/api/images/${hash}?w=960`, { accept: 'image/webp', 'if-none-match': etag })).status,
    ).toBe(200);
  });

  test('is a problem when there is none', async () => {
    for (const name of ['0'.repeat(64), 'x', '..%2F..%2Fetc%2Fpasswd']) {
      const response = await get(`/api/images/${name}`);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });
});

describe('for the relay', () => {
  test('every variant is listed, and proves itself by its hash', async () => {
    const listing = ImageListing.parse(await (await get(`/link/images/${hash}`, {}, 'link')).json());
    expect(listing.variants.map((one) => one.variant)).toEqual(['master', ...WEB_VARIANTS]);
    expect(listing.variants[0]?.sha256).toBe(hash);
    for (const { variant, mediaType, size, sha256 } of listing.variants) {
      const response = await get(`/link/images/${hash}/${variant}`, {}, 'link');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-type')).toBe(mediaType);
      expect(response.headers.get('content-digest')).toBe(
        `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      );
      expect(bytes.byteLength).toBe(size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  test.each([
    ['a process that is gone: it comes again', new PictureNotMade('gone'), 503, '5'],
    ['a fault of ours, which is none of the picture', new Error('a bug'), 500, null],
  ])('the list, and a variant that is not made yet, meet %s', async (_what, error, status, again) => {
    const failing = createImages({
      db,
      pictures: { work: () => Promise.reject(error), stop: () => undefined },
    });
    const broken = new Hono<Env>()
      .route('/', imageLinkRoutes(failing))
      .onError((_error, { text }) => text('', 500));
    const kept = 'b'.repeat(64);
    db.$client.prepare("insert or ignore into images values (?, 'master', 'image/webp', x'01')").run(kept);
    for (const path of [kept, `${kept}/webp-320`]) {
      const response = await get(`/link/images/${path}`, {}, 'link', broken);
      expect([response.status, response.headers.get('retry-after')]).toEqual([status, again]);
      if (status === 503) expect(await response.json()).toMatchObject({ code: 'image-not-made' });
    }
    // What is there already is given as ever.
    expect((await get(`/link/images/${kept}/master`, {}, 'link', broken)).status).toBe(200);
  });

  test('what does not exist is not there', async () => {
    const none = '0'.repeat(64);
    // Neither a width that no picture is made in, nor one that only begins like one of them.
    const unmade = ['print', 'webp-9999', 'webp-3200', 'master2'].map((name) => `${hash}/${name}`);
    for (const path of [none, `${none}/master`, ...unmade]) {
      expect((await get(`/link/images/${path}`, {}, 'link')).status).toBe(404);
    }
  });

  test('the address does not exist in the shop', async () => {
    for (const path of [hash, `${hash}/master`]) {
      const response = await get(`/link/images/${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not-found' });
    }
  });
});
