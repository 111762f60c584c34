import { createStore } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import { discountPercentAtom, loadMenuAtom, loadStoreAtom, menuLoadAtom } from './shop.ts';

afterEach(() => vi.restoreAllMocks());

/** Answers each address with its body, and fails what is not named. */
function answer(bodies: Record<string, unknown>): void {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const path = String(address instanceof Request ? address.url : address);
    const body = Object.entries(bodies).find(([end]) => path.endsWith(end))?.[1];
    return body === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json(body));
  });
}

async function discountAfterLoading(): Promise<number> {
  const state = createStore();
  await state.set(loadMenuAtom);
  await state.set(loadStoreAtom);
  return state.get(discountPercentAtom);
}

it('the discount is 0 while nothing was loaded, and when nothing can be', async () => {
  expect(createStore().get(discountPercentAtom)).toBe(0);
  answer({});
  expect(await discountAfterLoading()).toBe(0);
});

it('the discount is that of the menu, and that of the shop where there is no menu', async () => {
  answer({ '/api/menu': { discountPercent: 5 }, '/api/store': { discountPercent: 7 } });
  expect(await discountAfterLoading()).toBe(5);
  vi.restoreAllMocks();
  answer({ '/api/store': { discountPercent: 7 } });
  expect(await discountAfterLoading()).toBe(7);
});

it('of two loads that answer in the wrong order the one that was asked last counts', async () => {
  const state = createStore();
  const late: ((answer: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise((resolve) => void late.push(resolve)));
  const loads = [state.set(loadMenuAtom), state.set(loadMenuAtom)];
  late[1]?.(Response.json({ discountPercent: 7 }));
  await loads[1];
  late[0]?.(Response.json({ discountPercent: 5 }));
  await loads[0];
  expect(state.get(menuLoadAtom)).toMatchObject({ state: 'ready', value: { discountPercent: 7 } });
});

it('a load that fails once another, asked for later, has answered takes nothing from its menu', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const state = createStore();
  const asked: { answer: (response: Response) => void; fail: (error: Error) => void }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () => new Promise((answer, fail) => void asked.push({ answer, fail })),
  );
  const loads = [state.set(loadMenuAtom), state.set(loadMenuAtom)];
  asked[1]?.answer(Response.json({ discountPercent: 7 }));
  await loads[1];
  asked[0]?.fail(new TypeError('Failed to fetch'));
  await loads[0];
  expect(state.get(menuLoadAtom)).toEqual({ state: 'ready', value: { discountPercent: 7 }, fresh: true });
});

it('a load that fails keeps the menu that was there, as one that may be old; the next one that works is fresh', async () => {
  const state = createStore();
  answer({});
  await state.set(loadMenuAtom);
  expect(state.get(menuLoadAtom)).toMatchObject({ state: 'failed' });
  vi.restoreAllMocks();
  const read = { state: 'ready', value: { discountPercent: 5 } };
  answer({ '/api/menu': { discountPercent: 5 } });
  await state.set(loadMenuAtom);
  expect(state.get(menuLoadAtom)).toEqual({ ...read, fresh: true });
  vi.restoreAllMocks();
  answer({});
  await state.set(loadMenuAtom);
  expect(state.get(menuLoadAtom)).toEqual({ ...read, fresh: false });
  vi.restoreAllMocks();
  answer({ '/api/menu': { discountPercent: 5 } });
  await state.set(loadMenuAtom);
  expect(state.get(menuLoadAtom)).toEqual({ ...read, fresh: true });
});
