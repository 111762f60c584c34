import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WEB_VARIANTS } from '@balcao/shared/http/images.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createImages, type Images } from './images.ts';
import { createPictureProcess, PictureNotMade } from './picture-process.ts';
import { imageProblem } from './refusal.ts';

const UPLOADS_MAX = 8;

const migrations = fileURLToPath(new URL('../../storage/migrations', import.meta.url));
const picture = (color: string, width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const rows = (db: Db): number =>
  (db.$client.prepare('select count(*) as n from images').get() as { n: number }).n;

let db: Db;
let images: Images;
beforeEach(() => {
  db = openDatabase(':memory:', migrations);
  images = createImages({ db });
});

async function stored(bytes: Buffer): Promise<string> {
  const result = await images.store(bytes);
  if (!result.ok) throw new Error(result.refusal);
  return result.value.hash;
}

test('a picture is named by what is kept of it, so the same one twice is one', async () => {
  const bytes = await picture('#4a1259');
  const hash = await stored(bytes);
  expect(sha256((await images.read(hash, 'master'))!.bytes)).toBe(hash);
  expect(await stored(bytes)).toBe(hash);
  expect(await stored(await picture('#ffd65c'))).not.toBe(hash);
  expect(rows(db)).toBe(2);
});

describe('variants', () => {
  test('are made when first asked for, once however many ask, and kept', async () => {
    const hash = await stored(await picture('#4a1259', 1200, 900));
    expect(rows(db)).toBe(1);
    const [first, second] = await Promise.all([images.read(hash, 'webp-320'), images.read(hash, 'webp-320')]);
    expect(second).toBe(first);
    expect(rows(db)).toBe(2);
    expect((await images.read(hash, 'webp-320'))!.bytes.equals(first!.bytes)).toBe(true);
  });

  test('have the format and width of their name', async () => {
    const hash = await stored(await picture('#3f8f3f', 1200, 900));
    for (const [variant, format, width] of [
      ['avif-128', 'heif', 128],
      ['avif-320', 'heif', 320],
      ['avif-960', 'heif', 960],
      ['webp-960', 'webp', 960],
      ['png-320', 'png', 320],
    ] as const) {
      expect(await sharp((await images.read(hash, variant))!.bytes).metadata()).toMatchObject({
        format,
        width,
        height: (width * 3) / 4,
      });
    }
  });

  test('never blow a small picture up', async () => {
    const hash = await stored(await picture('#3f8f3f', 100, 50));
    expect(await sharp((await images.read(hash, 'webp-960'))!.bytes).metadata()).toMatchObject({
      width: 100,
      height: 50,
    });
  });

  test('for paper are black on white, also where the logo is see-through', async () => {
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><circle cx="50" cy="50" r="30"/></svg>',
    );
    const paper = (await images.read(await stored(logo), 'print'))!;
    expect(paper.mediaType).toBe('image/png');
    const { data, info } = await sharp(paper.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 200, height: 200 });
    expect(new Set(data)).toEqual(new Set([0, 255]));
    expect(data[0]).toBe(255);
    expect(data[100 * 200 * info.channels + 100 * info.channels]).toBe(0);
  });

  test('for paper fit the narrowest roll, 384 dots, and print what is light as paper and what is dark as ink', async () => {
    for (const [color, dot] of [
      ['#ffd65c', 255],
      ['#4a1259', 0],
    ] as const) {
      const paper = (await images.read(await stored(await picture(color, 1000, 100)), 'print'))!;
      const { data, info } = await sharp(paper.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 384, height: 38 });
      expect(new Set(data)).toEqual(new Set([dot]));
    }
  });

  test('of a picture that does not exist do not exist', async () => {
    expect(await images.read('0'.repeat(64), 'webp-320')).toBeNull();
    expect(await images.read('0'.repeat(64), 'master')).toBeNull();
    expect(await images.variants('0'.repeat(64))).toBeNull();
  });
});

/** For what is done well, however busy the machine is. */
const PATIENCE_MS = 600_000;

