// What a customer's device hears and keeps: the notice of an order that is ready, the line to the shop that tabs share, and an order on its way.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeScreen, openHook, openScreen } from '../testing/screen.ts';
import { openShop, problemOf, refused, serve, streams } from '../testing/shop.ts';
import { clearCaches, clearStored } from './clear-device.ts';
import { ReadyNotice } from './ready-notice.tsx';
import './ready-notice-switch.tsx';
import { ApiError } from './request.ts';
import { followShop } from './shop-stream.ts';
import { stubStorage } from './testing/stub-storage.ts';
import { usePlacingOnce } from './use-placing.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  stored.set('balcao-orders', JSON.stringify([{ code: 'MINE', token: 'token-1', atMs: 0 }]));
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the notice of an order that is ready', () => {
  const WORDS = 'Avisar quando ficar pronto';
  const PUSH = '/api/orders/MINE/push';
  const notice = async (
    shop: Parameters<typeof openShop>[0] = {},
    code = 'MINE',
    status: 'PENDING' | 'RECEBIDO' | 'PREPARING' | 'READY' = 'PENDING',
    permission = 'granted',
  ) => {
    const { store, asked } = await openShop(shop);
    const subscription = {
      endpoint: 'https://push/1',
      toJSON: () => ({ endpoint: 'https://push/1', keys: { p256dh: 'p', auth: 'a' } }),
    };
    const subscribe = vi.fn<(options: { applicationServerKey: string }) => Promise<unknown>>(() =>
      Promise.resolve(subscription),
    );
    const registration = { pushManager: { getSubscription: () => Promise.resolve(null), subscribe } };
    vi.stubGlobal('navigator', {
      serviceWorker: {
        register: () => Promise.resolve(registration),
        ready: Promise.resolve(),
        getRegistration: () =>
          Promise.resolve({ pushManager: { getSubscription: () => Promise.resolve(subscription) } }),
      },
    });
    vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve(permission) });
    const page = await openScreen(createElement('i'), { store });
    Object.assign(page.window, { PushManager: {} });
    const { window } = page;
    const Shown = () => createElement(ReadyNotice, { code, status });
    const shown = await openScreen(
      createElement(() => {
        Object.assign(globalThis.window, { PushManager: window });
        return createElement(Shown);
      }),
      { store },
    );
    return { ...shown, asked, subscribe, answers: shop.answers ?? {} };
  };
  const answers = () => ({
    'GET /api/push/public-key': { publicKey: 'key' },
    [`POST ${PUSH}`]: {},
    [`DELETE ${PUSH}`]: {},
  });

  it('is switched on and off, and remembered', async () => {
    const page = await notice({ answers: answers() });
    await page.until(() => page.words() === WORDS);
    await page.tap(WORDS);
    await page.until(() => page.words().startsWith('Aviso ligado neste aparelho'));
    expect(page.subscribe.mock.calls[0]?.[0]).toMatchObject({ applicationServerKey: 'key' });
    expect(page.asked.at(-1)).toMatchObject({
      route: `POST ${PUSH}`,
      body: { endpoint: 'https://push/1' },
      proof: 'Bearer token-1',
    });
    expect(stored.get('balcao-notified')).toBe('["MINE"]');
    await page.tap('Aviso ligado neste aparelho');
    await page.until(() => page.words() === WORDS);
    expect(page.asked.at(-1)).toMatchObject({
      route: `DELETE ${PUSH}`,
      body: { endpoint: 'https://push/1' },
    });
    expect(stored.get('balcao-notified')).toBe('[]');
  });

  it('is switched off too where the browser has let go of it by itself: there is nothing to take back', async () => {
    stored.set('balcao-notified', '["MINE"]');
    const page = await notice({ answers: answers() });
    Object.assign(navigator.serviceWorker, { getRegistration: () => Promise.resolve() });
    await page.until(() => page.words().startsWith('Aviso ligado'));
    await page.tap('Aviso ligado neste aparelho');
    await page.until(() => page.words() === WORDS);
    expect(page.asked).toEqual([]);
    expect(stored.get('balcao-notified')).toBe('[]');
  });

  it('cannot be pressed again while it is being switched', async () => {
    const key = Promise.withResolvers<object>();
    const page = await notice({ answers: { ...answers(), 'GET /api/push/public-key': () => key.promise } });
    await page.until(() => page.words() === WORDS);
    await page.tap(WORDS);
    expect(page.buttons()).toEqual([`${WORDS} (off)`]);
    await page.when(() => key.resolve({ publicKey: 'key' }));
    await page.until(() => page.buttons().join() === 'Aviso ligado neste aparelho (pressed)');
  });

  it('is remembered as the newest where a device remembers no more: the oldest gives way', async () => {
    const before = Array.from({ length: 20 }, (_, at) => `OLD-${at}`);
    stored.set('balcao-notified', JSON.stringify(before));
    const page = await notice({ answers: answers() });
    await page.until(() => page.words() === WORDS);
    await page.tap(WORDS);
    await page.until(() => page.words().startsWith('Aviso ligado neste aparelho'));
    expect(JSON.parse(stored.get('balcao-notified') ?? '')).toEqual(['MINE', ...before.slice(0, 19)]);
  });

  it('that the server does not let go stays on, and says why', async () => {
    stored.set('balcao-notified', '["MINE"]');
    const page = await notice({
      answers: { ...answers(), [`DELETE ${PUSH}`]: refused(503, 'A loja reinicia.') },
    });
    await page.until(() => page.words().startsWith('Aviso ligado'));
    await page.tap('Aviso ligado neste aparelho');
    await page.until(() => page.words().includes('A loja reinicia.'));
    expect(page.words()).toContain('Aviso ligado neste aparelho');
    expect(stored.get('balcao-notified')).toBe('["MINE"]');
  });

  it('stays off where the question for leave is closed without an answer, which a next tap asks again', async () => {
    const page = await notice({ answers: answers() }, 'MINE', 'PENDING', 'default');
    await page.until(() => page.words() === WORDS);
    await page.tap(WORDS);
    await page.until(() => page.words() !== WORDS);
    // Nothing is blocked: there is nothing to be let free in any settings.
    expect(page.words()).toContain('Toque de novo e escolha “Permitir”.');
    expect(page.words()).not.toContain('bloqueadas');
    expect(page.subscribe).not.toHaveBeenCalled();
    expect(stored.has('balcao-notified')).toBe(false);
  });

  it('that did not go through is not said to have failed while it is tried once more', async () => {
    const page = await notice({ answers: { ...answers(), [`POST ${PUSH}`]: refused(503, 'Fora do ar.') } });
    await page.until(() => page.words() === WORDS);
    await page.tap(WORDS);
    await page.until(() => page.alerts().join() === 'Fora do ar.');
    const next = Promise.withResolvers<object>();
    page.answers[`POST ${PUSH}`] = () => next.promise;
    await page.tap(WORDS);
    expect(page.alerts()).toEqual([]);
    await page.when(() => next.resolve({}));
    await page.until(() => page.words().startsWith('Aviso ligado neste aparelho'));
  });

  it('that was switched on before is on', async () => {
    stored.set('balcao-notified', '["MINE"]');
    const page = await notice({ answers: answers() });
    await page.until(() => page.words().startsWith('Aviso ligado'));
    expect(page.words()).toContain('Pode fechar a página');
    stored.set('balcao-notified', '["BEFORE"]');
    const other = await notice({ answers: answers() });
    await other.until(() => other.words() === WORDS);
  });

  it('that the browser or the server refuses says why, and stays off', async () => {
    const denied = await notice({ answers: answers() }, 'MINE', 'PENDING', 'denied');
    await denied.until(() => denied.words() === WORDS);
    await denied.tap(WORDS);
    await denied.until(() => denied.words().includes('As notificações estão bloqueadas'));
    expect(stored.has('balcao-notified')).toBe(false);
    const page = await notice({
      answers: { ...answers(), [`POST ${PUSH}`]: refused(409, 'Já está pronto.') },
    });
    await page.until(() => page.words() === WORDS);
    await page.tap(WORDS);
    await page.until(() => page.words().includes('Já está pronto.'));
  });

  it('that the browser cannot have subscribed says so, and stays off', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const page = await notice({ answers: answers() });
    page.subscribe.mockRejectedValue(new DOMException('no push service', 'AbortError'));
    await page.until(() => page.words() === WORDS);
    await page.tap(WORDS);
    await page.until(() => page.words().includes('Este navegador não conseguiu ligar os avisos.'));
    // One without its keys can be sent nothing either.
    page.subscribe.mockResolvedValue({
      toJSON: () => ({ endpoint: 'https://push/1', keys: { p256dh: 'p' } }),
    });
    await page.tap(WORDS);
    await page.until(() => page.words().includes('Este navegador não conseguiu ligar os avisos.'));
    expect(page.asked.map(({ route }) => route)).not.toContain(`POST ${PUSH}`);
    expect(stored.has('balcao-notified')).toBe(false);
  });

  it.each(['PENDING', 'RECEBIDO', 'PREPARING'] as const)('is offered while it is %s', async (status) => {
    const page = await notice({}, 'MINE', status);
    await page.until(() => page.words() === WORDS);
  });

  it('is there on the site alone, for one’s own orders that are waited for', async () => {
    expect((await notice({ store: { host: 'store' } })).markup()).not.toContain('button');
    expect((await notice({}, 'THEIRS')).words()).toBe('');
    expect((await notice({}, 'MINE', 'READY')).words()).toBe('');
  });
});

