// The board on a staff screen follows its stream: asked for when the screen opens, and whenever the stream was away and is back.
import type { Board } from '@balcao/shared/http/staff.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../request.ts';
import {
  awayAtom,
  boardAtom,
  boardLoadAtom,
  clockSkewAtom,
  conditionTurnAtom,
  followBoard,
  menuTurnAtom,
  orderEventAtom,
  printerTurnAtom,
  reachableAtom,
  staffLiveAtom,
  wholesaleTurnAtom,
} from './live.ts';
import { endSessionAtom, loadSessionAtom } from '../session/session.ts';

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
  tell(type: string, data: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

const order = sampleOrder({ status: 'RECEBIDO' });
let board: Pick<Board, 'orders' | 'delivered' | 'seq' | 'now' | 'away'> &
  Partial<Pick<Board, 'unpaidMore' | 'panel'>>;
const asked = vi.fn<typeof fetch>(async () => Response.json(board));
let store: ReturnType<typeof createStore>;
let stop: () => void;
const endSession = vi.fn<() => void>();

const stream = (): FakeEventSource => FakeEventSource.opened.at(-1) as FakeEventSource;
const settle = () => vi.advanceTimersByTimeAsync(0);
/** How often the menu, the printers, wholesale orders and lists of orders were told to be read again. */
const turns = () =>
  [menuTurnAtom, printerTurnAtom, wholesaleTurnAtom]
    .map((turn) => store.get(turn))
    .concat(store.get(orderEventAtom).turn);
/** What was asked for since the last look. */
const paths = (): string[] => {
  const found = asked.mock.calls.map(([path]) => (typeof path === 'string' ? path : 'no path'));
  asked.mockClear();
  return found;
};
const statusOnScreen = () => store.get(boardAtom)?.orders.get(order.id)?.status;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  asked.mockReset();
  asked.mockImplementation(async () => Response.json(board));
  endSession.mockClear();
  FakeEventSource.opened = [];
  board = { orders: [order], delivered: [], seq: 7, now: Date.now() };
  store = createStore();
  stop = followBoard(store, endSession);
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
  paths();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(paths()).toEqual(['/api/staff/board']);
  const whileAway = asked.mock.calls.length;
  board = { ...board, orders: [{ ...order, status: 'READY' }] };
  stream().say('open');
  await settle();
  expect(turns()).toEqual([1, 1, 1, 1]);
  expect(asked.mock.calls.slice(whileAway)).toContainEqual(['/api/staff/board', expect.anything()]);
  // What customers see of menu and shop may have changed meanwhile, too.
  expect(paths()).toEqual(expect.arrayContaining(['/api/menu', '/api/store']));
  expect(statusOnScreen()).toBe('READY');
});

it('[107] has every other list read again after the network was gone: the new stream says nothing of what it missed', async () => {
  expect(turns()).toEqual([0, 0, 0, 0]);
  window.dispatchEvent(new Event('offline'));
  board = { ...board, orders: [{ ...order, status: 'READY' }], seq: 9 };
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(stream().url).toBe('/api/staff/live?since=9');
  expect(statusOnScreen()).toBe('READY');
  expect(turns()).toEqual([1, 1, 1, 1]);
  // A board that is only read again has missed nothing.
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(turns()).toEqual([1, 1, 1, 1]);
});

it('[107] is asked for again when the stream was opened on the other side than the board came from', async () => {
  const before = asked.mock.calls.length;
  stream().tell('hello', { now: Date.now() });
  await settle();
  expect(asked.mock.calls.length).toBe(before);
  board = { ...board, away: true };
  stream().tell('hello', { now: Date.now(), away: true });
  await settle();
  expect(store.get(awayAtom)).toBe(true);
  expect(turns()).toEqual([1, 1, 1, 1]);
});

it('[A6] knows that the store is away before an answer is given that the relay gave in its place, and reads all anew', async () => {
  const first = stream();
  board = { ...board, away: true };
  asked.mockImplementation(async () =>
    Response.json(board, { headers: { 'x-balcao-answered-by': 'relay' } }),
  );
  const saved = call('PATCH /api/staff/settings', { body: {} }).then(() => store.get(awayAtom));
  expect(await saved).toBe(true);
  await settle();
  expect(store.get(reachableAtom)).toBe(true);
  // The one before is connected to a store that says nothing any more.
  expect(stream()).not.toBe(first);
  expect(turns()).toEqual([1, 1, 1, 1]);
  expect(paths().filter((path) => path === '/api/staff/board')).toHaveLength(2);
});

