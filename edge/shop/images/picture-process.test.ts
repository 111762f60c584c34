import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Env } from '../../http/context.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { encodeMaster, encodeVariant } from './encode.ts';
import { createImages, type Images } from './images.ts';
import { createPictureProcess, startWorker, type PictureProcess } from './picture-process.ts';
import { imageProblem } from './refusal.ts';
import { imageRoutes } from './routes.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4a1259' } });
const formOf = (bytes: Buffer, use: 'product' | 'logo' = 'product') => {
  const form = new FormData();
  form.set('use', use);
  form.set('file', new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' }));
  const { body, headers } = new Response(form);
  return { body, contentType: headers.get('content-type') ?? '', mayBeLogo: true };
};

/** One that does this with its first job. */
const doing = (script: string) => (): ChildProcess =>
  spawn(process.execPath, ['-e', `process.on('message', () => { ${script} })`], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });

const PATIENCE_MS = 600_000;
let db: Db;
let spool: string;
let images: Images;
let begun: (() => ChildProcess)[];
let started: ChildProcess[];
const opened: PictureProcess[] = [];
beforeEach(() => {
  db = openDatabase(':memory:', fileURLToPath(new URL('../../storage/migrations', import.meta.url)));
  spool = mkdtempSync(join(tmpdir(), 'balcao-spool-'));
  begun = [];
  started = [];
  openImages();
});
afterEach(() => {
  for (const one of opened.splice(0)) one.stop();
  db.$client.close();
  rmSync(spool, { recursive: true, force: true });
});

/** `firstMsMax`: how long the first job may take; the others as long as they need on a busy machine. */
function openImages(firstMsMax = PATIENCE_MS): void {
  const bounds = [firstMsMax];
  const pictures = createPictureProcess({
    jobMsMax: () => bounds.shift() ?? PATIENCE_MS,
    start() {
      const child = (begun.shift() ?? startWorker)();
      started.push(child);
      return child;
    },
  });
  opened.push(pictures);
  images = createImages({ db, spool, pictures });
}

const kept = (): unknown[] => db.$client.prepare('select variant from images').pluck().all();

