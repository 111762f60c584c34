// The kitchen late on a Saturday: how many tickets stand whole in sight, how large its buttons are on the glass, where what is said passes,
// and the keys of a bump bar. The orders come from the test.
import type { Board } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { expect, type Locator, type Page } from '../support/browser-test.ts';
import { withAnswer } from './altered.ts';
import { brokenRules, fontsArrived, hiddenWidth } from './axe.ts';
import { cardIn, openTicket, openTool, test } from './staff.ts';

const SIZES = ['Pequeno 300 ml', 'Médio 500 ml', 'Grande 700 ml'];
const BASES = ['Açaí Tradicional', 'Açaí com Banana', 'Creme de Cupuaçu'];
const ICE_CREAMS = ['Morango', 'Leite em Pó', 'Chocolate', 'Flocos', 'Coco Queimado'];
const TOPPINGS = [
  'Banana',
  'Leite Condensado',
  'Granola',
  'Paçoca',
  'Calda de Chocolate',
  'Castanha-de-Caju',
];
const LAYERS = ['BOTTOM', 'MIDDLE', 'TOP'] as const;
const MINUTE_MS = 60_000;

const of = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

/** One or two items with three to five toppings in all, as most orders have. */
function itemsOf(at: number): Order['items'] {
  const [item] = sampleOrder().items;
  const [topping] = item?.toppings ?? [];
  if (!item || !topping) throw new Error('the sample order has an item with toppings');
  const items = 1 + (at % 2);
  const toppings = 3 + (at % 3);
  return Array.from({ length: items }, (_, n) => ({
    ...item,
    id: `${at}-${n}`,
    productName: null,
    sizeName: of(SIZES, at + n),
    baseName: of(BASES, at * 2 + n),
    iceCreamName: of(ICE_CREAMS, at + n),
    secondaryIceCreamName: null,
    toppings: Array.from(
      { length: n === 0 ? Math.ceil(toppings / items) : Math.floor(toppings / 2) },
      (_each, t) => ({
        ...topping,
        name: of(TOPPINGS, at + n * 3 + t),
        layer: of(LAYERS, at + t),
      }),
    ),
  }));
}

