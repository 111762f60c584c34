// What paying says when it does not go through: each message of sections 5 and 8 of the specification about payments, provoked.
// What a card's detail code says in words is tested with the words, in web/features/checkout/payment/card-texts.test.ts.
import { expect, test, type Page } from '../support/browser-test.ts';
import { holdAnswer, holdToast, refuse, seeToast, withAnswer } from './altered.ts';
import { newPhone, openPayment, openPix, withCart, withOrder } from './customer.ts';
import { readJson } from './outside.ts';

// What the page still asks for when a test is over is nobody's any more.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

type OrderAnswer = { order: Record<string, unknown> };
const cardButton = (page: Page) => page.getByRole('button', { name: /^Cartão/ });

test('a PIX that cannot be made says so, and can be tried again @phone', async ({ page, shop }) => {
  await openPayment(page, shop.urls.relay);
  await refuse(page, '**/api/orders/*/pix', { status: 503, detail: 'O Mercado Pago não respondeu agora.' });
  await page.getByRole('button', { name: /^PIX/ }).click();
  await seeToast(page, 'Erro ao gerar PIX', 'O Mercado Pago não respondeu agora.');
  const said = await holdToast(page, 'Erro ao gerar PIX');
  await page.unroute('**/api/orders/*/pix');
  await page.getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(said).toHaveCount(0);
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/);
});

test('a PIX that is rejected says so, and a new code can be made @phone', async ({ page, shop }) => {
  await openPayment(page, shop.urls.relay);
  const code = await openPix(page);
  const payments = await readJson<
    { id: number; point_of_interaction?: { transaction_data?: { qr_code?: string } } }[]
  >(`${shop.urls.payments}/simulator/payments`);
  const payment = payments.find((one) => one.point_of_interaction?.transaction_data?.qr_code === code);
  await fetch(`${shop.urls.payments}/simulator/payments/${payment?.id}/reject`, { method: 'POST' });
  await seeToast(page, 'Pagamento não aprovado', 'O pagamento foi rejeitado. Tente novamente.');
  const said = await holdToast(page, 'Pagamento não aprovado');
  await page.getByRole('button', { name: 'Gerar novo código PIX' }).press('Enter');
  await expect(page.getByLabel('PIX Copia e Cola')).not.toHaveValue(code);
  await expect(said).toHaveCount(0);
});

test('a PIX whose time is over is expired, whatever the provider says @phone', async ({ page, shop }) => {
  await page.clock.install();
  await openPayment(page, shop.urls.relay);
  await withAnswer<{ expiresAtMs: number }>(page, '**/api/orders/*/pix', (pix) => {
    pix.expiresAtMs += 24 * 3_600_000;
  });
  await openPix(page);
  const timer = page.getByRole('timer');
  await page.clock.runFor(2_000);
  await expect(timer).toHaveText(/^29:5\d$/);
  await page.clock.fastForward('31:00');
  await expect(page.getByText('Este código PIX expirou.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Gerar novo código PIX' })).toBeVisible();
});

test('a PIX counts down to its own end, and has expired then @phone', async ({ page, shop }) => {
  await page.clock.install();
  await openPayment(page, shop.urls.relay);
  await withAnswer<{ expiresAtMs: number }>(page, '**/api/orders/*/pix', (pix) => {
    pix.expiresAtMs -= 20 * 60_000;
  });
  await openPix(page);
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/);
  await page.clock.fastForward('10:01');
  await expect(page.getByText('Este código PIX expirou.')).toBeVisible();
});

test('a PIX that is paid and that the store never hears of tells the customer to ask @phone', async ({
  page,
  shop,
}) => {
  await page.clock.install();
  await openPayment(page, shop.urls.relay);
  await openPix(page);
  await withAnswer<{ status: string }>(page, '**/api/orders/*/pix/*', (pix) => (pix.status = 'approved'));
  await page.clock.runFor(4_000);
  await expect(page.getByText('Pagamento aprovado!')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(page.getByText('Erro ao finalizar pagamento aprovado. Contate o suporte.')).toBeVisible({
      timeout: 500,
    });
  }).toPass();
});

