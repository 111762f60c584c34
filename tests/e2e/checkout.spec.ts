// At the checkout: impatient fingers order once, and what cannot be ordered is said in words.
import { expect, test } from '../support/browser-test.ts';
import {
  addTopping,
  fillCart,
  giveDetails,
  newPhone,
  openPayment,
  orderButton,
  placeOrder,
  toBePaid,
  withCart,
} from './customer.ts';
import { track } from './outside.ts';

test('a double tap orders once', async ({ page, shop }) => {
  const phone = newPhone();
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, phone);
  await orderButton(page).dblclick();
  await toBePaid(page);
  expect(await track(shop.urls.relay, phone)).toHaveLength(1);
});

test('going back and ordering the same again is the same order @phone', async ({ page, shop }) => {
  const phone = newPhone();
  await placeOrder(page, shop.urls.relay, phone);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Seus Dados' })).toBeVisible();
  await orderButton(page).click();
  await toBePaid(page);
  expect(await track(shop.urls.relay, phone)).toHaveLength(1);
});

test('a cart that is changed after it was ordered makes one order to pay: the earlier one is called off @phone', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await withCart(page, shop.urls.relay);
  await giveDetails(page, phone);
  await orderButton(page).click();
  await toBePaid(page);
  const first = await page.evaluate(() => localStorage.getItem('orderCode') ?? '');
  await page.goto(`${shop.urls.relay}/carrinho`);
  await page.getByRole('button', { name: /^Editar/ }).click();
  await addTopping(page, 'Mel: Topo');
  await page.getByRole('button', { name: /^Salvar/ }).click();
  await giveDetails(page, phone);
  await orderButton(page).click();
  await toBePaid(page);
  await expect
    .poll(
      async () => (await track(shop.urls.relay, phone)).filter(({ status }) => status === 'PENDING').length,
    )
    .toBe(1);
  await page.goto(`${shop.urls.relay}/pedido/pagamento/${first}`);
  await expect(page.getByText('Este pedido foi cancelado e não pode mais ser pago.')).toBeVisible();
});

test('an order that nobody has paid is called off by its customer, who is asked first @phone', async ({
  page,
  shop,
}) => {
  const code = await openPayment(page, shop.urls.relay);
  await page.getByRole('button', { name: 'Cancelar pedido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar este pedido?' });
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByRole('heading', { name: 'Como você quer pagar?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar pedido' }).click();
  await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(page.getByText('Este pedido foi cancelado e não pode mais ser pago.')).toBeVisible();
  await page.goto(`${shop.urls.relay}/pedido/sucesso/${code}`);
  await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
});

test('a reload while the order is on its way goes on with that order @phone', async ({ page, shop }) => {
  const phone = newPhone();
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, phone);
  // The order arrives; its answer never does, for the page is loaded again before.
  const arrived = new Promise<void>((resolve) => {
    void page.route('**/api/orders', async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await orderButton(page).click();
  await arrived;
  await page.reload();
  await toBePaid(page);
  expect(await track(shop.urls.relay, phone)).toHaveLength(1);
});

test('an answer that gets lost is asked for again and orders nothing twice @phone @smoke', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, phone);
  await page.route('**/api/orders', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await orderButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'ele nunca entra duas vezes' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await toBePaid(page);
  expect(await track(shop.urls.relay, phone)).toHaveLength(1);
});

test('a phone that is too short, a missing phone and a missing way of eating do not get past the form @phone', async ({
  page,
  shop,
}) => {
  await fillCart(page, shop.urls.relay);
  await page.getByRole('button', { name: 'Continuar Pedido' }).click();
  await expect(orderButton(page)).toBeDisabled();
  await page.getByLabel('Telefone (WhatsApp)').fill('11987654321');
  // The way of eating is still missing.
  await expect(orderButton(page)).toBeDisabled();
  await page.getByText('Levar', { exact: true }).click();
  await expect(orderButton(page)).toBeEnabled();
  await page.getByLabel('Telefone (WhatsApp)').fill('');
  await expect(orderButton(page)).toBeDisabled();
  await page.getByLabel('Telefone (WhatsApp)').fill('1198765');
  await orderButton(page).click();
  await expect(page.getByText('Telefone inválido')).toBeVisible();
  await expect(
    page.getByText('Por favor, informe um telefone válido com pelo menos 10 dígitos').first(),
  ).toBeVisible();
  await expect(page.getByLabel('Telefone (WhatsApp)')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Seus Dados' })).toBeVisible();
  // A message under the pointer stays; one whose reason is mended does not.
  const said = page.getByText('Telefone inválido');
  await said.hover();
  await page.getByLabel('Telefone (WhatsApp)').fill('11987654321');
  await expect(said).toHaveCount(0);
});

test('an empty cart has nothing to order and says so @phone', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/carrinho`);
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuar Pedido' })).toHaveCount(0);
  await page.goto(`${shop.urls.relay}/pedido/carrinho?passo=dados`);
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
});

test('the servers say which field is wrong, in words, and save nothing @desktop', async ({ shop }) => {
  for (const url of [shop.urls.relay, shop.urls.store]) {
    const phone = newPhone();
    const body = { id: '019a0000-0000-7000-8000-000000000000', customerPhone: phone, items: [] };
    const response = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    const { errors } = (await response.json()) as { errors: { field: string; message: string }[] };
    expect(errors).toContainEqual({ field: 'consumptionType', message: 'Tipo de consumo obrigatório' });
    expect(errors).toContainEqual({ field: 'items', message: 'Carrinho vazio' });
    expect(await track(url, phone)).toEqual([]);
  }
});
