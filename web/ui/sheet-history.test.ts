import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// It listens once, to the page of whoever opened a sheet first: here to this file's own.
vi.resetModules();
const { holdBackButton } = await import('./sheet-history.ts');

/** A browser's history, with the router's numbers: a step is carried out a moment after it was asked for. */
type Place = { page: string; idx: number } | null;
const STEP_MS = 5;
const places: Place[] = [];
let at = 0;
const browser = new EventTarget();
const step = (by: number): void => {
  setTimeout(() => {
    if (places[at + by] === undefined) return;
    at += by;
    browser.dispatchEvent(new Event('popstate'));
  }, STEP_MS);
};
beforeEach(() => {
  vi.useFakeTimers();
  places.splice(0, places.length, ...['landing', 'wizard', 'toppings'].map((page, idx) => ({ page, idx })));
  at = 2;
  vi.stubGlobal('window', browser);
  vi.stubGlobal('history', {
    get state() {
      return places[at];
    },
    pushState(state: Place) {
      places.splice(at + 1);
      places.push(state);
      at += 1;
    },
    replaceState(state: Place) {
      places[at] = state;
    },
    back: () => step(-1),
  });
});
const here = (): string | undefined => places[at]?.page;
const goTo = (page: string): void => history.pushState({ page, idx: (places[at]?.idx ?? 0) + 1 }, '');
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const pass = () => vi.advanceTimersByTimeAsync(50);
const pressBack = async (): Promise<void> => {
  step(-1);
  await pass();
};

/** A sheet that is gone once it is closed. */
function openSheet() {
  const sheet = { isOpen: true, close: () => undefined as void };
  const release = holdBackButton(() => sheet.close());
  sheet.close = () => {
    sheet.isOpen = false;
    release();
  };
  return sheet;
}

it('back closes the sheet and stays on the page', async () => {
  const sheet = openSheet();
  await pressBack();
  expect([sheet.isOpen, here()]).toEqual([false, 'toppings']);
  await pressBack();
  expect(here()).toBe('wizard');
});

it('a sheet that is closed by itself costs no step back, and takes none by itself', async () => {
  openSheet().close();
  const length = places.length;
  await pass();
  expect([here(), places.length]).toEqual(['toppings', length]);
  openSheet().close();
  expect(places.length).toBe(length);
  await pressBack();
  expect(here()).toBe('wizard');
});

it('a sheet that opens as another closes stays, and back closes it', async () => {
  for (const waitMs of [0, 1, 7]) {
    const first = openSheet();
    first.close();
    await vi.advanceTimersByTimeAsync(waitMs);
    const second = openSheet();
    await pass();
    expect([waitMs, second.isOpen]).toEqual([waitMs, true]);
    await pressBack();
    expect([waitMs, second.isOpen, here()]).toEqual([waitMs, false, 'toppings']);
  }
});

it('of two sheets back closes the upper one, then the lower', async () => {
  const [lower, upper] = [openSheet(), openSheet()];
  await pressBack();
  expect([lower.isOpen, upper.isOpen]).toEqual([true, false]);
  await pressBack();
  expect([lower.isOpen, here()]).toEqual([false, 'toppings']);
});

it('a sheet that asks before it closes is asked again by the next step', async () => {
  const asked = vi.fn<() => void>();
  const release = holdBackButton(asked);
  await pressBack();
  await pressBack();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(here()).toBe('toppings');
  release();
  await pressBack();
  expect(here()).toBe('wizard');
});

it('forward from the place of a closed sheet goes on, and back over it goes to the page before', async () => {
  const sheet = openSheet();
  goTo('cart');
  sheet.close();
  await pressBack();
  expect(here()).toBe('toppings');
  step(1);
  await pass();
  expect(here()).toBe('cart');
  await pressBack();
  await pressBack();
  expect(here()).toBe('wizard');
});

it('a link to a place within the page leaves the sheet its step back', async () => {
  const sheet = openSheet();
  // The browser makes that place by itself, and the router knows nothing of it.
  places.splice(at + 1, places.length, null);
  at += 1;
  browser.dispatchEvent(new Event('popstate'));
  expect(places.slice(at)).toEqual([{ sheets: 'held' }]);
  await pressBack();
  expect(sheet.isOpen).toBe(false);
});
