// Staff on the relay's address: their requests and their live events go through the tunnel to the store.
import { expect, test } from '../support/browser-test.ts';
import { ACAI, newPhone, orderNumber, placeOrder } from './customer.ts';
import { asStaff, cardIn, confirmCash, openKitchen, signIn, unpaidCard } from './staff.ts';

test('a kitchen screen on the address of the relay shows a new order without a reload and moves it at the store @smoke', async ({
  page,
  browser,
  shop,
}) => {
  const kitchen = await openKitchen(browser, shop.urls.relay);
  await placeOrder(page, shop.urls.store, newPhone());
  await page.getByRole('button', { name: /Dinheiro/ }).click();
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  const number = await orderNumber(page);
  const card = cardIn(kitchen, 'Recebidos', number);
  const unpaid = await unpaidCard(kitchen, number);
  await expect(unpaid).toContainText(ACAI.base);
  await expect(unpaid).toContainText('Aguardando pagamento');
  await kitchen.keyboard.press('Escape');
  await confirmCash(shop.urls.store, number);
  await card.getByRole('button', { name: 'Iniciar Preparo' }).click();
  await expect(cardIn(kitchen, 'Em Preparo', number)).toBeVisible();
  const attendant = await asStaff(shop.urls.store, 'ATTENDANT');
  const statusAtStore = async (): Promise<string | undefined> => {
    const { orders } = (await attendant('GET', '/api/staff/board')) as {
      orders: { simpleId: number; status: string }[];
    };
    return orders.find((order) => String(order.simpleId) === number)?.status;
  };
  await expect.poll(statusAtStore).toBe('PREPARING');
  await kitchen.context().close();
});

test('the administrator signs in on the address of the relay, and a wrong password gets nobody in @desktop', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/auth`);
  await page.getByLabel('Email').fill('dona@acai.demo');
  await page.getByLabel('Senha').fill('não-é-esta');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Email ou senha incorretos.' })).toBeVisible();
  await signIn(page, shop.urls.relay, 'ADMIN');
  await expect(page).toHaveURL(`${shop.urls.relay}/admin`);
  const me = await page.request.get(`${shop.urls.relay}/api/staff/me`);
  expect(await me.json()).toMatchObject({ role: 'ADMIN' });
});
