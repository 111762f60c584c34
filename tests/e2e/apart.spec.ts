// The two sides apart: the relay gone, the link down, the internet cut in the middle of an order.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from '../support/browser-test.ts';
import {
  fillCart,
  giveDetails,
  newPhone,
  openPix,
  orderButton,
  orderNumber,
  panelNumber,
  placeOrder,
  toBePaid,
} from './customer.ts';
import { papers, payAtBank, track } from './outside.ts';
import { cardIn, confirmCash, openKitchen, unpaidCard } from './staff.ts';

test('with the relay gone the store takes, confirms and prints a cash order, and the relay has it when it is back @smoke', async ({
  page,
  browser,
  ownShop,
}) => {
  const { urls } = ownShop;
  await ownShop.kill('relay');
  const phone = newPhone();
  const wish = `troco miúdo ${phone}`;
  const kitchen = await openKitchen(browser, urls.store);
  await placeOrder(page, urls.store, phone, wish);
  await expect(page.getByRole('button', { name: /^PIX/ })).toHaveCount(0);
  await page.getByRole('button', { name: /Dinheiro/ }).click();
  await page.getByLabel('Troco para quanto?').fill('50');
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  const number = await orderNumber(page);
  await expect(await unpaidCard(kitchen, number)).toContainText('Aguardando pagamento');
  await kitchen.keyboard.press('Escape');
  expect(await papers(urls.printerPage, wish)).toEqual([]);

  await confirmCash(urls.store, number);
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  await expect(
    cardIn(kitchen, 'Recebidos', number).getByRole('button', { name: 'Iniciar Preparo' }),
  ).toBeVisible();
  await expect.poll(() => papers(urls.printerPage, wish)).toHaveLength(1);

  await ownShop.start('relay');
  await ownShop.joined();
  await expect
    .poll(() => track(urls.relay, phone))
    .toMatchObject([{ orderNumber: Number(number), status: 'RECEBIDO', paymentStatus: 'approved' }]);
  await expect.poll(() => logOf(ownShop.dataDir)).toMatchObject({ behind: 0 });
  await kitchen.context().close();
});

test('a customer who orders while the link is down waits for the store and gets the order, once', async ({
  page,
  ownShop,
}) => {
  const phone = newPhone();
  await fillCart(page, ownShop.urls.relay);
  await giveDetails(page, phone);
  ownShop.cable.pull();
  await orderButton(page).click();
  await expect(page.getByRole('heading', { name: 'Aguardando a loja…' })).toBeVisible();
  await expect(page.getByText('Não precisa pedir de novo.')).toBeVisible();
  expect(await track(ownShop.urls.store, phone)).toEqual([]);
  ownShop.cable.plug();
  await toBePaid(page);
  await ownShop.joined();
  const [order, ...others] = await track(ownShop.urls.store, phone);
  expect(others).toEqual([]);
  expect(await track(ownShop.urls.relay, phone)).toMatchObject([
    { code: order?.code, orderNumber: order?.orderNumber },
  ]);
});

test('a PIX that is paid while the internet is cut reaches the kitchen when it is back, and nothing is doubled @phone @smoke', async ({
  page,
  browser,
  ownShop,
}) => {
  const { urls } = ownShop;
  const kitchen = await openKitchen(browser, urls.store);
  const phone = newPhone();
  const wish = `caprichado ${phone}`;
  await placeOrder(page, urls.relay, phone, wish);
  const pixCode = await openPix(page);
  ownShop.cable.pull();
  await payAtBank(urls.payments, pixCode);
  await expect(page.getByText('Pagamento aprovado!')).toBeVisible();
  expect(await papers(urls.printerPage, wish)).toEqual([]);
  expect(await track(urls.store, phone)).toMatchObject([{ status: 'PENDING', panelNumber: null }]);

  ownShop.cable.plug();
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  const panel = await panelNumber(page);
  const number = await orderNumber(page);
  const card = cardIn(kitchen, 'Recebidos', number);
  await expect(card).toContainText(wish);
  await expect.poll(() => papers(urls.printerPage, wish)).toHaveLength(1);
  await expect.poll(() => logOf(ownShop.dataDir)).toMatchObject({ behind: 0, orders: 1 });
  const told = {
    orderNumber: Number(number),
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    panelNumber: Number(panel),
  };
  expect(await track(urls.relay, phone)).toMatchObject([told]);
  expect(await track(urls.store, phone)).toMatchObject([told]);
  await expect(card).toHaveCount(1);
  await kitchen.context().close();
});

/** How many orders the store has, and how many rows of its log the relay has not acknowledged. */
function logOf(dataDir: string): { orders: number; behind: number } {
  const file = new Database(join(dataDir, 'edge', 'store.db'), { readonly: true });
  try {
    const head = file.prepare('select max(seq) from outbox').pluck().get() as number | null;
    const acknowledged = file
      .prepare("select seq from checkpoints where follower = 'relay'")
      .pluck()
      .get() as number | undefined;
    return {
      orders: file.prepare('select count(*) from orders').pluck().get() as number,
      behind: (head ?? 0) - (acknowledged ?? 0),
    };
  } finally {
    file.close();
  }
}
