// A sale at the counter, from the first tap to the last: what the keyboard does.
import { expect, type Page } from '../support/browser-test.ts';
import { COUNTER, CUP } from './counter.ts';
import { test } from './staff.ts';

const tapCup = (page: Page) =>
  page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();

test('Enter confirms what was typed: the cash handed over, the float, a suprimento @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await page.getByRole('button', { name: 'Caixa' }).click();
  await expect(page.getByRole('heading', { name: 'Abrir o caixa' })).toBeVisible();
  await page.keyboard.type('10000');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('region', { name: 'Caixa aberto' });
  await expect(drawer).toContainText('fundo R$ 100,00');

  await drawer.getByRole('button', { name: 'Suprimento' }).click();
  const pad = page.getByRole('group', { name: 'Valor' });
  for (const digit of ['2', '00']) await pad.getByRole('button', { name: digit, exact: true }).click();
  await page.keyboard.press('0');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('row').filter({ hasText: 'Suprimento' })).toContainText('R$ 20,00');
  await drawer.getByRole('button', { name: 'Sangria' }).click();
  await page.keyboard.type('500');
  await page.getByLabel('Observação').fill('padaria');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('row').filter({ hasText: 'padaria' })).toContainText('R$ 5,00');

  await page.getByRole('button', { name: 'Venda' }).click();
  await tapCup(page);
  await page.getByRole('button', { name: 'Dinheiro' }).click();
  const paying = page.getByRole('dialog', { name: /^Dinheiro/ });
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(paying.getByText('Falta')).toBeVisible();
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  const paid = page.getByRole('dialog', { name: 'Pago' });
  await expect(paid).toContainText('Troco');
  await page.keyboard.press('Enter');
  await expect(paid).toHaveCount(0);

  await tapCup(page);
  await page.getByRole('button', { name: 'Maquininha' }).click();
  const terminal = page.getByRole('dialog', { name: /^Maquininha/ });
  await page.keyboard.press('Enter');
  await expect(terminal).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pagar depois' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Pedido guardado' })).toBeVisible();
});
