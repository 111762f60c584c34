// The staff's screens on the store's own address: the doors, the counter, two people at one card, a network that goes, a
// session that ends, and axe on every screen. None of these tests changes what the others sell.
import { AxeBuilder } from '@axe-core/playwright';
import type { Board } from '@balcao/shared/http/staff.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, type Page } from '../support/browser-test.ts';
import { cardIn, cookieOf, openStaff, signIn, type StaffRole } from './staff.ts';

const CUP = 'Petit Gâteau';

async function call<T>(host: string, role: StaffRole, path: string, body?: unknown): Promise<T> {
  const response = await fetch(host + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: await cookieOf(host, role), origin: host, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const opened: Page[] = [];
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

async function open(...given: Parameters<typeof openStaff>): Promise<Page> {
  const page = await openStaff(...given);
  opened.push(page);
  return page;
}

const COUNTER = { viewport: { width: 1024, height: 600 } };

/** Sells one cup for exact cash, counting the taps; gives the panel number. */
async function sellCup(counter: Page): Promise<{ panel: string; taps: number }> {
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    await counter.getByRole('button', { name }).first().click();
    taps += 1;
  };
  await tap(new RegExp(`^${CUP}`));
  await tap('Dinheiro');
  await tap(/^Exato/);
  const paid = counter.getByRole('dialog', { name: 'Pago' });
  await expect(paid).toContainText(/Número do cliente\d+/);
  const panel = /Número do cliente(\d+)/.exec((await paid.textContent()) ?? '')?.[1] ?? '';
  await counter.getByRole('button', { name: 'Nova venda' }).click();
  return { panel, taps };
}

type BoardOrder = { id: string; simpleId: number; panelNumber: number | null; status: string };

/** An open order by its panel number. */
async function orderAt(host: string, panel: string): Promise<{ id: string; number: string; status: string }> {
  const { orders } = await call<{ orders: BoardOrder[] }>(host, 'ADMIN', '/api/staff/board');
  const order = orders.findLast((one) => String(one.panelNumber) === panel);
  if (!order) throw new Error(`no open order has the panel number ${panel}`);
  return { id: order.id, number: String(order.simpleId), status: order.status };
}

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

test('who signs in lands where it works, and other doors stay shut with a reason @desktop', async ({
  page,
  shop,
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
  expect(
    await counter.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]),
  ).toEqual([0, 0]);
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
  await expect(cardIn(kitchen, 'Prontos', number)).not.toContainText('esperando a conexão', {
    timeout: 20_000,
  });
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
    await call(host, 'KITCHEN', `/api/staff/orders/${id}/moves`, { kind });
  await kitchen.context().setOffline(false);
  await expect(kitchen.getByText('Outra pessoa mexeu neste pedido: ele está pronto.')).toBeVisible({
    timeout: 20_000,
  });
  await expect(cardIn(kitchen, 'Prontos', number)).toBeVisible();
});

test('a session that ends in mid-form keeps what was typed @desktop', async ({ browser, shop }) => {
  const page = await open(browser, shop.urls.store, 'ADMIN', '/admin/cardapio/categorias');
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  await page.getByLabel('Nome').fill('Categoria que ninguém salvou');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Salvar' }).click();
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await again.getByLabel('Senha').fill('acai-dona');
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel('Nome')).toHaveValue('Categoria que ninguém salvou');
});

