// What a customer is told and can do before paying, beyond the specification: quantities, the wait, what others order, what to avoid; and that
// all of it stands at twice the size of text.
import { expect, test, type Page } from '../support/browser-test.ts';
import { withAnswer } from './altered.ts';
import { brokenWords, expectApart, hiddenWidth } from './axe.ts';
import {
  giveDetails,
  newPhone,
  openPayment,
  openTracking,
  openWizard,
  orderButton,
  toBePaid,
  withCart,
  withOrder,
} from './customer.ts';

const NAME = 'Açaí Médio 500 ml';
/** What the shop says of itself, with something else in it. */
const sayingOf = (page: Page, fields: Record<string, unknown>): Promise<void> =>
  withAnswer<Record<string, unknown>>(page, '**/api/store', (store) => Object.assign(store, fields));

test('a second one of the same is one line with a number, priced and sent as two items @phone', async ({
  page,
  shop,
}) => {
  await withCart(page, shop.urls.relay);
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: NAME }) });
  await page.getByRole('button', { name: `Mais um de ${NAME}` }).click();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('2×');
  await expect(lines).toContainText(/R\$\s39,80/);
  await expect(lines).toContainText(/R\$\s19,90 cada/);
  await expect(page.getByText('Subtotal').locator('..')).toContainText(/R\$\s39,80/);
  await page.reload();
  await expect(lines).toContainText('2×');

  await page.getByRole('button', { name: `Remover ${NAME}` }).click();
  await expect(page.getByText('Seu carrinho está vazio')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(lines).toContainText('2×');
  await page.getByRole('button', { name: `Um a menos de ${NAME}` }).click();
  await expect(lines).not.toContainText('2×');
  await page.getByRole('button', { name: `Mais um de ${NAME}` }).click();

  await giveDetails(page, newPhone());
  await expect(page.getByRole('listitem').filter({ hasText: `2× ${NAME}` })).toContainText('R$ 39,80');
  await page.getByLabel('Nome para chamar').fill('Ana');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/orders'),
  );
  await orderButton(page).click();
  const { items, observations } = (await sent).postDataJSON() as {
    items: { id: string }[];
    observations: string;
  };
  expect(observations).toBe('Cliente: Ana');
  expect(new Set(items.map(({ id }) => id)).size).toBe(2);
  await toBePaid(page);
  await expect(page.getByText(`2× ${NAME}`)).toBeVisible();
});

test('an order that is full takes no more of the same @phone', async ({ page, shop }) => {
  await withCart(page, shop.urls.relay);
  const more = page.getByRole('button', { name: `Mais um de ${NAME}` });
  for (let count = 2; count <= 40; count += 1) {
    await more.click();
    await expect(page.getByText(`${count}×`, { exact: true })).toBeVisible();
  }
  await expect(more).toBeDisabled();
});

test('how long it takes is said before paying, and not where nobody knows @phone', async ({ page, shop }) => {
  const wait = page.getByText('Fica pronto em ~15–20 min');
  await sayingOf(page, { readyTime: { fromMinutes: 15, toMinutes: 20 } });
  await withCart(page, shop.urls.relay);
  await expect(wait).toBeVisible();
  await giveDetails(page, newPhone());
  await expect(wait).toBeVisible();
  await openPayment(page, shop.urls.relay);
  await expect(wait).toBeVisible();

  await sayingOf(page, { readyTime: null });
  await withCart(page, shop.urls.relay);
  await expect(page.getByText(/^Fica pronto/)).toHaveCount(0);
});

