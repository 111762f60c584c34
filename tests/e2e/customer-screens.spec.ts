// Every customer screen and state, looked at by axe in both themes: no violation, nothing wider than the screen. With
// SCREENSHOTS=folder it also leaves a picture of each, at 360, 768 and 1280 px, for a person to look at.
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '../support/browser-test.ts';
import { expectSoundInBoth, hiddenWidth } from './axe.ts';
import {
  ACAI,
  addTopping,
  fillCart,
  giveDetails,
  newPhone,
  openPix,
  openTracking,
  openWizard,
  orderButton,
  toBePaid,
  withCart,
  withOrder,
} from './customer.ts';
import { payAtBank } from './outside.ts';

const SCREENSHOTS = process.env.SCREENSHOTS;
const WIDTHS = SCREENSHOTS ? [360, 768, 1280] : [];
// What slides in is looked at when it has arrived.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const look = async (page: Page, name: string): Promise<void> => {
  // A page that is still on its way has nothing to look at.
  await expect(page.locator('h1').first()).toBeAttached();
  const size = page.viewportSize();
  await expectSoundInBoth(page, name, ['best-practice'], async (theme) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
      await page.screenshot({
        path: join(SCREENSHOTS ?? '', `${name}-${width}-${theme}.png`),
        fullPage: true,
      });
    }
    if (size && SCREENSHOTS) await page.setViewportSize(size);
  });
};

test.describe('every screen, in both themes', () => {
  test('the pages around an order', async ({ page, shop }) => {
    await page.goto(shop.urls.relay);
    await expect(page.getByRole('heading', { name: 'Top Clientes' })).toBeVisible();
    await look(page, 'landing');
    await page.getByRole('button', { name: 'Limpar cache' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, 'cache-dialog');
    for (const [name, path, heading] of [
      ['privacy', '/privacidade', 'Como cuidamos dos seus dados'],
      ['not-found', '/nada', 'Página não encontrada'],
      ['no-code', '/pedido/sucesso', 'Código do Pedido Não Encontrado'],
      ['returned', '/pedido/retorno?status=rejected', 'Pagamento Rejeitado'],
      ['empty-cart', '/carrinho', 'Seu Carrinho'],
      ['no-orders', '/meu-pedido', 'Acompanhar Pedido'],
    ] as const) {
      await page.goto(shop.urls.relay + path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await look(page, name);
    }
  });

  test('the wizard', async ({ page, shop }) => {
    const next = page.getByRole('button', { name: 'Continuar', exact: true });
    const card = (name: string) => page.locator('label').filter({ hasText: name }).first();
    await page.goto(`${shop.urls.relay}/pedido`);
    await next.click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await look(page, 'type');
    await card('Taça Montada').click();
    await expect(page.getByRole('heading', { name: 'Que tipo de taça?' })).toBeVisible();
    await look(page, 'category');
    await card('Taças Clássicas').click();
    await expect(card('Taça Tropical')).toBeVisible();
    await look(page, 'cup');
    await card('Taça Tropical').click();
    await expect(page.getByRole('heading', { name: 'Tudo certo?' })).toBeVisible();
    await look(page, 'summary');
    await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Seu Carrinho' })).toBeVisible();
    await page.goto(`${shop.urls.relay}/pedido`);
    await card('Açaí Montado').click();
    await card(ACAI.size).getByRole('radio').press('Space');
    await look(page, 'size');
    await next.click();
    await card(ACAI.base).getByRole('radio').press('Space');
    await look(page, 'base');
    await next.click();
    await page.getByRole('switch', { name: 'Meio a meio' }).check();
    await look(page, 'ice-cream');
    await card('Flocos').click();
    await page.getByRole('group', { name: 'Segundo sabor' }).locator('label').first().click();
    await addTopping(page, 'Granola: Meio');
    await look(page, 'toppings');
  });

  test('from the cart to the order that is paid', async ({ page, shop }) => {
    await fillCart(page, shop.urls.relay);
    await look(page, 'cart');
    await page.getByRole('button', { name: /^Ver complementos/ }).click();
    await look(page, 'cart-toppings');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Editar/ }).click();
    await look(page, 'cart-edit');
    await page.keyboard.press('Escape');
    await giveDetails(page, '1199');
    await orderButton(page).click();
    await look(page, 'details');
    await page.getByLabel('Telefone (WhatsApp)').fill(newPhone());
    await orderButton(page).click();
    await toBePaid(page);
    await look(page, 'methods');
    await page.getByRole('button', { name: /^Dinheiro/ }).click();
    await page.getByLabel(/^Troco/).fill('1');
    await look(page, 'cash');
    await page.getByRole('button', { name: 'Escolher outra forma de pagamento' }).click();
    const code = await openPix(page);
    await look(page, 'pix');
    await payAtBank(shop.urls.payments, code);
    await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
    await look(page, 'paid');
    await page.getByRole('link', { name: 'Acompanhar Pedido' }).click();
    await expect(page.getByRole('heading', { name: 'Acompanhar Pedido' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Pedido nº/ })).toBeVisible();
    await look(page, 'tracking');
  });
});

