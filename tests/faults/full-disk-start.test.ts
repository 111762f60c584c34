// A store that is started on a full disk: the real process, on a small file system of its own.
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, it, vi } from 'vitest';
import { asAdmin, databaseOf, layShop, loneStore, signIn, WAIT, type LoneStore } from './lone-store.ts';
import { fill, NO_SMALL_DISK, smallDisk } from './small-disk.ts';

const HOUR = 3_600_000;

type Rig = { folder: string; store: LoneStore; fill(): void; giveRoom(): void };

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** A shop with a menu on a disk of `size`, its process not started. Null where no test may have one. */
async function shopOn(size: string): Promise<Rig | null> {
  const disk = smallDisk(size);
  if (disk === null) return null;
  undo.push(() => disk.remove());
  const { folder } = disk;
  await layShop(folder);
  const store = await loneStore(folder);
  undo.push(() => store.process.stop());
  const filler = join(folder, 'filler');
  return { folder, store, fill: () => fill(filler), giveRoom: () => rmSync(filler) };
}

function inFile<T>(folder: string, work: (sqlite: Database.Database) => T): T {
  const sqlite = new Database(databaseOf(folder));
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

it('[37] started on a full disk with an order that is to expire, again and again, a store lives, shows its menu, says so, and sells when there is room', async (context) => {
  const rig = await shopOn('112m');
  if (rig === null) return context.skip(NO_SMALL_DISK);
  const { folder, store } = rig;
  await store.process.start();
  expect((await store.place()).status).toBe(201);
  await vi.waitFor(() => expect(existsSync(join(folder, 'edge', 'ballast'))).toBe(true), WAIT);
  await store.process.stop();
  inFile(folder, (sqlite) =>
    sqlite.prepare('update orders set created_at_ms = created_at_ms - ?').run(5 * HOUR),
  );
  rig.fill();

  for (let starts = 0; starts < 3; starts += 1) {
    await store.process.start();
    expect((await store.ask('/api/menu')).status).toBe(200);
    // A start gives up a part of the ballast; orders go on until that is used up.
    rig.fill();
    await vi.waitFor(async () => {
      const answer = await store.place();
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'storage' }]);
    }, WAIT);
    expect(await (await store.ask('/readyz')).json()).toMatchObject({
      ready: false,
      reasons: ['the database cannot be written'],
    });
    await (starts % 2 === 0 ? store.process.stop() : store.process.kill());
  }

  await store.process.start();
  rig.giveRoom();
  await store.untilReady();
  expect((await store.place()).status).toBe(201);
  await vi.waitFor(
    () =>
      expect(
        inFile(folder, (sqlite) => sqlite.prepare('select status from orders order by number').pluck().get()),
      ).toBe('CANCELLED'),
    { timeout: 100_000, interval: 500 },
  );
});

it('[103] on a full disk staff get in and see the board as long as there is ballast, and are told what to do without it', async (context) => {
  const rig = await shopOn('112m');
  if (rig === null) return context.skip(NO_SMALL_DISK);
  const { folder, store } = rig;
  const ballast = join(folder, 'edge', 'ballast');
  await store.process.start();
  const before = await asAdmin(store);
  await vi.waitFor(() => expect(existsSync(ballast)).toBe(true), WAIT);
  const refuseOrders = () =>
    vi.waitFor(async () => {
      rig.fill();
      expect((await store.place()).status).toBe(503);
    }, WAIT);
  await refuseOrders();

  // A session may fit where an order did not: soon nothing does.
  const bytes = statSync(ballast).size;
  let admin = before;
  await vi.waitFor(async () => {
    rig.fill();
    admin = await asAdmin(store);
    expect(statSync(ballast).size).toBeLessThan(bytes);
  }, WAIT);
  expect((await admin('/api/staff/board')).status).toBe(200);

  rmSync(ballast);
  await refuseOrders();
  const refused = await vi.waitFor(async () => {
    rig.fill();
    const answer = await signIn(store);
    expect(answer.status).toBe(503);
    return answer;
  }, WAIT);
  expect(await refused.json()).toMatchObject({
    code: 'storage',
    title: 'Não foi possível entrar agora',
    detail: expect.stringContaining('apague arquivos que não são dela') as string,
  });
  expect((await before('/api/staff/board')).status).toBe(200);

  rig.giveRoom();
  expect((await signIn(store)).status).toBe(200);
});

it('[37] without a byte to be opened in, everybody is told what to do, and it opens by itself when there is room', async (context) => {
  const rig = await shopOn('16m');
  if (rig === null) return context.skip(NO_SMALL_DISK);
  const { store } = rig;
  rig.fill();
  await store.process.start();

  const page = await store.ask('/cozinha');
  expect(page.status).toBe(503);
  expect(await page.text()).toMatch(/O disco da loja está cheio[\s\S]*apague arquivos que não são da loja/);
  const refused = await store.place();
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'trouble-disk-full' }]);
  expect(await (await store.ask('/readyz')).json()).toMatchObject({
    ready: false,
    reasons: ['O disco da loja está cheio'],
  });

  rig.giveRoom();
  await store.untilReady();
  expect((await store.place()).status).toBe(201);
});
