import { expect, it } from 'vitest';
import { coalesceRuns } from './coalesce-runs.ts';

/** A database that answers when the test says so. */
function createScene() {
  const asked: PromiseWithResolvers<void>[] = [];
  const told: unknown[] = [];
  const look = coalesceRuns(
    () => {
      const one = Promise.withResolvers<void>();
      asked.push(one);
      return one.promise;
    },
    (error) => void told.push(error),
  );
  return { asked, told, look };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('looks once while the one before is not answered, and once more after it, however often it was asked for', async () => {
  const { asked, look } = createScene();
  for (let times = 0; times < 100; times += 1) look();
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve();
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve();
  await look.idle();
  expect(asked).toHaveLength(2);
  look();
  expect(asked).toHaveLength(3);
});

it('tells what a look failed with, and looks again when it was asked for meanwhile', async () => {
  const { asked, told, look } = createScene();
  look();
  look();
  const reason = new Error('the database is away');
  asked[0]?.reject(reason);
  await turn();
  expect(told).toEqual([reason]);
  expect(asked).toHaveLength(2);
  asked[1]?.resolve();
  await look.idle();
});

it('looks again after a look that failed before it asked for anything', async () => {
  const told: unknown[] = [];
  const reason = new Error('no such store');
  const look = coalesceRuns(
    () => {
      throw reason;
    },
    (error) => void told.push(error),
  );
  look();
  await look.idle();
  look();
  await look.idle();
  expect(told).toEqual([reason, reason]);
});
