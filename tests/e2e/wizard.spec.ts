// The order wizard at its edges: what is on the menu can be bought, the way back is back, and what is missing is where one looks.
import { expect, test, type Page } from '../support/browser-test.ts';
import { withMenu } from './altered.ts';
import { ACAI, addTopping, fillCart, withCart } from './customer.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true }).click();
// A tap on the last choice of a step leads on by itself.
const card = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).first();
const step = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

/** From now on sums up what the browser says has moved on the page, right after a tap or not. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const seen = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
    Object.assign(globalThis, { seen });
  });
const shifts = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: { sum: number } }).seen.sum);

test('a cup that comes as described is bought although no category is on the menu @phone', async ({
  page,
  shop,
}) => {
  await withMenu(page, (menu) => (menu.categories = []));
  await page.goto(`${shop.urls.relay}/pedido`);
  for (const [choice, where] of [
    ['Taça Montada', 'Etapa 2 de 4'],
    ['Todas as taças', 'Etapa 3 de 4'],
    ['Taça Tropical', 'Etapa 4 de 4'],
  ] as const) {
    await card(page, choice).click();
    await step(page, where);
  }
  await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Taça Tropical' })).toBeVisible();
  // And it is edited where it stands.
  await page.getByRole('button', { name: /^Editar/ }).click();
  await page.getByRole('link', { name: 'Trocar de taça' }).click();
  await step(page, 'Etapa 4 de 4');
  await page.getByRole('button', { name: 'Voltar uma etapa' }).click();
  await expect(page.getByRole('radio', { name: /^Taça Tropical/ })).toBeChecked();
});

test('a cup of one’s own choice has one price and asks for no size @phone', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  for (const [choice, where] of [
    ['Taça Montada', 'Etapa 2 de 4'],
    ['Taça do Seu Jeito', 'Etapa 3 de 5'],
    [ACAI.base, 'Etapa 4 de 5'],
    ['Flocos', 'Etapa 5 de 5'],
  ] as const) {
    await card(page, choice).click();
    await step(page, where);
  }
  await addTopping(page, 'Banana: Topo');
  // The way to the cart is not shown to who is already on it.
  await page.evaluate(() => {
    const seen = { cart: false };
    new MutationObserver(() => {
      seen.cart ||= document.querySelector('header a[href="/carrinho"]') !== null;
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(globalThis, { seen });
  });
  await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Taça do Seu Jeito' })).toBeVisible();
  expect(await page.evaluate<unknown>('seen.cart')).toBe(false);
  await expect(page.getByText('Topo: Banana')).toBeVisible();
});

test('back leads back after a reload in the wizard @phone', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  for (const choice of ['Açaí Montado', ACAI.size]) {
    await card(page, choice).click();
  }
  await step(page, 'Etapa 3 de 5');
  await page.reload();
  await step(page, 'Etapa 3 de 5');
  await page.goBack();
  await step(page, 'Etapa 2 de 5');
  await page.goBack();
  await step(page, 'Etapa 1 de 5');
});

test('a second flavour that is missing is scrolled to and has the focus @phone', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  await expect(card(page, 'Açaí Montado')).toBeVisible();
  await watchShifts(page);
  for (const choice of ['Açaí Montado', ACAI.size, ACAI.base]) {
    await card(page, choice).click();
  }
  const half = page.getByRole('switch', { name: 'Meio a meio' });
  await expect(half).toBeVisible();
  // A step takes the place of another: it is not the other one's, moved.
  expect(await shifts(page)).toBeLessThan(0.01);
  await half.check();
  await page.getByRole('group', { name: 'Primeiro sabor' }).locator('label').first().click();
  await next(page);
  const second = page.getByRole('group', { name: 'Segundo sabor' });
  await expect(second.getByRole('radio').first()).toBeFocused();
  await expect(second.locator('legend')).toBeInViewport();
});

test('an item whose flavour ran out is edited at the flavour @phone', async ({ page, shop }) => {
  await withMenu(page, (menu) => {
    const flavours = menu.iceCreams as { name: string; soldOut: boolean }[];
    for (const one of flavours) one.soldOut = one.name === 'Flocos';
  });
  await withCart(page, shop.urls.relay);
  await expect(page.getByText('Acabou: Flocos. Edite ou remova este item.')).toBeVisible();
  const gone = page.getByText('1 item não pode mais ser pedido. Edite ou remova para continuar.');
  await expect(gone).toBeVisible();
  await page.getByRole('button', { name: 'Continuar Pedido' }).click();
  await expect(page.getByText('Tem item que acabou')).toBeVisible();
  await page.getByRole('button', { name: /^Editar/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'E o sorvete?' })).toBeVisible();
});

test('the small picture beside the step is that of the cup that was chosen @phone', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  for (const choice of ['Taça Montada', 'Taças Clássicas']) {
    await card(page, choice).click();
  }
  const chosen = card(page, 'Taça Tropical');
  const picture = await chosen.locator('img').getAttribute('src');
  // By keyboard, which does not lead on by itself.
  await chosen.getByRole('radio').press('Space');
  const beside = page.getByRole('img', { name: /^Taça Tropical/ }).locator('img');
  await expect(beside.filter({ visible: true })).toHaveAttribute('src', picture ?? '');
});

test('an item that is taken back stands where it stood @phone', async ({ page, shop }) => {
  await fillCart(page, shop.urls.relay);
  for (const drink of ['Água Mineral', 'Guaraná Lata'])
    await page.getByRole('button', { name: `Adicionar ${drink}` }).click();
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Remover' })
    .getByRole('heading');
  const before = [`Açaí ${ACAI.size}`, 'Água Mineral', 'Guaraná Lata'];
  await expect(items).toHaveText(before);
  // What one does with a line stands in one row, however many of it there are.
  const middleOf = async (name: RegExp) => {
    const box = (await page.getByRole('button', { name }).boundingBox())!;
    return Math.round(box.y + box.height / 2);
  };
  const more = /^Mais um de Açaí/;
  expect(await middleOf(more)).toBe(await middleOf(/^Editar Açaí/));
  await page.getByRole('button', { name: more }).click();
  await expect(page.getByRole('button', { name: /^Um a menos de Açaí/ })).toBeVisible();
  expect(await middleOf(more)).toBe(await middleOf(/^Editar Açaí/));
  // And below each other from line to line.
  const [own, others] = await Promise.all(
    [more, 'Mais um de Água Mineral'].map((name) => page.getByRole('button', { name }).boundingBox()),
  );
  expect(own!.x).toBeCloseTo(others!.x, 0);
  await page.getByRole('button', { name: 'Remover Água Mineral' }).click();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(items).toHaveText(before);
});