describe('the line to the shop', () => {
  it('is one of each tab where the browser has no locks', async () => {
    await openScreen(createElement('i'));
    serve({});
    vi.stubGlobal('navigator', {});
    const heard: string[] = [];
    const states: string[] = [];
    const close = followShop(
      (event) => heard.push(event),
      (state) => states.push(state),
    );
    for (const event of ['hello', 'menu', 'store']) streams[0]?.tell(event);
    expect(heard).toEqual(['hello', 'menu', 'store']);
    streams[0]?.dispatchEvent(new Event('open'));
    expect(states).toEqual(['connecting', 'live']);
    close();
    expect(streams).toEqual([]);
  });

  it('is that of one tab, which tells the others what it hears and how it stands', async () => {
    await openScreen(createElement('i'));
    serve({});
    const told: unknown[] = [];
    const channels: EventTarget[] = [];
    vi.stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        constructor() {
          super();
          channels.push(this);
        }
        postMessage(message: unknown) {
          told.push(message);
        }
        close() {
          told.push('closed');
        }
      },
    );
    const lock: { take?: () => Promise<void> } = {};
    vi.stubGlobal('navigator', {
      locks: {
        request: (_: string, __: object, take: () => Promise<void>) => (
          (lock.take = take),
          new Promise(() => undefined)
        ),
      },
    });
    const heard: string[] = [];
    const states: string[] = [];
    const stop = followShop(
      (event) => heard.push(event),
      (state) => states.push(state),
    );
    const hear = (data: unknown) => channels[0]?.dispatchEvent(new MessageEvent('message', { data }));
    expect(told).toEqual([{ asked: true }]);
    hear({ event: 'menu' });
    hear({ state: 'lost' });
    // It has nothing to say for itself yet.
    hear({ asked: true });
    expect([heard, states, told.length]).toEqual([['menu'], ['lost'], 1]);
    const held = vi.fn<() => void>();
    void lock.take?.().then(held);
    streams[0]?.dispatchEvent(new Event('open'));
    streams[0]?.tell('store');
    expect(told.slice(1)).toEqual([{ state: 'connecting' }, { state: 'live' }, { event: 'store' }]);
    hear({ asked: true });
    expect(told.at(-1)).toEqual({ state: 'live' });
    expect(held).not.toHaveBeenCalled();
    stop();
    await new Promise((resolve) => setImmediate(resolve));
    // Another tab listens in its place: it gets the lock, and hears this one no more.
    expect(held).toHaveBeenCalledTimes(1);
    expect(streams).toEqual([]);
    expect(told.at(-1)).toBe('closed');
  });

  it('is no trouble of a tab that goes before it got the lock; that none can be had is', async () => {
    await openScreen(createElement('i'));
    serve({});
    vi.stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        postMessage(): void {}
        close(): void {}
      },
    );
    const request = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
      });
    vi.stubGlobal('navigator', { locks: { request } });
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const follow = () =>
      followShop(
        () => undefined,
        () => undefined,
      );
    follow()();
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).not.toHaveBeenCalled();
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('none')) } });
    const stop = follow();
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).toHaveBeenCalledOnce();
    stop();
  });
});

