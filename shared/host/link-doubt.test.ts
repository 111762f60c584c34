import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLinkDoubt } from './link-doubt.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function openLine() {
  const line = Object.assign(new EventEmitter(), { ping: vi.fn<() => void>(), readyState: 1, OPEN: 1 });
  const onHeardAgain = vi.fn<(sign: string) => void>();
  return { line, onHeardAgain, doubt: createLinkDoubt(line, onHeardAgain) };
}

it.each(['pong', 'ping', 'message'] as const)(
  '[A6] the other side is in doubt once it answers no ping for 2.5 s, and heard again by a %s, each said once',
  async (sign) => {
    const { line, onHeardAgain, doubt } = openLine();
    const onDoubt = vi.fn<() => void>();
    doubt.onDoubt(onDoubt);
    const first = doubt.isHeard();
    await vi.advanceTimersByTimeAsync(2499);
    expect(doubt.isInDoubt()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toBe(false);
    expect(doubt.isInDoubt()).toBe(true);
    const second = doubt.isHeard();
    await vi.advanceTimersByTimeAsync(2500);
    expect(await second).toBe(false);
    expect(onDoubt).toHaveBeenCalledOnce();
    expect(onHeardAgain).not.toHaveBeenCalled();
    line.emit(sign);
    line.emit(sign);
    expect(doubt.isInDoubt()).toBe(false);
    expect(onHeardAgain.mock.calls).toEqual([[sign]]);
  },
);

it('[A6] is not in doubt when it answers, nor when the link has ended, and tells nobody who listens no more', async () => {
  const { line, onHeardAgain, doubt } = openLine();
  const onDoubt = vi.fn<() => void>();
  const stopListening = doubt.onDoubt(onDoubt);
  const answered = doubt.isHeard();
  expect(line.ping).toHaveBeenCalledOnce();
  line.emit('pong');
  expect(await answered).toBe(true);
  line.readyState = 3;
  const ended = doubt.isHeard();
  await vi.advanceTimersByTimeAsync(2500);
  expect(await ended).toBe(false);
  expect(doubt.isInDoubt()).toBe(false);
  line.readyState = 1;
  stopListening();
  const silent = doubt.isHeard();
  await vi.advanceTimersByTimeAsync(2500);
  expect(await silent).toBe(false);
  expect(onDoubt).not.toHaveBeenCalled();
  expect(onHeardAgain).not.toHaveBeenCalled();
});

it('[A6] whoever stops to listen twice leaves the others listening', async () => {
  const { doubt } = openLine();
  const gone = vi.fn<() => void>();
  const there = vi.fn<() => void>();
  const stopListening = doubt.onDoubt(gone);
  doubt.onDoubt(there);
  stopListening();
  stopListening();
  void doubt.isHeard();
  await vi.advanceTimersByTimeAsync(2500);
  expect(gone).not.toHaveBeenCalled();
  expect(there).toHaveBeenCalledOnce();
});
