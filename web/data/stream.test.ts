// A stream whose server is silent, or whose device has gone offline, is lost and opened anew; one that is pinged stays.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStream } from './stream.ts';

const LIVE_PING_MS = 15_000;

/** As a browser's, with the test at its other end. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  constructor() {
    super();
    FakeEventSource.opened.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  tell(type: string, lastEventId = '', data = '{}'): void {
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
  }
}

let states: string[] = [];
/** From which event on each connection was asked for. */
let asked: (string | null)[] = [];
let heard: unknown[] = [];
let close: () => void;
const stream = (): FakeEventSource => FakeEventSource.opened.at(-1) ?? expect.fail('no stream was opened');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  FakeEventSource.opened = [];
  states = [];
  asked = [];
  heard = [];
  close = openStream({
    url: (lastEventId) => {
      asked.push(lastEventId);
      return '/api/live';
    },
    events: ['menu'],
    onEvent: (_event, data) => heard.push(data),
    onState: (state) => states.push(state),
  });
  stream().open();
});
afterEach(() => {
  close();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a stream on which nothing is heard is lost, and another one is opened', async () => {
  const first = stream();
  await vi.advanceTimersByTimeAsync(3 * LIVE_PING_MS);
  expect(states).toEqual(['connecting', 'live', 'lost']);
  expect(first.readyState).toBe(2);
  expect(stream()).not.toBe(first);
});

it.each(['ping', 'menu'])('a stream on which %s is heard stays', async (event) => {
  for (let heard = 0; heard < 10; heard += 1) {
    await vi.advanceTimersByTimeAsync(LIVE_PING_MS);
    stream().tell(event);
  }
  expect(states).toEqual(['connecting', 'live']);
  expect(FakeEventSource.opened).toHaveLength(1);
});

it('a stream that never opens is given up, and asked for again', async () => {
  stream().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(5_000);
  const silent = stream();
  await vi.advanceTimersByTimeAsync(3 * LIVE_PING_MS);
  expect(silent.readyState).toBe(2);
  expect(stream()).not.toBe(silent);
});

it('a device that goes offline has lost the stream at once, and opens it when it is back', async () => {
  window.dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('lost');
  const opened = FakeEventSource.opened.length;
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened.length).toBe(opened + 1);
  stream().open();
  expect(states.at(-1)).toBe('live');
});

it('there is one stream at a time, also where the network is back before the next try, or another try has begun', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  stream().dispatchEvent(new Event('error'));
  window.dispatchEvent(new Event('online'));
  const tried = stream();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(tried.readyState).toBe(2);
  stream().open();
  const { length } = FakeEventSource.opened;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeEventSource.opened).toHaveLength(length);
});

it('waits briefly again after a try that the phone was woken for, however many had come to nothing before', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  for (let tried = 0; tried < 5; tried += 1) {
    stream().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(20_000);
  }
  stream().dispatchEvent(new Event('error'));
  document.dispatchEvent(new Event('visibilitychange'));
  stream().dispatchEvent(new Event('error'));
  const { length } = FakeEventSource.opened;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeEventSource.opened).toHaveLength(length + 1);
});

it('a page that is looked at again, or a network that returns, leaves a stream alone that is open', () => {
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(states).toEqual(['connecting', 'live']);
});

it('a page that nobody looks at waits for its turn, whatever the network does, and opens when it is looked at', () => {
  stream().dispatchEvent(new Event('error'));
  Object.assign(document, { visibilityState: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(1);
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeEventSource.opened).toHaveLength(2);
});

it('waits longer after each try that came to nothing, up to twenty seconds, and briefly again once it was live', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const lostFor = async (): Promise<number> => {
    const { length } = FakeEventSource.opened;
    stream().dispatchEvent(new Event('error'));
    let waitedMs = 0;
    for (; FakeEventSource.opened.length === length; waitedMs += 1_000)
      await vi.advanceTimersByTimeAsync(1_000);
    return waitedMs;
  };
  const waits: number[] = [];
  for (let tried = 0; tried < 6; tried += 1) waits.push(await lostFor());
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
  stream().open();
  expect(await lostFor()).toBe(2_000);
});

it('goes on from the newest event that had an id', async () => {
  stream().tell('menu', '41');
  stream().tell('menu', '42');
  stream().tell('menu');
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(asked).toEqual([null, '42']);
});

it('a stream that was closed is not opened again, whether the network goes and comes or the phone wakes', async () => {
  close();
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10 * LIVE_PING_MS);
  expect(FakeEventSource.opened).toHaveLength(1);
});

it('what cannot be read is told to nobody, and what follows it is', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  stream().tell('menu', '', '{"cut');
  expect(heard).toEqual([]);
  stream().tell('menu', '', 'null');
  expect(heard).toEqual([null]);
});
