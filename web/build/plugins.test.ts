// What the build does beside bundling: which file begins first, what may not grow, what is left out, and what lies ready compressed.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { iconSprite } from './icon-sprite.ts';
import { leanRouter } from './lean-router.ts';
import { precompress } from './precompress.ts';
import { reactFirst } from './react-first.ts';
import { sizeLimits } from './size-limits.ts';
import { callHook } from './testing/call-hook.ts';

const fails = {
  error: (words: string): never => {
    throw new Error(words);
  },
};

let folder = '';
afterEach(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
  folder = '';
});

describe('React’s own file', () => {
  const react = '<script type="module" crossorigin src="/assets/react-1.js"></script>';
  const app = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
  const run = (html: string) => callHook(reactFirst(), 'transformIndexHtml', {}, html);

  it('begins as soon as it has come, the app’s after it', () => {
    expect(run(react + app)).toBe(react.replace('module"', 'module" async') + app);
  });

  it('is one: a page without it, or with two, is no page', () => {
    expect(() => run(app)).toThrow('does not begin React by itself');
    expect(() => run(react + react)).toThrow('does not begin React by itself');
  });
});

describe('what customers download', () => {
  /** What gzip makes little of. */
  const noise = Array.from({ length: 4_000 }, (_, at) =>
    createHash('sha256').update(`${at}`).digest('base64'),
  ).join('');
  const chunk = (fileName: string, moduleIds: string[], code = '', imports: string[] = []) => ({
    type: 'chunk',
    fileName,
    moduleIds,
    code,
    imports,
    viteMetadata: { importedCss: new Set<string>() },
  });
  /** A sheet of its own chunk: `noise` does not get smaller. */
  const sheet = (fileName: string, source: string) => ({ type: 'asset', fileName, source });
  const run = (...chunks: (ReturnType<typeof chunk> | ReturnType<typeof sheet>)[]) =>
    callHook(
      sizeLimits(/\/staff\//),
      'generateBundle',
      fails,
      {},
      Object.fromEntries(chunks.map((one) => [one.fileName, one])),
    );
  const MAIN = '/web/app/main.tsx';

  it('may be so much and no more, with what it imports at once', () => {
    expect(() => run(chunk('a.js', [MAIN], 'x'))).not.toThrow();
    const part = chunk('part.js', ['/web/part'], noise);
    const heavy = chunk('a.js', [MAIN], '', ['part.js']);
    expect(() => run(heavy, part)).toThrow(/^landing: \d+ bytes of gzip are more than the 100000/);
    expect(() => run({ ...heavy, imports: [] }, part)).not.toThrow();
  });

  it('may be more on the whole way of an order, and has a limit there too', () => {
    const main = chunk('a.js', [MAIN], noise.slice(0, 60_000));
    const wizard = (size: number) =>
      chunk('page.js', ['/web/features/order/wizard-page.tsx'], noise.slice(60_000, 60_000 + size));
    expect(() => run(main, wizard(80_000))).not.toThrow();
    expect(() => run(main, wizard(115_000))).toThrow(/^ordering: \d+ bytes of gzip are more than the 130000/);
  });

  it('has a sheet of bounded size, the one of every page among it', () => {
    const main = { ...chunk('a.js', [MAIN]), viteMetadata: { importedCss: new Set(['assets/a.css']) } };
    const light = sheet('assets/a.css', noise.slice(0, 10_000));
    expect(() => run(main, light, sheet('assets/staff-1.css', noise))).not.toThrow();
    const too = /^styles: \d+ bytes of gzip are more than the 18000/;
    expect(() => run(main, sheet('assets/a.css', noise.slice(0, 30_000)))).toThrow(too);
    expect(() => run(main, light, sheet('assets/base-1.css', noise.slice(0, 20_000)))).toThrow(too);
  });

  it('has nothing of the staff’s, however deep it is imported', () => {
    const bundle = [
      chunk('a.js', [MAIN], '', ['b.js']),
      // Parts may need each other, and what is no part of the build.
      chunk('b.js', ['/web/b'], '', ['a.js', 'https://cdn.example/x.js', 'c.js']),
      chunk('c.js', ['/web/data/staff/board.ts']),
    ];
    expect(() => run(...bundle)).toThrow("customers would download the staff's /web/data/staff/board.ts");
    expect(() => run(chunk('a.js', [MAIN]), chunk('c.js', ['/web/data/staff/board.ts']))).not.toThrow();
  });

  it.each([
    'order/wizard-page',
    'checkout/checkout-page',
    'checkout/success-page',
    'checkout/payment-page',
    'tracking/tracking-page',
  ])('has nothing of the staff’s on the way of an order either: %s', (page) => {
    const bundle = [
      chunk('a.js', [MAIN]),
      chunk('page.js', [`/web/features/${page}.tsx`], '', ['c.js']),
      chunk('c.js', ['/web/data/staff/board.ts']),
    ];
    expect(() => run(...bundle)).toThrow("customers would download the staff's /web/data/staff/board.ts");
  });

  it('begins somewhere, or nothing would be limited', () => {
    expect(() => run(chunk('a.js', ['/web/other.tsx']))).toThrow('no chunk is the first of a page');
  });
});

describe('the router', () => {
  const code = [
    'Link.displayName = "Link";',
    'var Link = React2.forwardRef(x);',
    'return shouldPrefetch && !isAbsolute ? a(b) : link;',
    'invariant(',
    '  ok,',
    '  `said to developers`',
    ');',
  ].join('\n');

  it('is built without what the app never names', () => {
    const plugin = leanRouter();
    const lean = String(callHook(plugin, 'transform', {}, code));
    expect(lean).not.toContain('displayName');
    expect(lean).toContain('var Link = /* @__PURE__ */ React2.forwardRef(x);');
    expect(lean).toContain('return link;');
    expect(() => callHook(plugin, 'generateBundle', fails)).not.toThrow();
  });

  it.each([
    ['names', 'displayName'],
    ['wrappers', 'forwardRef'],
    ['prefetch', 'shouldPrefetch'],
    ['sentences', 'said to developers'],
  ])('of another version that has no %s stops the build', (what, word) => {
    const plugin = leanRouter();
    const others = code.split('\n').filter((line) => !line.includes(word));
    callHook(plugin, 'transform', {}, others.join('\n'));
    expect(() => callHook(plugin, 'generateBundle', fails)).toThrow(`the router has no ${what} any more`);
  });
});

it('every file that compresses lies there compressed as well, a small one and a picture do not', () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-build-'));
  const text = 'açaí '.repeat(400);
  for (const [name, content] of Object.entries({ 'a.js': text, 'b.css': 'x', 'c.png': text }))
    writeFileSync(join(folder, name), content);
  const plugin = precompress();
  callHook(plugin, 'configResolved', {}, { root: '/', build: { outDir: folder } });
  callHook(plugin, 'closeBundle', {});
  expect(gunzipSync(readFileSync(join(folder, 'a.js.gz'))).toString()).toBe(text);
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(text);
  for (const name of ['b.css.gz', 'b.css.br', 'c.png.gz', 'c.png.br'])
    expect(existsSync(join(folder, name))).toBe(false);
});

describe('the pictograms', () => {
  const load = async (command: string) => {
    const plugin = iconSprite();
    const emitFile = vi.fn<(file: { fileName: string; source: string }) => void>();
    callHook(plugin, 'configResolved', {}, { command });
    const id = callHook(plugin, 'resolveId', {}, 'virtual:icon-sprite');
    return { module: await callHook(plugin, 'load', { emitFile }, id), emitFile };
  };

  it('are one file of the build, each under its own name', async () => {
    const { module, emitFile } = await load('build');
    const [{ fileName, source }] = emitFile.mock.calls[0] ?? expect.fail('nothing was written');
    expect(module).toBe(`export default '/${fileName}';`);
    expect(source).toMatch(/<symbol id="arrow-left" viewBox="0 0 24 24"><path d="[^"]+"\/>/);
    expect(source).toContain('<symbol id="x" ');
  });

  it('are drawn anew while developing', async () => {
    const { module, emitFile } = await load('serve');
    expect(module).toBe("export default '/ui/icons.svg';");
    expect(emitFile).not.toHaveBeenCalled();
  });
});
