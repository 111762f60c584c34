// Where the site is kept for offline use: on its own address, over a line that nobody reads along, and after the page is there.
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeScreen, openScreen } from '../testing/screen.ts';
import { openShop } from '../testing/shop.ts';
import { toastsAtom } from '../ui/toast.tsx';
import { CustomerShell } from './customer-shell.tsx';
import { keepOffline } from './install.ts';

vi.mock('./install.ts', () => ({ keepOffline: vi.fn<() => Promise<void>>(() => Promise.resolve()) }));

beforeEach(() => {
  vi.useFakeTimers();
  // As it is built.
  vi.stubEnv('DEV', false);
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.mocked(keepOffline).mockClear();
});

it.each([
  ['on the site', { host: 'relay' }, {}, 1],
  ['in the shop’s own Wi-Fi', { host: 'store' }, {}, 0],
  ['where the line is not secure', { host: 'relay' }, { isSecureContext: false }, 0],
  ['in a browser that keeps nothing', { host: 'relay' }, { navigator: {} }, 0],
] as const)('%s', async (_, shop, browser, times) => {
  const { store } = await openShop({ store: shop });
  vi.stubGlobal('navigator', { serviceWorker: {}, ...('navigator' in browser && browser.navigator) });
  if ('navigator' in browser) vi.stubGlobal('navigator', browser.navigator);
  const Shell = () => {
    if ('isSecureContext' in browser)
      Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
    return createElement(CustomerShell, null, 'Tela');
  };
  const page = await openScreen(createElement(Shell), { store });
  await page.later(3_999);
  expect(keepOffline).not.toHaveBeenCalled();
  await page.later(1);
  await vi.dynamicImportSettled();
  expect(keepOffline).toHaveBeenCalledTimes(times);
  // What it has to say is said above the page.
  for (const [say] of vi.mocked(keepOffline).mock.calls) say({ title: 'Tem versão nova do site' });
  expect(store.get(toastsAtom)).toHaveLength(times);
});