describe('[130] pictures in a process of their own', () => {
  it('come out as they would in the store, sent in a form or made by the program', async () => {
    const bytes = await photo(1200, 900).png().toBuffer();
    const master = await encodeMaster(bytes, 'png');
    const sent = await images.storeForm(formOf(bytes));
    expect(sent).toEqual(await images.store(bytes));
    const hash = sent.ok ? sent.value.hash : '';
    expect((await images.read(hash, 'master'))?.bytes.equals(master)).toBe(true);
    for (const variant of ['avif-320', 'webp-960', 'png-320', 'print'] as const)
      expect(await images.read(hash, variant)).toEqual(await encodeVariant(master, variant));
    const grey = await images.grey(hash);
    expect(grey).toMatchObject({ width: 267, height: 200 });
    expect(grey?.pixels).toHaveLength(267 * 200);
    expect(started).toHaveLength(1);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('are refused of a form by what the form asks for', async () => {
    const gif = await photo(8, 8).gif().toBuffer();
    expect(await images.storeForm(formOf(gif, 'logo'))).toMatchObject({
      ok: false,
      refusal: 'not-an-image',
      use: 'logo',
    });
    expect(await images.storeForm({ ...formOf(gif, 'logo'), mayBeLogo: false })).toMatchObject({ ok: true });
    expect(await images.storeForm({ ...formOf(gif), contentType: 'text/plain' })).toMatchObject({
      refusal: 'not-an-image',
    });
    expect(await images.storeForm({ ...formOf(gif), body: null })).toMatchObject({ refusal: 'not-an-image' });
  });

  it('are refused in the words of a logo where its form came without one', async () => {
    const form = new FormData();
    form.set('use', 'logo');
    const { body, headers } = new Response(form);
    const contentType = headers.get('content-type') ?? '';
    expect(await images.storeForm({ body, contentType, mayBeLogo: true })).toEqual({
      ok: false,
      refusal: 'not-an-image',
      use: 'logo',
    });
  });

  it('are made in the store where the system cannot start its program, as under an emulator', async () => {
    mkdirSync(spool, { recursive: true });
    const ofAnotherMachine = join(spool, 'program');
    writeFileSync(ofAnotherMachine, Buffer.from('\x7fELF(\n)(\n', 'latin1'), { mode: 0o755 });
    const foreign = (): ChildProcess =>
      spawn(ofAnotherMachine, [], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      });
    begun.push(foreign);
    expect(await images.store(await photo(64, 48).png().toBuffer())).toMatchObject({ ok: true });
    expect(started).toHaveLength(1);
  });

  it('are refused where there is no program to start, which ends nothing else, and the next one is made', async () => {
    const bytes = await photo(64, 48).png().toBuffer();
    begun.push(() =>
      spawn(join(spool, 'nowhere'), [], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      }),
    );
    expect(await images.store(bytes)).toEqual({ ok: false, refusal: 'not-made' });
    expect((await images.store(bytes)).ok).toBe(true);
    expect(started).toHaveLength(2);
  });

  it('end at once with the store that asked for them, in the middle of their work', async () => {
    const blur = '<filter id="f"><feGaussianBlur stdDeviation="90"/></filter>';
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">${blur}${'<rect width="640" height="640" filter="url(#f)"/>'.repeat(20)}</svg>`;
    const worker = startWorker();
    const ended = once(worker, 'exit');
    worker.send({ kind: 'master', bytes: Buffer.from(drawing), use: 'product' });
    worker.disconnect();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('are never made in the store where its program was started before', async () => {
    const bytes = await photo(64, 48).png().toBuffer();
    begun.push(startWorker, doing('process.exit(2)'));
    await images.store(bytes);
    started[0]?.kill();
    await once(started[0] as ChildProcess, 'exit');
    expect(await images.store(bytes)).toEqual({ ok: false, refusal: 'not-made' });
  });

  it.each([
    ['dies', 'process.kill(process.pid, "SIGKILL")'],
    ['ends by itself', 'process.exit(1)'],
    ['hangs', ''],
    ['hangs for good', 'for (;;);'],
  ])('are refused in words by one that %s, change nothing, and the next one is made', async (_, script) => {
    openImages(script.includes('process') ? PATIENCE_MS : 1000);
    const bytes = await photo(64, 48).png().toBuffer();
    begun.push(doing(script));
    const [first, second] = await Promise.all([images.store(bytes), images.storeForm(formOf(bytes))]);
    expect(first).toEqual({ ok: false, refusal: 'not-made' });
    expect(second.ok).toBe(true);
    expect(kept()).toEqual(['master']);
    expect(readdirSync(spool)).toEqual([]);
    expect(imageProblem('not-made', 'product')).toMatchObject({
      status: 503,
      detail: expect.stringContaining('Nada mudou na loja') as string,
    });
  });

  it('are asked for again where one dies while a page waits for its variant', async () => {
    const stored = await images.store(await photo(640, 480).png().toBuffer());
    const path = `/api/images/${stored.ok ? stored.value.hash : ''}?w=320`;
    openImages();
    begun.push(doing('process.exit(1)'));
    const app = new Hono<Env>().route('/', imageRoutes(images));
    const refused = await app.request(path);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'image-not-made' });
    expect((await app.request(path)).status).toBe(200);
  });

  it('that ask for more memory than a picture may are given up, and the next one is made', async () => {
    // Every coefficient of a progressive photo is held at once: 40 megapixels of three full channels are 240 MB.
    const greedy = await photo(7000, 5600).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    expect(await images.storeForm(formOf(greedy))).toEqual({ ok: false, refusal: 'not-made' });
    expect((await images.store(await photo(64, 48).png().toBuffer())).ok).toBe(true);
  });

  it.runIf(process.platform === 'linux')('give way to orders, and are the first to go', async () => {
    await images.store(await photo(64, 48).png().toBuffer());
    const pid = started[0]?.pid ?? 0;
    expect(getPriority(pid)).toBeGreaterThanOrEqual(10);
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
  });

  it.runIf(process.platform === 'linux')(
    'find no setting of the store in their process, so no secret',
    async () => {
      vi.stubEnv('A_SECRET_OF_THE_STORE', 'segredo-da-loja');
      try {
        await images.store(await photo(64, 48).png().toBuffer());
      } finally {
        vi.unstubAllEnvs();
      }
      const known = readFileSync(`/proc/${started[0]?.pid ?? 0}/environ`, 'utf8');
      expect(known).toContain('NODE_ENV=production');
      expect(known).not.toContain('segredo-da-loja');
    },
  );

  it('have a process that ends after five seconds without work, and never while it works', async () => {
    const pictures = createPictureProcess({
      start() {
        const child = doing('process.send({ ok: true, made: null })')();
        started.push(child);
        return child;
      },
    });
    opened.push(pictures);
    const work = () => pictures.work(() => ({ kind: 'check' }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await work();
      vi.advanceTimersByTime(4999);
      const next = work();
      vi.advanceTimersByTime(4999);
      expect(started.map(({ killed }) => killed)).toEqual([false]);
      expect(await next).toEqual({ ok: true, made: null });
      vi.advanceTimersByTime(4999);
      expect(started.map(({ killed }) => killed)).toEqual([false]);
      vi.advanceTimersByTime(1);
      expect(started.map(({ killed }) => killed)).toEqual([true]);
      // Who comes later has another one.
      expect(await work()).toEqual({ ok: true, made: null });
      expect(started).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('have half a minute each, unless told otherwise', async () => {
    const bound = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => bound.mockRestore());
    const pictures = createPictureProcess({ start: doing('process.send({ ok: true, made: null })') });
    opened.push(pictures);
    await pictures.work(() => ({ kind: 'check' }));
    expect(bound.mock.calls).toEqual([[30_000]]);
  });

  it('leave no process behind a store that ends, and refuse what comes later', async () => {
    const bytes = await photo(64, 48).png().toBuffer();
    await images.store(bytes);
    images.stop();
    expect(started[0]?.killed).toBe(true);
    expect(await images.store(bytes)).toEqual({ ok: false, refusal: 'not-made' });
  });
});