it('[A6] knows it also while the board is asked for, and reads all anew once the board says the same', async () => {
  let answerBoard: (response: Response) => void = () => undefined;
  const relays = () =>
    Response.json({ ...board, away: true }, { headers: { 'x-balcao-answered-by': 'relay' } });
  asked.mockImplementation(async (path) =>
    path === '/api/staff/board' ? await new Promise((resolve) => (answerBoard = resolve)) : relays(),
  );
  paths();
  stream().tell('resync', {});
  await settle();
  expect(paths()).toEqual(['/api/staff/board']);
  const saved = call('PATCH /api/staff/settings', { body: {} }).then(() => store.get(awayAtom));
  expect(await saved).toBe(true);
  await settle();
  expect(paths()).toEqual(['/api/staff/settings']);
  // A stream that begins anew has the lists of orders alone read again.
  expect(turns()).toEqual([0, 0, 0, 1]);
  answerBoard(relays());
  await settle();
  expect(store.get(awayAtom)).toBe(true);
  expect(turns()).toEqual([1, 1, 1, 2]);
});

it('[107] is found out by a heartbeat to be on the other side, either way, when the stream never said so', async () => {
  // One answer for both questions: whether the store is away stands in either.
  board = { ...board, away: true };
  const first = stream();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(store.get(awayAtom)).toBe(true);
  expect(stream()).not.toBe(first);
  const second = stream();
  board = { ...board, away: undefined };
  await vi.advanceTimersByTimeAsync(12_000);
  expect(store.get(awayAtom)).toBe(false);
  expect(stream()).not.toBe(second);
});

it('is asked for again once an order was paid while more unpaid ones wait than are shown: another takes its place', async () => {
  const news = async (status: 'PENDING' | 'RECEBIDO'): Promise<string[]> => {
    paths();
    stream().tell('order', { ...order, status });
    await vi.advanceTimersByTimeAsync(3_000);
    return paths();
  };
  expect(await news('RECEBIDO')).toEqual([]);
  board = { ...board, unpaidMore: 2 };
  stream().tell('resync', {});
  await settle();
  expect(await news('PENDING')).toEqual([]);
  expect(await news('RECEBIDO')).toEqual(['/api/staff/board']);
});

it('is asked for again when menu or settings changed: it carries the settings of the kitchen, and what customers see goes with it', async () => {
  paths();
  stream().tell('menu', {});
  await settle();
  expect(paths().toSorted()).toEqual(['/api/menu', '/api/staff/board', '/api/store']);
  expect(store.get(menuTurnAtom)).toBe(1);
});

it('tells ages by the clock of the store, as the board and each stream say it', async () => {
  board = { ...board, now: Date.now() + 90_000 };
  stream().tell('resync', {});
  await settle();
  expect(store.get(clockSkewAtom)).toBe(90_000);
  stream().tell('hello', { now: Date.now() - 60_000 });
  expect(store.get(clockSkewAtom)).toBe(-60_000);
});

it('goes on showing the cancelled order of the day that a board read anew knows nothing of any more', async () => {
  const panel = { date: '2026-11-21', series: 1 };
  board = { ...board, panel, orders: [] };
  stream().tell('resync', {});
  await settle();
  stream().tell('order', { ...order, status: 'CANCELLED', preparingAtMs: 5, panelDate: panel.date });
  stream().tell('resync', {});
  await settle();
  expect(store.get(boardAtom)?.cancelled.map(({ id }) => id)).toEqual([order.id]);
});

it('has what keeps the store from its work asked for again when that changed, and by each stream: it may have begun anew', () => {
  const before = store.get(conditionTurnAtom);
  stream().tell('condition', {});
  expect(store.get(conditionTurnAtom)).toBe(before + 1);
  stream().tell('hello', { now: Date.now() });
  expect(store.get(conditionTurnAtom)).toBe(before + 2);
});

it('has the list read again that an event is about, and no other', async () => {
  stream().tell('printer', {});
  expect(turns()).toEqual([0, 1, 0, 0]);
  stream().tell('wholesale', {});
  expect(turns()).toEqual([0, 1, 1, 0]);
  // What was missed is told by no event: lists of orders are read whole.
  stream().tell('resync', {});
  await settle();
  expect(turns()).toEqual([0, 1, 1, 1]);
  expect(store.get(orderEventAtom).order).toBeNull();
});

it('tells each order of an event to whoever lists orders by other rules, also one that is not on the board', async () => {
  const other = { ...order, id: 'other', status: 'CANCELLED' as const };
  stream().tell('order', other);
  expect(store.get(orderEventAtom)).toEqual({ turn: 1, order: other });
  stream().tell('order', order);
  expect(store.get(orderEventAtom)).toEqual({ turn: 2, order });
});

it('stays on the screen when it cannot be read again, and is asked for until it can', async () => {
  asked.mockImplementation(async (path) =>
    path === '/api/staff/board' ? new Response(null, { status: 503 }) : Response.json(board),
  );
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(store.get(reachableAtom)).toBe(false);
  expect(store.get(boardLoadAtom).state).toBe('ready');
  expect(statusOnScreen()).toBe('RECEBIDO');
  board = { ...board, orders: [{ ...order, status: 'READY' }] };
  asked.mockImplementation(async () => Response.json(board));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(store.get(reachableAtom)).toBe(true);
  expect(statusOnScreen()).toBe('READY');
});