test('what is ordered most stands first, by name and by a tap @phone', async ({ page, shop }) => {
  const menu = (await (await page.request.get(`${shop.urls.relay}/api/menu`)).json()) as {
    products: { id: string; name: string; productType: string; cupMode: string }[];
  };
  const ready = menu.products.filter((one) => one.productType === 'TACA_MONTADA' && one.cupMode === 'pronta');
  const last = ready.at(-1) ?? { id: '', name: '' };
  await sayingOf(page, { mostOrdered: [last.id, 'comp-granola', 'comp-mel'] });
  await page.goto(shop.urls.relay);
  const starts = page.getByRole('list', { name: 'Para pedir já' }).getByRole('listitem');
  // The smallest size.
  await expect(starts.nth(0)).toContainText('desde R$ 14,90');
  await expect(starts.nth(1)).toContainText(last.name);
  await expect(starts.nth(1)).toContainText('Mais pedida');
  await expect(starts.nth(2)).not.toContainText('Mais pedida');

  await openWizard(page, shop.urls.relay);
  const shortcuts = page.getByRole('group', { name: 'Mais pedidos' });
  await expect(shortcuts.getByRole('button')).toHaveText(['+ Granola', '+ Mel']);
  await shortcuts.getByRole('button', { name: 'Adicionar Granola' }).click();
  await expect(page.getByText('1 de 3')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Granola/, pressed: true }).first()).toBeVisible();
});

test('what somebody avoids is marked in every step, kept on the device, and can still be had @phone', async ({
  page,
  shop,
}) => {
  await openWizard(page, shop.urls.relay);
  const row = page.getByRole('button', { name: /^Paçoca/ });
  await expect(row).toContainText('contém amendoim');
  await page.getByText('Alguma alergia?').click();
  await page.getByRole('button', { name: 'sem amendoim' }).click();
  await expect(row).toContainText('⚠ contém amendoim');
  await expect(page.getByRole('button', { name: /^Banana/ })).not.toContainText('⚠');
  await page.reload();
  await expect(page.getByText('Sem amendoim', { exact: true })).toBeVisible();
  await row.click();
  await expect(page.getByText('1 de 3')).toBeVisible();

  await page.getByRole('button', { name: 'Voltar uma etapa' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'E o sorvete?' })).toBeVisible();
  await expect(page.locator('label').filter({ hasText: 'Paçoca' }).first()).toContainText(
    '⚠ contém amendoim',
  );
  await expect(page.locator('label').filter({ hasText: 'Flocos' }).first()).toContainText(
    'contém leite e soja',
  );
});

test('a menu that ticks nothing has nothing to avoid @phone', async ({ page, shop }) => {
  await withAnswer<Record<string, { allergens?: string[] }[]>>(page, '**/api/menu', (menu) => {
    for (const kind of ['bases', 'iceCreams', 'toppings', 'products'])
      for (const entry of menu[kind] ?? []) delete entry.allergens;
  });
  await openWizard(page, shop.urls.relay);
  await expect(page.getByText('Alguma alergia?')).toHaveCount(0);
});

test('the tab bears the shop’s name once it is known, and nobody’s before @phone', async ({ page, shop }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/store', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${shop.urls.relay}/meu-pedido`);
  await expect(page).toHaveTitle('Acompanhar Pedido');
  answer();
  await expect(page).toHaveTitle('Acompanhar Pedido · Açaí da Praça');
});

