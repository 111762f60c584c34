import { expect, it } from 'vitest';
import { packageOf } from './packages.ts';

it.each([
  ['/x/node_modules/hono/dist/index.js', 'node_modules/hono'],
  ['/x/node_modules/@noble/hashes/sha2.js?commonjs-proxy', 'node_modules/@noble/hashes'],
  ['/x/node_modules/a/node_modules/@b/c/index.js', 'node_modules/a/node_modules/@b/c'],
  ['../node_modules/@fontsource-variable/baloo-2/files/a.woff2', 'node_modules/@fontsource-variable/baloo-2'],
  ['/x/web/app/theme.css', null],
])('%s is of %s', (id, path) => expect(packageOf(id)).toBe(path));
