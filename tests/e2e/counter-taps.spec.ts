// The rush at the counter: how many taps a sale takes, and what can be done with a line without beginning anew.
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
import { COUNTER, CUP, openDrawer } from './counter.ts';
import { askAs, cardIn, test } from './staff.ts';

const ticketOf = (page: Page) => page.getByRole('complementary', { name: 'Venda' });
const paidOf = (page: Page) => page.getByRole('dialog', { name: 'Pago' });

/** Taps buttons one after another, and answers how many that were. */
async function tapAll(page: Page, names: readonly (string | RegExp)[]): Promise<number> {
  for (const name of names) await page.getByRole('button', { name }).first().click();
  return names.length;
}

test('an açaí takes six taps after the first of the day, and a cup three, from customer to customer @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await tapAll(page, ['Açaí', /^Médio 500 ml/, /^Açaí Tradicional/, /^Creme/]);
  await expect(ticketOf(page)).toContainText('Açaí Médio 500 ml');
  await tapAll(page, ['Dinheiro', /^Exato/]);
  await expect(paidOf(page)).toBeVisible();

  // The next customer: what was sold last is chosen, and the number of the one before stays until the first tap.
  const acai = ['Açaí', /^Morango/, /^Banana/, /^Granola/, 'Dinheiro', /^Exato/];
  expect(await tapAll(page, acai)).toBeLessThanOrEqual(6);
  await expect(paidOf(page)).toContainText(/Número do cliente\d+/);
  const cup = [new RegExp(`^${CUP}`), 'Dinheiro', /^Exato/];
  await page.getByRole('button', { name: 'Taças' }).click();
  await expect(paidOf(page)).toBeVisible();
  expect(await tapAll(page, cup)).toBeLessThanOrEqual(3);
  await expect(paidOf(page)).toContainText(/Número do cliente\d+/);

  type Sold = {
    items: { productName: string | null; sizeName: string | null; toppings: { name: string }[] }[];
  };
  const { orders } = await askAs<{ orders: Sold[] }>(urls.store, 'ADMIN', '/api/staff/orders?limit=3');
  expect(
    orders.map(({ items }) => items.map((one) => [one.productName ?? one.sizeName, one.toppings.length])),
  ).toEqual([[[CUP, 0]], [['Médio 500 ml', 2]], [['Médio 500 ml', 0]]]);

  // What sold is on the first shelf from the next start on.
  await page.reload();
  await expect(page.getByRole('group', { name: 'O que vender' }).getByRole('button').first()).toHaveText(
    'Mais vendidos',
  );
  await expect(page.getByRole('list', { name: 'Produtos' }).getByRole('listitem').first()).toContainText(CUP);
  await expectAccessible(page);
});

test('toppings stand in five or six columns, with their colours @desktop', async ({
  device,
  shop: { urls },
}) => {
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await tapAll(page, ['Açaí', /^Médio 500 ml/, /^Açaí Tradicional/, /^Creme/]);
  const toppings = page.getByRole('list', { name: 'Complementos' }).getByRole('listitem');
  await expect(toppings.first()).toBeVisible();
  const columns = () =>
    toppings.evaluateAll((all) => {
      const tops = all.map((one) => Math.round(one.getBoundingClientRect().top));
      return tops.filter((top) => top === tops[0]).length;
    });
  for (const [width, height, wanted] of [
    [1024, 600, 5],
    [1280, 800, 6],
    [1920, 1080, 6],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(columns, `${width} px`).toBe(wanted);
  }
  await expect(toppings.filter({ hasText: 'Kiwi' }).locator('rect')).toHaveAttribute('fill', '#8cc63f');
  await expectAccessible(page);
});

test('a line is changed, sold once more, noted and taken off; an order is found by its number @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const lines = ticketOf(page).getByRole('list', { name: 'Itens' }).getByRole('listitem');
  await tapAll(page, ['Açaí', /^Pequeno 300 ml/, /^Açaí Tradicional/, /^Creme/, /^Kiwi/]);
  const parts = page.getByRole('group', { name: 'Partes' });
  await expect(parts.getByRole('button', { name: /^Complementos/ })).toContainText('1 de 2');
  await expect(page.getByRole('group', { name: 'Camada' }).getByRole('button')).toHaveText([
    'Fundo (0)',
    'Meio (0)',
    'Topo (1)',
  ]);
  await tapAll(page, ['Próximo açaí']);
  await expect(lines).toHaveCount(1);
  await lines.getByRole('button', { name: /^Mais um/ }).click();
  await expect(lines).toHaveCount(2);
  await lines
    .last()
    .getByRole('button', { name: /^Mudar/ })
    .click();
  await tapAll(page, [/^Tamanho/, /^Grande 700 ml/]);
  await expect(lines.first()).toContainText('Pequeno');
  await expect(lines.last()).toContainText('Grande');
  await expect(lines.last()).toContainText('Kiwi');
  await lines
    .last()
    .getByRole('button', { name: /^Observação/ })
    .click();
  const notes = page.getByRole('dialog', { name: 'Cliente e observações' });
  await notes.getByLabel('Observações').press('End');
  await notes.getByLabel('Observações').pressSequentially('sem canudo');
  await expectAccessible(page);
  await notes.getByRole('button', { name: 'Pronto' }).click();
  await lines
    .first()
    .getByRole('button', { name: /^Tirar/ })
    .click();
  await expect(lines).toHaveCount(1);
  await tapAll(page, ['Dinheiro', /^Exato/]);
  await expect(paidOf(page)).toBeVisible();
  const { orders } = await askAs<{ orders: { simpleId: number; observations: string }[] }>(
    urls.store,
    'ADMIN',
    '/api/staff/orders?limit=1',
  );
  expect(orders[0]?.observations).toBe('Açaí Grande 700 ml: sem canudo');

  await page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Pedidos' }).click();
  const found = page.getByRole('region', { name: 'Últimos pedidos' }).getByRole('listitem');
  await page.getByLabel('Buscar pelo número').fill(String(orders[0]?.simpleId));
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Açaí Grande');
  await expect(found).toContainText(/RecebidoDinheiro.*R\$\s23,65/);
  await page.getByLabel('Buscar pelo número').fill('99999');
  await expect(page.getByText('Nenhum pedido com o número 99999.')).toBeVisible();
  await expectAccessible(page);
});

