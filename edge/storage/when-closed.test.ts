import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whenClosed } from './when-closed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-closed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a file whose pipeline failed before it was opened is there by then, and gone once it is removed', async () => {
  for (let round = 0; round < 50; round += 1) {
    const path = join(folder, `${round}`);
    const file = createWriteStream(path);
    const broken = new Readable({ read: () => broken.destroy(new Error('cut')) });
    await expect(pipeline(broken, file)).rejects.toThrow('cut');
    await whenClosed(file);
    rmSync(path, { force: true });
    await new Promise((resolve) => setImmediate(resolve));
    expect(existsSync(path)).toBe(false);
  }
});

it('a file that nobody ended is ended', async () => {
  const file = createWriteStream(join(folder, 'begun'));
  file.write('half');
  await whenClosed(file);
  expect(file.closed).toBe(true);
});

it('a file that was written whole keeps what it has', async () => {
  const path = join(folder, 'whole');
  const file = createWriteStream(path);
  await pipeline(Readable.from(['whole']), file);
  await whenClosed(file);
  expect(existsSync(path)).toBe(true);
});