test('the copied sign shows for two seconds; a copy that fails says what to do @phone', async ({
  page,
  shop,
}) => {
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
  await page.clock.install();
  await openPayment(page, shop.urls.relay);
  await openPix(page);
  const copy = page.getByRole('button', { name: 'Copiar código PIX' });
  const copied = page.getByRole('button', { name: 'Copiado!' });
  await copy.click();
  await seeToast(page, 'Erro ao copiar', 'Tente selecionar e copiar manualmente.');
  const said = await holdToast(page, 'Erro ao copiar');
  await page.evaluate(() => Reflect.set(window, 'copies', true));
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await copy.press('Enter');
  await expect(copied).toBeVisible();
  await expect(said).toHaveCount(0);
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copy).toBeVisible();
});

test('cash: change only above the total, and what went wrong in words @phone', async ({ page, shop }) => {
  await openPayment(page, shop.urls.relay);
  await page.getByRole('button', { name: /^Dinheiro/ }).click();
  const note = page.getByLabel(/^Troco/);
  const confirm = page.getByRole('button', { name: 'Confirmar Pedido' });
  await expect(confirm).toBeEnabled();
  await note.fill('18,89');
  await expect(page.getByText(/^O valor precisa ser pelo menos/)).toBeVisible();
  await expect(confirm).toBeDisabled();
  await note.fill('abc');
  await expect(confirm).toBeDisabled();
  await note.fill('18,90');
  await expect(confirm).toBeEnabled();
  await expect(page.getByText(/^Seu troco:/)).toHaveCount(0);
  await note.fill('100');
  await expect(page.getByText(/^Seu troco:/)).toHaveText(/R\$\s81,10/);
  for (const [status, text] of [
    [409, 'Erro ao confirmar pedido: agora não'],
    [404, 'Pedido não encontrado. Verifique o código do pedido.'],
    [500, 'Erro ao processar pedido para pagamento em dinheiro'],
  ] as const) {
    await refuse(page, '**/api/orders/*/cash', { status, detail: 'agora não' });
    await confirm.click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: text })).toBeVisible();
    await page.unroute('**/api/orders/*/cash');
  }
  const said = await holdToast(page, 'Não deu para confirmar');
  const answer = await holdAnswer(page, '**/api/orders/*/cash');
  await confirm.press('Enter');
  await expect(said).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  await expect(page.getByText('R$ 100,00')).toBeVisible();
});

test('an order without a code or without an amount cannot be paid, and says what to do @phone', async ({
  page,
  shop,
}) => {
  let change: Record<string, unknown> = { code: '' };
  await withAnswer<OrderAnswer>(page, '**/api/orders/*', (view) => Object.assign(view.order, change));
  const code = await withOrder(page, shop.urls.relay, newPhone());
  const open = () => page.goto(`${shop.urls.relay}/pedido/pagamento/${code}`);
  const incomplete = page.getByText(
    'Dados do pedido incompletos. Tente recarregar a página ou refazer o pedido.',
  );
  await open();
  await expect(incomplete).toBeVisible();
  await page.getByRole('button', { name: /^PIX/ }).click();
  await expect(page.getByText('Código do pedido não encontrado. Tente recarregar a página.')).toBeVisible();
  change = { totalCents: 0 };
  await open();
  await expect(incomplete).toBeVisible();
  change = { code: 'temp-order' };
  await open();
  await page.getByRole('button', { name: 'Escolher outra forma de pagamento' }).click();
  await expect(incomplete).toHaveCount(0);
  await page.getByRole('button', { name: /^Dinheiro/ }).click();
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click();
  await expect(page.getByText('Pedido não encontrado. Verifique o código do pedido.')).toBeVisible();
});

