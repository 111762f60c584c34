// What the customer's side says when something is missing, wrong or lost: each message of sections 5 and 8 of the specification,
// provoked. The menu and the answers of the server are changed on their way to this page alone, never in the shop.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { expect, test, type Page } from '../support/browser-test.ts';
import {
  ACAI,
  fillCart,
  giveDetails,
  newPhone,
  openPix,
  openWizard,
  orderButton,
  placeOrder,
} from './customer.ts';
import { readJson } from './outside.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true }).click();
const card = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).first();
const toast = (page: Page, title: string, text?: string) =>
  expect(
    page
      .getByRole('region', { name: 'Avisos' })
      .locator('div')
      .filter({ hasText: title })
      .filter(text === undefined ? {} : { hasText: text })
      .first(),
  ).toBeVisible();

/** Shows this page another menu. */
async function withMenu(page: Page, change: (menu: Menu) => void): Promise<void> {
  await page.route('**/api/menu', async (route) => {
    const answer = await route.fetch();
    const menu = (await answer.json()) as Menu;
    change(menu);
    await route.fulfill({ json: menu });
  });
}

/** Answers one call of this page with a problem. */
const refuse = (page: Page, url: string, status: number, code: string, detail: string) =>
  page.route(url, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: code, status, code, detail }),
        })
      : route.fallback(),
  );

test('each step of the wizard asks for what is missing', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  await next(page);
  await toast(page, 'Escolha o tipo', 'Escolha entre Açaí Montado ou Taça Montada');
  await card(page, 'Taça Montada').click();
  await next(page);
  await next(page);
  await toast(page, 'Escolha a categoria');
  await card(page, 'Taças Clássicas').click();
  await next(page);
  await expect(page.getByText('Etapa 3 de 4')).toBeVisible();
  await next(page);
  await toast(page, 'Escolha a taça');
  await page.goBack();
  await page.goBack();
  await card(page, 'Açaí Montado').click();
  await next(page);
  await expect(page.getByText('Etapa 2 de 5')).toBeVisible();
  await next(page);
  await toast(page, 'Escolha o tamanho');
  await card(page, ACAI.size).click();
  await next(page);
  await next(page);
  await toast(page, 'Escolha a base');
  await card(page, ACAI.base).click();
  await next(page);
  await next(page);
  await toast(page, 'Escolha o sorvete');
});

