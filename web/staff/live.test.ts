// The board on a staff screen follows its stream: asked for when the screen opens, and whenever the stream was away and is back.
import type { Board } from '@balcao/shared/http/staff.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boardAtom, followBoard, staffLiveAtom } from './live.ts';

/** As a browser's, with the test at its other end. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  say(type: 'open' | 'error'): void {
    this.dispatchEvent(new Event(type));
  }
}

const order = sampleOrder({ status: 'RECEBIDO' });
let board: Pick<Board, 'orders' | 'delivered' | 'seq' | 'now'>;
const asked = vi.fn<() => Promise<Response>>(async () => Response.json(board));
let store: ReturnType<typeof createStore>;
let stop: () => void;

const stream = (): FakeEventSource => FakeEventSource.opened.at(-1) as FakeEventSource;
const settle = () => vi.advanceTimersByTimeAsync(0);
const statusOnScreen = () => store.get(boardAtom)?.orders.get(order.id)?.status;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  asked.mockClear();
  FakeEventSource.opened = [];
  board = { orders: [order], delivered: [], seq: 7, now: Date.now() };
  store = createStore();
  stop = followBoard(store, () => undefined);
  await settle();
  stream().say('open');
  await settle();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is asked for once when the screen opens, and followed from there', () => {
  expect(asked).toHaveBeenCalledTimes(1);
  expect(stream().url).toBe('/api/staff/live?since=7');
  expect(store.get(staffLiveAtom)).toBe('live');
});

it('is asked for again when the stream is back, with what nobody said meanwhile', async () => {
  stream().say('error');
  // Asked for while the stream is away, the other side still answers as before.
  await vi.advanceTimersByTimeAsync(3_000);
  const whileAway = asked.mock.calls.length;
  board = { ...board, orders: [{ ...order, status: 'READY' }] };
  stream().say('open');
  await settle();
  expect(asked).toHaveBeenCalledTimes(whileAway + 1);
  expect(statusOnScreen()).toBe('READY');
});
