// What is still to be paid of a paid order to which something was added: by the provider's code it is paid by itself, or to the shop's own key.
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
import { COUNTER, CUP, openDrawer } from './counter.ts';
import { payAtBank } from './outside.ts';
import { asStaff, askAs, test } from './staff.ts';

const tapCup = (page: Page) =>
  page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
const due = (page: Page) => page.getByRole('dialog', { name: /^Falta R\$/ });

/** A cup that was paid in cash, and a second one added to it: its price is asked for. */
async function addToPaid(page: Page): Promise<void> {
  await tapCup(page);
  await page.getByRole('button', { name: 'Dinheiro' }).click();
  await page.getByRole('button', { name: /^Exato/ }).click();
  await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Pedidos' }).click();
  await page
    .getByRole('button', { name: /^Abrir o pedido/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: /^Pedido / })
    .getByRole('button', { name: 'Mudar' })
    .click();
  await tapCup(page);
  await page
    .getByRole('complementary', { name: /^Mudar o pedido/ })
    .getByRole('button', { name: 'Confirmar a mudança' })
    .click();
  await expect(due(page)).toBeVisible();
}

type Changed = { balanceCents?: number; paidDifferences?: { proved: { method: string } }[] };
const orderOf = async (host: string): Promise<Changed | undefined> =>
  (await askAs<{ orders: Changed[] }>(host, 'ADMIN', '/api/staff/orders?limit=1')).orders[0];

test('what was added to a paid order is paid by a code that turns green by itself, on every size of screen @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await addToPaid(page);
  const shown = page.waitForResponse('**/counter-pix?*');
  await due(page).getByRole('button', { name: 'PIX', exact: true }).click();
  await expect(due(page)).toContainText('não é preciso ver comprovante');
  await expect(due(page)).toContainText('Esperando o pagamento');
  await expectAccessible(page);
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(due(page).getByRole('img', { name: /^QR do PIX de R\$/ })).toBeVisible();
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
  }
  const { payment } = (await (await shown).json()) as { payment: { qrCode: string } };
  await payAtBank(urls.payments, payment.qrCode);
  await expect(page.getByText('Diferença recebida')).toBeVisible();
  await expect(due(page)).toHaveCount(0);
  const order = await orderOf(urls.store);
  expect(order).not.toHaveProperty('balanceCents');
  expect(order?.paidDifferences).toMatchObject([{ proved: { method: 'pix' } }]);
  // Nothing is asked of anybody afterwards: it is proved.
  const { unconfirmed } = await askAs<{ unconfirmed: unknown[] }>(
    urls.store,
    'ATTENDANT',
    '/api/staff/static-pix',
  );
  expect(unconfirmed).toEqual([]);
});

test('what was added to a paid order is paid to the shop’s own key while there is no internet, and is not confirmed then @desktop', async ({
  device,
  ownShop,
}) => {
  const { urls } = ownShop;
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/pix-key', { key: 'lucia@loja.com', holder: 'Lúcia', city: 'Recife' });
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await addToPaid(page);
  await ownShop.kill('relay');
  await due(page).getByRole('button', { name: 'PIX', exact: true }).click();
  await expect(due(page)).toContainText('Sem internet agora: este PIX não se confirma sozinho.');
  await due(page).getByRole('button', { name: 'Recebi o PIX' }).click();
  await expect(page.getByText('Diferença recebida')).toBeVisible();
  const { unconfirmed } = await askAs<{ unconfirmed: { amountCents: number }[] }>(
    urls.store,
    'ATTENDANT',
    '/api/staff/static-pix',
  );
  expect(unconfirmed).toHaveLength(1);
});
