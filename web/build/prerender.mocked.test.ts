// The customers' pages as they lie in the build: drawn already, with the pictures' addresses of the build.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prerender } from './prerender.ts';
import { callHook } from './testing/call-hook.ts';

const paints = vi.hoisted(() => ({ now: {} }));
vi.mock('vite', () => ({
  createServer: vi.fn<() => Promise<object>>(() =>
    Promise.resolve({
      ssrLoadModule: () => Promise.resolve({ firstPaints: () => paints.now }),
      close: () => Promise.resolve(),
    }),
  ),
}));

let folder = '';
const file = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-drawn-'));
  mkdirSync(file('assets'));
  for (const name of ['cup-1.png', 'cup-2.svg', 'cupboard-3.svg']) writeFileSync(file(`assets/${name}`), '');
  writeFileSync(file('icons-9.svg'), '');
  writeFileSync(file('index.html'), '<body><div id="root"></div></body>');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.mocked(createServer).mockClear();
});

/** A build that has ended; without `isWritten` it failed before. */
async function build(now: Record<string, string>, isWritten = true): Promise<void> {
  paints.now = now;
  const plugin = prerender();
  callHook(plugin, 'configResolved', {}, { root: '/', build: { outDir: folder } });
  if (isWritten) callHook(plugin, 'writeBundle', {});
  await callHook(plugin, 'closeBundle', {});
}

it('each is a page of its own, in place of the empty one', async () => {
  await build({ inicio: '<h1>Açaí</h1>', pedido: '<h1>$&</h1>' });
  expect(readFileSync(file('inicio.html'), 'utf8')).toBe('<body><div id="root"><h1>Açaí</h1></div></body>');
  expect(readFileSync(file('pedido.html'), 'utf8')).toBe('<body><div id="root"><h1>$&</h1></div></body>');
});

it('a picture has the name that the build gave it, or its own where it lies there so', async () => {
  await build({ inicio: '<img src="/ui/cup.svg"><use href="/icons-9.svg#x"></use>' });
  expect(readFileSync(file('inicio.html'), 'utf8')).toContain(
    '<img src="/assets/cup-2.svg"><use href="/icons-9.svg#x"></use>',
  );
});

it('a drawing that is used from a picture has it by the name that the build gave it', async () => {
  await build({ inicio: '<svg><use href="/ui/cup.svg#scoop"></use></svg>' });
  expect(readFileSync(file('inicio.html'), 'utf8')).toContain(
    '<svg><use href="/assets/cup-2.svg#scoop"></use></svg>',
  );
});

it('one that the build does not have stops it', async () => {
  await expect(build({ inicio: '<img src="/ui/gone.svg">' })).rejects.toThrow(
    'the build has no /ui/gone.svg',
  );
});

it('a page without a place for it stops the build; one that failed tells its own error', async () => {
  writeFileSync(file('index.html'), '<body></body>');
  await build({ inicio: 'x' }, false);
  expect(createServer).not.toHaveBeenCalled();
  await expect(build({ inicio: 'x' })).rejects.toThrow('index.html has no <div id="root"></div>');
  expect(existsSync(file('inicio.html'))).toBe(false);
});