test('what ran out is said at the counter, and the site is paused there @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await page.getByRole('button', { name: 'Acabou' }).click();
  await page.getByRole('dialog', { name: 'Acabou' }).getByRole('button', { name: 'Kiwi' }).click();
  await expect(page.getByText('Kiwi acabou')).toBeVisible();
  await page.keyboard.press('Escape');
  await tapAll(page, ['Açaí', /^Médio 500 ml/, /^Açaí Tradicional/, /^Creme/]);
  await expect(
    page.getByRole('list', { name: 'Complementos' }).getByRole('button', { name: /Kiwi/ }),
  ).toBeDisabled();
  await page.getByRole('button', { name: 'Pausar' }).click();
  await page.getByRole('button', { name: '10 min' }).click();
  await expect(page.getByText(/Novos pedidos pausados até/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retomar agora' }).click();
  await expect(page.getByText(/Novos pedidos pausados até/)).toBeHidden();
});

test('the ten tasks of a rush take no more taps than the table of decision 098 says @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  // The first of the day: from then on size and base are those of the last.
  await tapAll(page, ['Açaí', /^Médio 500 ml/, /^Açaí Tradicional/, /^Creme/, 'Dinheiro', /^Exato/]);
  await expect(paidOf(page)).toBeVisible();
  const number = /Número do cliente(\d+)/.exec((await paidOf(page).textContent()) ?? '')?.[1] ?? '';
  const cup = new RegExp(`^${CUP}`);
  const taps: Record<string, number> = {};
  const done = async (task: string, names: readonly (string | RegExp)[], shown = paidOf(page)) => {
    taps[task] = await tapAll(page, names);
    await expect(shown).toBeVisible();
  };

  await done('açaí, two toppings, cash', ['Açaí', /^Morango/, /^Banana/, /^Granola/, 'Dinheiro', /^Exato/]);
  await page.getByRole('button', { name: 'Taças' }).click();
  await done('cup, cash', [cup, 'Dinheiro', /^Exato/]);
  await done('cup, card', [cup, 'Maquininha', 'Débito']);
  await done(
    'cup, paid later',
    [cup, 'Pagar depois', 'Guardar o pedido'],
    page.getByRole('dialog', { name: 'Pedido guardado' }),
  );
  await done('cup with 10 % off, cash', [
    cup,
    'Desconto ou cortesia',
    '10%',
    'Cliente da casa',
    /^Aplicar/,
    'Dinheiro',
    /^Exato/,
  ]);
  await done('what ran out', ['Acabou', 'Kiwi'], page.getByText('Kiwi acabou'));
  await page.keyboard.press('Escape');
  await done(
    'print again',
    ['Pedidos', /^Imprimir de novo/],
    page.getByText('2ª via enviada para a impressora'),
  );

  const kitchen = await device(urls.store, 'KITCHEN', '/cozinha', { viewport: { width: 1280, height: 800 } });
  const { orders } = await askAs<{ orders: { simpleId: number; panelNumber: number | null }[] }>(
    urls.store,
    'ADMIN',
    '/api/staff/board',
  );
  const first = String(orders.find(({ panelNumber }) => String(panelNumber) === number)?.simpleId);
  type Column = Parameters<typeof cardIn>[1];
  const step = async (task: string, column: Column, button: string, then: Column) => {
    await cardIn(kitchen, column, first).getByRole('button', { name: button }).click();
    taps[task] = 1;
    await expect(cardIn(kitchen, then, first)).toBeVisible();
  };
  await step('kitchen: begin', 'Recebidos', 'Iniciar Preparo', 'Em Preparo');
  await step('kitchen: ready', 'Em Preparo', 'Marcar Pronto', 'Prontos');
  // The list of orders, which stands open, hears of it.
  await expect(
    page
      .getByRole('region', { name: 'Últimos pedidos' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Abrir o pedido ${number}`, exact: true }) }),
  ).toContainText('Pronto');
  const handOver = [/^Entregar/, 'Entregar'];
  taps['hand over'] = handOver.length;
  await page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Entregar' }).click();
  // Four are paid and not ready; the one to be paid later is nothing to make.
  await expect(page.getByRole('heading', { name: 'Em preparo (4)' })).toBeVisible();
  const ready = page.getByRole('region', { name: 'Prontos para entregar' });
  await ready.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Nenhum pedido pronto agora.')).toBeVisible();
  await page.getByRole('button', { name: `Desfazer entrega nº ${number}` }).click();
  await expect(ready.getByText(new RegExp(`^#${first} · pronto às`))).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Balcão' });
  for (const name of ['Pendentes', 'Entregar'])
    await expect(tabs.getByRole('button', { name })).toHaveText(`${name}1`);

  expect(taps).toEqual({
    'açaí, two toppings, cash': 6,
    'cup, cash': 3,
    'cup, card': 3,
    'cup, paid later': 3,
    'cup with 10 % off, cash': 7,
    'what ran out': 2,
    'print again': 2,
    'kitchen: begin': 1,
    'kitchen: ready': 1,
    'hand over': 2,
  });
});
