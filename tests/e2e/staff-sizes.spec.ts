// The staff's screens as they stand late on a Saturday: many orders, numbers of three digits, long waits; on tablet, TV and phone.
// None of these tests changes what the others sell.
import type { CashSessionReply } from '@balcao/shared/http/cash.ts';
import type { Board } from '@balcao/shared/http/staff.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect } from '../support/browser-test.ts';
import { withAnswer } from './altered.ts';
import { brokenRules, expectAccessible, expectApart, fontsArrived, hiddenWidth } from './axe.ts';
import { COUNTER, CUP, openDrawer, orderAt, sellCup } from './counter.ts';
import { askAs, cardIn, openTool, test } from './staff.ts';

type BoardOrder = Board['orders'][number];

/** Orders like the first one of the board, each with an id of its own. */
function copies(board: Board, count: number, fields: (at: number) => Partial<BoardOrder>): BoardOrder[] {
  const [order] = board.orders;
  if (order === undefined) throw new Error('there is no order to show');
  return Array.from({ length: count }, (_, at) => ({ ...order, id: uuidv7(), ...fields(at) }));
}

test('the open drawer has its three buttons in one row on a small counter screen, and all of them on a phone @desktop', async ({
  device,
  shop,
}) => {
  const page = await device(shop.urls.store, 'ADMIN', '/admin', { viewport: { width: 1024, height: 600 } });
  await withAnswer<CashSessionReply>(page, '**/api/staff/cash-session', (reply) => {
    reply.session = {
      id: uuidv7(),
      openedAtMs: Date.now(),
      openedBy: 'Dona Lúcia',
      floatCents: 10_000,
      cashOrders: 128,
      movements: [],
    };
  });
  await page.goto(`${shop.urls.store}/admin/dinheiro/caixa`);
  const buttons = page.getByRole('region', { name: 'Caixa aberto' }).getByRole('button');
  await expect(buttons).toHaveText(['Suprimento', 'Sangria', 'Fechar caixa']);
  await fontsArrived(page);
  const tops = async () =>
    (await Promise.all((await buttons.all()).map((one) => one.boundingBox()))).map((box) => box?.y);
  expect(new Set(await tops()).size).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await hiddenWidth(page)).toBe(0);
});

for (const [width, height, headerMax] of [
  [1024, 768, 57],
  [768, 1024, 57],
  [360, 760, 113],
] as const)
  test(`the kitchen stands on a screen ${width} wide: every tool can be reached, no number falls apart @desktop`, async ({
    device,
    shop,
  }) => {
    const counter = await device(shop.urls.store, 'ATTENDANT', '/balcao', COUNTER);
    const { panel } = await sellCup(counter);
    const { number } = await orderAt(shop.urls.store, panel);
    const kitchen = await device(shop.urls.store, 'KITCHEN', '/painel', {
      viewport: { width, height },
    });
    // Late on a Saturday: the hundred-and-somethingth order, and it has waited for long.
    await withAnswer<Board>(kitchen, '**/api/staff/board', (board) => {
      for (const order of board.orders) {
        order.panelNumber = 128;
        order.simpleId += 1_000;
        order.createdAtMs -= 25 * 60_000;
      }
      board.orders.push(...copies(board, 8, (at) => ({ simpleId: 2_000 + at })));
    });
    await kitchen.goto(`${shop.urls.store}/cozinha`);
    const late = `${Number(number) + 1_000}`;
    const card = cardIn(kitchen, 'Recebidos', late);
    await expect(card).toContainText('25 min');
    await fontsArrived(kitchen);
    for (const tool of await kitchen
      .getByRole('navigation', { name: 'Ferramentas' })
      .getByRole('button')
      .all()) {
      // What has no room in the bar is behind 'Mais'.
      const box = await tool.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), await tool.innerText()).toBeLessThanOrEqual(width);
    }
    expect((await kitchen.getByRole('banner').boundingBox())!.height).toBeLessThan(headerMax);
    const heightOf = async (text: string | RegExp) => (await card.getByText(text).boundingBox())!.height;
    expect(await heightOf('128')).toBeLessThan(60);
    expect(await heightOf(`#${late}`)).toBeLessThan(30);
    expect(await heightOf(/25 min/)).toBeLessThan(45);
    // Close to each other where the kitchen's own tablet is as wide as it is meant to be.
    if (width === 1024)
      expect((await card.getByText(/25 min/).boundingBox())!.y).toBeLessThan(
        (await card.getByText('128').boundingBox())!.y + 60,
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

for (const width of [390, 320])
  test(`on a screen ${width} wide nothing that has the focus or saves a form lies under the tabs at its foot @desktop`, async ({
    device,
    shop,
  }) => {
    const page = await device(shop.urls.store, 'ADMIN', '/admin/configuracoes/geral', {
      viewport: { width, height: 844 },
    });
    const tabs = page.getByRole('tablist', { name: 'Seções do painel' });
    const save = page.getByRole('button', { name: 'Salvar tudo' });
    await expect(save).toBeVisible();
    await fontsArrived(page);
    const foot = async () => {
      const [bar, button] = await Promise.all([tabs.boundingBox(), save.boundingBox()]);
      return (bar?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0));
    };
    await expect.poll(foot).toBeGreaterThanOrEqual(0);
    const hidden: string[] = [];
    for (let at = 0; at < 60; at += 1) {
      await page.keyboard.press('Tab');
      hidden.push(
        ...(await page.evaluate(() => {
          const focused = document.activeElement;
          const bars = [...document.querySelectorAll('.above-tabs, [aria-label="Seções do painel"]')];
          if (focused === null || bars.some((bar) => bar.contains(focused))) return [];
          const edge = Math.min(...bars.map((bar) => bar.getBoundingClientRect().top));
          const isHidden = focused.getBoundingClientRect().bottom > edge + 0.5;
          return isHidden ? [focused.getAttribute('aria-label') ?? focused.outerHTML.slice(0, 80)] : [];
        })),
      );
    }
    expect(hidden).toEqual([]);
  });