async function fillCard(page: Page, holder: string): Promise<void> {
  await page.getByLabel('Número do cartão').fill('5031433215406351');
  await page.getByLabel('Nome como está no cartão').fill(holder);
  await page.getByLabel(/^Validade/).fill('1130');
  await page.getByLabel(/^Código \(CVV\)/).fill('123');
  await page.getByLabel('CPF do titular').fill('12345678909');
  await page.getByLabel('E-mail').fill('cliente@exemplo.com');
  // With the keys: the pointer may rest on a message.
  await page.getByRole('button', { name: 'Pagar', exact: true }).press('Enter');
}

test('a card that is rejected says why with the payment’s id, and another one is taken @phone', async ({
  page,
  shop,
}) => {
  await openPayment(page, shop.urls.relay);
  await cardButton(page).click();
  const asked = page.waitForRequest('**/api/orders/*/card');
  await fillCard(page, 'FUND');
  // Nobody has said who pays, and the provider wants a name.
  expect((await asked).postDataJSON()).toMatchObject({ payer: { first_name: 'Cliente' } });
  const outcome = page.getByRole('main').getByRole('alert').filter({ hasText: 'Pagamento rejeitado' });
  await expect(outcome).toContainText(
    /Saldo insuficiente\. Verifique seu limite ou tente outro cartão\. \(ID: \d+\)/,
  );
  await seeToast(page, 'Erro no pagamento');
  await expect(page.getByLabel('Nome como está no cartão')).toHaveValue('');
  const said = await holdToast(page, 'Erro no pagamento');
  const answer = await holdAnswer(page, '**/api/orders/*/card');
  await fillCard(page, 'APRO');
  await expect(said).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
});

test('a card that is still being decided says how it stands @phone', async ({ page, shop }) => {
  await openPayment(page, shop.urls.relay);
  await cardButton(page).click();
  await fillCard(page, 'LENT');
  await expect(page.getByText('Status do pagamento: em processamento')).toBeVisible();
  await expect(page.getByText('Estamos processando seu pagamento.')).toBeVisible();
});

