// Taps of a staff screen on their way to the store: what is not heard stays, and what is refused takes the taps after it along.
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addToastAtom, toastsAtom, type useToast } from '../../../ui/toast.tsx';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { boardOf } from './board.ts';
import { boardAtom, boardLoadAtom, pendingMovesAtom, reachableAtom, staffLiveAtom } from './live.ts';
import { sendTaps, tapAtom } from './taps.ts';

const kept = new Map<string, string>();
const toast = vi.fn<ReturnType<typeof useToast>>();
const endSession = vi.fn<() => void>();
const asked = vi.fn<typeof fetch>();
let store: ReturnType<typeof createStore>;
let stop: () => void;

const tap = (key: string, orderId: string) => ({
  key,
  orderId,
  move: { kind: 'start' as const, seen: 'RECEBIDO' as const },
  atMs: Date.now(),
});
const isMove = (path: unknown): boolean => typeof path === 'string' && path.endsWith('/moves');
const waiting = () => store.get(pendingMovesAtom).map(({ key }) => key);
const moves = () => asked.mock.calls.filter(([path]) => isMove(path)).length;
const answer = (status: number) =>
  asked.mockImplementation(async (path) =>
    isMove(path)
      ? Response.json(
          { type: 'about:blank', title: 'Não', status, detail: 'Não deu.', code: 'stale' },
          { status },
        )
      : Response.json({ orders: [], delivered: [], seq: 1, now: Date.now() }),
  );
const begin = async (...taps: ReturnType<typeof tap>[]): Promise<void> => {
  kept.set('balcao-staff-taps', JSON.stringify(taps));
  stop = sendTaps(store, toast, endSession);
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  for (const spy of [toast, endSession, asked]) spy.mockReset();
  store = createStore();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([429, 500, 503])(
  'stay where the store answers %i, and are sent again by the timer',
  async (status) => {
    answer(status);
    await begin(tap('a', 'one'), tap('b', 'two'));
    expect([waiting(), moves()]).toEqual([['a', 'b'], 1]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([waiting(), moves()]).toEqual([['a', 'b'], 2]);
    expect(toast).not.toHaveBeenCalled();
  },
);

it('stay where nobody answers, and the store is not reached', async () => {
  asked.mockRejectedValue(new TypeError('fetch failed'));
  await begin(tap('a', 'one'));
  expect([waiting(), store.get(reachableAtom)]).toEqual([['a'], false]);
});

it('that are refused take the later taps on the same order along, and no others', async () => {
  let first = true;
  answer(409);
  const refusing = asked.getMockImplementation()!;
  asked.mockImplementation(async (path, init) => {
    if (isMove(path) && !first) return new Promise<Response>(() => undefined);
    if (isMove(path)) first = false;
    return refusing(path, init);
  });
  await begin(tap('a', 'one'), tap('b', 'one'), tap('c', 'two'));
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting()).toEqual(['c']);
  expect(toast).toHaveBeenCalledOnce();
  expect(endSession).not.toHaveBeenCalled();
});

it('that are refused take back what was said of them, and of no other order', async () => {
  answer(409);
  store.set(addToastAtom, { title: 'Pedido Pronto', about: 'one' });
  store.set(addToastAtom, { title: 'Pedido entregue', about: 'two' });
  await begin(tap('a', 'one'));
  expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['Pedido entregue']);
});

it('that the store has heard are gone from the device, and the next reload sends none of them again', async () => {
  asked.mockImplementation(async () =>
    Response.json({ order: sampleOrder({ id: 'one', status: 'PREPARING' }) }),
  );
  await begin(tap('a', 'one'));
  expect([waiting(), moves()]).toEqual([[], 1]);
  expect(JSON.parse(kept.get('balcao-staff-taps') ?? '')).toEqual([]);
});

it('that are refused since the order was cancelled show it among the cancelled, and it is no error of anybody', async () => {
  const read = { delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 1, now: Date.now() };
  const begun = sampleOrder({ id: 'one', status: 'PREPARING', preparingAtMs: 5 });
  store.set(boardLoadAtom, { state: 'ready', board: boardOf({ ...read, orders: [begun] }, Date.now()) });
  const cancelled = [{ ...begun, status: 'CANCELLED' }];
  answer(409);
  const refusing = asked.getMockImplementation()!;
  asked.mockImplementation(async (path, init) =>
    isMove(path) ? refusing(path, init) : Response.json({ ...read, orders: [], cancelled }),
  );
  await begin(tap('a', 'one'));
  await vi.advanceTimersByTimeAsync(0);
  expect(toast).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ tone: 'info', text: 'Não deu.' }));
  // It is about a tap of some time ago: longer than what went well.
  expect(toast.mock.lastCall?.[0].durationMs).toBeGreaterThan(4_500);
  const board = store.get(boardAtom);
  expect([board?.orders.size, board?.cancelled.map(({ id }) => id)]).toEqual([0, ['one']]);
});

it('that are refused since the order was handed over elsewhere show it among the delivered', async () => {
  const read = { deliveredToday: 0, unpaidMore: 0, seq: 1, now: Date.now() };
  const ready = sampleOrder({ id: 'one', status: 'READY' });
  const board = boardOf({ ...read, orders: [ready], delivered: [] }, Date.now());
  store.set(boardLoadAtom, { state: 'ready', board });
  const delivered = [{ ...ready, status: 'DELIVERED', deliveredAtMs: 5 }];
  answer(409);
  const refusing = asked.getMockImplementation()!;
  asked.mockImplementation(async (path, init) =>
    isMove(path) ? refusing(path, init) : Response.json({ ...read, orders: [], delivered }),
  );
  await begin(tap('a', 'one'));
  await vi.advanceTimersByTimeAsync(0);
  const now = store.get(boardAtom);
  expect([now?.orders.size, now?.delivered.map(({ id }) => id)]).toEqual([0, ['one']]);
});