/** Of twenty: eight to begin, seven begun, four ready, one unpaid; oldest first, up to fourteen minutes old. */
function evening(count: number, panel: Board['panel']): Order[] {
  return Array.from({ length: count }, (_, at) => {
    const part = at % 20;
    const status = part < 8 ? 'RECEBIDO' : part < 15 ? 'PREPARING' : part < 19 ? 'READY' : 'PENDING';
    const createdAtMs = Date.now() - Math.round(((count - at) / count) * 14) * MINUTE_MS;
    return sampleOrder({
      id: `019a0000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      simpleId: 1_040 + at,
      panelNumber: 88 + at,
      panelDate: panel?.date ?? null,
      panelSeries: panel?.series ?? null,
      status,
      paymentMethod: status === 'PENDING' ? 'cash' : 'pix',
      createdAtMs,
      receivedAtMs: status === 'PENDING' ? null : createdAtMs,
      readyAtMs: status === 'READY' ? Date.now() - MINUTE_MS : null,
      consumptionType: at % 3 === 0 ? 'local' : 'takeaway',
      customerPhone: status === 'READY' ? '11987654321' : null,
      observations: '',
      items: itemsOf(at),
    });
  });
}

/** Shows a kitchen with so many open orders, of which nobody has yet seen the last `unseen`. */
async function showEvening(kitchen: Page, host: string, count: number, unseen = 0): Promise<void> {
  await kitchen.unroute('**/api/staff/board');
  await withAnswer<Board>(kitchen, '**/api/staff/board', (board) => {
    board.orders = evening(count, board.panel);
    board.unpaidMore = 0;
    board.cancelled = [];
  });
  const seen = evening(count - unseen, undefined).map(({ id }) => id);
  await kitchen.evaluate((ids) => localStorage.setItem('balcao-staff-seen', ids), JSON.stringify(seen));
  await kitchen.goto(`${host}/cozinha`);
  await expect(kitchen.getByLabel('Carregando')).toHaveCount(0);
  // A page that has not begun to load shows no sign of loading either.
  if (count > 0) await expect(tickets(kitchen).first()).toBeVisible();
  await fontsArrived(kitchen);
}

const tickets = (kitchen: Page): Locator => kitchen.getByRole('main').locator('[data-ticket]');

/** How many tickets stand whole within their column's part of the screen. */
const wholeTickets = (kitchen: Page): Promise<number> =>
  tickets(kitchen).evaluateAll(
    (all) =>
      all.filter((one) => {
        const own = one.getBoundingClientRect();
        const box = one.closest('[role="region"]')!.getBoundingClientRect();
        return (
          own.top >= box.top - 1 &&
          own.bottom <= box.bottom + 1 &&
          own.left >= -1 &&
          own.right <= innerWidth + 1
        );
      }).length,
  );

for (const [width, height, least] of [
  [1024, 600, 4],
  [1280, 800, 8],
  [1920, 1080, 12],
] as const)
  test(`at least ${least} tickets stand whole on ${width}×${height} with 26 and 60 open orders, beneath one bar @desktop`, async ({
    device,
    shop: { urls },
  }) => {
    const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport: { width, height } });
    for (const count of [26, 60]) {
      await showEvening(kitchen, urls.store, count);
      await expect.poll(() => wholeTickets(kitchen), `${count} open`).toBeGreaterThanOrEqual(least);
      expect((await kitchen.getByRole('banner').boundingBox())!.height).toBeLessThanOrEqual(56);
      // What is not in sight is told, to the last one.
      const told = await kitchen.getByRole('button', { name: /^\+\d+ abaixo$/ }).allTextContents();
      const below = told.reduce((sum, text) => sum + Number(/\d+/.exec(text)), 0);
      expect(below).toBe((await tickets(kitchen).count()) - (await wholeTickets(kitchen)));
    }
  });

test('a low screen is filled down to its edge, and turned to what it cut @desktop', async ({
  device,
  shop: { urls },
}) => {
  const viewport = { width: 1024, height: 600 };
  const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport });
  await showEvening(kitchen, urls.store, 26);
  const received = kitchen.getByRole('region', { name: 'Recebidos: lista' });
  /** How many lanes have a ticket that reaches over the lower edge. */
  const filledLanes = () =>
    received.evaluate((region) => {
      const edge = region.getBoundingClientRect().bottom - 1;
      return [...region.querySelectorAll('[data-ticket]')].filter((ticket) => {
        const own = ticket.getBoundingClientRect();
        return own.top < edge && own.bottom > edge;
      }).length;
    });
  await expect.poll(filledLanes).toBe(3);
  // The first one that the edge cut stands whole after one tap.
  const cut = received.locator('[data-ticket]').nth(3);
  await expect(cut).not.toBeInViewport({ ratio: 1 });
  await kitchen
    .getByRole('button', { name: /abaixo/ })
    .first()
    .click();
  await expect(cut).toBeInViewport({ ratio: 0.99 });
});

for (const [width, height] of [
  [1024, 600],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [390, 844],
] as const)
  test(`the kitchen breaks no WCAG rule on ${width}×${height}, empty or full, and no ticket lies over another @desktop`, async ({
    device,
    shop: { urls },
  }) => {
    const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport: { width, height } });
    for (const count of [0, 26]) {
      for (const theme of ['dark', 'light']) {
        await kitchen.evaluate((name) => localStorage.setItem('balcao-staff-theme-cozinha', name), theme);
        await showEvening(kitchen, urls.store, count);
        expect(await brokenRules(kitchen), `${count}, ${theme}`).toEqual([]);
        expect(await hiddenWidth(kitchen)).toBe(0);
      }
      const overlaps = () =>
        tickets(kitchen).evaluateAll((all) => {
          const boxes = all.map((one) => one.getBoundingClientRect());
          return boxes.flatMap((a, at) =>
            boxes
              .slice(at + 1)
              .filter(
                (b) =>
                  a.left < b.right - 1 &&
                  b.left < a.right - 1 &&
                  a.top < b.bottom - 1 &&
                  b.top < a.bottom - 1,
              ),
          ).length;
        });
      await expect.poll(overlaps).toBe(0);
    }
  });

test('buttons have the millimetres that were chosen, on the glass that the ruler was held against @desktop', async ({
  device,
  shop: { urls },
}) => {
  const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport: { width: 1280, height: 800 } });
  await showEvening(kitchen, urls.store, 26);
  const least = () =>
    kitchen
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('button')
      .evaluateAll((all) =>
        Math.min(
          ...all.flatMap((one) => {
            const { width, height } = one.getBoundingClientRect();
            return [width, height];
          }),
        ),
      );
  await expect.poll(least).toBeGreaterThanOrEqual((20 * 96) / 25.4);

  await openTool(kitchen, 'Tela');
  const settings = kitchen.getByRole('dialog', { name: 'Esta tela' });
  const ruler = settings.getByRole('img', { name: 'Régua de 50 mm' });
  const before = (await ruler.boundingBox())!.width;
  expect(before).toBeCloseTo((50 * 96) / 25.4, 0);
  for (let at = 0; at < 20; at += 1) await settings.getByRole('button', { name: 'Maior' }).click();
  const fifty = (await ruler.boundingBox())!.width;
  expect(fifty).toBeGreaterThan(before * 1.2);
  await settings.getByRole('button', { name: '25 mm' }).click();
  await settings.getByRole('button', { name: 'A++', exact: true }).click();
  expect(await brokenRules(kitchen)).toEqual([]);
  await kitchen.reload();
  await expect(kitchen.getByLabel('Carregando')).toHaveCount(0);
  await expect.poll(least).toBeGreaterThanOrEqual((fifty / 50) * 25 - 0.5);
  const flavour = tickets(kitchen).first().getByText(/ - /);
  expect(await flavour.evaluate((one) => getComputedStyle(one).fontSize)).toBe('30px');
});

test('a ticket names the ice cream and has one topping a line under its layer @desktop', async ({
  device,
  shop: { urls },
}) => {
  const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport: { width: 1280, height: 800 } });
  await showEvening(kitchen, urls.store, 26);
  const first = cardIn(kitchen, 'Recebidos', '1040');
  await expect(first).toContainText('Pequeno 300 ml - Açaí Tradicional');
  await expect(first).toContainText('Sorvete: Morango');
  await expect(first).toContainText(/Fundo: .*Meio: .*Topo: /);
  const tops = await Promise.all(
    ['Banana', 'Leite Condensado', 'Granola'].map(
      async (name) => (await first.getByText(name, { exact: true }).boundingBox())!.y,
    ),
  );
  expect(new Set(tops).size).toBe(3);
  // An empty column is no wider than its name.
  await showEvening(kitchen, urls.store, 8);
  const strip = kitchen.getByRole('region', { name: /^Em Preparo 0 pedidos$/ });
  expect((await strip.boundingBox())!.width).toBeLessThan(60);
});

test('what is said passes at the bottom, one at a time, over no ticket @desktop', async ({
  device,
  shop: { urls },
}) => {
  const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport: { width: 1280, height: 800 } });
  await showEvening(kitchen, urls.store, 26);
  await kitchen.route('**/api/staff/orders/*/moves', () => undefined);
  for (const number of ['1048', '1049'])
    await cardIn(kitchen, 'Em Preparo', number).getByRole('button', { name: 'Marcar Pronto' }).click();
  const said = kitchen.getByRole('region', { name: 'Avisos' }).getByRole('status').filter({ visible: true });
  await expect(said).toHaveCount(1);
  await expect(said).toContainText('Pedido Pronto');
  await expect(said).toContainText('Nº 97');
  const covered = await kitchen
    .getByRole('main')
    .getByRole('region', { name: /: lista$/ })
    .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)));
  // It moves into its place.
  await expect.poll(async () => (await said.boundingBox())!.y).toBeGreaterThanOrEqual(covered);
});

test('the bell goes to the new ticket, wherever it lies @desktop', async ({ device, shop: { urls } }) => {
  const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport: { width: 1280, height: 800 } });
  // The last two of 28 were not seen yet.
  await showEvening(kitchen, urls.store, 28, 2);
  const last = cardIn(kitchen, 'Recebidos', '1066');
  await expect(last).toContainText('NOVO');
  // Beside two digits of minutes it has no room in a narrow lane: it stands whole beneath them.
  for (const badge of await kitchen.getByText('NOVO', { exact: true }).all()) {
    const [own, head] = [
      await badge.boundingBox(),
      await badge.locator('xpath=ancestor::button').boundingBox(),
    ];
    expect(own!.x + own!.width).toBeLessThanOrEqual(head!.x + head!.width);
  }
  await expect(last).not.toBeInViewport({ ratio: 0.9 });
  await kitchen.getByRole('button', { name: '2 novos' }).click();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(last.getByRole('button', { name: /^Abrir pedido/ })).toBeFocused();
  await expect(last).not.toContainText('NOVO');
});

test('the keys of a bump bar move on what waits longest, and rest while somebody types @desktop', async ({
  device,
  shop: { urls },
}) => {
  const kitchen = await device(urls.store, 'KITCHEN', '/painel', { viewport: { width: 1280, height: 800 } });
  await showEvening(kitchen, urls.store, 26);
  await kitchen.route('**/api/staff/orders/*/moves', () => undefined);
  // The same key twice is one press that bounced.
  await kitchen.keyboard.press('1');
  await kitchen.keyboard.press('1');
  const first = cardIn(kitchen, 'Em Preparo', '1040');
  await expect(first).toBeVisible();
  await expect(first.locator('kbd')).toHaveText('1');
  await kitchen.keyboard.press('2');
  await expect(cardIn(kitchen, 'Em Preparo', '1041')).toBeVisible();
  for (const key of ['n', 'n', 'n', 'p', 'n']) await kitchen.keyboard.press(key);
  await expect(
    cardIn(kitchen, 'Recebidos', '1042').getByRole('button', { name: 'Iniciar Preparo' }),
  ).toBeFocused();
  await kitchen.keyboard.press('Enter');
  await expect(cardIn(kitchen, 'Em Preparo', '1042')).toBeVisible();

  await openTool(kitchen, 'Ajuda');
  const help = kitchen.getByRole('dialog', { name: 'Ajuda' });
  await expect(help).toContainText('1 a 9');
  await expect(help).toContainText('Enter');
  await kitchen.keyboard.press('4');
  await kitchen.keyboard.press('Escape');
  await expect(cardIn(kitchen, 'Recebidos', '1043')).toBeVisible();
  const chip = await openTicket(kitchen, 'Prontos', '1055');
  await expect(chip).toContainText('(11) 98765-4321');
  await expect(chip).toContainText('Aguardando Retirada');
});