test('half-and-half needs two flavours that differ, and forgets the second when it is turned off', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  for (const choice of ['Açaí Montado', ACAI.size, ACAI.base]) {
    await card(page, choice).click();
    await next(page);
  }
  await page.getByRole('switch', { name: 'Meio a meio' }).check();
  await card(page, 'Flocos').click();
  await next(page);
  await toast(page, 'Escolha o segundo sabor', 'Para meio a meio, escolha o segundo sabor de sorvete');
  const second = page.getByRole('group', { name: 'Segundo sabor' });
  await expect(second.getByText('Flocos', { exact: true })).toHaveCount(0);
  await second.locator('label').filter({ hasText: 'Paçoca' }).click();
  await page.getByRole('switch', { name: 'Meio a meio' }).uncheck();
  await page.getByRole('switch', { name: 'Meio a meio' }).check();
  await expect(second.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('toppings stop at the size’s limit, with a toast in the wizard and dead buttons in the cart', async ({
  page,
  shop,
}) => {
  await openWizard(page, shop.urls.relay);
  for (const topping of ACAI.toppings) await page.getByRole('button', { name: topping, exact: true }).click();
  await expect(page.getByText('3 de 3')).toBeVisible();
  await page.getByRole('button', { name: 'Granola: Topo' }).click();
  await toast(page, 'Limite atingido', 'Você pode selecionar no máximo 3 complementos');
  await expect(page.getByText('Máximo 3 complementos')).toBeVisible();
  await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await page.getByRole('button', { name: /^Editar/ }).click();
  await expect(page.getByRole('button', { name: 'Granola: Topo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Granola: Fundo' })).toBeEnabled();
});

test('an item is edited from the cart in the wizard, from its last step, and a half-built one beside it is not lost', async ({
  page,
  shop,
}) => {
  await fillCart(page, shop.urls.relay);
  await page.getByRole('link', { name: 'Adicionar Mais Produtos' }).click();
  await card(page, 'Açaí Montado').click();
  await next(page);
  await card(page, 'Grande').click();
  await page.goto(`${shop.urls.relay}/carrinho`);
  await page.getByRole('button', { name: /^Editar/ }).click();
  await page.getByRole('link', { name: 'Mudar tamanho, base ou sorvete' }).click();
  await expect(page.getByText('Etapa 5 de 5')).toBeVisible();
  await page.getByRole('button', { name: 'Mel: Topo' }).click();
  await page.reload();
  await expect(page.getByText('2 de 3')).toBeVisible();
  await page.getByRole('button', { name: 'Atualizar Item' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seu Carrinho' })).toBeVisible();
  await expect(page.getByRole('button', { name: /2 complementos/ })).toBeVisible();
  await page.goto(`${shop.urls.relay}/pedido`);
  await expect(page.getByRole('radio', { name: /^Grande/ })).toBeChecked();
});

test('cups that are turned off midway fall back to an açaí', async ({ page, shop }) => {
  let cups = true;
  await withMenu(page, (menu) => (menu.cupsEnabled = cups));
  await page.goto(`${shop.urls.relay}/pedido`);
  await card(page, 'Taça Montada').click();
  await next(page);
  cups = false;
  await page.reload();
  await expect(page.getByText('Etapa 1 de 4')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('type'))).toBe('ACAI_MONTADO');
});

test('a corrupt cart is removed, and the customer is told', async ({ page, shop }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', '1');
    localStorage.setItem('acai-cart', '{"not": "a cart"');
  });
  await page.goto(`${shop.urls.relay}/carrinho`);
  await toast(page, 'Seu carrinho foi esvaziado');
  expect(await page.evaluate(() => localStorage.getItem('acai-cart'))).toBeNull();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
});

test('two tabs share one cart', async ({ page, context, shop }) => {
  await fillCart(page, shop.urls.relay);
  const other = await context.newPage();
  await other.goto(shop.urls.relay);
  await expect(other.getByRole('link', { name: /^Carrinho: 1 item/ })).toBeVisible();
  await page.getByRole('button', { name: /^Remover/ }).click();
  await expect(other.getByRole('link', { name: /^Carrinho/ })).toHaveCount(0);
});

test('a price that changed since is shown in the cart, and asked about before ordering', async ({
  page,
  shop,
}) => {
  await withMenu(page, (menu) => menu.sizes.forEach((size) => (size.priceCents += 500)));
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  // This page believes in other prices than the shop's.
  await orderButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Os preços mudaram' })).toBeVisible();
  await page.unroute('**/api/menu');
  await page.reload();
  await page.goBack();
  await expect(page.getByText(/^Preço mudou: era/)).toBeVisible();
});

test('an order that the store refuses says why, and the cart stays', async ({ page, shop }) => {
  await refuse(page, '**/api/orders', 409, 'store-closed', 'A loja está fechada no momento.');
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  await orderButton(page).click();
  await toast(page, 'Erro ao criar pedido');
  await expect(page.getByText('Erro ao criar pedido: A loja está fechada no momento.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('acai-cart'))).not.toBeNull();
});

test('a refusal without a reason is an unknown error', async ({ page, shop }) => {
  await refuse(page, '**/api/orders', 400, 'x', '');
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  await orderButton(page).click();
  await expect(page.getByText('Erro desconhecido ao criar pedido')).toBeVisible();
});

test('a closed shop can be looked at, and says at the checkout when it opens', async ({ page, shop }) => {
  await page.route('**/api/store', async (route) => {
    const answer = await route.fetch();
    const store = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({
      json: { ...store, open: { state: 'closed', opensAt: { date: '2026-12-24', time: '10:00' } } },
    });
  });
  await fillCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  await expect(page.getByText('A loja está fechada no momento. Abre em 24/12 às 10:00.')).toBeVisible();
  await expect(orderButton(page)).toBeDisabled();
});

test('a PIX that cannot be made says so, and can be tried again', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await refuse(
    page,
    '**/api/orders/*/pix',
    503,
    'provider-unreachable',
    'O Mercado Pago não respondeu agora.',
  );
  await page.getByRole('button', { name: /^PIX/ }).click();
  await toast(page, 'Erro ao gerar PIX', 'O Mercado Pago não respondeu agora.');
  await page.unroute('**/api/orders/*/pix');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/);
});

test('a PIX that is rejected says so, and a new code can be made', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  const code = await openPix(page);
  const payments = await readJson<
    { id: number; point_of_interaction?: { transaction_data?: { qr_code?: string } } }[]
  >(`${shop.urls.payments}/simulator/payments`);
  const payment = payments.find((one) => one.point_of_interaction?.transaction_data?.qr_code === code);
  await fetch(`${shop.urls.payments}/simulator/payments/${payment?.id}/reject`, { method: 'POST' });
  await toast(page, 'Pagamento não aprovado', 'O pagamento foi rejeitado. Tente novamente.');
  await page.getByRole('button', { name: 'Gerar novo código PIX' }).click();
  await expect(page.getByLabel('PIX Copia e Cola')).not.toHaveValue(code);
});

