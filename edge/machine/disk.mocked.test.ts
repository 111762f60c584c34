// What counts of a disk is what the store may use of it, not what the system keeps free for itself.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { receiveFile } from '../replication/recovery/received-file.ts';
import { createRestoring } from '../replication/recovery/restoring.ts';
import { openDatabase } from '../storage/open.ts';
import { createRoom } from '../storage/room.ts';
import { readDisk } from './diagnostics/machine.ts';
import { createBallast } from './start/ballast.ts';
import { createOpening } from './start/opening.ts';

const MB = 1024 * 1024;
const BLOCK = 4096;
const disk = vi.hoisted(() => ({ bavail: 0, bfree: 9_000_000, blocks: 9_500_000, bsize: 4096 }));
vi.mock(import('node:fs'), async (original) => ({
  ...(await original()),
  statfsSync: (() => disk) as never,
}));
vi.mock(import('node:fs/promises'), async (original) => ({
  ...(await original()),
  statfs: (async () => disk) as never,
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is told as it is: what is left for the store, and all of it', async () => {
  disk.bavail = 10;
  expect(await readDisk(folder)).toEqual({
    diskFreeBytes: 10 * BLOCK,
    diskTotalBytes: 9_500_000 * BLOCK,
  });
});

it('[37] is never filled by the ballast: beside its eight megabytes stay 64', () => {
  const file = join(folder, 'ballast');
  const ballast = createBallast(file);
  disk.bavail = (72 * MB) / BLOCK - 1;
  ballast.fill(folder);
  expect(existsSync(file)).toBe(false);
  disk.bavail += 1;
  ballast.fill(folder);
  expect(ballast.bytes()).toBe(8 * MB);
});

it('[37] with less than two megabytes left a write is tried, before anybody finds that none is taken', async () => {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const log = { info: () => undefined, error: () => undefined };
  const room = createRoom({ db, folder, mayTry: () => true, onChange: () => undefined, log });
  // Not a page more than it has: as on a disk that is full.
  db.$client.exec('vacuum');
  const pages = Number(db.$client.pragma('page_count', { simple: true }));
  db.$client.pragma(`max_page_count = ${pages}`);
  disk.bavail = (2 * MB) / BLOCK;
  await room.checkRoom();
  expect(room.takesWrites()).toBe(true);
  disk.bavail -= 1;
  await room.checkRoom();
  expect(room.takesWrites()).toBe(false);
  db.$client.close();
});

it.each([
  ['full with less than a megabyte left', -1, 'disk-full'],
  ['not full with a megabyte left', 0, 'not-writable'],
])('that opens no database is %s', async (_, blocks, kind) => {
  disk.bavail = MB / BLOCK + blocks;
  const told: string[] = [];
  const opening = createOpening({
    open: () => Promise.reject(Object.assign(new Error('no'), { code: 'SQLITE_CANTOPEN' })),
    ballast: { drop: () => false },
    folder,
    onTrouble: (trouble) => void told.push(trouble.kind),
    clock: () => 0,
    log: { error: () => undefined, warn: () => undefined },
  });
  expect(await opening.now()).toBeNull();
  expect(told).toEqual([kind]);
});

it('has room for what is restored twice, and for the store to begin with, or nothing is taken in', async () => {
  const [from, side] = [join(folder, 'copy.db'), join(folder, 'store.db.restoring')];
  writeFileSync(from, Buffer.alloc(3 * BLOCK, 'x'));
  const receive = () => receiveFile(from, side, null, { onProgress: () => undefined });
  disk.bavail = (64 * MB) / BLOCK + 5;
  await expect(receive()).rejects.toMatchObject({ failure: { code: 'disk-too-small' } });
  expect(existsSync(side)).toBe(false);
  disk.bavail += 1;
  expect(await receive()).toEqual({ sealed: false });
});

it('that has no room for a copy says so to who sends it, before all of it has come', async () => {
  const replace = vi.fn<() => Promise<void>>();
  const restoring = createRestoring({
    place: {
      ...{ file: join(folder, 'store.db'), migrationsFolder: 'edge/storage/migrations' },
      ...{ timeZone: 'America/Sao_Paulo', clock: () => 0 },
    },
    replace,
    log: { info: () => undefined, error: () => undefined },
  });
  disk.bavail = 0;
  const stream = new Readable({ read: () => undefined });
  await expect(
    restoring.fromUpload({ stream, bytes: 4096 }, { withoutRelay: false, recoveryCode: null }),
  ).rejects.toMatchObject({ failure: { code: 'disk-too-small' } });
  expect(restoring.state()).toMatchObject({ state: 'failed', failure: { code: 'disk-too-small' } });
  expect(replace).not.toHaveBeenCalled();
  stream.destroy();
});
