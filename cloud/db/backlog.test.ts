// When the relay says that its embedded database is behind, and when no longer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBacklog } from './backlog.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A database whose turns the test gives. */
function slowDatabase() {
  const turns: PromiseWithResolvers<void>[] = [];
  const backlog = createBacklog(() => {
    const turn = Promise.withResolvers<void>();
    turns.push(turn);
    return turn.promise;
  });
  return { turns, backlog };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('[67] is behind once somebody waits for more than a second, and until somebody waited less', async () => {
  const { turns, backlog } = slowDatabase();
  expect(backlog.isBehind()).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(backlog.isBehind()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(backlog.isBehind()).toBe(true);
  turns[0]?.resolve();
  await settle();
  // It is asked again, by whoever comes; until that is answered the last answer counts.
  expect(backlog.isBehind()).toBe(true);
  turns[1]?.resolve();
  await settle();
  expect(backlog.isBehind()).toBe(false);
});

it('[67] is asked once a second at most, however many come, and never twice at once', async () => {
  const { turns, backlog } = slowDatabase();
  for (let visitor = 0; visitor < 50; visitor += 1) backlog.isBehind();
  expect(turns).toHaveLength(1);
  vi.advanceTimersByTime(5000);
  backlog.isBehind();
  expect(turns).toHaveLength(1);
  turns[0]?.resolve();
  await settle();
  backlog.isBehind();
  backlog.isBehind();
  expect(turns).toHaveLength(2);
  turns[1]?.resolve();
  await settle();
  backlog.isBehind();
  expect(turns).toHaveLength(2);
});

it('[67] lets in who comes after a while in which nobody came', async () => {
  const { turns, backlog } = slowDatabase();
  backlog.isBehind();
  vi.advanceTimersByTime(2000);
  turns[0]?.resolve();
  await settle();
  vi.advanceTimersByTime(20_000);
  expect(backlog.isBehind()).toBe(false);
});

it('[67] is not behind for good when it fails: what it fails at is said elsewhere', async () => {
  const { turns, backlog } = slowDatabase();
  backlog.isBehind();
  turns[0]?.reject(new Error('away'));
  await settle();
  expect(backlog.isBehind()).toBe(false);
});
