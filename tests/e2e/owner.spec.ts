// The owner's panel: the day at a glance above the orders, and every screen of it within its width from a phone to a desk.
import { readFile } from 'node:fs/promises';
import { BOM } from '@balcao/shared/csv.ts';
import { expect, type Page } from '../support/browser-test.ts';
import type { OrderList } from '@balcao/shared/http/order-search.ts';
import type { Breakdown, Today } from '@balcao/shared/http/reports.ts';
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { v7 as uuidv7 } from 'uuid';
import { expectSoundInBoth, fontsArrived, hiddenWidth } from './axe.ts';
import { COUNTER, orderAt, sellCup } from './counter.ts';
import { askAs, test } from './staff.ts';

const DESK = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const PHONE_WIDTHS = [360, 390, 768];

/** The list as it is on a full evening: so many orders like the first one of the shop. */
async function manyOrders(page: Page, host: string, state: 'active' | 'finished', count: number) {
  const { orders } = await askAs<OrderList>(host, 'ADMIN', '/api/staff/orders?limit=1');
  const [order] = orders;
  if (order === undefined) throw new Error('there is no order to show');
  const list: OrderList = {
    orders: Array.from({ length: count }, (_, at) => ({
      ...order,
      id: uuidv7(),
      status: state === 'active' ? 'RECEBIDO' : 'DELIVERED',
      simpleId: 1001 + at,
      panelNumber: 101 + at,
      customerPhone: '11987654321',
    })),
  };
  await page.route(`**/api/staff/orders?state=${state}*`, (route) => route.fulfill({ json: list }));
}

test('Hoje says how the day goes and what to do next, above the orders @desktop', async ({
  device,
  shop,
}) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin', DESK);
  const now: Today = {
    nowMs: Date.now(),
    sales: { orders: 14, salesCents: 35_000 },
    weekAgo: { orders: 12, salesCents: 28_000 },
    open: { unpaid: 1, received: 3, preparing: 2, ready: 1, late: 2, lateMinutes: 8 },
    till: null,
    printers: [{ id: 'p', name: 'Cozinha', state: 'paper-out', stateText: 'sem papel', held: 0, failed: 0 }],
    site: 'linked',
    copyOutside: { atMs: null, isOld: true },
  };
  await page.route('**/api/staff/reports/today', (route) => route.fulfill({ json: now }));
  await page.reload();
  const today = page.getByRole('region', { name: 'Hoje' });
  for (const text of [
    'R$ 350,00',
    '14 pedidos',
    // Three received, two in the making, one ready.
    'Abertos6',
    '+25% que',
    '(R$ 280,00)',
    '2 atrasados',
    '1 pronto',
    '1 sem pagar',
  ])
    await expect(today).toContainText(text);
  await expect(today.getByRole('list', { name: 'Próximos passos' }).getByRole('link')).toHaveText([
    '2 pedidos passaram de 8 min: veja a cozinha',
    'Impressora Cozinha: sem papel',
    'Abra o caixa antes de receber em dinheiro',
    'Leve uma cópia para fora desta máquina',
  ]);
  await expectSoundInBoth(page, 'Hoje');
  await today.getByRole('link', { name: 'Abra o caixa' }).click();
  await expect(page).toHaveURL(/\/admin\/dinheiro\/caixa$/);
});

test('ten orders stand whole on a screen of 1280×800, and one field finds one by number and by code @desktop', async ({
  device,
  shop,
}) => {
  const counter = await device(shop.urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const { panel } = await sellCup(counter);
  const { number, id } = await orderAt(shop.urls.store, panel);
  const page = await device(shop.urls.store, 'ADMIN', '/admin', DESK);
  const search = page.getByRole('search');
  await search.getByLabel('Buscar pedido').fill(String(number));
  await search.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByRole('button', { name: `#${number}`, exact: true })).toBeVisible();
  await search.getByLabel('Buscar pedido').fill(id);
  await search.getByLabel('Buscar pedido').press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await search.getByRole('button', { name: 'Limpar busca' }).click();
  await manyOrders(page, shop.urls.store, 'active', 40);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(41);
  await fontsArrived(page);
  const whole = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
  expect(whole).toBeGreaterThanOrEqual(10);
});