test('text of twice the size runs out of no customer’s screen, parts no word, and what sticks lies over nothing @phone', async ({
  page,
  shop,
}) => {
  const site = shop.urls.relay;
  const fits = async (name: string): Promise<void> => {
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    expect(await hiddenWidth(page), name).toBe(0);
    // Soft: one run tells of every screen.
    expect.soft(await brokenWords(page), name).toEqual([]);
    const stuck = await page.evaluate(() => {
      scrollTo({ top: 600, behavior: 'instant' });
      return [...document.querySelectorAll('body *')]
        .filter((one) => getComputedStyle(one).position === 'sticky')
        .map((one) => one.getBoundingClientRect())
        .filter(
          ({ top, bottom, height }) =>
            height > innerHeight / 4 && (top === 0 || Math.round(bottom) === innerHeight),
        ).length;
    });
    expect(stuck, name).toBe(0);
  };
  const code = await withOrder(page, site, newPhone());
  for (const [path, heading] of [
    ['/', 'Açaí do seu jeito, do fundo ao topo'],
    [`/pedido/pagamento/${code}`, 'Pagamento'],
    [`/pedido/sucesso/${code}`, 'Falta pagar'],
    ['/pedido/sucesso', 'Código do Pedido Não Encontrado'],
    ['/pedido/retorno?status=rejected', 'Pagamento Rejeitado'],
    ['/privacidade', 'Como cuidamos dos seus dados'],
    ['/nada', 'Página não encontrada'],
    ['/atacado', 'Compre no atacado'],
    ['/atacado/auth', 'Admin Atacado'],
  ] as const) {
    await page.goto(site + path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await fits(path);
  }
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) =>
    Object.assign(order, { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix' }),
  );
  await page.goto(`${site}/pedido/sucesso/${code}`);
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  await fits('an order that is paid');
  await page.goto(`${site}/atacado`);
  await page.getByRole('button', { name: 'Adicionar Açaí Cremoso 10 L' }).click();
  await expect(page.getByRole('dialog', { name: 'Configurar Produto' })).toBeVisible();
  await fits('a product to configure');
  await page.goto(`${site}/pedido`);
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await expect(page.getByText('Escolha entre Açaí Montado ou Taça Montada').first()).toBeVisible();
  await fits('a message');
  await openTracking(page, site);
  await fits('tracking');
  await openWizard(page, site);
  await fits('the toppings');
  await withCart(page, site);
  await fits('the cart');
  await giveDetails(page, newPhone());
  await fits('the details');
  // The number is read whole while it is typed.
  const phone = page.getByLabel('Telefone (WhatsApp)');
  expect(await phone.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
});

test('text of twice the size on a wide screen parts no word, cuts no button and lays nothing over another @desktop', async ({
  page,
  shop,
}) => {
  const site = shop.urls.relay;
  const fits = async (name: string): Promise<void> => {
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    expect.soft(await brokenWords(page), name).toEqual([]);
    await expectApart(page, page.getByRole('main'));
  };
  await openTracking(page, site);
  await fits('tracking');
  await withOrder(page, site, newPhone());
  await openTracking(page, site);
  await page.getByText('Procurar outro pedido').click();
  await expect(page.getByRole('list', { name: 'Andamento do pedido' })).toBeVisible();
  await fits('tracking an order');
  await openWizard(page, site);
  await fits('the toppings');
  for (const [step, heading] of [
    [3, 'E o sorvete?'],
    [2, 'Qual a base?'],
    [1, 'Qual o tamanho da fome?'],
  ] as const) {
    await page.getByRole('button', { name: 'Voltar uma etapa' }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await fits(`step ${step}`);
  }
  await withCart(page, site);
  await fits('the cart');
  await giveDetails(page, newPhone());
  await fits('the details');
});

test('a price stays in one piece beside what it is for @phone', async ({ page, shop }) => {
  await openWizard(page, shop.urls.relay);
  // Of every width that a name may leave to it.
  for (const width of [360, 390, 412, 430]) {
    await page.setViewportSize({ width, height: 740 });
    for (const size of ['100%', '130%', '150%', '200%']) {
      await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
      const torn = await page
        .getByText(/^\+\sR\$/)
        .evaluateAll((prices) =>
          prices
            .filter(
              (price) => new Set([...price.getClientRects()].map(({ top }) => Math.round(top))).size > 1,
            )
            .map((price) => price.textContent),
        );
      expect(torn, `${width} px, ${size}`).toEqual([]);
    }
  }
});

test('a telephone is read whole while it is typed, at twice the size of text too @phone', async ({
  page,
  shop,
}) => {
  for (const path of ['/meu-pedido', '/atacado/status']) {
    if (path === '/meu-pedido') await openTracking(page, shop.urls.relay);
    else await page.goto(shop.urls.relay + path);
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    const phone = page.getByRole('textbox', { name: 'Telefone' });
    await phone.fill('11993956828');
    await expect(phone).toHaveValue('(11) 99395-6828');
    expect(await phone.evaluate((field) => field.scrollWidth - field.clientWidth), path).toBe(0);
  }
});