test('a cup is sold, found and handed over on a phone at the counter @desktop', async ({ device, shop }) => {
  const phone = { viewport: { width: 360, height: 760 } };
  const counter = await device(shop.urls.store, 'ATTENDANT', '/balcao', phone);
  const fits = async () => {
    expect(await hiddenWidth(counter)).toBe(0);
    const wide = await counter
      .getByRole('button')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent),
      );
    expect(wide).toEqual([]);
  };
  await fits();
  const { panel } = await sellCup(counter);
  const { id } = await orderAt(shop.urls.store, panel);
  for (const kind of ['start', 'mark-ready'])
    await askAs(shop.urls.store, 'KITCHEN', `/api/staff/orders/${id}/moves`, { kind });
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

test('on a phone at the counter nothing moves when the way to the total goes, so that a press is a tap @desktop', async ({
  device,
  shop,
}) => {
  const phone = { viewport: { width: 360, height: 760 } };
  const counter = await device(shop.urls.store, 'ATTENDANT', '/balcao', phone);
  await counter
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
  const foot = counter.getByRole('button', { name: /^Ir ao total/ });
  // All of the screen below the tabs, and above what is read.
  await expect(foot).toBeInViewport({ ratio: 1 });
  expect((await foot.boundingBox())?.width).toBe(344);
  const ticket = counter.getByRole('complementary', { name: 'Venda' });
  const heightOfList = () => ticket.evaluate((one) => one.parentElement?.clientHeight);
  const before = await heightOfList();
  await foot.click();
  await expect(foot).toHaveCount(0);
  expect(await heightOfList()).toBe(before);
  await expect(counter.getByRole('button', { name: 'Pagar depois' })).toBeInViewport({ ratio: 1 });
});