test('a card that is still being decided is so after a reload: no form that asks to pay again @phone', async ({
  page,
  shop,
}) => {
  await openPayment(page, shop.urls.relay);
  await cardButton(page).click();
  await fillCard(page, 'LENT');
  await expect(page.getByText('Status do pagamento: em processamento')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Status do pagamento: em processamento')).toBeVisible();
  await expect(page.getByLabel('Número do cartão')).toHaveCount(0);
});

test('on the store’s own address a card is paid on the site, by a link that opens the same order @phone', async ({
  page,
  context,
  shop,
}) => {
  // The store learns from the relay what can be paid with.
  await expect
    .poll(() => readJson<{ paymentMethods: { method: string }[] }>(`${shop.urls.store}/api/store`))
    .toMatchObject({
      paymentMethods: expect.arrayContaining([expect.objectContaining({ method: 'credit_card' })]),
    });
  const code = await openPayment(page, shop.urls.store);
  await cardButton(page).click();
  const link = page.getByRole('link', { name: 'Abrir a página segura' });
  await expect(link).toHaveAttribute('href', new RegExp(`^${shop.urls.relay}/pedido/pagamento/${code}#`));
  const opened = context.waitForEvent('page');
  await link.click();
  const site = await opened;
  await expect(site.getByRole('heading', { name: 'Como você quer pagar?' })).toBeVisible();
  await expect(site.getByRole('button', { name: /^Cartão/ })).toBeVisible();
});

test('a card form that cannot be set up says so @phone', async ({ page, shop }) => {
  await openPayment(page, shop.urls.relay);
  await page.route('**/api/payments/public-key', (route) =>
    route.fulfill({ json: { publicKey: '', sdkUrl: '' } }),
  );
  await cardButton(page).click();
  await seeToast(page, 'Erro ao carregar pagamento', 'Configuração do Mercado Pago ausente ou inválida.');
  await page.getByRole('button', { name: 'Escolher outra forma de pagamento' }).click();
  await page.unroute('**/api/payments/public-key');
  await page.route('**/sdk/js/v2', (route) => route.abort());
  await cardButton(page).click();
  await seeToast(page, 'Erro no pagamento', 'Não foi possível inicializar o pagamento.');
});

test('a card that gives no token, a form that fails and a payment that does not get through say so @phone', async ({
  page,
  shop,
}) => {
  await openPayment(page, shop.urls.relay);
  await page.route('**/v1/card_tokens*', (route) => route.fulfill({ json: { id: '' } }));
  await cardButton(page).click();
  await fillCard(page, 'APRO');
  await seeToast(page, 'Erro no pagamento', 'Token do cartão não foi gerado. Verifique os dados do cartão.');
  await page.unroute('**/v1/card_tokens*');
  await page.route('**/v1/card_tokens*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await seeToast(page, 'Erro no formulário', 'Verifique os dados do cartão e tente novamente.');
  await page.unroute('**/v1/card_tokens*');
  await refuse(page, '**/api/orders/*/card', { status: 503, detail: 'O Mercado Pago não respondeu agora.' });
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByText('Erro ao processar pagamento com cartão').first()).toBeVisible();
});

test('only what the shop takes is offered, in its order @phone', async ({ page, shop }) => {
  await withAnswer<{ paymentMethods: { method: string }[] }>(page, '**/api/store', (store) => {
    store.paymentMethods = store.paymentMethods.filter(({ method }) => method !== 'credit_card');
  });
  await openPayment(page, shop.urls.relay);
  const methods = page.getByRole('region', { name: 'Como você quer pagar?' }).getByRole('button');
  await expect(methods).toHaveText([/^PIX/, /^Dinheiro/]);
});

test('the address that a provider sends one back to proves nothing @phone', async ({ page, shop }) => {
  for (const [search, title, text] of [
    ['?status=rejected', 'Pagamento Rejeitado', /Você pode tentar de novo/],
    [
      '?collection_status=pending',
      'Pagamento Pendente',
      /pode levar alguns minutos\. Com PIX costuma ser na hora\./,
    ],
    ['', 'Erro no Pagamento', /Não conseguimos saber o resultado/],
  ] as const) {
    await page.goto(`${shop.urls.relay}/pedido/retorno${search}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(text);
  }
  const code = await withOrder(page, shop.urls.relay, newPhone());
  await page.evaluate((one) => localStorage.setItem('orderCode', one), code);
  const looked = page.waitForResponse(`**/api/orders/${code}`);
  await page.goto(`${shop.urls.relay}/pedido/retorno?status=approved&collection_status=approved`);
  await looked;
  await expect(page.getByRole('heading', { level: 1, name: 'Pagamento Pendente' })).toBeVisible();
});

test('a return whose order is paid leads to it after two seconds, and the cart is empty @phone', async ({
  page,
  shop,
}) => {
  await withCart(page, shop.urls.relay);
  const code = await withOrder(page, shop.urls.relay, newPhone());
  await page.evaluate((one) => {
    localStorage.setItem('orderCode', one);
    localStorage.setItem('size', 'tamanho-medio');
  }, code);
  await withAnswer<OrderAnswer>(page, '**/api/orders/*', ({ order }) => {
    order['paymentStatus'] = 'approved';
  });
  // Whose order it is the device knows: what else the provider says decides nothing.
  const said = 'collection_id=1&payment_id=1&external_reference=0000000000';
  await page.goto(`${shop.urls.relay}/pedido/retorno?status=approved&${said}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pagamento Aprovado!' })).toBeVisible();
  await expect(page).toHaveURL(`${shop.urls.relay}/pedido/sucesso/${code}`);
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  expect(
    await page.evaluate(() => ['acai-cart', 'size', 'orderCode'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null]);
});
