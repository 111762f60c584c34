// The counter's money: a drawer opened, moved, counted blind and closed for good, with its slip.
import { join } from 'node:path';
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
import { COUNTER, CUP, sellCup } from './counter.ts';
import { papers } from './outside.ts';
import { askAs, test } from './staff.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];

async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** Types an amount on the number pad, from the right as on every till. */
async function type(page: Page, digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'Valor' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
}

test('the drawer is opened, moved, counted blind and closed: numbered, unchangeable and on paper @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const host = urls.store;
  const page = await device(host, 'ATTENDANT', '/balcao', COUNTER);
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name });
  await tab('Caixa').click();
  await type(page, '10000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Abrir caixa' }).click();
  const drawer = page.getByRole('region', { name: 'Caixa aberto' });
  await expect(drawer).toContainText('R$ 100,00');

  await tab('Venda').click();
  await sellCup(page);
  await tab('Caixa').click();
  await expect(drawer).toContainText('1 venda em dinheiro');
  const totalCents = await askAs<{ orders: { totalCents: number }[] }>(
    host,
    'ADMIN',
    '/api/staff/orders?limit=1',
  ).then(({ orders }) => orders[0]?.totalCents ?? 0);

  await drawer.getByRole('button', { name: 'Suprimento' }).click();
  await type(page, '5000');
  await page.getByLabel('Observação').fill('troco do banco');
  await page.getByRole('button', { name: 'Registrar' }).click();
  await expect(drawer.getByRole('row').filter({ hasText: 'Suprimento' })).toContainText(
    /troco do banco.*\+ R\$\s50,00/,
  );
  await drawer.getByRole('button', { name: 'Sangria' }).click();
  await type(page, '2000');
  await page.getByRole('button', { name: 'Registrar' }).click();
  await expect(drawer.getByRole('row').filter({ hasText: 'Sangria' })).toContainText('− R$ 20,00');

  await drawer.getByRole('button', { name: 'Fechar caixa' }).click();
  const counting = page.getByRole('dialog', { name: 'Fechar o caixa' });
  const expectedCents = 10_000 + totalCents + 5_000 - 2_000;
  const money = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
  // Blind: what should be in the drawer is nowhere to be seen before the count is given.
  expect(await page.locator('body').textContent()).not.toContain(money(expectedCents));
  await expectAccessible(page);
  // Counted by notes, and far from what should be there: it is asked about, and not told.
  await counting.getByRole('button', { name: 'Contar por notas' }).click();
  await counting.getByLabel('R$ 200,00').fill('9');
  await counting.getByLabel('R$ 0,05').fill('1');
  await expect(counting.getByRole('group', { name: 'Notas e moedas' })).toContainText('R$ 1.800,05');
  await counting.getByRole('button', { name: 'Fechar caixa' }).click();
  await expect(counting.getByRole('alert')).toContainText('difere em mais de R$ 10,00 do que deveria haver');
  await expectAccessible(page);
  // Enter once more, in a field of the count, is no answer.
  await counting.getByLabel('R$ 0,05').press('Enter');
  await expect(counting.getByRole('button', { name: 'Fechar assim mesmo' })).toBeVisible();
  await counting.getByRole('button', { name: 'Contar de novo' }).click();
  await counting.getByRole('button', { name: 'Digitar o total' }).click();
  await type(page, String(expectedCents - 150));
  await counting.getByLabel('Observação').fill('moedas a conferir');
  await counting.getByRole('button', { name: 'Fechar caixa' }).click();
  const close = page.getByRole('region', { name: 'Fechamento 1' });
  await expect(close).toContainText('Fechamento nº 1');
  await expect(close).toContainText(money(expectedCents));
  await expect(close).toContainText('Faltou R$ 1,50');
  await expect(close).toContainText('SuprimentosR$ 50,00Sangrias-R$ 20,00');
  await expect(close).toContainText('Observação: moedas a conferir');
  await expectAccessible(page);

  await expect.poll(() => papers(urls.printerPage, 'FECHAMENTO DE CAIXA')).toHaveLength(1);
  const [slip = ''] = await papers(urls.printerPage, 'FECHAMENTO DE CAIXA');
  for (const words of ['Nº 1', 'Contado', money(expectedCents - 150), 'NÃO É DOCUMENTO FISCAL'])
    expect(slip).toContain(words);
  expect(slip).not.toContain('2ª VIA');
  await close.getByRole('button', { name: 'Imprimir de novo' }).click();
  await expect(page.getByText('Fechamento enviado para a impressora')).toBeVisible();
  await expect
    .poll(async () =>
      (await papers(urls.printerPage, 'FECHAMENTO DE CAIXA')).map((text) => text.includes('2ª VIA')),
    )
    .toEqual([false, true]);
  await close.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByRole('heading', { name: 'Abrir o caixa' })).toBeVisible();
  const admin = await device(host, 'ADMIN', '/admin/dinheiro/fechamentos');
  await expect(admin.getByRole('row').last().getByRole('cell')).toContainText([
    '1',
    /\d\d:\d\d/,
    /\p{L}/u,
    money(expectedCents),
    money(expectedCents - 150),
    '-R$ 1,50',
  ]);
});

test('money for an order that somebody else has taken money for is not booked: counter and administrator read how it was paid @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const host = urls.store;
  const counter = await device(host, 'ATTENDANT', '/balcao', COUNTER);
  await counter.getByRole('button', { name: new RegExp(`^${CUP}`) }).click();
  await counter.getByRole('button', { name: 'Pagar depois' }).click();
  await counter.getByRole('button', { name: 'Guardar o pedido' }).click();
  await counter.getByRole('button', { name: 'Nova venda' }).click();
  await counter.getByRole('button', { name: /^Pendentes/ }).click();
  const pending = counter.getByRole('region', { name: 'Pagamentos pendentes' }).getByRole('listitem');
  await pending.getByRole('button', { name: 'Dinheiro' }).click();

  const admin = await device(host, 'ADMIN', '/admin');
  // What happens meanwhile is not heard there.
  await admin.route('**/api/staff/live*', (route) => route.abort());
  await admin.goto(`${host}/admin/dinheiro`);
  const confirm = admin.getByRole('button', { name: 'Confirmar pagamento' });
  await expect(confirm).toBeVisible();

  const { orders } = await askAs<{ orders: { id: string }[] }>(host, 'ATTENDANT', '/api/staff/cash');
  const moves = `/api/staff/orders/${orders[0]?.id}/moves`;
  await askAs(host, 'ATTENDANT', moves, { kind: 'confirm-payment', method: 'terminal', card: 'debito' });
  const words =
    'Este pedido já foi pago na maquininha. Nada foi registrado agora: devolva ao cliente o que você recebeu.';
  await counter.getByRole('button', { name: /^Exato/ }).click();
  await expect(counter.getByRole('dialog').getByRole('alert').first()).toHaveText(words);
  await picture(counter, 'counter-already-paid');
  await confirm.click();
  await expect(admin.getByText(words).first()).toBeVisible();
  await picture(admin, 'admin-already-paid');
});
