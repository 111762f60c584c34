// Where the copy to read from lies on a machine whose memory lets nobody write into it as into a folder.
import type { PathLike } from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openReadingCopy } from './reading-copy.ts';
import { troubleOf } from './trouble.ts';

vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  return {
    ...real,
    /** May be read by everybody and written by nobody, whoever runs the test. */
    accessSync(place: PathLike, mode?: number): void {
      if (place === '/dev/shm' && mode === real.constants.W_OK) throw new Error('EACCES');
    },
  };
});

it('a place that can be read and not written is none: the copy is made in the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-disk-'));
  const places: string[] = [];
  try {
    writeFileSync(join(folder, 'store.db'), 'orders');
    const copy = await openReadingCopy({
      trouble: troubleOf(Object.assign(new Error('failed'), { code: 'EROFS' }), null),
      file: join(folder, 'store.db'),
      open(path) {
        places.push(dirname(dirname(path)));
        return Promise.resolve({ writeGate: { hold: () => undefined }, stop: () => Promise.resolve() });
      },
      log: { info: () => undefined, warn: () => undefined },
    });
    expect(places).toEqual([tmpdir()]);
    await copy?.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