it('is asked for again once somebody has signed in, and not as the session ends', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => '1',
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  paths();
  await store.set(loadSessionAtom, 'sign-in');
  await settle();
  expect(paths()).toEqual(['/api/staff/me', '/api/staff/board']);
  store.set(endSessionAtom);
  await settle();
  expect(paths()).toEqual([]);
});

it('asks by heartbeat while somebody looks at it, and no more once the screen is left', async () => {
  const seen = async (): Promise<string[]> => {
    paths();
    await vi.advanceTimersByTimeAsync(12_000);
    return paths();
  };
  expect(await seen()).toEqual(['/api/staff/me']);
  Object.assign(document, { visibilityState: 'hidden' });
  expect(await seen()).toEqual([]);
  Object.assign(document, { visibilityState: 'visible' });
  expect(await seen()).toEqual(['/api/staff/me']);
  stop();
  expect(await seen()).toEqual([]);
});

it('that a heartbeat missed is read again by the next one that is answered, and who answers is asked at once', async () => {
  asked.mockImplementation(async (path) =>
    path === '/api/staff/me' ? new Response(null, { status: 503 }) : Response.json(board),
  );
  paths();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(paths()).toEqual(['/api/staff/me', '/api/store']);
  expect(store.get(reachableAtom)).toBe(false);
  board = { ...board, orders: [{ ...order, status: 'READY' }] };
  asked.mockImplementation(async () => Response.json(board));
  await vi.advanceTimersByTimeAsync(12_000);
  expect(paths().slice(0, 2)).toEqual(['/api/staff/me', '/api/staff/board']);
  expect(store.get(reachableAtom)).toBe(true);
  expect(statusOnScreen()).toBe('READY');
});

it('of a screen that was left is forgotten, and asked for by nothing that happens then', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => '1',
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  stop();
  expect(store.get(boardLoadAtom)).toEqual({ state: 'loading' });
  expect(store.get(staffLiveAtom)).toBe('connecting');
  paths();
  window.dispatchEvent(new Event('offline'));
  expect(store.get(reachableAtom)).toBe(true);
  window.dispatchEvent(new Event('online'));
  await store.set(loadSessionAtom, 'sign-in');
  asked.mockImplementation(async () =>
    Response.json({ ...board, away: true }, { headers: { 'x-balcao-answered-by': 'relay' } }),
  );
  await call('PATCH /api/staff/settings', { body: {} });
  await settle();
  expect(paths()).toEqual(['/api/staff/me', '/api/staff/settings']);
});

it('that is answered to a screen that was left meanwhile is shown and followed no more', async () => {
  stop();
  const streams = FakeEventSource.opened.length;
  let answer: (response: Response) => void = () => undefined;
  asked.mockImplementation(async () => await new Promise((resolve) => (answer = resolve)));
  followBoard(store, endSession)();
  answer(Response.json(board));
  await settle();
  expect(store.get(boardLoadAtom)).toEqual({ state: 'loading' });
  expect(FakeEventSource.opened).toHaveLength(streams);
  expect(vi.getTimerCount()).toBe(0);
});

it('waits five seconds for a heartbeat, so that one is over before the next', async () => {
  const bounds = vi.spyOn(AbortSignal, 'timeout');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(bounds.mock.calls).toEqual([[5_000]]);
  bounds.mockRestore();
});

it('ends with a session that ended, also when only the heartbeat hears of it', async () => {
  asked.mockImplementation(async () =>
    Response.json(
      { type: 'about:blank', title: 'Entre de novo', status: 401, code: 'signed-out' },
      { status: 401 },
    ),
  );
  await vi.advanceTimersByTimeAsync(12_000);
  expect(endSession).toHaveBeenCalledOnce();
});

it('ends with a session that ended where it is read again, and is no network that is gone', async () => {
  asked.mockImplementation(async () => Response.json({ code: 'signed-out', detail: '' }, { status: 401 }));
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(endSession).toHaveBeenCalledOnce();
  expect(store.get(reachableAtom)).toBe(true);
  expect(statusOnScreen()).toBe('RECEBIDO');
  paths();
  // Who is signed out is not asked for again and again.
  await vi.advanceTimersByTimeAsync(11_000);
  expect(paths()).toEqual([]);
});

it('that could not be read for a screen that was left meanwhile is no trouble of the next', async () => {
  let fail = (): void => undefined;
  asked.mockImplementation(() => new Promise((_, reject) => (fail = () => reject(new TypeError('gone')))));
  window.dispatchEvent(new Event('online'));
  stop();
  fail();
  await settle();
  expect([store.get(boardLoadAtom).state, store.get(reachableAtom)]).toEqual(['loading', true]);
  expect(vi.getTimerCount()).toBe(0);
});

it('goes on with a session whose heartbeat is refused for another reason than that it ended', async () => {
  asked.mockImplementation(async (path) =>
    path === '/api/staff/me' ? new Response(null, { status: 403 }) : Response.json(board),
  );
  await vi.advanceTimersByTimeAsync(12_000);
  expect(endSession).not.toHaveBeenCalled();
  expect(store.get(reachableAtom)).toBe(false);
});
