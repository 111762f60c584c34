import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listPackages, PACKAGES_FILE, packageOf } from './packages.ts';
import { callHook } from './testing/call-hook.ts';

it.each([
  ['/x/node_modules/hono/dist/index.js', 'node_modules/hono'],
  ['/x/node_modules/@noble/hashes/sha2.js?commonjs-proxy', 'node_modules/@noble/hashes'],
  ['/x/node_modules/a/node_modules/@b/c/index.js', 'node_modules/a/node_modules/@b/c'],
  ['../node_modules/@fontsource-variable/baloo-2/files/a.woff2', 'node_modules/@fontsource-variable/baloo-2'],
  ['/x/web/app/theme.css', null],
])('%s is of %s', (id, path) => expect(packageOf(id)).toBe(path));

it('the packages of a build are those of its code and of its files, each once, and those that leave no module', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chunk = {
    type: 'chunk',
    moduleIds: ['/x/node_modules/react/index.js', '/x/node_modules/react/jsx.js', '/x/web/app/main.tsx'],
  };
  const font = {
    type: 'asset',
    originalFileNames: ['../node_modules/@fontsource-variable/baloo-2/files/a.woff2'],
  };
  callHook(listPackages(), 'writeBundle', {}, { dir: folder }, { 'a.js': chunk, 'a.woff2': font });
  const listed = readFileSync(join(folder, PACKAGES_FILE), 'utf8').trimEnd().split('\n');
  expect(listed).toEqual([...new Set(listed)].toSorted());
  expect(listed.filter((one) => !/workbox/.test(one))).toEqual([
    'node_modules/@fontsource-variable/baloo-2',
    'node_modules/daisyui',
    'node_modules/react',
    'node_modules/tailwindcss',
  ]);
  expect(listed).toContain('node_modules/workbox-precaching');
});
