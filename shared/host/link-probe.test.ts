import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLinkProbe, SIGNS_OF_LIFE } from './link-probe.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function openLine(readyState = 1) {
  const line = Object.assign(new EventEmitter(), { ping: vi.fn<() => void>(), readyState, OPEN: 1 });
  const listening = (): number => SIGNS_OF_LIFE.reduce((sum, sign) => sum + line.listenerCount(sign), 0);
  return { line, listening, probe: createLinkProbe(line) };
}

it('who asks while another waits gets the same answer, by one ping; who asks later, an answer of their own', async () => {
  const { line, probe } = openLine();
  const answers = [probe(), probe()];
  expect(line.ping).toHaveBeenCalledTimes(1);
  line.emit('pong');
  expect(await Promise.all(answers)).toEqual([true, true]);
  const later = probe();
  expect(line.ping).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2500);
  expect(await later).toBe(false);
});

it('listens to the line only while somebody waits', async () => {
  const { line, listening, probe } = openLine();
  for (const answer of [() => line.emit('message'), () => vi.advanceTimersByTime(2500)]) {
    const asked = probe();
    expect(listening()).toBe(SIGNS_OF_LIFE.length);
    answer();
    await asked;
    expect(listening()).toBe(0);
  }
  expect(vi.getTimerCount()).toBe(0);
});

it('takes an answer that lay there unread while the machine was busy', async () => {
  const { line, probe } = openLine();
  const asked = probe();
  // The time is over before anything that came meanwhile is read.
  vi.advanceTimersByTime(2500);
  line.emit('pong');
  expect(await asked).toBe(true);
});

it('pings no line that is not open', async () => {
  const { line, probe } = openLine(3);
  const asked = probe();
  await vi.advanceTimersByTimeAsync(2500);
  expect(await asked).toBe(false);
  expect(line.ping).not.toHaveBeenCalled();
});
