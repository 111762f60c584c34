// What the customer's side says when something is missing, wrong or lost, apart from payments: each message of sections 5 and 8 of
// the specification, provoked.
import { expect, test, type Page } from '../support/browser-test.ts';
import { refuse, seeAlert, seeToast, withAnswer, withMenu } from './altered.ts';
import {
  ACAI,
  addTopping,
  giveDetails,
  newPhone,
  openTracking,
  openWizard,
  orderButton,
  withCart,
  withOrder,
} from './customer.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true }).click();
const card = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).first();
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test('each step of the wizard asks for what is missing @phone', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  await next(page);
  await seeAlert(page, 'Escolha o tipo', 'Escolha entre Açaí Montado ou Taça Montada');
  await card(page, 'Taça Montada').click();
  await next(page);
  await next(page);
  await seeAlert(page, 'Escolha a categoria');
  await card(page, 'Taças Clássicas').click();
  await next(page);
  await expect(page.getByText('Etapa 3 de 4')).toBeVisible();
  await next(page);
  await seeAlert(page, 'Escolha a taça');
  await page.goBack();
  await page.goBack();
  await card(page, 'Açaí Montado').click();
  await next(page);
  await expect(page.getByText('Etapa 2 de 5')).toBeVisible();
  await next(page);
  await seeAlert(page, 'Escolha o tamanho');
  await card(page, ACAI.size).click();
  await next(page);
  await next(page);
  await seeAlert(page, 'Escolha a base');
  await card(page, ACAI.base).click();
  await next(page);
  await next(page);
  await seeAlert(page, 'Escolha o sorvete');
});

