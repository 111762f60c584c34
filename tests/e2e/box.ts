// A shop before its first day, for the tests that set it up.
import { test as base } from '../support/browser-test.ts';
import { startShop, type TestShop } from '../support/shop.ts';

/** A store as it comes out of its box, beside a relay that has never heard of it and has no account. */
export const test = base.extend<{ box: TestShop }>({
  box: [
    async ({ browserName: _ }, use) => {
      const box = await startShop({
        demo: false,
        paired: false,
        env: { relay: { MP_ACCESS_TOKEN: '', MP_PUBLIC_KEY: '', MP_WEBHOOK_SECRET: '' } },
      });
      await use(box);
      await box.stop();
    },
    { timeout: 300_000 },
  ],
});
