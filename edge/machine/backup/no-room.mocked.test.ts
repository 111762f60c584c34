// Copies that cannot be made anew because the disk is full: what is in them has its time all the same.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';

vi.mock(import('./copy-file.ts'), async (original) => ({
  ...(await original()),
  remakeCopy: () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' })),
}));

const DAY_MS = 24 * 3_600_000;
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

it('[59] of somebody who was erased none is left once the oldest age of a copy is over', async () => {
  const names = (): string[] => readdirSync(join(store.folder, 'edge', 'backups'));
  sell(store, store.clock.nowMs, { customerPhone: '11987654321' });
  await store.backups.make('manual');
  store.clock.nowMs += 1000;
  await store.backups.make('manual');
  const admin = await asRole(store, 'ADMIN');
  expect((await admin('/api/staff/privacy/erase', { json: { phone: '11987654321' } })).status).toBe(200);
  await store.backups.renew();
  expect(names()).toHaveLength(2);
  expect((await store.backups.state()).failure?.text).toBe(
    'As cópias antigas não puderam ser refeitas. Confira o espaço no disco; a loja tenta de novo sozinha.',
  );
  store.clock.nowMs += 30 * DAY_MS;
  await store.backups.renew();
  expect(names()).toHaveLength(1);
  store.clock.nowMs += 1;
  await store.backups.renew();
  expect(names()).toEqual([]);
});
