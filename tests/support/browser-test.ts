// What every browser test starts from: `shop` is the one that all share, so a test must not disturb it;
// `ownShop` is a shop of its own, to kill and to cut off.
import { test as base } from '@playwright/test';
import { SHOP_VARIABLE } from './browser-setup.ts';
import { startShop, type TestShop } from './shop.ts';
import type { StaffCookies } from './staff-session.ts';

export { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';

export type SharedShop = Pick<TestShop, 'urls' | 'ports' | 'dataDir'> & {
  /** Of staff who signed in once for all tests, on each address. */
  cookies: Record<'store' | 'relay', StaffCookies>;
};

/** The shop that all tests share. */
export function sharedShop(): SharedShop {
  const text = process.env[SHOP_VARIABLE];
  if (!text) throw new Error('the shop of the browser tests was not started');
  return JSON.parse(text) as SharedShop;
}

export const test = base.extend<{ shop: SharedShop; ownShop: TestShop }>({
  page: async ({ page }, use) => {
    await use(page);
    // What the page still asks for when the test has seen enough has nobody to answer it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  shop: async ({ browserName: _ }, use) => {
    await use(sharedShop());
  },
  ownShop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { timeout: 150_000 },
  ],
});