test('[44] a drawing that asks for hours of work is given up, and others take its turn', async () => {
  const blur =
    '<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="90"/></filter>';
  const drawing = (times: number): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">${blur}${'<rect width="640" height="640" filter="url(#f)"/>'.repeat(times)}</svg>`,
    );
  const bounds = [3000, 3000, 3000];
  const jobMsMax = (): number => bounds.shift() ?? PATIENCE_MS;
  images = createImages({ db, pictures: createPictureProcess({ jobMsMax }) });
  const slow = [1, 2, 3].map(() => images.store(drawing(2000)));
  expect(await Promise.all(slow)).toEqual(slow.map(() => ({ ok: false, refusal: 'not-made' })));
  expect((await images.store(await picture('#4a1259'))).ok).toBe(true);
});

test('only so many uploads wait at once; later ones are asked to come back', async () => {
  const bytes = await picture('#e2521d');
  const results = await Promise.all(Array.from({ length: UPLOADS_MAX + 1 }, () => images.store(bytes)));
  expect(results.filter((result) => result.ok)).toHaveLength(UPLOADS_MAX);
  expect(results.at(-1)).toEqual({ ok: false, refusal: 'busy' });
  expect((await images.store(bytes)).ok).toBe(true);
});

const NO_IMAGE = { ok: false, refusal: 'not-an-image' } as const;
/** Uploads to a process that does this with each. */
const offering = (work: () => Promise<{ ok: false; refusal: null; error: string } | typeof NO_IMAGE>) => {
  const given = createImages({ db, pictures: { work, stop: () => undefined } });
  return () => given.store(Buffer.alloc(1));
};

test('who is asked to come back takes nobody’s place: as many wait at once as before', async () => {
  const looking = Promise.withResolvers<typeof NO_IMAGE>();
  const offer = offering(() => looking.promise);
  const eight = () => Promise.all(Array.from({ length: UPLOADS_MAX }, offer));
  const each = (answer: object) => Array.from({ length: UPLOADS_MAX }, () => answer);
  const waiting = eight();
  expect(await eight()).toEqual(each({ ok: false, refusal: 'busy' }));
  looking.resolve(NO_IMAGE);
  expect(await waiting).toEqual(each(NO_IMAGE));
  expect(await eight()).toEqual(each(NO_IMAGE));
});

test.each([
  ['a full disk', Object.assign(new Error('full'), { code: 'ENOSPC' }), 'no-room'],
  ['a full share of the disk', Object.assign(new Error('full'), { code: 'EDQUOT' }), 'no-room'],
  ['a broken disk', Object.assign(new Error('broken'), { code: 'EIO' }), 'no-room'],
  ['a disk that is read alone', Object.assign(new Error('read-only'), { code: 'EROFS' }), 'no-room'],
  ['a process that is gone', new PictureNotMade('gone'), 'not-made'],
])('an upload that meets %s is refused', async (_what, error, refusal) => {
  expect(await offering(() => Promise.reject(error))()).toEqual({ ok: false, refusal });
});

test('an upload that meets a fault of ours is no refusal: it is said where faults are', async () => {
  const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
  await expect(offering(() => Promise.reject(denied))()).rejects.toThrow('denied');
  const failed = { ok: false, refusal: null, error: 'a bug' } as const;
  await expect(offering(() => Promise.resolve(failed))()).rejects.toThrow('a bug');
});

const BUG = { ok: false, refusal: null, error: 'a bug' } as const;

test('a variant that meets a fault of ours is said where faults are, and is asked for anew', async () => {
  const hash = await stored(await picture('#4a1259'));
  const replies = [BUG, NO_IMAGE];
  const work = () => Promise.resolve(replies.shift() ?? BUG);
  const failing = createImages({ db, pictures: { work, stop: () => undefined } });
  await expect(failing.read(hash, 'webp-320')).rejects.toThrow('a bug');
  await expect(failing.read(hash, 'webp-320')).rejects.toThrow('not-an-image');
  expect(rows(db)).toBe(1);
});

