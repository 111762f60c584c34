// The menu travels by itself: what the store changes is on the relay's site without a reload.
import { expect, test } from '../support/browser-test.ts';
import { openWizard } from './customer.ts';
import { readJson } from './outside.ts';
import { asStaff, openKitchen } from './staff.ts';

type Menu = {
  toppings: { name: string; soldOut: boolean }[];
  products: { id: string; name: string; productType: string; priceCents: number }[];
};

test('a price that is changed at the store appears on the open site of the relay @phone', async ({
  page,
  shop,
}, testInfo) => {
  const { products } = await readJson<Menu>(`${shop.urls.store}/api/menu`);
  // The shop is shared, so each size of screen has things of its own to change, here and below.
  const drink = products.filter((product) => product.productType === 'PRONTO')[
    testInfo.project.name === 'phone' ? 1 : 0
  ];
  if (!drink) throw new Error('the demo has no drinks');
  await page.goto(`${shop.urls.relay}/pedido`);
  const line = page.getByRole('listitem').filter({ hasText: drink.name });
  await expect(line).toContainText('R$');
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  try {
    await admin('PATCH', `/api/staff/catalog/products/${drink.id}`, { priceCents: 1234 });
    await expect(line).toContainText('R$ 12,34');
  } finally {
    await admin('PATCH', `/api/staff/catalog/products/${drink.id}`, { priceCents: drink.priceCents });
  }
  await expect(line).not.toContainText('R$ 12,34');
});

test('a topping that runs out greys out at once in a wizard that is open on the relay @smoke', async ({
  page,
  browser,
  shop,
}, testInfo) => {
  const name = testInfo.project.name === 'phone' ? 'Manga' : 'Kiwi';
  const kitchen = await openKitchen(browser, shop.urls.store);
  await openWizard(page, shop.urls.relay);
  const topping = page.getByRole('listitem').filter({ hasText: name });
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(button).toBeEnabled();
  await kitchen.getByRole('button', { name: 'Acabou' }).click();
  await kitchen.getByRole('button', { name: 'Até eu dizer' }).click();
  await kitchen.getByRole('button', { name, exact: true }).click();
  await expect(button).toBeDisabled();
  await expect(topping).toContainText('Acabou');
  await kitchen.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(button).toBeEnabled();
  await kitchen.context().close();
});

test('a topping that is switched off greys out at once in an open wizard @phone', async ({
  page,
  shop,
}, testInfo) => {
  const [id, name] =
    testInfo.project.name === 'phone' ? ['comp-abacaxi', 'Abacaxi'] : ['comp-uva', 'Uva Verde'];
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  await openWizard(page, shop.urls.relay);
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(button).toBeEnabled();
  try {
    await admin('PATCH', `/api/staff/catalog/toppings/${id}`, { active: false });
    await expect(button).toBeDisabled();
  } finally {
    await admin('PATCH', `/api/staff/catalog/toppings/${id}`, { active: true });
  }
  await expect(button).toBeEnabled();
});
