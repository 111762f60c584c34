import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdBackButton } from './sheet-history.ts';

/** A browser's history: a step is carried out a moment after it was asked for. */
const places: unknown[] = [];
let at = 0;
const page = new EventTarget();
const step = (by: number): void => {
  setTimeout(() => {
    at += by;
    page.dispatchEvent(new Event('popstate'));
  }, 5);
};
beforeEach(() => {
  vi.useFakeTimers();
  places.splice(0, places.length, 'landing', 'wizard');
  at = 1;
  vi.stubGlobal('window', page);
  vi.stubGlobal('history', {
    get state() {
      return places[at];
    },
    pushState(state: unknown) {
      places.splice(at + 1);
      places.push(state);
      at += 1;
    },
    back: () => step(-1),
  });
});
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
  expect([sheet.isOpen, places[at]]).toEqual([false, 'wizard']);
  await pressBack();
  expect(places[at]).toBe('landing');
});

it('a sheet that is closed by itself leaves no place behind', async () => {
  openSheet().close();
  await pass();
  expect(places[at]).toBe('wizard');
  await pressBack();
  expect(places[at]).toBe('landing');
});

it('a sheet that opens as another closes stays, at once or while the step back is under way', async () => {
  for (const waitMs of [0, 1, 3, 20]) {
    const first = openSheet();
    await pass();
    first.close();
    await vi.advanceTimersByTimeAsync(waitMs);
    const second = openSheet();
    await pass();
    expect([waitMs, second.isOpen]).toEqual([waitMs, true]);
    await pressBack();
    expect([waitMs, second.isOpen, places[at]]).toEqual([waitMs, false, 'wizard']);
  }
});

it('of two sheets back closes the upper one, then the lower', async () => {
  const [lower, upper] = [openSheet(), openSheet()];
  await pressBack();
  expect([lower.isOpen, upper.isOpen]).toEqual([true, false]);
  await pressBack();
  expect([lower.isOpen, places[at]]).toEqual([false, 'wizard']);
});

it('a sheet that asks before it closes is asked again by the next step', async () => {
  const asked = vi.fn();
  const release = holdBackButton(asked);
  await pressBack();
  await pressBack();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(places[at]).not.toBe('landing');
  release();
  await pass();
  expect(places[at]).toBe('wizard');
});

it('the place of a sheet from which one went on to another page is stepped over', async () => {
  const sheet = openSheet();
  history.pushState('cart', '');
  sheet.close();
  await pass();
  expect(places[at]).toBe('cart');
  await pressBack();
  expect(places[at]).toBe('wizard');
});