test('a PIX whose time is over is expired, and a new code can be made', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await page.clock.install();
  await page.reload();
  await openPix(page);
  await page.clock.fastForward('31:00');
  await expect(page.getByText('Este código PIX expirou.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Gerar novo código PIX' })).toBeVisible();
});

test('the copied sign shows for two seconds; a copy that fails says what to do', async ({ page, shop }) => {
  await page.addInitScript(() => {
    // Neither way to copy works until it is told to.
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: () =>
          Reflect.get(window, 'copies') ? Promise.resolve() : Promise.reject(new Error('denied')),
      },
    });
    document.execCommand = () => false;
  });
  await placeOrder(page, shop.urls.relay, newPhone());
  await openPix(page);
  await page.getByRole('button', { name: 'Copiar código PIX' }).click();
  await toast(page, 'Erro ao copiar', 'Tente selecionar e copiar manualmente.');
  await page.evaluate(() => Reflect.set(window, 'copies', true));
  await page.getByRole('button', { name: 'Copiar código PIX' }).click();
  await expect(page.getByRole('button', { name: 'Copiado!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copiar código PIX' })).toBeVisible({ timeout: 4_000 });
});

test('cash: change only above the total, and what went wrong in words', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await page.getByRole('button', { name: /^Dinheiro/ }).click();
  const note = page.getByLabel(/^Troco/);
  const confirm = page.getByRole('button', { name: 'Confirmar Pedido' });
  await note.fill('1');
  await expect(page.getByText(/^O valor precisa ser pelo menos/)).toBeVisible();
  await expect(confirm).toBeDisabled();
  await note.fill('abc');
  await expect(confirm).toBeDisabled();
  await note.fill('100');
  await expect(page.getByText(/^Seu troco:/)).toBeVisible();
  for (const [status, text] of [
    [409, 'Erro ao confirmar pedido: agora não'],
    [404, 'Pedido não encontrado. Verifique o código do pedido.'],
    [500, 'Erro ao processar pedido para pagamento em dinheiro'],
  ] as const) {
    await refuse(page, '**/api/orders/*/cash', status, 'x', 'agora não');
    await confirm.click();
    await expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
    await page.unroute('**/api/orders/*/cash');
  }
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  await expect(page.getByText('R$ 100,00')).toBeVisible();
});

async function fillCard(page: Page, holder: string): Promise<void> {
  await page.getByLabel('Número do cartão').fill('5031433215406351');
  await page.getByLabel('Nome como está no cartão').fill(holder);
  await page.getByLabel(/^Validade/).fill('1130');
  await page.getByLabel(/^Código/).fill('123');
  await page.getByLabel('CPF do titular').fill('12345678909');
  await page.getByLabel('E-mail').fill('cliente@exemplo.com');
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
}

test('a card that is rejected says why with the payment’s id, and another one is taken', async ({
  page,
  shop,
}) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await page.getByRole('button', { name: /^Cartão/ }).click();
  await fillCard(page, 'FUND');
  const outcome = page.getByRole('alert').filter({ hasText: 'Pagamento rejeitado' });
  await expect(outcome).toContainText(
    /Saldo insuficiente\. Verifique seu limite ou tente outro cartão\. \(ID: \d+\)/,
  );
  await toast(page, 'Erro no pagamento');
  await expect(page.getByLabel('Nome como está no cartão')).toHaveValue('');
  await fillCard(page, 'APRO');
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible({ timeout: 20_000 });
});

test('a card form that cannot be set up says so', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await page.route('**/api/payments/public-key', (route) =>
    route.fulfill({ json: { publicKey: '', sdkUrl: '' } }),
  );
  await page.getByRole('button', { name: /^Cartão/ }).click();
  await toast(page, 'Erro ao carregar pagamento', 'Configuração do Mercado Pago ausente ou inválida.');
  await page.getByRole('button', { name: 'Escolher outra forma de pagamento' }).click();
  await page.unroute('**/api/payments/public-key');
  await page.route('**/sdk/js/v2', (route) => route.abort());
  await page.getByRole('button', { name: /^Cartão/ }).click();
  await expect(page.getByText('Não foi possível inicializar o pagamento.').first()).toBeVisible();
});

test('a card payment that does not get through says so', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await page.getByRole('button', { name: /^Cartão/ }).click();
  await refuse(
    page,
    '**/api/orders/*/card',
    503,
    'provider-unreachable',
    'O Mercado Pago não respondeu agora.',
  );
  await fillCard(page, 'APRO');
  await expect(page.getByText('Erro ao processar pagamento com cartão').first()).toBeVisible();
});