describe('an order on its way', () => {
  type Reply = { state: 'placed'; code: string };
  const placing = async (kept: unknown = null, failure: ApiError | null = null) => {
    vi.useFakeTimers();
    const store: { attempt: unknown } = { attempt: kept };
    const deps = {
      place: vi.fn<() => Promise<Reply | { state: 'waiting'; id: string }>>(),
      outcomeOf: vi.fn<() => Promise<Reply | { state: 'waiting'; id: string }>>(),
      placedOf: ({ code }: Reply) => ({ code }),
      itemsNow: () => [],
      newId: () => 'id',
      newClaim: () => 'claim',
      read: () => store.attempt as never,
      write: (attempt: unknown) => void (store.attempt = attempt),
      clear: () => void (store.attempt = null),
    };
    deps.place.mockResolvedValue({ state: 'waiting', id: 'id' });
    deps.outcomeOf.mockResolvedValue({ state: 'waiting', id: 'id' });
    if (failure !== null) deps.outcomeOf.mockRejectedValue(failure);
    const onPlaced = vi.fn<(placed: unknown) => void>();
    const hook = await openHook(() => usePlacingOnce(deps as never, onPlaced));
    return { ...hook, deps, onPlaced };
  };
  const unknown = () => new ApiError(503, problemOf(503, 'fora'));

  it('is asked after until the store has answered, and told once', async () => {
    const page = await placing();
    await page.when(() => page.now().place({}));
    expect(page.now().view.state).toBe('waiting');
    page.deps.outcomeOf.mockRejectedValueOnce(unknown());
    await page.later(2_000);
    expect(page.now().view.state).toBe('waiting');
    page.deps.outcomeOf.mockResolvedValue({ state: 'placed', code: 'MINE' });
    await page.later(2_000);
    expect(page.now().view.state).toBe('placed');
    expect(page.onPlaced).toHaveBeenCalledTimes(1);
    expect(page.onPlaced.mock.calls[0]?.[0]).toMatchObject({ code: 'MINE' });
    const asks = page.deps.outcomeOf.mock.calls.length;
    await page.later(6_000);
    expect(page.deps.outcomeOf).toHaveBeenCalledTimes(asks);
  });

  it('of which nothing is known yet is waited for all the same', async () => {
    const page = await placing();
    await page.when(() => page.now().place({}));
    page.deps.outcomeOf.mockRejectedValueOnce(new ApiError(404, problemOf(404, 'Não há.')));
    await page.later(2_000);
    expect(page.now().view.state).toBe('waiting');
    page.deps.outcomeOf.mockResolvedValue({ state: 'placed', code: 'MINE' });
    await page.later(2_000);
    expect(page.onPlaced).toHaveBeenCalledTimes(1);
  });

  it('is asked after no more by a page that was left, which would call its customer back', async () => {
    const page = await placing();
    await page.when(() => page.now().place({}));
    await page.later(2_000);
    expect(page.deps.outcomeOf).toHaveBeenCalledTimes(1);
    await closeScreen();
    page.deps.outcomeOf.mockResolvedValue({ state: 'placed', code: 'MINE' });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(page.deps.outcomeOf).toHaveBeenCalledTimes(1);
    expect(page.onPlaced).not.toHaveBeenCalled();
  });

  it('is sent once, however often it is tapped, and can be sent again once it was answered', async () => {
    const page = await placing();
    page.deps.place.mockRejectedValue(unknown());
    await page.when(() => Promise.all([page.now().place({}), page.now().place({})]));
    expect(page.deps.place).toHaveBeenCalledTimes(1);
    expect(page.now().view.state).toBe('unknown');
    expect(page.onPlaced).not.toHaveBeenCalled();
    await page.when(() => page.now().place({}));
    expect(page.deps.place).toHaveBeenCalledTimes(2);
    await page.when(() => page.now().reset());
    expect(page.now().view.state).toBe('idle');
  });

  it('that was sent before a reload is asked after by itself; one that was placed is not', async () => {
    const attempt = { id: 'id', claim: 'claim', asked: '{}', code: null };
    expect((await placing(attempt)).deps.outcomeOf).toHaveBeenCalledTimes(1);
    expect((await placing({ ...attempt, code: 'MINE' })).deps.outcomeOf).not.toHaveBeenCalled();
  });

  it('that never arrived before a reload can be sent again', async () => {
    const attempt = { id: 'id', claim: 'claim', asked: '{}', code: null };
    const reloaded = await placing(attempt, new ApiError(404, problemOf(404, 'Não há.')));
    expect(reloaded.now().view).toEqual({ state: 'idle' });
    await reloaded.when(() => reloaded.now().place({}));
    expect(reloaded.deps.place).toHaveBeenCalledTimes(1);
  });
});

describe('what is cleared from the device', () => {
  it('is what was asked for, and what a tab alone remembers', () => {
    const removed: string[] = [];
    const clear = vi.fn<() => void>();
    vi.stubGlobal(
      'localStorage',
      Object.assign(Object.create({ removeItem: (key: string) => removed.push(key) }) as object, {
        a: '1',
        b: '2',
      }),
    );
    vi.stubGlobal('sessionStorage', { clear });
    clearStored((key) => key === 'b');
    expect(removed).toEqual(['b']);
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it('are the copies of pages too, where there are any', async () => {
    const gone: string[] = [];
    const caches = {
      keys: () => Promise.resolve(['x', 'y']),
      delete: (name: string) => Promise.resolve(gone.push(name)),
    };
    vi.stubGlobal('caches', caches);
    vi.stubGlobal('window', {});
    await clearCaches();
    expect(gone).toEqual([]);
    vi.stubGlobal('window', { caches });
    await clearCaches();
    expect(gone).toEqual(['x', 'y']);
  });
});