test.describe('on a small screen', () => {
  test.use({ serviceWorkers: 'block' });
  for (const [fonts, isFontKept] of [
    ['', true],
    [', nor where its fonts did not arrive', false],
  ] as const) {
    test(`at twice the size everything is still there, and nothing runs out of the screen${fonts} @desktop`, async ({
      page,
      shop,
    }) => {
      if (!isFontKept) await page.route('**/*.woff2', (route) => route.abort());
      const fits = async (name: string): Promise<void> =>
        expect(await hiddenWidth(page), `${name} at ${page.viewportSize()?.width}`).toBe(0);
      const code = await withOrder(page, shop.urls.relay, newPhone());
      // 200 % on a screen of 1280 is a screen of 640; 400 % is one of 320.
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 400 });
        for (const [path, heading] of [
          ['/', 'Açaí do seu jeito, do fundo ao topo'],
          [`/pedido/pagamento/${code}`, 'Pagamento'],
          [`/pedido/sucesso/${code}`, 'Falta pagar'],
          ['/meu-pedido', 'Acompanhar Pedido'],
          ['/privacidade', 'Como cuidamos dos seus dados'],
        ] as const) {
          await page.goto(shop.urls.relay + path);
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
          await fits(path);
        }
        await openWizard(page, shop.urls.relay);
        await fits('the toppings');
        await withCart(page, shop.urls.relay);
        await fits('the cart');
        await giveDetails(page, newPhone());
        await expect(orderButton(page)).toBeVisible();
        await fits('the details');
        await page.evaluate(() =>
          ['step', 'type', 'size', 'base'].forEach((key) => localStorage.removeItem(key)),
        );
      }
    });
  }
});

test('on a phone on its side the first choices of each step, and a wholesale product, stand above the bar @desktop', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const card = (name: string) => page.locator('label').filter({ hasText: name }).first();
  const bar = page.getByText('Total', { exact: true });
  const standsWhole = async (what: Locator): Promise<void> => {
    await expect(what).toBeInViewport({ ratio: 1 });
    const [own, below] = [await what.boundingBox(), await bar.boundingBox()];
    expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  };
  await page.goto(`${shop.urls.relay}/pedido`);
  await standsWhole(card('Taça Montada'));
  await card('Taça Montada').click();
  await standsWhole(card('Taças Clássicas'));
  await card('Taças Clássicas').click();
  await standsWhole(card('Taça Tropical'));
  await card('Taça Tropical').click();
  await expect(page.getByRole('heading', { name: 'Tudo certo?' })).toBeVisible();
  // Neither its foot nor its fruit is cut off.
  const picture = await page.locator('section img').last().boundingBox();
  expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(4 / 3, 1);
  await page.goto(`${shop.urls.relay}/atacado`);
  await expect(page.getByRole('heading', { name: 'Açaí Cremoso 10 L' })).toBeInViewport({ ratio: 1 });
});

test('at twice the size of text no word of the wholesale form is parted @desktop', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${shop.urls.relay}/atacado`);
  await page.getByRole('button', { name: /^Adicionar Casquinhas/ }).click();
  await page.getByRole('link', { name: 'Carrinho: 1 item' }).click();
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  const label = page.locator('label').filter({ hasText: 'Telefone/WhatsApp' });
  // The lines that it takes begin with whole words.
  const lines = await label.evaluate((element) => {
    const range = document.createRange();
    const tops = new Map<number, string>();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        tops.set(top, (tops.get(top) ?? '') + (node.textContent?.[at] ?? ''));
      }
    return [...tops.values()].map((line) => line.trim());
  });
  expect(lines).toEqual(['Telefone/', 'WhatsApp *']);
});

test('on a small phone the order stands below one row of filters, of which each can be reached @desktop', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withOrder(page, shop.urls.relay, newPhone());
  await openTracking(page, shop.urls.relay);
  const filters = page.getByRole('group', { name: 'Filtrar por status' }).getByRole('button');
  await expect(filters).toHaveText([/^Todos/, /^Recebido/, /^Em Preparo/, /^Pronto/, /^Entregue/]);
  const tops = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const card = page.getByRole('article');
  for (const text of ['Comer aqui', 'R$ 18,90', 'Falta pagar para a cozinha começar.'])
    await expect(card).toContainText(text);
  await expect(card.getByRole('link', { name: 'Pagar agora' })).toBeVisible();
  await filters.last().focus();
  await expect(filters.last()).toBeInViewport({ ratio: 1 });
  expect(await hiddenWidth(page)).toBe(0);
});

test('an order is made with the keyboard alone @desktop', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const onto = async (name: string | RegExp, role: 'button' | 'radio' | 'textbox'): Promise<void> => {
    const target = page.getByRole(role, { name }).first();
    for (let presses = 0; presses < 120; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${String(name)} cannot be reached with Tab`);
  };
  const next = async (): Promise<void> => {
    await onto('Continuar', 'button');
    await page.keyboard.press('Enter');
  };
  for (const choice of [/^Açaí Montado/, /^Pequeno/, /^Açaí Tradicional/, /^Creme/]) {
    await onto(choice, 'radio');
    await page.keyboard.press('Space');
    await next();
  }
  await onto(/^Banana/, 'button');
  await page.keyboard.press('Space');
  await onto('Finalizar Pedido', 'button');
  await page.keyboard.press('Enter');
  await onto('Continuar Pedido', 'button');
  await page.keyboard.press('Enter');
  await onto(/^Telefone/, 'textbox');
  await page.keyboard.type(newPhone());
  await onto('Comer aqui', 'radio');
  await page.keyboard.press('Space');
  await onto(/^Fazer pedido/, 'button');
  await page.keyboard.press('Enter');
  await toBePaid(page);
});
