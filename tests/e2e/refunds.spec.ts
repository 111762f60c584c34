// Money that the owner gives back, on either address, as owner and customer see it.
import { expect, test } from '../support/browser-test.ts';
import { newPhone, openPix, orderNumber, placeOrder } from './customer.ts';
import { payAtBank } from './outside.ts';
import { openAdmin } from './staff.ts';

for (const host of ['store', 'relay'] as const) {
  test(`the owner gives a part back and then the rest, on the ${host}'s address; the customer sees it @desktop`, async ({
    page,
    shop,
  }) => {
    const phone = newPhone();
    await placeOrder(page, shop.urls.relay, phone);
    await payAtBank(shop.urls.payments, await openPix(page));
    await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
    const number = await orderNumber(page);

    const owner = await openAdmin(page, shop.urls[host], '/admin/pedidos');
    await owner
      .getByRole('row')
      .filter({ hasText: `#${number}` })
      .getByRole('button')
      .first()
      .click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Devolver (R$)').fill('5,00');
    await dialog.getByRole('button', { name: 'Devolver pelo Mercado Pago' }).click();
    await expect(owner.getByText('Devolução feita')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Devolvemos R$ 5,00 deste pedido.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();

    await dialog.getByRole('button', { name: 'Devolver pelo Mercado Pago' }).click();
    await expect(owner.getByRole('alertdialog', { name: 'Devolver tudo?' })).toContainText(
      'O pedido será cancelado.',
    );
    await owner.getByRole('button', { name: /^Devolver tudo/ }).click();
    await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
    await expect(page.getByText(/^Devolvemos R\$/)).toBeVisible();
    await owner.context().close();
  });
}

test('an order that was paid online goes back to its customer before it is deleted @desktop', async ({
  page,
  shop,
}) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  await payAtBank(shop.urls.payments, await openPix(page));
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  const number = await orderNumber(page);

  const owner = await openAdmin(page, shop.urls.store, '/admin/pedidos');
  const row = owner.getByRole('row').filter({ hasText: `#${number}` });
  await row.getByRole('button', { name: `Excluir pedido ${number}` }).click();
  await owner
    .getByRole('dialog', { name: 'Excluir pedido' })
    .getByRole('button', { name: 'Devolver e excluir' })
    .click();
  await expect(owner.getByText('Devolução pedida')).toBeVisible();
  await expect(owner.getByText('Pedido excluído')).toBeVisible();
  await expect(row).toHaveCount(0);
  await owner.context().close();
});
