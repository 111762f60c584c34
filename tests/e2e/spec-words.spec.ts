// What the specification says of the customer's screens and no other browser test looks at. docs/spec-coverage.md names these beside the
// statements.
import { formatCode } from '@balcao/shared/order/code.ts';
import { expect, test, type Page } from '../support/browser-test.ts';
import { withAnswer } from './altered.ts';
import {
  ACAI,
  addTopping,
  giveDetails,
  newPhone,
  openPayment,
  openPix,
  openTracking,
  orderButton,
  toBePaid,
  withCart,
  withOrder,
} from './customer.ts';
import { readJson } from './outside.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('clearing with a reload empties what is kept and loads the page anew @phone', async ({ page, shop }) => {
  await withCart(page, shop.urls.relay);
  await page.goto(shop.urls.relay);
  await page.evaluate(async () => {
    Reflect.set(window, 'before', true);
    await caches.open('left-over');
  });
  const clear = page.getByRole('button', { name: 'Limpar e recarregar' });
  await clear.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  expect(
    await page.evaluate(() => [Reflect.has(window, 'before'), localStorage.getItem('acai-cart') !== null]),
  ).toEqual([true, true]);
  await clear.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Limpar e recarregar' }).click();
  await page.waitForFunction(() => !Reflect.has(window, 'before'));
  expect(await page.evaluate(() => caches.has('left-over'))).toBe(false);
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('acai-cart') ?? '[]') as unknown[]),
  ).toEqual([]);
});

test('a shop that filled nothing in says whom to ask @phone', async ({ page, shop }) => {
  await withAnswer<Record<string, string>>(page, '**/api/store', (store) =>
    Object.assign(store, { address: '', phone: '', instagramUrl: '', whatsappUrl: '', hoursText: '' }),
  );
  await page.goto(`${shop.urls.relay}/#contato`);
  const footer = page.locator('#contato');
  await expect(footer).toContainText('Endereço a informar');
  await expect(footer).toContainText('Telefone a informar');
  await expect(footer).toContainText('Seg-Dom: 10h às 22h');
  await expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/',
  );
});

test('the details say the total, and nothing is paid before there is an order @phone', async ({
  page,
  shop,
}) => {
  await withCart(page, shop.urls.relay);
  const shown = page
    .locator('dt')
    .filter({ hasText: /^Total$/ })
    .locator('xpath=following-sibling::dd');
  const total = await shown.textContent();
  expect(total).toMatch(/^R\$\s\d+,\d\d$/);
  await page.goto(`${shop.urls.relay}/carrinho?passo=pagamento`);
  await expect(heading(page, /^(Seu Carrinho|Seus Dados)$/)).toBeVisible();
  await expect(heading(page, 'Pagamento')).toHaveCount(0);
  await page.goto(`${shop.urls.relay}/carrinho`);
  await giveDetails(page, newPhone());
  await expect(shown).toHaveText(total ?? 'no total');
  await orderButton(page).click();
  await toBePaid(page);
  await expect(heading(page, 'Pagamento')).toBeVisible();
  await expect(page.getByText(/^Pedido criado! Código/)).toBeVisible();
});

test('the payment leads back to the data by the arrow, and by a button of its own @phone', async ({
  page,
  shop,
}) => {
  await withCart(page, shop.urls.relay);
  await giveDetails(page, newPhone());
  for (const name of ['Voltar', 'Voltar aos dados do pedido']) {
    await orderButton(page).click();
    await toBePaid(page);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(heading(page, 'Seus Dados')).toBeVisible();
  }
});

test('beside the ways to pay stand the order’s code and, where it has one, its number for the panel @phone', async ({
  page,
  shop,
}) => {
  let panelNumber: number | null = null;
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) => {
    order['panelNumber'] = panelNumber;
  });
  const code = await openPayment(page, shop.urls.relay);
  const summary = page.getByRole('complementary', { name: 'Resumo do pedido' });
  await expect(summary).toContainText(formatCode(code));
  await expect(summary.getByText('Número do painel')).toHaveCount(0);
  panelNumber = 7;
  await page.reload();
  await expect(summary.getByText('Número do painel').locator('..')).toHaveText(/\D7$/);
});