test('the address that a provider sends one back to proves nothing', async ({ page, shop }) => {
  for (const [search, title] of [
    ['?status=rejected', 'Pagamento Rejeitado'],
    ['?collection_status=pending', 'Pagamento Pendente'],
    ['', 'Erro no Pagamento'],
  ]) {
    await page.goto(`${shop.urls.relay}/pedido/retorno${search}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await placeOrder(page, shop.urls.relay, newPhone());
  await page.goto(`${shop.urls.relay}/pedido/retorno?status=approved&collection_status=approved`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pagamento Pendente' })).toBeVisible();
});

test('a return whose order is paid leads to it after two seconds', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await page.route('**/api/orders/*', async (route) => {
    const answer = await route.fetch();
    const view = (await answer.json()) as { order?: Record<string, unknown> };
    if (view.order) view.order['paymentStatus'] = 'approved';
    await route.fulfill({ json: view });
  });
  await page.goto(`${shop.urls.relay}/pedido/retorno?status=approved`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pagamento Aprovado!' })).toBeVisible();
  await expect(page).toHaveURL(/\/pedido\/sucesso\//, { timeout: 5_000 });
  expect(await page.evaluate(() => localStorage.getItem('acai-cart'))).toBeNull();
});

test('an order that does not exist says so, and leads back to ordering', async ({ page, shop }) => {
  for (const path of ['/pedido/sucesso', '/pedido/sucesso/0000000000']) {
    await page.goto(shop.urls.relay + path);
    await expect(page.getByRole('heading', { name: 'Código do Pedido Não Encontrado' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Fazer Pedido' })).toBeVisible();
  }
});

test('tracking asks for enough to search, and says when there is nothing', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/meu-pedido`);
  const search = page.getByRole('button', { name: 'Buscar' });
  await page.getByLabel('Telefone', { exact: true }).fill('1199');
  await expect(search).toBeDisabled();
  await page.getByRole('tab', { name: /^Código/ }).click();
  await expect(search).toBeDisabled();
  await page.getByLabel('Código, ID ou número do pedido').fill('zzz');
  await search.click();
  await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible();
  await page.route('**/api/track', (route) => route.abort());
  await search.click();
  await expect(page.getByText('Erro ao buscar pedidos. Tente novamente.')).toBeVisible();
});

test('an order is found by phone and by number, with public fields only', async ({ page, context, shop }) => {
  const phone = newPhone();
  await placeOrder(page, shop.urls.relay, phone, 'segredo da observação');
  const stranger = await context.browser()!.newPage();
  await stranger.goto(`${shop.urls.relay}/meu-pedido`);
  await stranger.getByLabel('Telefone', { exact: true }).fill(phone);
  await stranger.getByRole('button', { name: 'Buscar' }).click();
  await expect(stranger.getByRole('heading', { name: /^Pedido nº/ })).toHaveCount(1);
  await expect(stranger.getByRole('button', { name: 'Todos (1)' })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Recebido (1)' })).toBeVisible();
  await expect(stranger.getByText(`***${phone.slice(-3)}`)).toBeVisible();
  await expect(stranger.getByText('segredo da observação')).toHaveCount(0);
  // Another order of the same phone appears by itself.
  await placeOrder(page, shop.urls.relay, phone);
  await expect(stranger.getByRole('button', { name: 'Todos (2)' })).toBeVisible({ timeout: 25_000 });
  await stranger.close();
});

test('the cache tool asks first, clears the cart and keeps the orders', async ({ page, shop }) => {
  await fillCart(page, shop.urls.relay);
  await page.evaluate(() => localStorage.setItem('balcao-orders', '[]'));
  await page.goto(shop.urls.relay);
  await page.getByRole('button', { name: 'Limpar cache' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(await page.evaluate(() => localStorage.getItem('acai-cart'))).not.toBeNull();
  await page.getByRole('button', { name: 'Limpar cache' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Limpar cache' }).click();
  await toast(page, 'Cache limpo com sucesso!');
  expect(
    await page.evaluate(() => [localStorage.getItem('acai-cart'), localStorage.getItem('balcao-orders')]),
  ).toEqual([null, '[]']);
  await page.evaluate(() => {
    Storage.prototype.clear = () => {
      throw new Error('not allowed');
    };
  });
  await page.getByRole('button', { name: 'Limpar e recarregar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Limpar e recarregar' }).click();
  await toast(page, 'Erro ao limpar cache');
});

test('older addresses lead on: /pedido/old to the wizard, anything unknown home', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido/old`);
  await expect(page).toHaveURL(/\/pedido$/);
  await page.goto(`${shop.urls.relay}/nada/disso`);
  await page.getByRole('link', { name: 'Voltar para o início' }).click();
  await expect(page).toHaveURL(new RegExp(`^${shop.urls.relay}/?$`));
});
