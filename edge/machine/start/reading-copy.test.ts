// What processes that were killed left of the copies that they showed the shop from.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftCopies } from './reading-copy.ts';

it('a copy whose process is gone is removed; one whose process lives and what is no copy stay', () => {
  const place = mkdtempSync(join(tmpdir(), 'balcao-places-'));
  try {
    const { pid: gone } = spawnSync(process.execPath, ['--eval', '']);
    const [left, alive] = [`balcao-reading-${gone}-abc`, `balcao-reading-${process.pid}-abc`];
    for (const name of [left, alive, 'balcao-reading-', 'another']) mkdirSync(join(place, name));
    writeFileSync(join(place, left, 'store.db'), 'a whole shop');
    removeLeftCopies(place);
    expect(readdirSync(place).toSorted()).toEqual([alive, 'balcao-reading-', 'another'].toSorted());
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