for (const [width, height] of [
  [1920, 1080],
  [1024, 600],
  [768, 1024],
] as const)
  // Of a shop of its own: what others order meanwhile comes to the board as well.
  test(`the board in the shop shows every number whole, however many, on ${width}×${height} @desktop`, async ({
    device,
    ownShop: shop,
  }) => {
    await openDrawer(shop.urls.store);
    await sellCup(await device(shop.urls.store, 'ATTENDANT', '/balcao', COUNTER));
    const tv = await device(shop.urls.store, 'KITCHEN', '/cozinha', { viewport: { width, height } });
    await withAnswer<Board>(tv, '**/api/staff/board', (board) => {
      board.orders = copies(board, 36, (at) => ({
        panelNumber: 101 + at,
        status: at % 2 === 0 ? 'READY' : 'PREPARING',
      }));
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

for (const theme of ['light', 'dark'] as const)
  test(`a card that waits for payment can be read in the ${theme} kitchen @desktop`, async ({
    device,
    shop,
  }) => {
    await sellCup(await device(shop.urls.store, 'ATTENDANT', '/balcao', COUNTER));
    const kitchen = await device(shop.urls.store, 'KITCHEN', '/painel', { reducedMotion: 'reduce' });
    await kitchen.evaluate((name) => localStorage.setItem('balcao-staff-theme-cozinha', name), theme);
    await withAnswer<Board>(kitchen, '**/api/staff/board', (board) => {
      board.orders = copies(board, 1, () => ({
        status: 'PENDING',
        paymentMethod: 'cash',
        observations: 'sem colher',
      }));
    });
    await kitchen.goto(`${shop.urls.store}/cozinha`);
    await kitchen.getByRole('button', { name: /^Ainda não pagos/ }).click();
    await expect(kitchen.getByText('Aguardando pagamento')).toBeVisible();
    expect(await brokenRules(kitchen)).toEqual([]);
  });

// A colour that is inherited moves on level by level: a card’s words would stay dark on dark for many frames.
test('whoever asked for less movement gets a screen’s theme at once, in every word of a card @desktop', async ({
  device,
  shop,
}) => {
  await sellCup(await device(shop.urls.store, 'ATTENDANT', '/balcao', COUNTER));
  const kitchen = await device(shop.urls.store, 'KITCHEN', '/cozinha', {
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

test('every header stands whole from a phone to a desk, whoever is signed in @desktop', async ({
  device,
  shop,
}) => {
  for (const [role, path] of [
    ['ADMIN', '/admin'],
    ['ADMIN', '/balcao'],
    ['ATTENDANT', '/balcao'],
    ['ADMIN', '/atacado/admin'],
    ['WHOLESALE', '/atacado/admin'],
  ] as const) {
    const page = await device(shop.urls.store, role, path);
    // The counter's busiest hour: its longest number.
    await withAnswer<Board>(page, '**/api/staff/board', (board) => (board.unpaidMore = 128));
    await page.reload();
    const header = page.getByRole('banner');
    for (const width of [360, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await expectApart(page, header);
      // One row where there is room for it, one more on a phone.
      const { height } = (await header.boundingBox())!;
      expect(height, `${path} of ${role} at ${width}`).toBeLessThan(width < 768 ? 124 : 70);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    if (path !== '/admin') continue;
    // The search stands beside the tabs where both have room, which larger words take from them.
    await page.setViewportSize({ width: 1280, height: 740 });
    const tab = page.getByRole('tab', { name: /^Ativos/ });
    const search = page.getByLabel('Buscar pedido');
    const levels = async () => [(await tab.boundingBox())!.y, (await search.boundingBox())!.y] as const;
    const [beside, level] = await levels();
    expect(Math.abs(beside - level)).toBeLessThan(12);
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    // The table under them moves to the side in a frame of its own.
    for (const part of [
      page.getByRole('region', { name: 'Hoje' }),
      page.getByRole('search'),
      page.getByRole('tablist', { name: 'Situação dos pedidos' }),
    ])
      await expectApart(page, part);
    const [below, above] = await levels();
    expect(below - above).toBeGreaterThan(36);
  }
  const buyer = await device(shop.urls.relay, 'WHOLESALE', '/atacado');
  for (const width of [360, 768, 1280]) {
    await buyer.setViewportSize({ width, height: 740 });
    await expectApart(buyer, buyer.getByRole('banner'));
  }
});

for (const width of [360, 768, 1280])
  test(`the kitchen’s own settings open over it, and lead to where one is signed in: ${width} @desktop`, async ({
    device,
    shop,
  }) => {
    const page = await device(shop.urls.store, 'KITCHEN', '/cozinha', { viewport: { width, height: 740 } });
    await openTool(page, 'Tela');
    const menu = page.getByRole('dialog', { name: 'Esta tela' });
    await expectApart(page, menu);
    await menu.getByRole('button', { name: 'Usar cores claras' }).click();
    await expect(menu.getByRole('button', { name: 'Usar cores escuras' })).toBeVisible();
    await menu.getByRole('button', { name: /Meus acessos/ }).click();
    const sessions = page.getByRole('dialog', { name: 'Meus acessos' });
    await expect(sessions.getByText('este aparelho')).toBeVisible();
    await expectApart(page, sessions);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(sessions).toBeHidden();
  });
