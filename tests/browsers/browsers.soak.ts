// The main ways in Firefox and WebKit, five times over in each, with one browser and one shop: what only the second time breaks.
import { findFirefox, findWebKit, provideOtherBrowsers } from '../../scripts/other-browsers.ts';
import { startShop } from '../support/shop.ts';
import type { Soak } from '../support/soak.ts';
import { startFirefox } from './firefox.ts';
import { WAYS } from './ways.ts';
import { startWebKit } from './webkit.ts';

const ROUNDS = 5;

export const soak: Soak = {
  name: 'browsers',
  title: `the main ways in Firefox and WebKit, ${ROUNDS} times`,
  async run() {
    const without = await provideOtherBrowsers();
    if (without.length > 0) throw new Error(without.join('\n'));
    const firefox = findFirefox() ?? '';
    const webkit = findWebKit();
    if (!webkit) throw new Error('WebKit is gone again');
    const shop = await startShop();
    try {
      for (const start of [() => startFirefox(firefox), () => startWebKit(webkit)]) {
        const browser = await start();
        try {
          for (let round = 0; round < ROUNDS; round += 1) for (const { go } of WAYS) await go(browser, shop);
        } finally {
          await browser.close();
        }
      }
    } finally {
      await shop.stop();
    }
    return `${ROUNDS * WAYS.length} ways in each of two browsers`;
  },
};
