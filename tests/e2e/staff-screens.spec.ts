// The staff's screens on the store's own address: the doors, the counter, two people at one card, a network that goes, a
// session that ends, and axe on every screen. None of these tests changes what the others sell.
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from '../support/browser-test.ts';
import type { TopClients } from '@balcao/shared/http/reports.ts';
import { withAnswer } from './altered.ts';
import { expectSoundInBoth, hiddenWidth } from './axe.ts';
import { COUNTER, CUP, orderAt, sellCup } from './counter.ts';
import { askAs, cardIn, openScreens, signIn } from './staff.ts';

const open = openScreens();

test('sign-in says what is wrong in the words of the shop @desktop', async ({ page, shop }) => {
  await page.goto(`${shop.urls.store}/cozinha`);
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Email').fill('ninguem@acai.demo');
  await page.getByLabel('Senha').fill('12345');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('A senha deve ter pelo menos 6 caracteres.')).toBeVisible();
  await page.getByLabel('Senha').fill('errada-mesmo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Email ou senha incorretos.')).toBeVisible();
});

// On a shop of its own, as whatever signs in by hand: from one address that is done only so often.
test('who signs in lands where it works, and other doors stay shut with a reason @desktop', async ({
  page,
  ownShop: shop,
}) => {
  await signIn(page, shop.urls.store, 'ATTENDANT');
  await expect(page).toHaveURL(/\/balcao$/);
  await page.goto(`${shop.urls.store}/cozinha`);
  await expect(page.getByRole('heading', { name: 'Acesso Negado' })).toBeVisible();
  await expect(page.getByText(/Esta área é restrita para funcionários da cozinha/)).toBeVisible();
  await page.goto(`${shop.urls.store}/admin`);
  await expect(page.getByText('Você não tem permissão para acessar esta área.')).toBeVisible();
});

test('a cup for exact cash takes at most six taps on a screen of 1024×600, and stands in the kitchen at once @desktop', async ({
  browser,
  shop,
}) => {
  const host = shop.urls.store;
  const kitchen = await open(browser, host, 'KITCHEN', '/cozinha');
  const counter = await open(browser, host, 'ATTENDANT', '/balcao', COUNTER);
  const { panel, taps } = await sellCup(counter);
  expect(taps).toBeLessThanOrEqual(6);
  expect(await hiddenWidth(counter)).toBe(0);
  expect(await counter.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  const { number } = await orderAt(host, panel);
  await expect(cardIn(kitchen, 'Recebidos', number)).toContainText(CUP);
});

test('taps made while the network is out are kept, shown as waiting, and applied once @desktop', async ({
  browser,
  shop,
}) => {
  const host = shop.urls.store;
  const kitchen = await open(browser, host, 'KITCHEN', '/cozinha');
  const counter = await open(browser, host, 'ATTENDANT', '/balcao', COUNTER);
  const { panel } = await sellCup(counter);
  const { number } = await orderAt(host, panel);
  await expect(cardIn(kitchen, 'Recebidos', number)).toBeVisible();
  await kitchen.context().setOffline(true);
  await cardIn(kitchen, 'Recebidos', number).getByRole('button', { name: 'Iniciar Preparo' }).click();
  const moved = cardIn(kitchen, 'Em Preparo', number);
  await expect(moved).toContainText('esperando a conexão');
  await expect(kitchen.getByText(/Sem conexão com a loja/)).toBeVisible();
  await moved.getByRole('button', { name: 'Marcar Pronto' }).click();
  await expect(cardIn(kitchen, 'Prontos', number)).toContainText('esperando a conexão');
  await kitchen.context().setOffline(false);
  await expect(cardIn(kitchen, 'Prontos', number)).not.toContainText('esperando a conexão');
  await expect(kitchen.getByText(/Sem conexão com a loja/)).toBeHidden();
  expect((await orderAt(host, panel)).status).toBe('READY');
});

test('the second of two people at one card gets the present state and a message @desktop', async ({
  browser,
  shop,
}) => {
  const host = shop.urls.store;
  const kitchen = await open(browser, host, 'KITCHEN', '/cozinha');
  const counter = await open(browser, host, 'ATTENDANT', '/balcao', COUNTER);
  const { panel } = await sellCup(counter);
  const { id, number } = await orderAt(host, panel);
  await expect(cardIn(kitchen, 'Recebidos', number)).toBeVisible();
  await kitchen.context().setOffline(true);
  await cardIn(kitchen, 'Recebidos', number).getByRole('button', { name: 'Iniciar Preparo' }).click();
  for (const kind of ['start', 'mark-ready'])
    await askAs(host, 'KITCHEN', `/api/staff/orders/${id}/moves`, { kind });
  await kitchen.context().setOffline(false);
  await expect(kitchen.getByText('Outra pessoa mexeu neste pedido: ele está pronto.')).toBeVisible();
  await expect(cardIn(kitchen, 'Prontos', number)).toBeVisible();
});

test('a session that ends in mid-form keeps what was typed @desktop', async ({ browser, ownShop: shop }) => {
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin/cardapio/categorias');
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  await page.getByLabel('Nome').fill('Categoria que ninguém salvou');
  await page.context().clearCookies();
  // Whatever the screen asks by itself may have said it before: then the question stands above the button.
  await page.getByRole('button', { name: 'Salvar' }).dispatchEvent('click');
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await again.getByLabel('Senha').fill('acai-da-dona-lucia');
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel('Nome')).toHaveValue('Categoria que ninguém salvou');
});

