// The look at all stores every few seconds: where nothing changed nothing is written, however many stores there are.
import { expect, it } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import type { StoreRow } from '../shop/stores/stores.ts';
import { createWatch } from './watch.ts';

const AWAY_MS = 300_000;
const CHECK_EVERY_MS = 15_000;

function createScene() {
  let nowMs = 1_800_000_000_000;
  const written: string[] = [];
  const texts: string[] = [];
  // Open day and night.
  let { settings } = sampleCatalog();
  const asked: string[] = [];
  const lasting = new Map<string, Set<string>>();
  const of = (storeId: string): Set<string> => {
    const known = lasting.get(storeId) ?? new Set();
    lasting.set(storeId, known);
    return known;
  };
  const linked = new Set<string>();
  const stores: (Pick<StoreRow, 'storeId' | 'condition' | 'lastSeenMs'> & Partial<StoreRow>)[] = [];
  let looks = 0;
  const watch = createWatch({
    stores: () => Promise.resolve(stores as StoreRow[]),
    isLinked: (storeId) => linked.has(storeId),
    settings(storeId) {
      asked.push(storeId);
      return Promise.resolve(settings);
    },
    alarms: {
      raise(storeId, id, _title, text) {
        written.push(`raise ${storeId} ${id}`);
        texts.push(text);
        of(storeId).add(id);
        return Promise.resolve();
      },
      end(storeId, id) {
        written.push(`end ${storeId} ${id}`);
        of(storeId).delete(id);
        return Promise.resolve();
      },
      loadLastingAlarms() {
        looks += 1;
        return Promise.resolve(lasting);
      },
    },
    clock: () => nowMs,
    timeZone: 'America/Sao_Paulo',
    awayMs: AWAY_MS,
  });
  return {
    stores,
    linked,
    written,
    asked,
    texts,
    set: (change: Partial<typeof settings>) => (settings = { ...settings, ...change }),
    looks: () => looks,
    now: () => nowMs,
    async after(ms: number): Promise<string[]> {
      nowMs += ms;
      await watch();
      return written.splice(0);
    },
  };
}

it('writes nothing of stores that are as they were, and asks once for all of them', async () => {
  const scene = createScene();
  for (let at = 0; at < 50; at += 1) {
    scene.stores.push({ storeId: `s${at}`, condition: 'following', lastSeenMs: scene.now() });
    scene.linked.add(`s${at}`);
  }
  expect(await scene.after(CHECK_EVERY_MS)).toEqual([]);
  expect(await scene.after(CHECK_EVERY_MS)).toEqual([]);
  expect([scene.looks(), scene.asked]).toEqual([2, []]);
});

it('tells once of a store that is away, and once that it is back', async () => {
  const scene = createScene();
  scene.stores.push({ storeId: 'a', condition: 'following', lastSeenMs: scene.now() });
  expect(await scene.after(AWAY_MS)).toEqual(['raise a store-away']);
  expect(await scene.after(CHECK_EVERY_MS)).toEqual([]);
  expect(scene.asked).toEqual(['a']);
  scene.linked.add('a');
  expect(await scene.after(CHECK_EVERY_MS)).toEqual(['end a store-away']);
  expect(await scene.after(CHECK_EVERY_MS)).toEqual([]);
});

it('tells nothing of a store that was seen within the minute, which another process has, nor of one that is linked here', async () => {
  const scene = createScene();
  const store = { storeId: 'a', condition: 'following' as StoreRow['condition'], lastSeenMs: scene.now() };
  scene.stores.push(store);
  expect(await scene.after(AWAY_MS)).toEqual(['raise a store-away']);
  // Seen a minute ago it is away still; a moment less, and it is back.
  store.lastSeenMs = scene.now() + CHECK_EVERY_MS - 60_000;
  expect(await scene.after(CHECK_EVERY_MS)).toEqual([]);
  store.lastSeenMs = scene.now() + CHECK_EVERY_MS - 59_999;
  expect(await scene.after(CHECK_EVERY_MS)).toEqual(['end a store-away']);
  scene.stores[0] = { ...store, lastSeenMs: scene.now() + CHECK_EVERY_MS - 2 * AWAY_MS };
  scene.linked.add('a');
  expect(await scene.after(CHECK_EVERY_MS)).toEqual([]);
});

