// A database file that the card spoilt while the store was off: found by the store itself, soon after it has started.
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeTimers, passUntil } from './testing/fake-timers.ts';
import { Unreadable } from './storage/integrity.ts';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';

const card = vi.hoisted((): { damage: string | null; error: Error | null } => ({
  damage: null,
  error: null,
}));
vi.mock(import('./storage/integrity.ts'), async (original) => ({
  ...(await original()),
  findDamage: () => (card.error === null ? Promise.resolve(card.damage) : Promise.reject(card.error)),
}));

const SECONDS_MS = 10_000;
let store: TestStore;
beforeEach(async () => {
  Object.assign(card, { damage: null, error: null });
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

it('that the card does not give in part is told, and sells on, until it was read again a minute later', async () => {
  card.error = new Unreadable('disk I/O error');
  store.start();
  await vi.advanceTimersByTimeAsync(SECONDS_MS);
  expect(store.damage.unreadable()).toBe(true);
  expect(store.writeGate.held()).toBeNull();
  expect(store.alarms.open()).toMatchObject([
    {
      ...{ id: 'unreadable', title: 'O cartão da loja tem defeito' },
      text: 'Uma parte dos dados não é lida. A loja segue vendendo enquanto puder: troque o cartão e restaure a última cópia.',
    },
  ]);
  card.error = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.damage.unreadable()).toBe(false);
  expect(store.alarms.open()).toEqual([]);
});

it('that could not be looked at for another reason is called neither damaged nor unreadable', async () => {
  card.error = new Error('no process could be started');
  store.start();
  await vi.advanceTimersByTimeAsync(SECONDS_MS);
  expect([store.damage.found(), store.damage.unreadable(), store.alarms.open()]).toEqual([false, false, []]);
});
