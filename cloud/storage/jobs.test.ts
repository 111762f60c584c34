// The relay's background jobs: how much of what is due is under way at once, and what the log says of a job that fails.
import { expect, it } from 'vitest';
import { createJobs, mapConcurrent, workerHost } from './jobs.ts';

it('of much that is due so many are under way at once as is said, each of them once and in its order', async () => {
  const began: number[] = [];
  let underWay = 0;
  let most = 0;
  await mapConcurrent([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    began.push(item);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  });
  expect({ most, began }).toEqual({ most: 3, began: [1, 2, 3, 4, 5, 6, 7] });
});

it('a job that fails is logged with its name, why, and how often it has failed; the others are run all the same', async () => {
  const told: object[] = [];
  const ran: string[] = [];
  const jobs = createJobs(
    [
      { name: 'refunds', run: () => Promise.reject(new Error('away')) },
      { name: 'checks', run: () => Promise.resolve(ran.push('checks')) },
    ],
    2000,
    workerHost({
      clock: () => 7,
      log: { error: (details, text) => void told.push({ ...details, text }) },
    }),
  );
  await jobs.once();
  await jobs.once();
  const text = 'a background job failed; it is tried again';
  expect(told).toEqual([
    { err: new Error('away'), worker: 'refunds', failures: 1, text },
    { err: new Error('away'), worker: 'refunds', failures: 2, text },
  ]);
  expect(ran).toEqual(['checks', 'checks']);
});
