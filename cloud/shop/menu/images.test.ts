// Which pictures of a menu are missing is looked up for few stores at once, though all of them come back together after a restart.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import type { Db } from '../../storage/open.ts';
import { createPictures } from './images.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('looks at the menus of no more than two stores at once, at each of them once, and goes on after one that fails', async () => {
  const underWay: { storeId: string; end: (failed: boolean) => void }[] = [];
  const lookedAt: string[] = [];
  const warned: unknown[] = [];
  const pictures = createPictures({
    // Without a picture in any menu nothing is asked of it.
    db: {} as Db,
    session: () => null,
    catalog: () => Promise.reject(new Error('nobody asks for a picture')),
    catalogOnce: (storeId) =>
      new Promise((resolve, reject) => {
        lookedAt.push(storeId);
        underWay.push({
          storeId,
          end: (failed) => (failed ? reject(new Error('no database')) : resolve(sampleCatalog())),
        });
      }),
    log: { warn: (details) => void warned.push(details) },
  });
  const stores = ['a', 'b', 'c', 'd', 'e'];
  for (const storeId of [...stores, ...stores]) pictures.copyAll(storeId);
  vi.advanceTimersByTime(1000);
  let most = 0;
  for (let ended = 0; ended < stores.length; ended += 1) {
    await turn();
    most = Math.max(most, underWay.length);
    underWay.shift()?.end(ended === 1);
  }
  await turn();
  expect({ most, lookedAt: lookedAt.toSorted(), warned }).toEqual({
    most: 2,
    lookedAt: stores,
    warned: [{ storeId: 'b', err: new Error('no database') }],
  });
});
