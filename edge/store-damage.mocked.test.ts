// A database file that the card spoilt while the store was off: found by the store itself, soon after it has started.
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeTimers, passUntil } from './testing/fake-timers.ts';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';

const card = vi.hoisted((): { damage: string | null } => ({ damage: null }));
vi.mock(import('./storage/integrity.ts'), async (original) => ({
  ...(await original()),
  findDamage: () => Promise.resolve(card.damage),
}));

const SECONDS_MS = 10_000;
let store: TestStore;
beforeEach(async () => {
  fakeTimers();
  store = await openTestStore();
});
afterEach(async () => {
  await passUntil(store.stop());
  vi.useRealTimers();
  rmSync(store.folder, { recursive: true, force: true });
});

it('is found within seconds of the start, and not by night: nothing more is written into it', async () => {
  store.start();
  await vi.advanceTimersByTimeAsync(SECONDS_MS);
  expect(store.writeGate.held()).toBeNull();
  await passUntil(store.stop());

  card.damage = 'row 7 missing from index orders_day';
  store = await openTestStore({ folder: store.folder, seed: false });
  store.start();
  await vi.advanceTimersByTimeAsync(SECONDS_MS);
  expect(store.writeGate.held()).toBe('damaged');
  expect(store.alarms.open()).toMatchObject([
    {
      ...{ id: 'database', title: 'Banco de dados danificado' },
      text: 'A loja parou de vender: o banco de dados desta máquina está danificado. Na máquina da loja, restaure a última cópia: sudo balcao restore --list',
    },
  ]);
});