test('an unpaid order is not given a status before its payment is confirmed @desktop', async ({
  browser,
  shop,
}) => {
  const host = shop.urls.store;
  const menu = await call<{ products: { id: string; name: string }[] }>(host, 'ATTENDANT', '/api/menu');
  const productId = menu.products.find((product) => product.name === CUP)?.id;
  const { order } = await call<{ order: { simpleId: number } }>(host, 'ATTENDANT', '/api/staff/orders', {
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

for (const [width, height, headerMax] of [
  [1024, 768, 80],
  [768, 1024, 150],
  [360, 760, 240],
] as const)
  test(`the kitchen stands on a screen ${width} wide: every tool can be reached, no number falls apart @desktop`, async ({
    browser,
    shop,
  }) => {
    const counter = await open(browser, shop.urls.store, 'ATTENDANT', '/balcao', COUNTER);
    const { panel } = await sellCup(counter);
    const { number } = await orderAt(shop.urls.store, panel);
    const kitchen = await open(browser, shop.urls.store, 'KITCHEN', '/painel', {
      viewport: { width, height },
    });
    // Late on a Saturday: the hundred-and-somethingth order, and it has waited for long.
    await kitchen.route('**/api/staff/board', async (route) => {
      const response = await route.fetch();
      const board = (await response.json()) as Board;
      for (const order of board.orders) {
        order.panelNumber = 128;
        order.simpleId += 1_000;
        order.createdAtMs -= 25 * 60_000;
      }
      const [order] = board.orders;
      if (order)
        for (let more = 0; more < 8; more += 1)
          board.orders.push({ ...order, id: uuidv7(), simpleId: 2_000 + more });
      await route.fulfill({ response, json: board });
    });
    await kitchen.goto(`${shop.urls.store}/cozinha`);
    const late = `${Number(number) + 1_000}`;
    const card = cardIn(kitchen, 'Recebidos', late);
    await expect(card).toContainText('25 min');
    for (const tool of await kitchen
      .getByRole('navigation', { name: 'Ferramentas' })
      .getByRole('button')
      .all()) {
      const box = (await tool.boundingBox())!;
      expect(box.x + box.width, await tool.innerText()).toBeLessThanOrEqual(width);
    }
    expect((await kitchen.getByRole('banner').boundingBox())!.height).toBeLessThan(headerMax);
    const heightOf = async (text: string | RegExp) => (await card.getByText(text).boundingBox())!.height;
    expect(await heightOf('128')).toBeLessThan(60);
    expect(await heightOf(new RegExp(`^#${late} · `))).toBeLessThan(30);
    expect(await heightOf(/25 min/)).toBeLessThan(45);
    // Beside each other where the kitchen's own tablet is as wide as it is meant to be.
    if (width === 1024)
      expect((await card.getByText(/25 min/).boundingBox())!.y).toBeLessThan(
        (await card.getByText('128').boundingBox())!.y + 20,
      );
    await card.getByRole('button', { name: 'Iniciar Preparo' }).click();
    await expect(cardIn(kitchen, 'Em Preparo', number)).toBeVisible();
    // The columns scroll, never the page.
    const page = await kitchen.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(page).toEqual([width, height]);
    const main = kitchen.getByRole('main');
    expect(await main.evaluate((of) => of.scrollHeight - of.clientHeight)).toBe(0);
  });

test('a cup is sold, found and handed over on a phone at the counter @desktop', async ({ browser, shop }) => {
  const phone = { viewport: { width: 360, height: 760 } };
  const counter = await open(browser, shop.urls.store, 'ATTENDANT', '/balcao', phone);
  const fits = async () => {
    const wide = await counter
      .getByRole('button')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent),
      );
    expect(wide).toEqual([]);
    expect(await counter.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  };
  await fits();
  const { panel } = await sellCup(counter);
  const { id } = await orderAt(shop.urls.store, panel);
  for (const kind of ['start', 'mark-ready'])
    await call(shop.urls.store, 'KITCHEN', `/api/staff/orders/${id}/moves`, { kind });
  await counter.getByRole('button', { name: 'Entregar' }).click();
  const ready = counter.getByRole('listitem').filter({ hasText: new RegExp(`^${panel}`) });
  await fits();
  await ready.getByRole('button', { name: 'Entregar' }).click();
  await expect(ready).toHaveCount(0);
  for (const tab of ['Pendentes', 'Pedidos', 'Caixa', 'Venda']) {
    await counter.getByRole('button', { name: tab }).click();
    await expect(counter.getByLabel('Carregando')).toHaveCount(0);
    await fits();
  }
});

for (const [width, height] of [
  [1920, 1080],
  [1024, 600],
  [768, 1024],
] as const)
  test(`the board in the shop shows every number whole, however many, on ${width}×${height} @desktop`, async ({
    browser,
    shop,
  }) => {
    await sellCup(await open(browser, shop.urls.store, 'ATTENDANT', '/balcao', COUNTER));
    const tv = await open(browser, shop.urls.store, 'KITCHEN', '/balcao', { viewport: { width, height } });
    await tv.route('**/api/staff/board', async (route) => {
      const response = await route.fetch();
      const board = (await response.json()) as Board;
      const [order] = board.orders;
      if (order === undefined) throw new Error('there is no order to show');
      board.orders = Array.from({ length: 36 }, (_, at) => ({
        ...order,
        id: uuidv7(),
        panelNumber: 101 + at,
        status: at % 2 === 0 ? 'READY' : 'PREPARING',
      }));
      await route.fulfill({ response, json: board });
    });
    await tv.goto(`${shop.urls.store}/painel`);
    for (const region of ['Em preparo', 'Pronto! Pode retirar']) {
      const section = tv.getByRole('region', { name: region });
      await expect(section.getByRole('listitem')).toHaveCount(18);
      const hidden = () =>
        section.evaluate((box) => {
          const { right, bottom } = box.getBoundingClientRect();
          return [...box.querySelectorAll('li')]
            .map((one) => ({ number: one.textContent, at: one.getBoundingClientRect() }))
            .filter(({ at }) => at.height < 30 || at.right > right || at.bottom > bottom)
            .map(({ number }) => number);
        });
      await expect.poll(hidden).toEqual([]);
    }
  });

test('no staff screen scrolls sideways on a phone @desktop', async ({ browser, shop }) => {
  for (const [role, paths] of SCREENS) {
    const page = await open(browser, shop.urls.store, role, paths[0], {
      viewport: { width: 360, height: 760 },
    });
    for (const path of [...paths, ...(role === 'ADMIN' ? ['/admin/cardapio/complementos'] : [])]) {
      await page.goto(shop.urls.store + path);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByLabel('Carregando')).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
  }
});

// A colour that is inherited moves on level by level: a card’s words would stay dark on dark for many frames.
test('whoever asked for less movement gets a screen’s theme at once, in every word of a card @desktop', async ({
  browser,
  shop,
}) => {
  await sellCup(await open(browser, shop.urls.store, 'ATTENDANT', '/balcao', COUNTER));
  const kitchen = await open(browser, shop.urls.store, 'KITCHEN', '/cozinha', {
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await expect(kitchen.getByText(CUP).first()).toBeVisible();
  const moving = await kitchen.evaluate(() => {
    document.documentElement.dataset['theme'] = 'acai';
    return document.getAnimations().length;
  });
  expect(moving).toBe(0);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`no staff screen breaks a WCAG rule that a machine can see, nor scrolls sideways: ${scheme} @desktop`, async ({
    browser,
    shop,
  }) => {
    // Axe reads every element of twelve screens.
    test.setTimeout(180_000);
    for (const [role, paths] of SCREENS) {
      const page = await open(browser, shop.urls.store, role, paths[0], {
        colorScheme: scheme,
        reducedMotion: 'reduce',
      });
      for (const path of paths) {
        await page.goto(shop.urls.store + path);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.getByLabel('Carregando')).toHaveCount(0);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
      }
    }
  });
}