test('what is chosen stands beside each step, the toppings by their layer @desktop', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  const aside = page.getByRole('complementary', { name: 'Seu item' });
  for (const choice of ['Açaí Montado', ACAI.size, ACAI.base, ACAI.iceCreams[0]]) {
    const card = page.locator('label').filter({ hasText: choice }).first();
    if (choice === ACAI.size) await expect(card).toContainText('até 3 complementosR$ 19,90');
    await card.click();
    if (choice !== 'Açaí Montado') await expect(aside).toContainText(choice);
  }
  await expect(page.getByText('Etapa 5 de 5')).toBeVisible();
  for (const topping of ACAI.toppings) await addTopping(page, topping);
  await expect(aside.locator('dt')).toHaveText(['Fundo (F)', 'Meio (M)', 'Topo (T)']);
  await expect(aside.locator('dd')).toHaveText(['Granola', 'Banana', 'Mel']);
});

test('a PIX that is rejected is told as an alert @phone', async ({ page, shop }) => {
  await openPayment(page, shop.urls.relay);
  const code = await openPix(page);
  const payments = await readJson<
    { id: number; point_of_interaction?: { transaction_data?: { qr_code?: string } } }[]
  >(`${shop.urls.payments}/simulator/payments`);
  const payment = payments.find((one) => one.point_of_interaction?.transaction_data?.qr_code === code);
  await fetch(`${shop.urls.payments}/simulator/payments/${payment?.id}/reject`, { method: 'POST' });
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('alert')).toContainText(
    'Pagamento não aprovado',
  );
});

test('the return waits two seconds before it leads on @phone', async ({ page, shop }) => {
  const code = await withOrder(page, shop.urls.relay, newPhone());
  await page.evaluate((one) => localStorage.setItem('orderCode', one), code);
  await page.clock.install();
  let paid = false;
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) => {
    if (paid) order['paymentStatus'] = 'approved';
  });
  await page.goto(`${shop.urls.relay}/pedido/retorno?status=approved`);
  await expect(heading(page, 'Pagamento Pendente')).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  paid = true;
  await page.clock.runFor(3_000);
  await expect(heading(page, 'Pagamento Aprovado!')).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(page).toHaveURL(/\/pedido\/retorno/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(`${shop.urls.relay}/pedido/sucesso/${code}`);
});

test('the message of a changed status stays for three seconds, and of another change there is none @phone', async ({
  page,
  shop,
}) => {
  await withOrder(page, shop.urls.relay, newPhone());
  await page.clock.install();
  await openTracking(page, shop.urls.relay);
  await expect(page.getByRole('article')).toHaveCount(1);
  let change: Record<string, unknown> = { panelNumber: 7 };
  await withAnswer<{ order: Record<string, unknown> }>(page, '**/api/orders/*', ({ order }) =>
    Object.assign(order, change),
  );
  await page.clock.pauseAt(new Date(Date.now() + 1_000));
  const message = page.getByText('Status Atualizado');
  const panel = page.getByRole('article').getByText('Painel', { exact: true });
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1_000);
        return panel.isVisible();
      },
      { intervals: [10] },
    )
    .toBe(true);
  await expect(message).toHaveCount(0);
  change = { panelNumber: 7, status: 'PREPARING' };
  // In small steps: the answer comes while the clock stands, and the message is there for a step or two before it is seen.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(100);
        return message.isVisible();
      },
      { intervals: [10] },
    )
    .toBe(true);
  await page.clock.runFor(2_500);
  await expect(message).toBeVisible();
  await page.clock.runFor(600);
  await expect(message).toHaveCount(0);
});

test('what is left of a PIX is counted each second, in minutes and seconds @phone', async ({
  page,
  shop,
}) => {
  await page.clock.install();
  await openPayment(page, shop.urls.relay);
  await openPix(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const timer = page.getByRole('timer');
  const left = async (): Promise<number> => {
    const text = await timer.innerText();
    expect(text).toMatch(/^\d\d:\d\d$/);
    const [minutes, seconds] = text.split(':').map(Number);
    return (minutes ?? 0) * 60 + (seconds ?? 0);
  };
  const before = await left();
  for (const gone of [1, 2, 3]) {
    await page.clock.runFor(1_000);
    await expect.poll(left).toBe(before - gone);
  }
});

test('the wizard draws how far one is @phone', async ({ page, shop }) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  const bar = page.getByRole('progressbar', { name: 'Progresso do pedido' });
  await expect(bar).toHaveAttribute('aria-valuenow', '1');
  await page.locator('label').filter({ hasText: 'Açaí Montado' }).first().click();
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await expect(page.getByText('Etapa 2 de 5')).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuenow', '2');
});
