import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { webFiles } from './web-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-web-'));
  mkdirSync(join(folder, 'assets'));
  const files = {
    'index.html': 'page',
    'assets/app-1.js': 'plain',
    'assets/app-1.js.br': 'br',
    'assets/app-1.js.gz': 'gzip',
    '.sources': 'x',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true }));

const served = (from: string) => {
  const app = new Hono().use('*', webFiles(from));
  app.onError((_error, context) => context.text('failed', 500));
  return async (path: string, init: RequestInit = {}): Promise<[number, string]> => {
    const response = await app.request(path, init);
    return [response.status, await response.text()];
  };
};

it('answers files, and pages for the addresses of screens', async () => {
  const ask = served(folder);
  expect(await ask('/assets/app-1.js')).toEqual([200, 'plain']);
  expect(await ask('/assets/app-1.js', { headers: { 'accept-encoding': 'br' } })).toEqual([200, 'br']);
  expect(await ask('/assets/app-1.js', { headers: { 'accept-encoding': 'gzip' } })).toEqual([200, 'gzip']);
  expect(await ask('/pedido')).toEqual([200, 'page']);
  expect(await ask('/pedido', { method: 'HEAD' })).toEqual([200, '']);
});

it('answers no hidden file, nothing under an address of machines, and no other method', async () => {
  const ask = served(folder);
  expect(await ask('/.sources')).toEqual([200, 'page']);
  for (const path of ['/api/x', '/link/x', '/edge/x', '/operator/x', '/assets/app-1.js.br'])
    expect((await ask(path))[0]).toBe(404);
  expect((await ask('/pedido', { method: 'POST' }))[0]).toBe(404);
});

it('serves nothing from a folder that is not there', async () => {
  expect((await served(join(folder, 'none'))('/'))[0]).toBe(404);
});

it('reads again when it could not', async () => {
  const moved = join(folder, 'web');
  writeFileSync(moved, 'no folder');
  const ask = served(moved);
  expect((await ask('/'))[0]).toBe(500);
  rmSync(moved);
  mkdirSync(moved);
  writeFileSync(join(moved, 'index.html'), 'page');
  expect(await ask('/')).toEqual([200, 'page']);
});

it('says what a file is and who may keep it, and sends it once to who has it, until it is another one', async () => {
  const headersOf = async (path: string, named: Record<string, string> = {}) => {
    const { status, headers } = await new Hono().use('*', webFiles(folder)).request(path, { headers: named });
    const [type, kept, etag = ''] = ['content-type', 'cache-control', 'etag'].map(
      (name) => headers.get(name) ?? '',
    );
    return { said: [status, type, kept], etag };
  };
  const forever = 'public, max-age=31536000, immutable';
  const script = await headersOf('/assets/app-1.js');
  expect(script.said).toEqual([200, 'text/javascript; charset=utf-8', forever]);
  const page = await headersOf('/pedido');
  expect(page.said).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
  expect((await headersOf('/pedido', { 'if-none-match': page.etag })).said[0]).toBe(304);
  expect((await headersOf('/assets/app-1.js', { 'if-none-match': page.etag })).said[0]).toBe(200);
  // After an update.
  writeFileSync(join(folder, 'index.html'), 'newer');
  expect((await headersOf('/pedido', { 'if-none-match': page.etag })).said[0]).toBe(200);
});
