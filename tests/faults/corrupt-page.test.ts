// A card that gives other bytes than it was given, in a page that nobody reads: the store notices, stops, and is made whole again.
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { restoreCommand } from '../../edge/replication/recovery/restore-command.ts';
import { openTestStore, type TestStore } from '../../edge/testing/open-test-store.ts';
import { asRole, signIn } from '../../edge/testing/sign-in.ts';

let store: TestStore | null = null;
afterEach(async () => {
  await store?.close();
  store = null;
});

const place = (at: TestStore) => at.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });

/** Writes nonsense over the first bytes of a table's own page. */
function spoil(file: string, page: number, pageBytes: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(64, 0xa5), 0, 64, (page - 1) * pageBytes);
  closeSync(handle);
}

it('[4] a corrupt page is found after the start; nothing is written any more, everybody is told, and the newest copy makes it whole', async () => {
  const first = await openTestStore();
  await asRole(first, 'ADMIN');
  expect((await place(first)).status).toBe(201);
  await first.backups.make('noturna');
  const { folder } = first;
  const file = join(folder, 'store.db');
  const page = Number(
    first.db.$client
      .prepare("select rootpage from sqlite_master where name = 'wholesale_orders'")
      .pluck()
      .get(),
  );
  const pageBytes = Number(first.db.$client.pragma('page_size', { simple: true }));
  await first.stop();
  spoil(file, page, pageBytes);

  store = await openTestStore({ folder });
  // Orders go past the page: without a look at the file the shop would sell for days.
  expect((await place(store)).status).toBe(201);
  await store.damage.checkSafely();
  const refused = await place(store);
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { code: 'held-damaged', detail: expect.stringContaining('restaurar a última cópia') as string },
  ]);
  const ready = await store.ask('/readyz');
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { reasons: [expect.stringContaining('damaged') as string] },
  ]);
  expect(store.alarms.open()).toMatchObject([{ id: 'database' }]);
  const admin = await signIn(store, 'admin@loja.com');
  expect(JSON.stringify(await (await admin('/api/staff/diagnostics')).json())).toContain('Danificado');

  await store.stop();
  const backups = join(folder, 'edge', 'backups');
  const said: string[] = [];
  const code = await restoreCommand(
    ['--file', join(backups, String(readdirSync(backups)[0]))],
    { dataDir: folder, usbDir: folder },
    { file, migrationsFolder: 'edge/storage/migrations', timeZone: 'America/Sao_Paulo', clock: Date.now },
    (line) => said.push(line),
  );
  expect([code, said.at(-1)]).toEqual([0, '✓ 1 pedido restaurado. Ligue o servidor da loja.']);
  store = await openTestStore({ folder });
  await store.damage.checkSafely();
  expect(store.writeGate.held()).toBeNull();
  expect((await place(store)).status).toBe(201);
});
