// A card that is too small for what is to be restored: the words say what to do, and the store is what it was.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest';
import { restoreCommand } from '../../edge/replication/recovery/restore-command.ts';
import { restoreFromFile } from '../../edge/replication/recovery/restore.ts';
import { openTestStore, START_MS } from '../../edge/testing/open-test-store.ts';
import { sell } from '../../edge/testing/sell.ts';
import { NO_SMALL_DISK, smallDisk } from './small-disk.ts';

const DISK = '90m';
const MEGABYTE = 1024 * 1024;
const WORDS = 'Não há espaço no disco para restaurar. Libere espaço ou use um cartão maior e tente de novo.';

let disk: ReturnType<typeof smallDisk> = null;
let elsewhere: string;
beforeEach(() => {
  disk = smallDisk(DISK);
  elsewhere = mkdtempSync(join(tmpdir(), 'balcao-elsewhere-'));
});
afterEach(() => {
  disk?.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

/** A shop of two orders on the small disk, off, and a copy of it on another one. */
async function aShop(test: TestContext) {
  if (disk === null) return test.skip(NO_SMALL_DISK);
  const { folder } = disk;
  const store = await openTestStore({ folder });
  for (let n = 0; n < 2; n += 1) sell(store, START_MS);
  const { name } = await store.backups.make('manual');
  const copy = join(elsewhere, 'copia.db');
  writeFileSync(copy, readFileSync(String(await store.backups.pathOf('store', name))));
  await store.stop();
  const file = join(folder, 'store.db');
  const place = {
    file,
    migrationsFolder: 'edge/storage/migrations',
    timeZone: 'America/Sao_Paulo',
    clock: () => START_MS,
  };
  return { folder, copy, place };
}

/** Every file of the folder, by what is in it. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );

async function sellsOn(folder: string): Promise<void> {
  const store = await openTestStore({ folder });
  try {
    expect(sell(store, START_MS).orderNumber).toBe(3);
  } finally {
    await store.stop();
  }
}

it('[R3] a restore that the disk has no room for says so before it begins, and goes through when there is room', async (test) => {
  const { folder, copy, place } = await aShop(test);
  // Enough for the file, not for a store that is to go on afterwards.
  writeFileSync(join(folder, 'filmes'), Buffer.alloc(40 * MEGABYTE));
  const before = filesIn(folder);
  const said: string[] = [];
  const run = () =>
    restoreCommand(['--file', copy], { dataDir: folder, usbDir: folder }, place, (line) => said.push(line));
  expect([await run(), said]).toEqual([1, [`✗ ${WORDS}`]]);
  expect(filesIn(folder)).toEqual(before);
  await sellsOn(folder);

  rmSync(join(folder, 'filmes'));
  expect(await run()).toBe(0);
  expect(said).toContain('✓ 2 pedidos restaurados. Ligue o servidor da loja.');
});

it('[R3] a disk that is full in the middle of a restore leaves nothing of it, and the store as it was', async (test) => {
  const { folder, place } = await aShop(test);
  const before = filesIn(folder);
  const endless = Readable.from(
    (function* bytes() {
      for (;;) yield Buffer.alloc(MEGABYTE, 1);
    })(),
  );
  // How long it is nobody has said, so that it looks as if there were room.
  const restored = restoreFromFile(
    { stream: endless, bytes: 0 },
    { withoutRelay: false, recoveryCode: null },
    { ...place, onProgress: () => undefined },
  );
  await expect(restored).rejects.toThrow(WORDS);
  expect(filesIn(folder)).toEqual(before);
  await sellsOn(folder);
});
