import { expect, it } from 'vitest';
import { keptFor } from './kept.ts';

function counting(answer: (reads: number) => Promise<number> = (reads) => Promise.resolve(reads)) {
  const time = { nowMs: 1000 };
  let reads = 0;
  const ask = keptFor(
    10,
    () => time.nowMs,
    () => answer((reads += 1)),
  );
  return { time, ask };
}

it('reads once for all who ask within the time, and anew from then on', async () => {
  const { time, ask } = counting();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  time.nowMs += 9;
  expect(await ask()).toBe(1);
  time.nowMs += 1;
  expect(await ask()).toBe(2);
});

it('keeps no failure, and nothing over a clock that was set back', async () => {
  const { time, ask } = counting((reads) =>
    reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(reads),
  );
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBe(2);
  time.nowMs -= 5;
  expect(await ask()).toBe(3);
});

it('keeps what was read since, when an earlier read fails late', async () => {
  const late = Promise.withResolvers<number>();
  const { time, ask } = counting((reads) => (reads === 1 ? late.promise : Promise.resolve(reads)));
  const first = ask();
  time.nowMs += 10;
  expect(await ask()).toBe(2);
  late.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  expect(await ask()).toBe(2);
});