test('only so many variants are made at once; who asks for one more comes again, who asks for one of them waits', async () => {
  const hashes = Array.from({ length: 29 }, (_, n) => n.toString(16).padStart(64, '0'));
  const keep = db.$client.prepare("insert into images values (?, 'master', 'image/webp', x'01')");
  for (const hash of hashes) keep.run(hash);
  const making = Promise.withResolvers<typeof BUG>();
  const busy = createImages({ db, pictures: { work: () => making.promise, stop: () => undefined } });
  const all = hashes.flatMap((hash) => WEB_VARIANTS.map((variant) => () => busy.read(hash, variant)));
  const asked = Promise.allSettled(all.slice(0, 256).map((ask) => ask()));
  const again = Promise.allSettled([all[0]?.()]);
  await expect(all[256]?.()).rejects.toThrow(PictureNotMade);
  making.resolve(BUG);
  for (const { status } of [...(await asked), ...(await again)]) expect(status).toBe('rejected');
  await expect(all[256]?.()).rejects.toThrow('a bug');
});

test('[130] the image library is never loaded into the store, whatever it makes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-images-'));
  try {
    const file = join(folder, 'store.db');
    images = createImages({ db: openDatabase(file, migrations) });
    const hash = await stored(await picture('#4a1259'));
    await images.read(hash, 'webp-320');
    const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
    const script = `
      const { openDatabase } = await import(${module('../../storage/open.ts')});
      const { createImages } = await import(${module('./images.ts')});
      const images = createImages({ db: openDatabase(${JSON.stringify(file)}, ${JSON.stringify(migrations)}) });
      const libraries = () => process.report.getReport().sharedObjects.filter((path) => path.includes('vips')).length;
      const found = await images.read('${hash}', 'webp-320');
      const reading = libraries();
      await images.read('${hash}', 'webp-960');
      console.log(JSON.stringify({ found: found !== null, reading, encoding: libraries() }));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual({ found: true, reading: 0, encoding: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a picture in a form is looked at once all of it is here', async () => {
  const spool = mkdtempSync(join(tmpdir(), 'balcao-form-'));
  onTestFinished(() => rmSync(spool, { recursive: true }));
  const pieces = ['the first half, ', 'and the rest'].map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  let seen = '';
  const looking = createImages({
    db,
    spool,
    pictures: {
      work: (job) => {
        const asked = job();
        if ('path' in asked) seen = readFileSync(String(asked.path), 'utf8');
        return Promise.resolve({ ok: false, refusal: 'not-an-image' });
      },
      stop: () => undefined,
    },
  });
  await looking.storeForm({ body, contentType: 'text/plain', mayBeLogo: false });
  expect(seen).toBe('the first half, and the rest');
});

test('refusals are said in the words of the place where the picture was offered', () => {
  expect(imageProblem('too-large', 'product')).toMatchObject({
    status: 413,
    detail: 'A imagem deve ter no máximo 5MB',
  });
  expect(imageProblem('not-an-image', 'product')).toMatchObject({
    status: 415,
    detail: 'Por favor, selecione apenas arquivos de imagem',
  });
  expect(imageProblem('too-large', 'logo')).toMatchObject({ status: 413, title: 'Arquivo muito grande' });
  expect(imageProblem('not-an-image', 'logo')).toMatchObject({ status: 415, title: 'Formato não suportado' });
});

test.each([
  [
    'too-many-pixels',
    413,
    'image-too-many-pixels',
    'Arquivo muito grande',
    'A imagem tem pontos demais: o limite é de 40 megapixels.',
  ],
  [
    'busy',
    503,
    'images-busy',
    'Muitas imagens de uma vez',
    'A loja ainda está preparando outras imagens. Tente de novo em alguns segundos.',
  ],
  [
    'no-room',
    507,
    'image-no-room',
    'A imagem não foi guardada',
    'O disco da loja está cheio ou com defeito. Nada mudou na loja. Apague na máquina arquivos que não são dela e tente de novo.',
  ],
] as const)(
  'a picture that is refused for %s says what is to be done about it',
  (refusal, status, code, title, detail) => {
    for (const use of ['product', 'logo'] as const)
      expect(imageProblem(refusal, use)).toMatchObject({ status, code, title, detail });
  },
);
