// The counter while the store does not answer: cash goes on being sold, and nothing of it is lost or sold twice.
import { expect, type Page } from '../support/browser-test.ts';
import { brokenRules } from './axe.ts';
import { COUNTER, CUP, openDrawer } from './counter.ts';
import { asStaff, askAs, test } from './staff.ts';

type Product = { id: string; name: string; priceCents: number };

async function sellAway(page: Page, pay: () => Promise<void>): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
  await page.getByRole('button', { name: 'Dinheiro' }).click();
  await pay();
  await expect(page.getByRole('dialog', { name: 'Venda guardada' })).toBeVisible();
}

test('cash sold while the store is away is kept over a reload, sent once and in order, and another price is said @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await expect(page.getByRole('button', { name: new RegExp(`^${CUP}`) }).first()).toBeVisible();
  const asked: { id: string; observations: string }[] = [];
  let isAway = true;
  await page.route('**/api/staff/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked.push(route.request().postDataJSON() as (typeof asked)[number]);
    // The first reaches the store, and its answer is lost.
    if (asked.length === 1) await route.fetch();
    return isAway ? route.abort() : route.continue();
  });

  await sellAway(page, () => page.getByRole('button', { name: /^Exato/ }).click());
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('button', { name: 'Nova venda' }).click();
  await sellAway(page, async () => {
    await page.keyboard.type('10000');
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('dialog', { name: 'Venda guardada' })).toContainText('Troco');
  const waiting = page.getByText('2 vendas em dinheiro guardadas aqui esperam a loja.');
  await expect(waiting).toBeVisible();

  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Venda' })).toContainText(
    'Toque no que o cliente quer',
  );
  expect(await brokenRules(page)).toEqual([]);

  // Meanwhile the owner asks for more.
  const admin = await asStaff(urls.store, 'ADMIN');
  const { products } = await askAs<{ products: Product[] }>(urls.store, 'ADMIN', '/api/staff/catalog');
  const cup = products.find(({ name }) => name === CUP)!;
  await admin('PATCH', `/api/staff/catalog/products/${cup.id}`, { priceCents: cup.priceCents + 250 });

  isAway = false;
  await expect(waiting).toBeHidden();
  const said = page.getByRole('alert').filter({ hasText: 'o preço da loja agora é' });
  await expect(said).toContainText(/Faltaram R\$\s2,/);
  expect(await brokenRules(page)).toEqual([]);
  await said.getByRole('button', { name: 'Entendi' }).click();
  await expect(said).toHaveCount(0);

  const { orders } = await askAs<{ orders: { id: string; status: string; paymentMethod: string }[] }>(
    urls.store,
    'ADMIN',
    '/api/staff/orders?limit=10',
  );
  expect(new Set(asked.map(({ id }) => id)).size).toBe(2);
  expect(orders.map(({ id, status, paymentMethod }) => [id, status, paymentMethod])).toEqual(
    [...new Set(asked.map(({ id }) => id))].toReversed().map((id) => [id, 'RECEBIDO', 'cash']),
  );
});

test('a sale that is kept stands in Pendentes, goes on the ticket again, and is one order under the id that it had @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const asked: string[] = [];
  let isAway = true;
  await page.route('**/api/staff/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked.push((route.request().postDataJSON() as { id: string }).id);
    return isAway ? route.abort() : route.continue();
  });
  await sellAway(page, () => page.getByRole('button', { name: /^Exato/ }).click());
  await page.getByRole('button', { name: 'Nova venda' }).click();

  await page
    .getByRole('navigation', { name: 'Balcão' })
    .getByRole('button', { name: /^Pendentes/ })
    .click();
  const kept = page
    .getByRole('region', { name: 'Pagamentos pendentes' })
    .getByRole('listitem')
    .filter({ hasText: 'Guardada neste aparelho' });
  await expect(kept).toContainText(CUP);
  await expect(kept).toContainText('já recebidos em dinheiro');
  expect(await brokenRules(page)).toEqual([]);
  await kept.getByRole('button', { name: 'Pôr na venda' }).click();
  const ticket = page.getByRole('complementary', { name: 'Venda' });
  await expect(ticket).toContainText(CUP);
  await expect(page.getByText(/guardada[s]? aqui espera/)).toHaveCount(0);

  isAway = false;
  await page.getByRole('button', { name: 'Dinheiro' }).click();
  await page.getByRole('button', { name: /^Exato/ }).click();
  await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();
  const { orders } = await askAs<{ orders: { id: string; status: string }[] }>(
    urls.store,
    'ADMIN',
    '/api/staff/orders?limit=10',
  );
  expect(new Set(asked).size).toBe(1);
  expect(orders.map(({ id, status }) => [id, status])).toEqual([[asked[0], 'RECEBIDO']]);
});

test('two sales kept in one millisecond are two, and one that needs a manager is sold by their PIN as it was typed @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const admin = await asStaff(urls.store, 'ADMIN');
  const { users } = (await admin('GET', '/api/staff/users')) as { users: { id: string; role: string }[] };
  await admin('PUT', `/api/staff/users/${users.find(({ role }) => role === 'ADMIN')!.id}/pin`, {
    pin: '4071',
  });
  // The drawer stays closed: the money was taken when nobody could ask for it.
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await expect(page.getByRole('button', { name: new RegExp(`^${CUP}`) }).first()).toBeVisible();
  await page.clock.setFixedTime(new Date());
  let isAway = true;
  await page.route('**/api/staff/orders', (route) =>
    isAway && route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await sellAway(page, () => page.getByRole('button', { name: /^Exato/ }).click());
  await page.getByRole('button', { name: 'Nova venda' }).click();
  await page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
  await page.getByRole('button', { name: 'Desconto ou cortesia' }).click();
  const give = page.getByRole('dialog', { name: 'Desconto ou cortesia' });
  await give.getByRole('button', { name: '20%' }).click();
  await give.getByRole('button', { name: 'Cliente da casa' }).click();
  await give.getByRole('button', { name: /^Aplicar −R\$/ }).click();
  await page.getByRole('button', { name: 'Dinheiro' }).click();
  await page.getByRole('button', { name: /^Exato/ }).click();
  await expect(page.getByRole('dialog', { name: 'Venda guardada' })).toBeVisible();
  await page.getByRole('button', { name: 'Nova venda' }).click();
  await expect(page.getByText('2 vendas em dinheiro guardadas aqui esperam a loja.')).toBeVisible();

  isAway = false;
  const said = page.getByRole('alert').filter({ hasText: 'Peça a um gerente para digitar o PIN.' });
  await expect(said).toContainText('não entrou na loja');
  expect(await brokenRules(page)).toEqual([]);
  await said.getByRole('button', { name: 'Aprovar com PIN' }).click();
  await expect(
    page.getByRole('dialog', { name: 'PIN de gerente' }).getByLabel('PIN', { exact: true }),
  ).toBeFocused();
  await page.keyboard.type('4071');
  await page.keyboard.press('Enter');
  await expect(said).toHaveCount(0);

  type Sold = { status: string; paymentMethod: string; concession?: { reason: string } };
  const { orders } = await askAs<{ orders: Sold[] }>(urls.store, 'ADMIN', '/api/staff/orders?limit=10');
  expect(
    orders.map(({ status, paymentMethod, concession }) => [status, paymentMethod, concession?.reason]),
  ).toEqual([
    ['RECEBIDO', 'cash', 'Cliente da casa'],
    ['RECEBIDO', 'cash', undefined],
  ]);
});