it('looks every quarter of a minute, however often it is asked', async () => {
  const scene = createScene();
  const looksAfter = async (ms: number): Promise<number> => {
    await scene.after(ms);
    return scene.looks();
  };
  expect([
    await looksAfter(0),
    await looksAfter(1),
    await looksAfter(CHECK_EVERY_MS - 2),
    await looksAfter(1),
    await looksAfter(CHECK_EVERY_MS),
  ]).toEqual([1, 1, 1, 2, 3]);
});

it('tells once of a store whose log cannot be followed, and once that it can be', async () => {
  const scene = createScene();
  scene.linked.add('a');
  const store = { storeId: 'a', condition: 'quarantined' as StoreRow['condition'], lastSeenMs: scene.now() };
  scene.stores.push(store);
  expect(await scene.after(CHECK_EVERY_MS)).toEqual(['raise a store-held']);
  expect(await scene.after(CHECK_EVERY_MS)).toEqual([]);
  store.condition = 'following';
  expect(await scene.after(CHECK_EVERY_MS)).toEqual(['end a store-held']);
});

it('gives every store the time to come back after the relay was down itself, and says for how long it has not been seen', async () => {
  const scene = createScene();
  scene.stores.push({ storeId: 'a', condition: 'following', lastSeenMs: scene.now() - 3 * AWAY_MS });
  expect(await scene.after(AWAY_MS - 1)).toEqual([]);
  expect(await scene.after(CHECK_EVERY_MS)).toEqual(['raise a store-away']);
  expect(scene.texts).toEqual([
    'A loja está sem conexão com o site há 20 min. Veja a internet e o servidor da loja.',
  ]);
});

it.each([
  ['paused', true],
  ['closed', false],
])('of a store that is away and %s it tells: %s', async (state, isTold) => {
  const scene = createScene();
  if (state === 'paused') scene.set({ pausedUntilMs: scene.now() + 10 * AWAY_MS });
  else scene.set({ openingHours: { weekly: [[], [], [], [], [], [], []], holidays: [] } });
  scene.stores.push({ storeId: 'a', condition: 'following', lastSeenMs: scene.now() });
  expect(await scene.after(AWAY_MS)).toEqual(isTold ? ['raise a store-away'] : []);
});

it('a store that never came after its pairing is missed since then', async () => {
  const scene = createScene();
  scene.stores.push({ storeId: 'a', condition: 'following', lastSeenMs: 0, pairedAtMs: scene.now() });
  expect(await scene.after(AWAY_MS - 1)).toEqual([]);
  expect(await scene.after(CHECK_EVERY_MS)).toEqual(['raise a store-away']);
  expect(scene.texts).toEqual([
    'A loja está sem conexão com o site há 5 min. Veja a internet e o servidor da loja.',
  ]);
});

it('a store that is away while the shop is closed is missed once it opens, by the hours of its own place', async () => {
  const scene = createScene();
  const day = [{ opens: '06:00', closes: '22:00' }];
  scene.set({ openingHours: { weekly: [day, day, day, day, day, day, day], holidays: [] } });
  // Five in the morning in São Paulo, and eight in Greenwich.
  expect(new Date(scene.now()).toISOString()).toContain('T08:00:00');
  scene.stores.push({ storeId: 'a', condition: 'following', lastSeenMs: scene.now() });
  expect(await scene.after(AWAY_MS)).toEqual([]);
  expect(await scene.after(54 * 60_000)).toEqual([]);
  expect(await scene.after(60_000)).toEqual(['raise a store-away']);
});