test('an unpaid order is not given a status before its payment is confirmed @desktop', async ({
  browser,
  shop,
}) => {
  const host = shop.urls.store;
  const menu = await askAs<{ products: { id: string; name: string }[] }>(host, 'ATTENDANT', '/api/menu');
  const productId = menu.products.find((product) => product.name === CUP)?.id;
  const { order } = await askAs<{ order: { simpleId: number } }>(host, 'ATTENDANT', '/api/staff/orders', {
    id: uuidv7(),
    consumptionType: 'local',
    items: [{ id: 'a', productId }],
  });
  const page = await open(browser, host, 'ADMIN', '/admin');
  const status = page.getByLabel(`Status do pedido ${order.simpleId}`, { exact: true });
  await status.selectOption('PREPARING');
  const dialog = page.getByRole('dialog', { name: 'Confirme o pagamento primeiro' });
  await dialog.getByRole('button', { name: 'Recebi em Maquininha' }).click();
  await expect(dialog).toBeHidden();
  await expect(status).toHaveValue('PREPARING');
});

const SCREENS = [
  ['KITCHEN', ['/cozinha', '/painel']],
  ['ATTENDANT', ['/balcao']],
  [
    'ADMIN',
    [
      '/admin',
      '/admin/dinheiro',
      '/admin/cardapio',
      '/admin/cardapio/produtos',
      '/admin/taca',
      '/admin/relatorios',
      '/admin/configuracoes',
      '/admin/configuracoes/usuarios',
      '/admin/configuracoes/impressoras',
      '/admin/configuracoes/copias',
    ],
  ],
] as const;

for (const [letters, { isFontKept, isLarge }] of [
  ['', { isFontKept: true, isLarge: false }],
  [', nor where its fonts did not arrive', { isFontKept: false, isLarge: false }],
  [', nor with letters of twice the size', { isFontKept: true, isLarge: true }],
] as const) {
  test(`no staff screen scrolls sideways on a phone${letters} @desktop`, async ({ browser, shop }) => {
    for (const [role, paths] of SCREENS) {
      const page = await open(browser, shop.urls.store, role, paths[0], {
        viewport: { width: isLarge ? 390 : 360, height: 760 },
        serviceWorkers: 'block',
      });
      if (!isFontKept) await page.route('**/*.woff2', (route) => route.abort());
      if (isLarge)
        await page.addInitScript(() =>
          document.addEventListener('readystatechange', () =>
            document.documentElement.style.setProperty('font-size', '200%'),
          ),
        );
      // A month of trade, which no other test may have left here.
      await withAnswer<TopClients>(page, '**/api/staff/ranking', (ranking) => {
        ranking.clients = [{ phone: '11987654321', orderCount: 112, totalSpentCents: 123_456 }];
      });
      for (const path of paths) {
        await page.goto(shop.urls.store + path);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.getByLabel('Carregando')).toHaveCount(0);
        if (path === '/admin/relatorios') await expect(page.getByText('R$ 1.234,56')).toBeVisible();
        expect(await hiddenWidth(page), path).toBe(0);
      }
      if (role !== 'ADMIN') continue;
      // The longest name beside the longest button.
      await page.goto(`${shop.urls.store}/admin/cardapio/complementos`);
      await expect(page.getByRole('button', { name: 'Novo complemento' })).toBeVisible();
      expect(await hiddenWidth(page)).toBe(0);
    }
  });
}

test('no staff screen breaks a WCAG rule that a machine can see, nor scrolls sideways, in both themes @desktop', async ({
  browser,
  shop,
}) => {
  // Axe reads every element of twelve screens.
  for (const [role, paths] of SCREENS) {
    const page = await open(browser, shop.urls.store, role, paths[0], {
      reducedMotion: 'reduce',
    });
    for (const path of paths) {
      await page.goto(shop.urls.store + path);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByLabel('Carregando')).toHaveCount(0);
      await expectSoundInBoth(page, path);
    }
  }
});