test('nothing of the orders and of the menu scrolls sideways on a phone; the tabs stand at its foot, and beside the page on a desk @desktop', async ({
  device,
  shop,
}) => {
  await sellCup(await device(shop.urls.store, 'ATTENDANT', '/balcao', COUNTER));
  const page = await device(shop.urls.store, 'ADMIN', '/admin', DESK);
  const tabs = page.getByRole('tablist', { name: 'Seções do painel' });
  const names = ['Pedidos', 'Dinheiro', 'Cardápio', 'Taça', 'Relatórios', 'Configurações'];
  await expect(tabs.getByRole('tab')).toHaveText(names);
  expect((await tabs.boundingBox())!.width).toBeLessThan(240);
  await tabs.getByRole('tab', { name: 'Pedidos' }).press('ArrowDown');
  await expect(page).toHaveURL(/\/admin\/dinheiro$/);

  for (const state of ['active', 'finished'] as const) await manyOrders(page, shop.urls.store, state, 12);
  for (const width of PHONE_WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['pedidos', 'pedidos/finalizados', 'cardapio/tamanhos', 'cardapio/complementos']) {
      await page.goto(`${shop.urls.store}/admin/${path}`);
      await expect(page.getByLabel('Carregando')).toHaveCount(0);
      expect(await hiddenWidth(page), `${path} at ${width}`).toBe(0);
      const inner = await page
        .getByRole('tabpanel')
        .locator('*')
        .evaluateAll(
          (all) =>
            all.filter(
              (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto',
            ).length,
        );
      expect(inner, `${path} at ${width}`).toBe(0);
    }
    const bar = (await tabs.boundingBox())!;
    expect(bar.y + bar.height).toBe(844);
    for (const tab of await tabs.getByRole('tab').all()) {
      const box = (await tab.boundingBox())!;
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(await tab.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSoundInBoth(page, 'the menu on a phone');
});

test('a colleague gets a temporary password and is kept out and let in again; hours are copied to every day @desktop', async ({
  device,
  shop,
}) => {
  const host = shop.urls.store;
  const name = `Rita ${Date.now().toString(36)}`;
  const email = `${name.replace(' ', '.').toLowerCase()}@acai.demo`;
  await askAs(host, 'ADMIN', '/api/staff/users', {
    name,
    email,
    password: 'uma-senha-que-serve',
    role: 'KITCHEN',
  });
  const page = await device(host, 'ADMIN', '/admin/configuracoes/usuarios', DESK);
  await page.getByRole('button', { name: `Senha nova para ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fazer senha provisória' }).click();
  const shown = page.getByRole('dialog', { name: `Senha provisória de ${name}` });
  await expect(shown.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeVisible();
  await shown.getByRole('button', { name: 'Fechar' }).first().click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('falta senha nova');
  await row.getByRole('button', { name: `Desativar ${name}` }).click();
  await expect(row).toContainText('desativada');
  await row.getByRole('button', { name: `Reativar ${name}` }).click();
  await expect(row).not.toContainText('desativada');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await hiddenWidth(page)).toBe(0);
  await page.setViewportSize(DESK.viewport);
  await row.getByRole('button', { name: `Excluir ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(row).toHaveCount(0);

  await page.goto(`${host}/admin/configuracoes/geral`);
  await page.getByLabel('Segunda: abre').first().fill('09:15');
  await page.getByRole('button', { name: 'Segunda: copiar para todos os dias' }).click();
  for (const day of ['Domingo', 'Terça', 'Sábado'])
    await expect(page.getByLabel(`${day}: abre`).first()).toHaveValue('09:15');

  // A day that differs is closed until it has hours, stands there once, and goes again.
  const add = page.getByRole('button', { name: 'Acrescentar dia' });
  await expect(add).toBeDisabled();
  const addDay = async (date: string) => {
    await page.getByLabel('Dia', { exact: true }).fill(date);
    await add.click();
  };
  await addDay('2030-12-31');
  await addDay('2030-12-25');
  const days = page.getByText(/^\d\d\/12\/2030$/);
  await expect(days).toHaveText(['25/12/2030', '31/12/2030']);
  const christmas = days.first().locator('..');
  await expect(christmas).toContainText('Fechado');
  await christmas.getByRole('button', { name: 'Horário' }).click();
  await expect(christmas.getByLabel('25/12/2030: abre')).toHaveValue('10:00');
  await expect(christmas.getByLabel('25/12/2030: fecha')).toHaveValue('22:00');
  await page.getByLabel('Dia', { exact: true }).fill('2030-12-25');
  await expect(add).toBeDisabled();
  await christmas.getByRole('button', { name: 'Tirar o dia' }).click();
  await expect(days).toHaveText(['31/12/2030']);
});

test('Fechado hoje closes the site by one tap, and opens it by another @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const page = await device(urls.store, 'ADMIN', '/admin', DESK);
  const siteState = async () =>
    ((await (await fetch(`${urls.relay}/api/store`)).json()) as StoreInfo).open.state;
  await expect.poll(siteState).not.toBe('closed');
  const isClosed = page.getByRole('switch', { name: 'Fechado hoje' });
  // It changes with the store's answer.
  await isClosed.click();
  await expect(isClosed).toBeChecked();
  await expect(page.getByText('O site não recebe pedidos hoje e abre amanhã, sozinho.')).toBeVisible();
  await expect.poll(siteState).toBe('closed');
  await page.reload();
  await expect(isClosed).toBeChecked();
  await isClosed.click();
  await expect.poll(siteState).not.toBe('closed');
});

/** The period with what one cup at the counter does not bring: a discount, an order that was called off, one that was made. */
const withLosses = (parts: Breakdown): Breakdown => ({
  ...parts,
  discounts: {
    orders: 1,
    cents: 200,
    reasons: [{ name: 'Cliente da casa', count: 1, cents: 200 }],
    givers: [{ name: 'Ana', count: 1, cents: 200 }],
  },
  cancelled: [{ name: 'cliente', count: 1, cents: 900 }],
  fees: {
    ...parts.fees,
    ways: [
      ...parts.fees.ways,
      {
        name: 'Convênio',
        count: 2,
        cents: 1_500,
        returnedCents: 500,
        percent: 4.5,
        feeCents: 68,
        netCents: 1_432,
      },
    ],
  },
  days: [{ date: parts.to, discountOrders: 1, discountCents: 200, madeOrders: 1, meanSeconds: 240 }],
});

test('reports take a period apart: what sold, when, by whom and which way, with presets and files @desktop', async ({
  device,
  shop,
}) => {
  const counter = await device(shop.urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await sellCup(counter);
  const { panel } = await sellCup(counter);
  const { id } = await orderAt(shop.urls.store, panel);
  await askAs(shop.urls.store, 'ADMIN', `/api/staff/orders/${id}/moves`, {
    kind: 'cancel',
    reason: 'cliente',
  });
  const page = await device(shop.urls.store, 'ADMIN', '/admin/relatorios', DESK);
  await page.route('**/api/staff/reports/breakdown*', async (route) => {
    const parts = (await (await route.fetch()).json()) as Breakdown;
    await route.fulfill({ json: withLosses(parts) });
  });
  await page.getByRole('button', { name: 'Hoje', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Hoje', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // Each has its picture, its table and its file.
  for (const heading of [
    'Comparado com o período anterior',
    'Vendas por dia',
    'Ticket médio por dia',
    'Descontos por dia',
    'Tempo de preparo por dia',
    'O que vendeu',
    'Quando vende',
    'Formas de pagamento',
    'Tarifas e líquido',
    'Por onde pediram',
    'Quem recebeu',
    'Descontos por motivo',
    'Descontos por pessoa',
    'Cancelados e por quê',
    'Horários de Pico',
  ]) {
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
    await expect(card.getByRole('table'), heading).toBeVisible();
    // Of the hours the table's own cells are the picture.
    await expect(card.locator('svg rect.fill-primary, td.bg-primary').first(), heading).toBeVisible();
    await expect(card.getByRole('button', { name: `Baixar ${heading} (CSV)` }), heading).toBeVisible();
  }
  await expect(page.getByRole('row', { name: /Petit Gâteau/ })).toBeVisible();
  // What went back of a way stands beside what came by it.
  const fees = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Tarifas e líquido', exact: true }) });
  for (const name of [/Dinheiro/, /Total/])
    await expect(fees.getByRole('row', { name })).toContainText(/Bruto R\$\s[\d.,]+, devolvido R\$\s[\d.,]+/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar O que vendeu (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^produtos-\d{4}-\d\d-\d\d-a-\d{4}-\d\d-\d\d\.csv$/);
  const fileOf = async (title: string) => {
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Baixar ${title} (CSV)`, exact: true }).click(),
    ]);
    return readFile(await one.path(), 'utf8');
  };
  for (const [title, head, line] of [
    [
      'Tarifas e líquido',
      'Forma;Pedidos;Bruto;Devolvido;Taxa %;Tarifa;Líquido',
      'Convênio;2;20;5;4,5;0,68;14,32',
    ],
    ['Descontos por motivo', 'Motivo;Pedidos;Desconto', 'Cliente da casa;1;2'],
    ['Cancelados e por quê', 'Motivo;Pedidos;Valor', 'Cancelado a pedido do cliente;1;9'],
  ] as const) {
    const lines = (await fileOf(title)).split('\r\n');
    expect(lines[0], title).toBe(BOM + head);
    expect(lines, title).toContain(line);
  }
  const day = (await page.getByText(/^De \d\d\/\d\d\/\d{4} a /).textContent())?.slice(3, 13);
  expect(await fileOf('Descontos por dia')).toContain(`Dia;Desconto;Pedidos\r\n${day};2;1\r\n`);
  expect(await fileOf('Tempo de preparo por dia')).toContain(`Dia;Média (min);Pedidos\r\n${day};4;1\r\n`);
  await expectSoundInBoth(page, 'the reports');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await hiddenWidth(page)).toBe(0);
});
