// A disk that is full, on a small file system of its own.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { findDamage } from '../../edge/db/integrity.ts';
import { openTestStore, type TestStore } from '../../edge/testing/open-test-store.ts';
import { fill, NO_SMALL_DISK, smallDisk } from './small-disk.ts';

const counted = (store: TestStore) =>
  store.db.$client
    .prepare(
      'select (select count(*) from orders) as orders, (select count(*) from order_items) as items, (select count(*) from outbox) as rows',
    )
    .get();

it('[3] on a full disk orders are refused in words, nothing is half written, and the shop goes on when there is room', async (context) => {
  const disk = smallDisk('6m');
  if (disk === null) return context.skip(NO_SMALL_DISK);
  const { folder } = disk;
  let store: TestStore | null = null;
  try {
    store = await openTestStore({ folder });
    const place = (id: string) => store?.ask('/api/orders', { json: { ...sampleRequest(), id } });
    expect((await place(v7()))?.status).toBe(201);
    fill(join(folder, 'filler'));
    // What is free inside the database's own files takes a few more.
    let id = v7();
    let answer = await place(id);
    let before = counted(store);
    for (let tries = 0; answer?.status === 201 && tries < 5000; tries += 1) {
      id = v7();
      before = counted(store);
      answer = await place(id);
    }
    expect([answer?.status, await answer?.json()]).toMatchObject([
      503,
      { code: 'storage', detail: expect.stringContaining('Nada foi registrado') as string },
    ]);
    expect(counted(store)).toEqual(before);
    expect((await store.ask('/api/menu')).status).toBe(200);
    // Nobody has to try to sell to hear of it.
    const ready = await store.ask('/readyz');
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { reasons: ['the database cannot be written'] },
    ]);

    rmSync(join(folder, 'filler'));
    expect((await place(id))?.status).toBe(201);
    await store.room.look();
    expect((await store.ask('/readyz')).status).toBe(200);
    await store.drain();
    expect(await findDamage(join(folder, 'store.db'), { pragma: 'integrity_check', copy: false })).toBeNull();
  } finally {
    if (store !== null) await store.drain();
    disk.remove();
  }
});
