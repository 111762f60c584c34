import { expect, test } from '../support/browser-test.ts';

test('the same app opens on the relay and on the store', async ({ page, shop }) => {
  for (const url of [shop.urls.relay, shop.urls.store]) {
    const response = await page.goto(url);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
});

test('a store that was killed shows its menu again @desktop', async ({ page, ownShop }) => {
  await ownShop.kill('store');
  await ownShop.start('store');
  await ownShop.joined();
  await page.goto(ownShop.urls.store);
  await expect(page.getByRole('heading').first()).toBeVisible();
});