describe('that are refused', () => {
  const read = { delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 1, now: Date.now() };
  const made = sampleOrder({ id: 'one', status: 'PREPARING' });
  const other = sampleOrder({ id: 'three', status: 'RECEBIDO' });
  /** The tap on `made` is refused, and what the store then answers to a look at the board. */
  const refuse = async (board: () => Response, ...later: ReturnType<typeof tap>[]) => {
    store.set(boardLoadAtom, {
      state: 'ready',
      board: boardOf({ ...read, orders: [made, other] }, Date.now()),
    });
    answer(409);
    const refusing = asked.getMockImplementation()!;
    asked.mockImplementation(async (path, init) => (isMove(path) ? refusing(path, init) : board()));
    await begin(tap('a', 'one'), ...later);
    await vi.advanceTimersByTimeAsync(0);
  };

  it('show the card as the store has it', async () => {
    await refuse(() => Response.json({ ...read, orders: [{ ...made, status: 'READY' }] }));
    expect(store.get(boardAtom)?.orders.get('one')?.status).toBe('READY');
  });

  it('take the card away where the store has none', async () => {
    await refuse(() => Response.json({ ...read, orders: [other] }));
    expect([...(store.get(boardAtom)?.orders.keys() ?? [])]).toEqual(['three']);
  });

  it('and whose card cannot be read then leave it, and hold nothing up', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    await refuse(() => new Response(null, { status: 503 }), tap('b', 'two'));
    expect([...(store.get(boardAtom)?.orders.keys() ?? [])]).toEqual(['one', 'three']);
    expect([waiting(), moves(), toast.mock.calls.length]).toEqual([[], 2, 2]);
    expect(warned).toHaveBeenCalledTimes(2);
    warned.mockRestore();
  });
});

it('are given up for now after six seconds without an answer', async () => {
  const bounds = vi.spyOn(AbortSignal, 'timeout');
  answer(503);
  await begin(tap('a', 'one'));
  expect(bounds.mock.calls).toEqual([[6_000]]);
  bounds.mockRestore();
});

it('twice on the same button are one wish while the first waits; on another state, station or order they are two', () => {
  stop = () => undefined;
  const ready = { kind: 'mark-ready', seen: 'PREPARING' } as const;
  for (const [orderId, move] of [
    ['one', ready],
    ['one', ready],
    ['one', { ...ready, station: 'bar' }],
    ['one', { ...ready, station: 'bar' }],
    ['one', { kind: 'back-to-preparing', seen: 'READY' }],
    ['one', { kind: 'mark-ready', seen: 'RECEBIDO' }],
    ['two', ready],
  ] as const)
    expect(store.set(tapAtom, orderId, move)).toBe(true);
  expect(store.get(pendingMovesAtom).map(({ orderId, move }) => [orderId, move])).toEqual([
    ['one', ready],
    ['one', { ...ready, station: 'bar' }],
    ['one', { kind: 'back-to-preparing', seen: 'READY' }],
    ['one', { kind: 'mark-ready', seen: 'RECEBIDO' }],
    ['two', ready],
  ]);
  expect(JSON.parse(kept.get('balcao-staff-taps') ?? '[]')).toHaveLength(5);
});

it('are two hundred at most: one more is not taken, and none before it is lost', () => {
  stop = () => undefined;
  const take = (n: number) => store.set(tapAtom, `order${n}`, { kind: 'start', seen: 'RECEBIDO' });
  for (let n = 0; n < 200; n += 1) expect(take(n)).toBe(true);
  expect(take(200)).toBe(false);
  expect(store.get(pendingMovesAtom).map(({ orderId }) => orderId)).toEqual(
    Array.from({ length: 200 }, (_, n) => `order${n}`),
  );
});

it('of somebody who is signed in no more are kept, and the session ends', async () => {
  answer(401);
  await begin(tap('a', 'one'));
  expect(waiting()).toEqual(['a']);
  expect(endSession).toHaveBeenCalledOnce();
});

it('are sent as soon as the stream is heard again', async () => {
  answer(503);
  await begin(tap('a', 'one'));
  store.set(staffLiveAtom, 'lost');
  await vi.advanceTimersByTimeAsync(0);
  expect(moves()).toBe(1);
  store.set(staffLiveAtom, 'live');
  await vi.advanceTimersByTimeAsync(0);
  expect(moves()).toBe(2);
});

it('are sent as soon as somebody else’s call was answered', async () => {
  asked.mockRejectedValue(new TypeError('fetch failed'));
  await begin(tap('a', 'one'));
  expect([moves(), store.get(reachableAtom)]).toEqual([1, false]);
  store.set(reachableAtom, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(moves()).toBe(2);
});

it('are sent when the network is back, and by nobody once the screen is left', async () => {
  answer(503);
  await begin(tap('a', 'one'));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(moves()).toBe(2);
  stop();
  window.dispatchEvent(new Event('online'));
  store.set(reachableAtom, false);
  store.set(reachableAtom, true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(moves()).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});
