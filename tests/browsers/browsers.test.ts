// The main ways in Firefox and in WebKit; Chromium goes them, and all others, in tests/e2e.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findFirefox, findWebKit } from '../../scripts/other-browsers.ts';
import { startShop, type TestShop } from '../support/shop.ts';
import type { Browser } from './browser.ts';
import { startFirefox } from './firefox.ts';
import { WAYS } from './ways.ts';
import { startWebKit } from './webkit.ts';

const firefox = findFirefox();
const webkit = findWebKit();
const BROWSERS: [string, (() => Promise<Browser>) | undefined][] = [
  ['Firefox', firefox ? () => startFirefox(firefox) : undefined],
  ['WebKit', webkit ? () => startWebKit(webkit) : undefined],
];

let shop: TestShop;
beforeAll(async () => {
  if (firefox || webkit) shop = await startShop();
});
afterAll(() => shop?.stop());

describe.each(BROWSERS)('%s', (_, start) => {
  let browser: Browser;
  beforeAll(async () => {
    if (start) browser = await start();
  });
  afterAll(() => browser?.close());
  it.skipIf(!start).each(WAYS)('$title', ({ go }) => go(browser, shop));
});
