// All that surrounds a customer's screen, as it is said: `outlines/` is read by whoever changes it.
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readyItem } from '../cart/cart.ts';
import { liveStateAtom } from '../data/shop-live.ts';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../testing/screen.ts';
import { openShop } from '../testing/shop.ts';
import { createWalk } from '../testing/walk.ts';
import { CustomerShell } from './customer-shell.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.stubEnv('TZ', 'America/Belem');
  vi.useFakeTimers({ now: Date.parse('2026-11-21T18:04:00-03:00') });
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('what surrounds a screen says what it said', async () => {
  const walk = createWalk();
  const { store, asked } = await openShop({ store: { host: 'store' } });
  stored.set('acai-cart', JSON.stringify([readyItem('w1', 'agua', 400), readyItem('w2', 'agua', 400)]));
  const page = await openScreen(createElement(CustomerShell, null, 'Tela'), { store });
  walk.see('two bottles in the cart', page, { sent: asked, kept: stored, address: true });
  await page.when(() => store.set(liveStateAtom, 'lost'));
  await page.later(4_000);
  walk.see('the line is lost', page, { sent: asked });
  await expect(walk.text()).toMatchFileSnapshot('./outlines/shell.txt');
});
