// A disk that is full, on a small file system of its own.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { findDamage } from '../../edge/storage/integrity.ts';
import { openTestStore, type TestStore } from '../../edge/testing/open-test-store.ts';
import { endFakeTime, fakeTimers } from '../../edge/testing/fake-timers.ts';
import { asRole } from '../../edge/testing/sign-in.ts';
import { fill, NO_SMALL_DISK, smallDisk } from './small-disk.ts';

const counted = (store: TestStore) =>
  store.db.$client
    .prepare(
      'select (select count(*) from orders) as orders, (select count(*) from order_items) as items, (select count(*) from outbox) as rows',
    )
    .get();

const MINUTE = 60_000;

/** What is free inside the database's own files takes a few more. */
async function untilRefused(place: () => Promise<Response>): Promise<void> {
  for (let tries = 0; tries < 5000; tries += 1) if ((await place()).status !== 201) return;
  throw new Error('a full disk takes orders without end');
}

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
    await store.room.checkRoom();
    expect((await store.ask('/readyz')).status).toBe(200);
    await store.stop();
    expect(await findDamage(join(folder, 'store.db'), { pragma: 'integrity_check', copy: false })).toBeNull();
  } finally {
    if (store !== null) await store.stop();
    disk.remove();
  }
});

it('[37] left with a full disk for an hour of the night, used from the shop all the while, it shows everything, ends nothing, and does it all when there is room', async (context) => {
  const disk = smallDisk('96m');
  if (disk === null) return context.skip(NO_SMALL_DISK);
  const { folder } = disk;
  let store: TestStore | null = null;
  try {
    // The order is due to expire, the copy and the reading of the night are due, all within the hour.
    const opened = (store = await openTestStore({ folder, nowMs: Date.parse('2026-11-22T01:50:00-03:00') }));
    const admin = await asRole(opened, 'ADMIN');
    const place = (id: string) => opened.ask('/api/orders', { json: { ...sampleRequest(), id } });
    const unpaid = v7();
    expect((await place(unpaid)).status).toBe(201);
    opened.clock.nowMs += 118 * MINUTE;
    fill(join(folder, 'filler'));
    await untilRefused(() => place(v7()));
    const before = counted(opened);
    fakeTimers();
    opened.start();
    for (let minutes = 0; minutes < 60; minutes += 1) {
      opened.clock.nowMs += MINUTE;
      await vi.advanceTimersByTimeAsync(MINUTE);
      fill(join(folder, 'filler'));
      const asked = await Promise.all([
        admin('/api/staff/board'),
        opened.ask('/api/menu'),
        admin('/api/staff/condition'),
      ]);
      expect([minutes, ...asked.map(({ status }) => status)]).toEqual([minutes, 200, 200, 200]);
      // As often as one address may try.
      if (minutes % 5 === 0) expect((await place(v7())).status).toBe(503);
    }
    expect(counted(opened)).toEqual(before);
    expect(opened.orders.repository.byId(unpaid)?.status).toBe('PENDING');

    rmSync(join(folder, 'filler'));
    const isDone = (): boolean =>
      opened.orders.repository.byId(unpaid)?.status === 'CANCELLED' &&
      existsSync(join(folder, 'edge', 'backups')) &&
      readdirSync(join(folder, 'edge', 'backups')).some((name) => name.startsWith('noturna-2026-11-22'));
    while (!isDone()) {
      opened.clock.nowMs += MINUTE;
      await vi.advanceTimersByTimeAsync(MINUTE);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await place(v7())).status).toBe(201);
  } finally {
    if (store !== null) await endFakeTime({ close: () => store?.stop() ?? Promise.resolve() });
    disk.remove();
  }
}, 150_000);
