import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { SMALL_HEAP_FLAGS } from '@balcao/shared/host/small-heap.ts';
import { fitHeap, heapFlagsFor } from './fit-heap.ts';

const MB = 1024 * 1024;
const LARGE = ['--semi-space-growth-factor=2', '--heap-growing-percent=100', '--no-parallel-scavenge'];

test.each([
  [0, SMALL_HEAP_FLAGS, SMALL_HEAP_FLAGS],
  [128 * MB - 1, SMALL_HEAP_FLAGS, SMALL_HEAP_FLAGS],
  [128 * MB, SMALL_HEAP_FLAGS, LARGE],
  [128 * MB + 1, LARGE, LARGE],
  [128 * MB - 1, LARGE, LARGE],
  [64 * MB, LARGE, LARGE],
  [64 * MB - 1, LARGE, SMALL_HEAP_FLAGS],
])('a heap of %d bytes, with %j before, is given %j', (liveBytes, before, after) => {
  expect(heapFlagsFor(liveBytes, before)).toEqual(after);
});

let end = (): void => undefined;
afterEach(() => end());

test('a relay begins small, has room from the collection on that found much, and is small again when that is gone', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const told: string[][] = [];
  let live = 200 * MB;
  let flags: string[] = [];
  end = fitHeap({
    liveBytes: () => live,
    setFlag: (flag) => {
      flags.push(flag);
      if (flags.length < 3) return;
      told.push(flags);
      flags = [];
    },
  });
  expect(told).toEqual([SMALL_HEAP_FLAGS]);
  collect();
  await expect.poll(() => told).toEqual([SMALL_HEAP_FLAGS, LARGE]);
  live = 20 * MB;
  collect();
  await expect.poll(() => told).toEqual([SMALL_HEAP_FLAGS, LARGE, SMALL_HEAP_FLAGS]);
});
