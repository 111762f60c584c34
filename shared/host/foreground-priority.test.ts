import { expect, it } from 'vitest';
import { createForegroundPriority } from './foreground-priority.ts';

const never = (): Promise<void> => new Promise(() => undefined);

it('is free at once while nobody waits', async () => {
  await createForegroundPriority(never).waitUntilIdle(50);
});

it('is free when the last one was answered, also when that failed', async () => {
  const way = createForegroundPriority(never);
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = way.runForeground(() => one.promise);
  const second = way.runForeground(() => two.promise);
  let isFree = false;
  const free = way.waitUntilIdle(50).then(() => (isFree = true));
  one.resolve();
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  expect(isFree).toBe(false);
  two.reject(new Error('no answer'));
  await expect(second).rejects.toThrow('no answer');
  await free;
  await way.waitUntilIdle(50);
});

it('is waited for again after it was free once', async () => {
  const way = createForegroundPriority(never);
  await way.runForeground(() => Promise.resolve());
  const next = Promise.withResolvers<void>();
  const answered = way.runForeground(() => next.promise);
  let isFree = false;
  const free = way.waitUntilIdle(50).then(() => (isFree = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isFree).toBe(false);
  next.resolve();
  await Promise.all([answered, free]);
});

it('is free in the end, however long somebody waits', async () => {
  const asked: number[] = [];
  const late = Promise.withResolvers<void>();
  const way = createForegroundPriority((ms) => {
    asked.push(ms);
    return late.promise;
  });
  void way.runForeground(never);
  const free = way.waitUntilIdle(50);
  expect(asked).toEqual([50]);
  late.resolve();
  await free;
});