test('half-and-half needs two flavours that differ, and forgets the second when it is turned off @phone', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  for (const choice of ['Açaí Montado', ACAI.size, ACAI.base]) {
    await card(page, choice).click();
  }
  await page.getByRole('switch', { name: 'Meio a meio' }).check();
  await card(page, 'Flocos').click();
  await next(page);
  await seeAlert(page, 'Escolha o segundo sabor', 'Para meio a meio, escolha o segundo sabor de sorvete');
  const second = page.getByRole('group', { name: 'Segundo sabor' });
  await expect(second.getByText('Flocos', { exact: true })).toHaveCount(0);
  // By key, for a tap would lead on.
  await second.locator('label').filter({ hasText: 'Paçoca' }).getByRole('radio').press('Space');
  await page.getByRole('switch', { name: 'Meio a meio' }).uncheck();
  await page.getByRole('switch', { name: 'Meio a meio' }).check();
  await expect(second.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('toppings stop at the size’s limit, with a toast in the wizard and dead buttons in the cart @phone', async ({
  page,
  shop,
}) => {
  await openWizard(page, shop.urls.relay);
  for (const topping of ACAI.toppings) await addTopping(page, topping);
  await expect(page.getByText('3 de 3')).toBeVisible();
  await page.getByRole('button', { name: /^Morango/ }).click();
  await seeToast(page, 'Limite atingido', 'Você pode selecionar no máximo 3 complementos');
  await expect(page.getByText('Máximo 3 complementos', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await page.getByRole('button', { name: /^Editar/ }).click();
  await expect(page.getByRole('button', { name: 'Granola: Topo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Granola: Fundo' })).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Morango/ })).toBeDisabled();
});

test('toppings come under their category, and those without one under Outros @phone', async ({
  page,
  shop,
}) => {
  await withMenu(page, (menu) => {
    const granola = menu.toppings.find(({ name }) => name === 'Granola');
    if (granola) granola.category = '';
  });
  await openWizard(page, shop.urls.relay);
  const under = (category: string, topping: string) =>
    page.getByRole('region', { name: category }).getByRole('button', { name: new RegExp(`^${topping}`) });
  await expect(under('Frutas', 'Banana')).toBeVisible();
  await expect(under('Caldas', 'Mel')).toBeVisible();
  await expect(under('Crocantes', 'Amendoim Triturado')).toBeVisible();
  await expect(under('Outros', 'Granola')).toBeVisible();
});

test('cups that are turned off midway fall back to an açaí @phone', async ({ page, shop }) => {
  let cups = true;
  await withMenu(page, (menu) => (menu.cupsEnabled = cups));
  await page.goto(`${shop.urls.relay}/pedido`);
  await card(page, 'Taça Montada').click();
  await next(page);
  cups = false;
  await page.reload();
  await expect(page.getByText('Etapa 1 de 4')).toBeVisible();
  await expect.poll(() => stored(page, 'type')).toBe('ACAI_MONTADO');
});

test('a corrupt cart is logged and removed, and the customer is told @phone', async ({ page, shop }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto(`${shop.urls.relay}/placeholder.svg`);
  await page.evaluate(() => localStorage.setItem('acai-cart', '{"not": "a cart"'));
  await page.goto(`${shop.urls.relay}/carrinho`);
  await seeToast(page, 'Seu carrinho foi esvaziado');
  expect(await stored(page, 'acai-cart')).toBeNull();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  expect(logged).toContain('the stored cart was corrupt and has been removed');
});

test('a price that changed since is shown in the cart, and asked about before ordering @phone', async ({
  page,
  shop,
}) => {
  let dearer = true;
  await withMenu(page, (menu) => {
    if (dearer) for (const size of menu.sizes) size.priceCents += 500;
  });
  await withCart(page, shop.urls.relay);
  await expect(page.getByText(/^Preço mudou: era/)).toHaveText(
    /^Preço mudou: era R\$\s19,90, agora R\$\s24,90$/,
  );
  await giveDetails(page, newPhone());
  // This page believes in other prices than the shop's, until the refusal makes it look again; and not before, for whatever the shop's other
  // customers do can make it look.
  await page.route('**/api/orders', async (route) => {
    dearer = false;
    await route.fallback();
  });
  await orderButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Os preços mudaram' });
  await dialog.getByRole('button', { name: /^Pedir por R\$\s18,90$/ }).click();
  await expect(page.getByRole('heading', { name: 'Como você quer pagar?' })).toBeVisible();
});

test('an order that the store refuses says why, and the cart stays @phone', async ({ page, shop }) => {
  await refuse(page, '**/api/orders', { status: 409, detail: 'A loja está fechada no momento.' });
  await withCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  await orderButton(page).click();
  await seeToast(page, 'Erro ao criar pedido');
  await expect(page.getByText('Erro ao criar pedido: A loja está fechada no momento.')).toBeVisible();
  expect(await stored(page, 'acai-cart')).not.toBeNull();
  await page.unroute('**/api/orders');
  await refuse(page, '**/api/orders', { status: 400, detail: '' });
  await orderButton(page).click();
  await expect(page.getByText('Erro desconhecido ao criar pedido')).toBeVisible();
});

test('the form says what is missing to whoever orders all the same @phone', async ({ page, shop }) => {
  await withCart(page, shop.urls.relay);
  await page.getByRole('button', { name: 'Continuar Pedido' }).click();
  const payNow = page.getByRole('button', { name: 'Pedir e pagar com PIX' });
  await expect(orderButton(page)).toBeDisabled();
  await expect(payNow).toBeDisabled();
  await page.getByLabel('Telefone (WhatsApp)').press('Enter');
  await seeToast(
    page,
    'Telefone obrigatório',
    'Você precisa preencher o telefone para acompanhar seu pedido',
  );
  await page.getByLabel('Telefone (WhatsApp)').fill(newPhone());
  await expect(orderButton(page)).toBeDisabled();
  await expect(payNow).toBeDisabled();
  // A tap on it, which nothing but a person's finger would try.
  await orderButton(page).click({ force: true });
  await seeToast(page, 'Tipo de consumo obrigatório');
  // The cart was emptied where this page did not hear of it.
  await page.getByText('Levar', { exact: true }).click();
  await page.evaluate(() => localStorage.removeItem('acai-cart'));
  await orderButton(page).click();
  await seeToast(page, 'Carrinho vazio');
  await expect(page.getByRole('heading', { level: 1, name: 'Seu Carrinho' })).toBeVisible();
});

test('a closed shop can be looked at, and says at the checkout when it opens @phone', async ({
  page,
  shop,
}) => {
  await withAnswer<Record<string, unknown>>(page, '**/api/store', (store) => {
    store['open'] = { state: 'closed', opensAt: { date: '2026-12-24', time: '10:00' } };
  });
  await withCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  await expect(page.getByText('A loja está fechada no momento. Abre em 24/12 às 10:00.')).toBeVisible();
  await expect(orderButton(page)).toBeDisabled();
  await orderButton(page).click({ force: true });
  await seeToast(page, 'A loja não está recebendo pedidos', 'Abre em 24/12 às 10:00.');
  await expect(page.getByRole('heading', { level: 1, name: 'Seus Dados' })).toBeVisible();
});

test('a shop that is closed says so at the top of the cart, not at its end @phone', async ({
  page,
  shop,
}) => {
  await withAnswer<Record<string, unknown>>(page, '**/api/store', (store) => {
    store['open'] = { state: 'closed', opensAt: null };
  });
  await withCart(page, shop.urls.relay);
  await expect(page.getByRole('main').getByText(/^A loja está fechada/)).toBeInViewport({ ratio: 1 });
});

test('a price that rises while one gives one’s phone is said there @phone', async ({ page, shop }) => {
  let rise = 0;
  await withMenu(page, (menu) => {
    for (const size of menu.sizes) size.priceCents += rise;
  });
  await withCart(page, shop.urls.relay);
  await page.getByRole('button', { name: 'Continuar Pedido' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seus Dados' })).toBeVisible();
  await expect(page.getByText(/^Os preços mudaram/)).toHaveCount(0);
  rise = 200;
  await page.reload();
  await expect(
    page.getByText(/^Os preços mudaram: o total era R\$\s18,90 e agora é R\$\s20,8\d\.$/),
  ).toBeVisible();
});

test('an order that does not exist says so, and leads back to ordering @phone', async ({ page, shop }) => {
  for (const path of ['/pedido/sucesso', '/pedido/sucesso/0000000000']) {
    await page.goto(shop.urls.relay + path);
    await expect(page.getByRole('heading', { name: 'Código do Pedido Não Encontrado' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Fazer Pedido' })).toHaveAttribute(
      'href',
      '/pedido',
    );
  }
});

test('an order that cannot be read says so, and the button for another try reloads the page @phone', async ({
  page,
  shop,
}) => {
  const code = await withOrder(page, shop.urls.relay, newPhone());
  for (const [path, status, heading] of [
    [`/pedido/sucesso/${code}`, 500, 'Falta pagar'],
    [`/pedido/pagamento/${code}`, 404, 'Como você quer pagar?'],
  ] as const) {
    await refuse(page, '**/api/orders/*', { method: 'GET', status, detail: 'Agora não.' });
    await page.goto(shop.urls.relay + path);
    await expect(page.getByRole('heading', { name: 'Código do pedido não encontrado' })).toBeVisible();
    await page.unroute('**/api/orders/*');
    await page.evaluate(() => Reflect.set(window, 'before', true));
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await page.evaluate(() => Reflect.has(window, 'before'))).toBe(false);
  }
});

test('tracking asks for enough to search, and says when there is nothing @phone', async ({ page, shop }) => {
  await openTracking(page, shop.urls.relay);
  const search = page.getByRole('button', { name: 'Buscar' });
  const phone = page.getByRole('textbox', { name: 'Telefone' });
  await expect(search).toBeDisabled();
  await phone.press('Enter');
  await expect(page.getByText('Digite um número de telefone para buscar.')).toBeVisible();
  // 13 characters as formatted, then 14.
  await phone.fill('119876543');
  await expect(search).toBeDisabled();
  await phone.fill('1198765432');
  await expect(search).toBeEnabled();
  await phone.fill('');
  await phone.press('Enter');
  await page.getByRole('tab', { name: /^Código/ }).click();
  // What was said of the phone is not said of the code.
  await expect(page.getByText('Digite um número de telefone para buscar.')).toHaveCount(0);
  await expect(search).toBeDisabled();
  const query = page.getByRole('textbox', { name: 'Código, ID ou número do pedido' });
  await query.press('Enter');
  await expect(page.getByText('Digite um código, ID ou número do pedido para buscar.')).toBeVisible();
  await query.fill('z');
  await expect(search).toBeEnabled();
  await query.fill('zzz');
  await search.click();
  await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible();
  await page.route('**/api/track', (route) => route.abort());
  await search.click();
  await expect(page.getByText('Erro ao buscar pedidos. Tente novamente.')).toBeVisible();
});

test('the cache tool asks first, clears the cart and keeps the orders @phone', async ({ page, shop }) => {
  await withCart(page, shop.urls.relay);
  await page.evaluate(() => {
    for (const key of ['step', 'size', 'phone', 'orderCode', 'atacado_user']) localStorage.setItem(key, '1');
    localStorage.setItem('balcao-orders', '[]');
    sessionStorage.setItem('anything', '1');
  });
  await page.goto(shop.urls.relay);
  await page.getByRole('button', { name: 'Limpar cache' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(await stored(page, 'acai-cart')).not.toBeNull();
  await page.getByRole('button', { name: 'Limpar cache' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Limpar cache' }).click();
  await seeToast(page, 'Cache limpo com sucesso!');
  expect(await page.evaluate(() => [Object.keys(localStorage), sessionStorage.length])).toEqual([
    ['balcao-orders'],
    0,
  ]);
  await page.evaluate(() => {
    Storage.prototype.clear = () => {
      throw new Error('not allowed');
    };
  });
  await page.getByRole('button', { name: 'Limpar e recarregar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Limpar e recarregar' }).click();
  await seeToast(page, 'Erro ao limpar cache');
});

test('the landing page stands without the shop’s answers, and says nothing of it but in the log @phone', async ({
  page,
  shop,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  for (const url of ['**/api/store', '**/api/menu', '**/api/ranking'])
    await page.route(url, (route) => route.abort());
  await page.goto(`${shop.urls.relay}/#contato`);
  await expect(page.getByText('Seg-Dom: 10h às 22h')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Fazer Pedido' }).first()).toBeVisible();
  for (const what of ['the ranking', '/api/store', '/api/menu'])
    await expect.poll(() => logged.join('\n')).toContain(`${what} could not be loaded`);
  // As it is now: a message that is waited for goes by itself.
  expect(await page.getByRole('region', { name: 'Avisos' }).innerText()).toBe('');
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('older addresses lead on: /pedido/old to the wizard, anything unknown home @phone', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido/old`);
  await expect(page).toHaveURL(/\/pedido$/);
  await page.goto(`${shop.urls.relay}/nada/disso`);
  await page.getByRole('link', { name: 'Voltar para o início' }).click();
  await expect(page).toHaveURL(new RegExp(`^${shop.urls.relay}/?$`));
});

test('forgetting my data asks first and leaves nothing of a person on the device @phone', async ({
  page,
  shop,
}) => {
  await withOrder(page, shop.urls.relay, newPhone());
  await withCart(page, shop.urls.relay);
  await page.evaluate(() => localStorage.setItem('phone', '(11) 98765-4321'));
  await page.goto(`${shop.urls.relay}/privacidade`);
  await page.getByRole('button', { name: 'Esquecer meus dados' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Esquecer' }).click();
  await seeToast(page, 'Pronto, este aparelho esqueceu seus dados');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
