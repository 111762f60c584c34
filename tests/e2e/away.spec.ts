// The owner at home, the store without a process: the panel on the relay's address still shows the orders and takes changes.
import { formatPhone } from '@balcao/shared/phone.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from '../support/browser-test.ts';
import { newPhone, orderNumber, placeOrder } from './customer.ts';
import { asStaff, signIn } from './staff.ts';

const SIZE = 'Grande 700 ml';

test('with the store gone the owner sees orders, changes the menu and marks what ran out, and the store has it all when it is back @desktop @smoke', async ({
  page,
  browser,
  ownShop,
}) => {
  const { urls } = ownShop;
  const customer = await browser.newPage();
  await placeOrder(customer, urls.relay, newPhone());
  await customer.getByRole('button', { name: /Dinheiro/ }).click();
  await customer.getByRole('button', { name: 'Confirmar Pedido' }).click();
  const number = await orderNumber(customer);
  await customer.close();

  await signIn(page, urls.relay, 'ADMIN');
  const row = page.getByRole('row').filter({ hasText: `#${number}` });
  await expect(row.getByLabel(`Status do pedido ${number}`)).toBeVisible();
  const buyerPhone = newPhone();
  await orderWholesale(urls.relay, buyerPhone);

  await ownShop.kill('store', 'SIGTERM');
  const banner = page.getByText('A loja está sem conexão.', { exact: false });
  await expect(banner).toBeVisible();
  await expect(row).toBeVisible();
  await expect(row.getByLabel(`Status do pedido ${number}`)).toHaveCount(0);
  await expect(row.getByRole('button', { name: `Cancelar pedido ${number}` })).toHaveCount(0);
  await row.getByRole('button', { name: `Ver pedido ${number}` }).click();
  await expect(page.getByRole('dialog')).toContainText('Aguardando pagamento');
  await page.keyboard.press('Escape');

  // A fresh page finds its way in too.
  await page.goto(`${urls.relay}/admin/cardapio`);
  await expect(banner).toBeVisible();
  const size = page.getByRole('row').filter({ hasText: SIZE });
  await size.getByRole('button', { name: /Editar/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Preço/).fill('31,90');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(size.getByLabel(`Preço de ${SIZE}`)).toHaveValue('31,90');
  await size.getByLabel(`Disponibilidade de ${SIZE}`).selectOption('today');
  await expect(size.getByLabel(`Disponibilidade de ${SIZE}`)).toHaveValue('sold-out');
  await page.goto(`${urls.relay}/admin/configuracoes/usuarios`);
  await expect(page.getByText('Esta parte fica na loja', { exact: false })).toBeVisible();

  await page.goto(`${urls.relay}/atacado/admin`);
  await expect(
    page.getByText('catálogo e dados do cliente podem ser mudados', { exact: false }),
  ).toBeVisible();
  const wholesale = page.getByRole('listitem').filter({ hasText: 'Mercearia da Praça' });
  await expect(wholesale).toContainText('Pedido Recebido');
  await expect(wholesale).toContainText(formatPhone(buyerPhone));
  for (const name of ['Iniciar Preparo', 'Cancelar', /^Imprimir/])
    await expect(wholesale.getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Tamanhos/Sabores' }).click();
  await page.getByRole('button', { name: 'Novo Tamanho' }).click();
  await dialog.getByLabel('Nome').fill('Tambor de 50 L');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Tamanho criado com sucesso.')).toBeVisible();

  await ownShop.start('store');
  await ownShop.joined();
  await expect(banner).toHaveCount(0);
  const admin = await asStaff(urls.store, 'ADMIN');
  await expect
    .poll(async () => {
      const { sizes } = (await admin('GET', '/api/staff/catalog')) as {
        sizes: { name: string; priceCents: number; soldOutUntilMs: number | null }[];
      };
      return sizes.find((one) => one.name === SIZE);
    })
    .toMatchObject({ priceCents: 3190, soldOutUntilMs: expect.any(Number) });
  await expect(page.getByRole('button', { name: 'Editar Tambor de 50 L' })).toBeVisible();
  await page.getByRole('tab', { name: 'Pedidos' }).click();
  await expect(wholesale.getByRole('button', { name: 'Iniciar Preparo' })).toBeVisible();
  await page.goto(`${urls.relay}/admin/configuracoes/auditoria`);
  await expect(
    page.getByText('criou o tamanho do atacado Tambor de 50 L, com a loja sem conexão'),
  ).toBeVisible();
  await expect(
    page.getByText(new RegExp(`${SIZE}: o preço de .* para R\\$.31,90, com a loja sem conexão`)),
  ).toBeVisible();
});

async function orderWholesale(site: string, phone: string): Promise<void> {
  const response = await fetch(`${site}/api/wholesale/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: uuidv7(),
      customerName: 'Mercearia da Praça',
      customerPhone: phone,
      customerAddress: 'Rua das Flores, 9',
      items: [{ id: 'a', productId: 'atacado-casquinhas', quantity: 2 }],
    }),
  });
  expect(response.status).toBe(201);
}
