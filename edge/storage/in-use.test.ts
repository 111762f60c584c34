// Who asks whether the store runs, to change its database by themselves, hears yes only of one that has it open.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isInUse } from './in-use.ts';
import { openDatabase } from './open.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-in-use-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a store that is open is in use, and no more once it is closed', () => {
  const { $client } = openDatabase(file, 'edge/storage/migrations');
  expect(isInUse(file)).toBe(true);
  $client.close();
  expect(isInUse(file)).toBe(false);
});

it('a database that is missing or broken is used by nobody: it may be put back', () => {
  expect(isInUse(file)).toBe(false);
  writeFileSync(file, 'no database '.repeat(500));
  expect(isInUse(file)).toBe(false);
});
