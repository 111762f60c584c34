// The counter while the store does not answer: cash goes on being sold, and nothing of it is lost or sold twice.
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
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
  await expectAccessible(page);
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
  await expectAccessible(page);

  // Meanwhile the owner asks for more.
  const admin = await asStaff(urls.store, 'ADMIN');
  const { products } = await askAs<{ products: Product[] }>(urls.store, 'ADMIN', '/api/staff/catalog');
  const cup = products.find(({ name }) => name === CUP)!;
  await admin('PATCH', `/api/staff/catalog/products/${cup.id}`, { priceCents: cup.priceCents + 250 });

  isAway = false;
  await expect(waiting).toBeHidden();
  const said = page.getByRole('alert').filter({ hasText: 'o preço da loja agora é' });
  await expect(said).toContainText(/Faltaram R\$\s2,/);
  await expectAccessible(page);
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
  await expectAccessible(page);
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
  await expectAccessible(page);
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

test('a paid sale that the store refused is sent again once it can be, and is thrown away only after a question that says what is lost @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await expect(page.getByRole('button', { name: new RegExp(`^${CUP}`) }).first()).toBeVisible();
  const asked: string[] = [];
  let isAway = true;
  await page.route('**/api/staff/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked.push((route.request().postDataJSON() as { id: string }).id);
    return isAway ? route.abort() : route.continue();
  });
  for (let sold = 0; sold < 2; sold += 1) {
    await sellAway(page, () => page.getByRole('button', { name: /^Exato/ }).click());
    await page.getByRole('button', { name: 'Nova venda' }).click();
  }
  await expect(page.getByText('2 vendas em dinheiro guardadas aqui esperam a loja.')).toBeVisible();

  // Meanwhile the owner takes it off the menu.
  const admin = await asStaff(urls.store, 'ADMIN');
  const { products } = await askAs<{ products: Product[] }>(urls.store, 'ADMIN', '/api/staff/catalog');
  const cup = products.find(({ name }) => name === CUP)!;
  await admin('PATCH', `/api/staff/catalog/products/${cup.id}`, { active: false });
  isAway = false;
  const refused = page.getByRole('alert').getByText('não entrou na loja');
  await expect(refused).toHaveCount(2);
  await expect(refused.first()).toContainText(/R\$\s[\d,]+ recebidos/);

  // Not yet: the store says the same again, and the sale is still there.
  const again = page.getByRole('alert').getByRole('button', { name: 'Enviar de novo' });
  await again.first().click();
  await expect(page.getByText('A venda não entrou na loja')).toBeVisible();
  await expect(refused).toHaveCount(2);

  const discard = page.getByRole('alert').getByRole('button', { name: 'Tirar daqui' });
  const question = page.getByRole('dialog', { name: 'Apagar uma venda já paga?' });
  await discard.last().click();
  await expect(question).toContainText(/Venda das \d\d:\d\d: R\$\s[\d,]+ recebidos em dinheiro\./);
  await expect(question).toContainText('A loja não tem este pedido, e ele só existe neste aparelho.');
  await expect(question).toContainText('devolva o dinheiro ao cliente');
  await expectAccessible(page);
  // A key pressed by habit throws nothing away.
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await discard.last().click();
  await question.getByRole('button', { name: 'Voltar' }).click();
  await page.reload();
  await expect(refused).toHaveCount(2);

  await admin('PATCH', `/api/staff/catalog/products/${cup.id}`, { active: true });
  await again.first().click();
  await expect(refused).toHaveCount(1);
  await discard.click();
  await question.getByRole('button', { name: 'Apagar a venda' }).click();
  await expect(refused).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('complementary', { name: 'Venda' })).toBeVisible();
  await expect(refused).toHaveCount(0);

  const { orders } = await askAs<{ orders: { id: string; status: string; paymentMethod: string }[] }>(
    urls.store,
    'ADMIN',
    '/api/staff/orders?limit=10',
  );
  expect(orders.map(({ id, status, paymentMethod }) => [id, status, paymentMethod])).toEqual([
    [asked[0], 'RECEBIDO', 'cash'],
  ]);
});
