// Reloads, back buttons, two tabs, edits: nothing that a customer put together is lost, and nothing is ordered twice. What the
// network does to an order on its way is in checkout.spec.ts.
import { expect, test, type Page } from '../support/browser-test.ts';
import {
  ACAI,
  addTopping,
  fillCart,
  giveDetails,
  newPhone,
  openPix,
  orderButton,
  toBePaid,
  withCart,
} from './customer.ts';
import { payAtBank, track } from './outside.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true }).click();
const card = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).first();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a reload at any step resumes there with everything as it was, and an order is placed once @phone', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await page.goto(`${shop.urls.relay}/pedido`);
  const steps = ['Açaí Montado', ACAI.size, ACAI.base, 'Flocos'];
  for (const [at, choice] of steps.entries()) {
    // By keyboard, which does not lead on by itself.
    await card(page, choice).getByRole('radio').press('Space');
    await page.reload();
    await expect(page.getByText(`Etapa ${at + 1} de 5`)).toBeVisible();
    await expect(card(page, choice).getByRole('radio')).toBeChecked();
    await next(page);
  }
  await addTopping(page, 'Granola: Fundo');
  await page.reload();
  await expect(page.getByText('1 de 3')).toBeVisible();
  await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await expect(heading(page, 'Seu Carrinho')).toBeVisible();
  // What was put together is in the cart now, and no longer in the wizard.
  expect(
    await page.evaluate(() => ['size', 'toppings', 'step'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null]);
  await page.reload();
  await expect(page.getByRole('heading', { name: `Açaí ${ACAI.size}` })).toBeVisible();
  await giveDetails(page, phone, { type: 'Levar', observations: 'sem canudo' });
  await page.reload();
  await expect(heading(page, 'Seus Dados')).toBeVisible();
  await expect(page.getByLabel('Telefone (WhatsApp)')).not.toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Levar' })).toBeChecked();
  await expect(page.getByLabel('Observações')).toHaveValue('sem canudo');
  await orderButton(page).click();
  await toBePaid(page);
  await expect(page.getByText(/^Pedido criado! Código/)).toBeVisible();
  await page.reload();
  await toBePaid(page);
  const code = await openPix(page);
  await page.reload();
  await expect(page.getByLabel('PIX Copia e Cola')).toHaveValue(code);
  await payAtBank(shop.urls.payments, code);
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  expect(await track(shop.urls.relay, phone)).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('acai-cart'))).toBeNull();
});

test('the back button after paying leads to an empty cart, and places nothing @phone', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await withCart(page, shop.urls.relay);
  await giveDetails(page, phone);
  await orderButton(page).click();
  await toBePaid(page);
  await page.getByRole('button', { name: /^Dinheiro/ }).click();
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click();
  await expect(page.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  expect(await track(shop.urls.relay, phone)).toHaveLength(1);
});

test('two tabs share one cart: what one removes is gone in the other, and both add to the same @phone', async ({
  page,
  context,
  shop,
}) => {
  await withCart(page, shop.urls.relay);
  const other = await context.newPage();
  await other.goto(`${shop.urls.relay}/pedido`);
  await expect(other.getByRole('link', { name: /^Carrinho: 1 item/ })).toBeVisible();
  await other
    .getByRole('button', { name: /^Adicionar Água/ })
    .first()
    .click();
  await expect(other.getByRole('link', { name: /^Carrinho: 2 itens/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remover/ })).toHaveCount(2);
  await giveDetails(page, newPhone());
  // The other one empties it while this one is about to order: the steps begin anew.
  await other.goto(`${shop.urls.relay}/carrinho`);
  await other
    .getByRole('button', { name: /^Remover/ })
    .first()
    .click();
  await other
    .getByRole('button', { name: /^Remover/ })
    .first()
    .click();
  await expect(heading(page, 'Seu Carrinho')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
});

test('an item is edited from the cart in the wizard, from its last step, and a half-built one beside it is not lost @phone', async ({
  page,
  shop,
}) => {
  await fillCart(page, shop.urls.relay, { ...ACAI, toppings: ['Granola: Fundo'] });
  await page.getByRole('link', { name: 'Adicionar Mais Produtos' }).click();
  await card(page, 'Açaí Montado').click();
  await next(page);
  await card(page, 'Grande').getByRole('radio').press('Space');
  await page.goto(`${shop.urls.relay}/carrinho`);
  await page.getByRole('button', { name: /^Editar/ }).click();
  await page.getByRole('link', { name: 'Mudar tamanho, base ou sorvete' }).click();
  await expect(page.getByText('Etapa 5 de 5')).toBeVisible();
  await addTopping(page, 'Mel: Topo');
  await page.reload();
  await expect(page.getByText('2 de 3')).toBeVisible();
  await page.getByRole('button', { name: 'Atualizar Item' }).click();
  await expect(heading(page, 'Seu Carrinho')).toBeVisible();
  await expect(page.getByRole('button', { name: /: Fundo: Granola · Topo: Mel$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remover/ })).toHaveCount(1);
  await page.goto(`${shop.urls.relay}/pedido`);
  await expect(page.getByRole('radio', { name: /^Grande/ })).toBeChecked();
});

test('an item is edited in its dialog, and removing one can be taken back @phone', async ({ page, shop }) => {
  await withCart(page, shop.urls.relay);
  await page.getByRole('button', { name: /^Editar/ }).click();
  await addTopping(page, 'Mel: Topo');
  await page.getByRole('button', { name: /^Salvar/ }).click();
  await expect(page.getByRole('button', { name: /: Fundo: Granola · Meio: Banana$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Remover/ }).click();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('button', { name: /: Fundo: Granola · Meio: Banana$/ })).toBeVisible();
});

test('a cup that comes as it is goes from its category to the cart in four steps @phone', async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.urls.relay}/pedido`);
  for (const [choice, step] of [
    ['Taça Montada', 'Etapa 2 de 4'],
    ['Taças Clássicas', 'Etapa 3 de 4'],
    ['Taça Tropical', 'Etapa 4 de 4'],
  ] as const) {
    await card(page, choice).click();
    await expect(page.getByText(step)).toBeVisible();
  }
  // The summary, before it is in the cart.
  await expect(page.getByRole('heading', { level: 2, name: 'Taça Tropical' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText(/R\$\s22,90.*Acompanha.*Morango.*Canudo de wafer/);
  await page.getByRole('button', { name: 'Finalizar Pedido' }).click();
  await expect(heading(page, 'Seu Carrinho')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Taça Tropical' })).toBeVisible();
});
