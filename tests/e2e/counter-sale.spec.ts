// A sale at the counter, from the first tap to the last: what the keyboard does, and what a reload or a lost answer leaves.
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
import { COUNTER, CUP, openDrawer } from './counter.ts';
import { DEMO_ACCOUNT } from '../simulators/mercado-pago/demo-credentials.ts';
import { atTerminal, payAtBank } from './outside.ts';
import { asStaff, askAs, test } from './staff.ts';

const tapCup = (page: Page) =>
  page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
const ticketOf = (page: Page) => page.getByRole('complementary', { name: 'Venda' });
const itemsOf = (page: Page) => ticketOf(page).getByRole('list', { name: 'Itens' }).getByRole('listitem');

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
  // R$ 24,90 less the shop’s 5 %: the notes that are more than R$ 23,65, each with what goes back.
  await expect(paying.getByRole('button', { name: /troco/ })).toContainText([
    'troco R$ 26,35',
    'troco R$ 76,35',
    'troco R$ 176,35',
  ]);
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(paying.getByText('Falta')).toContainText('R$ 23,62');
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  const paid = page.getByRole('dialog', { name: 'Pago' });
  await expect(paid).toContainText('Troco: R$ 276,35');
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

test('a reload keeps the ticket, and what was sent before it is the same order after it @desktop', async ({
  device,
  shop: { urls },
}) => {
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await tapCup(page);
  await tapCup(page);
  await page.getByRole('button', { name: 'Aqui', exact: true }).click();
  await page.getByRole('button', { name: 'Nome, telefone, observações' }).click();
  await page.getByRole('textbox', { name: 'Observações' }).fill('sem canudo');
  await page.getByRole('button', { name: 'Pronto' }).click();
  const total = (await ticketOf(page).getByRole('strong').last().textContent()) ?? '';
  expect(total).not.toContain('0,00 ');

  // The store takes the order, and its answer is lost.
  const numbers: unknown[] = [];
  await page.route('**/api/staff/orders', async (route) => {
    const answer = await route.fetch();
    numbers.push(((await answer.json()) as { order: { simpleId: number } }).order.simpleId);
    if (numbers.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Maquininha' }).click();
  await page.getByRole('button', { name: 'Débito' }).click();
  await expect(page.getByRole('dialog').getByRole('alert').first()).toContainText(
    'Não deu para falar com a loja',
  );

  await page.reload();
  await expect(itemsOf(page)).toHaveCount(2);
  await expect(ticketOf(page)).toContainText(total);
  await expect(ticketOf(page)).toContainText('sem canudo');
  await expect(page.getByRole('button', { name: 'Aqui', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Maquininha' }).click();
  await page.getByRole('button', { name: 'Débito' }).click();
  await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();
  expect(numbers).toHaveLength(2);
  expect(numbers[1]).toBe(numbers[0]);
  await page.getByRole('button', { name: 'Nova venda' }).click();
  await page.reload();
  await expect(ticketOf(page)).toContainText('Toque no que o cliente quer');
  // Nothing is sold, given away or called off of a ticket without lines.
  for (const name of ['Dinheiro', 'Pagar depois', 'Desconto ou cortesia', 'Cancelar a venda'])
    await expect(ticketOf(page).getByRole('button', { name })).toBeDisabled();
});

test('one sale is one order: changed after its PIX, resumed and changed from Pendentes, called off @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const pending = page
    .getByRole('region', { name: 'Pagamentos pendentes' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Mudar' }) });
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name }).click();
  const beginPix = async () => {
    await page.getByRole('button', { name: 'PIX', exact: true }).click();
    await expect(page.getByRole('dialog', { name: /^PIX do balcão/ })).toBeVisible();
    await expect(page.getByLabel('Gerando o código')).toHaveCount(0);
    await page.keyboard.press('Escape');
  };
  await tapCup(page);
  await beginPix();
  await open('Pendentes');
  await expect(pending).toHaveCount(1);
  await open('Venda');
  await tapCup(page);
  await beginPix();
  await open('Pendentes');
  const cups = pending.getByText(CUP);
  await expect(pending).toHaveCount(1);
  await expect(cups).toHaveCount(2);
  await expectAccessible(page);

  // The ticket is gone from the screen, and is found again.
  await page.evaluate(() => localStorage.removeItem('balcao-staff-sale'));
  await page.reload();
  await open('Pendentes');
  await pending.getByRole('button', { name: 'Mudar' }).click();
  await expect(itemsOf(page)).toHaveCount(2);
  await itemsOf(page)
    .first()
    .getByRole('button', { name: /^Tirar/ })
    .click();
  await beginPix();
  await open('Pendentes');
  await expect(pending).toHaveCount(1);
  await expect(cups).toHaveCount(1);

  await open('Venda');
  await ticketOf(page).getByRole('button', { name: 'Cancelar a venda' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar a venda' }).click();
  await expect(ticketOf(page)).toContainText('Toque no que o cliente quer');
  await open('Pendentes');
  await expect(page.getByText('Nenhum pedido esperando pagamento.')).toBeVisible();

  await open('Venda');
  await tapCup(page);
  await beginPix();
  await open('Pendentes');
  await pending.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar o pedido' }).click();
  await expect(pending).toHaveCount(0);
  // What is left on the ticket is sold all the same.
  await open('Venda');
  await page.getByRole('button', { name: 'Maquininha' }).click();
  await page.getByRole('button', { name: 'Débito' }).click();
  await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();
});

test('cash with the till closed: the till asks to be opened, and the sale goes on @desktop @smoke', async ({
  device,
  ownShop: { urls },
}) => {
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await tapCup(page);
  await page.getByRole('button', { name: 'Dinheiro' }).click();
  await page.getByRole('button', { name: /^Exato/ }).click();
  const opening = page.getByRole('dialog', { name: 'Abrir o caixa' });
  await expect(opening).toContainText('O caixa está fechado');
  await expectAccessible(page);
  // Not now: the sale is still there to be paid.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Exato/ }).click();
  await expect(opening).toBeVisible();
  await page.keyboard.type('5000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Caixa' }).click();
  const drawer = page.getByRole('region', { name: 'Caixa aberto' });
  await expect(drawer).toContainText('fundo R$ 50,00');
  await expect(drawer).toContainText('1 venda em dinheiro');
});

test('a sale is divided among three, goes on in Pendentes after a reload, and is paid by the last part @desktop @smoke', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await tapCup(page);
  await page.getByRole('button', { name: 'Dividir' }).click();
  const dialog = page.getByRole('dialog', { name: /^Dividir/ });
  await expect(dialog).toContainText('2 pessoas');
  await dialog.getByRole('button', { name: 'Uma pessoa a mais' }).click();
  await expect(dialog).toContainText('3 pessoas');
  await expect(dialog).toContainText('a próxima paga R$ 7,89');
  await expectAccessible(page);
  // Enter goes on to cash with the share that stands there; what is handed over is typed.
  await page.keyboard.press('Enter');
  await page.keyboard.type('5000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Partes pagas' })).toContainText(
    /Dinheiro.*Troco: R\$\s42,11R\$\s7,89/,
  );
  await expect(dialog).toContainText('2 pessoas');
  await page.reload();

  await page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Pendentes' }).click();
  const pending = page.getByRole('region', { name: 'Pagamentos pendentes' });
  await expect(pending).toContainText(/Pago R\$\s7,89.*Falta R\$\s15,76/);
  await pending.getByRole('button', { name: 'Receber o resto' }).click();
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(page.getByText('Faltam R$ 15,76')).toBeVisible();
  await pending.getByRole('button', { name: 'Receber o resto' }).click();
  await dialog.getByRole('button', { name: 'Maquininha' }).click();
  await page.getByRole('button', { name: 'Débito' }).click();
  await expect(dialog.getByRole('list', { name: 'Partes pagas' })).toContainText('Maquininha: débito');
  // A slip of the finger goes back, and comes again another way.
  await dialog.getByRole('button', { name: /^Devolver .*Maquininha: débito/ }).click();
  const giving = page.getByRole('dialog', { name: /^Devolver/ });
  await expect(giving).toContainText('Devolva R$ 7,88 ao cliente (Maquininha: débito).');
  await giving.getByRole('button', { name: 'Devolver' }).click();
  await expect(dialog.getByRole('list', { name: 'Partes pagas' })).not.toContainText('Maquininha');
  await dialog.getByRole('button', { name: 'Uma pessoa a menos' }).click();
  await expect(dialog).toContainText('paga R$ 15,76');
  await dialog.getByRole('button', { name: 'Maquininha' }).click();
  await page.getByRole('button', { name: 'Crédito' }).click();
  const paid = page.getByRole('dialog', { name: 'Pago' });
  await expect(paid).toContainText(/Número do cliente\d+/);
  await paid.getByRole('button', { name: 'Pronto' }).click();
  const orders = await askAs<{
    orders: { tenders?: { method: string; card: string | null; cents: number }[]; totalCents: number }[];
  }>(urls.store, 'ADMIN', '/api/staff/board');
  expect(orders.orders[0]?.tenders?.map(({ method, card }) => card ?? method)).toEqual(['cash', 'credito']);
  expect(orders.orders[0]?.tenders?.reduce((sum, { cents }) => sum + cents, 0)).toBe(
    orders.orders[0]?.totalCents,
  );
});

test('a PIX turns green by itself; without the site it goes on unconfirmed, and is looked through before the drawer is closed @desktop', async ({
  device,
  ownShop,
}) => {
  const { urls } = ownShop;
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/pix-key', { key: 'lucia@loja.com', holder: 'Lúcia', city: 'Recife' });
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name }).click();
  const paying = page.getByRole('dialog', { name: /^PIX do balcão/ });
  await open('Caixa');
  await page.keyboard.type('0');
  await page.getByRole('button', { name: 'Abrir caixa' }).click();
  await open('Venda');
  await tapCup(page);
  const shown = page.waitForResponse('**/counter-pix');
  await page.getByRole('button', { name: 'PIX', exact: true }).click();
  await expect(paying).toContainText('Esperando o pagamento');
  await expectAccessible(page);
  const { payment } = (await (await shown).json()) as { payment: { qrCode: string } };
  await payAtBank(urls.payments, payment.qrCode);
  const paid = page.getByRole('dialog', { name: 'Pago' });
  await expect(paid).toContainText('Número do cliente');
  await page.getByRole('button', { name: 'Nova venda' }).click();

  await ownShop.kill('relay');
  // The drawer stands open on another screen, which read before that sale what is not proved.
  const desk = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const read = desk.waitForResponse('**/api/staff/static-pix');
  await desk.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Caixa' }).click();
  await read;
  await tapCup(page);
  await page.getByRole('button', { name: 'PIX', exact: true }).click();
  await expect(paying).toContainText('não confirmado');
  await page.getByRole('button', { name: 'Recebi o PIX' }).click();
  await expect(paid).toContainText('Número do cliente');
  await page.getByRole('button', { name: 'Nova venda' }).click();
  await desk.getByRole('button', { name: 'Fechar caixa' }).click();
  await expect(
    desk.getByRole('dialog', { name: 'Antes de fechar o caixa' }).getByRole('listitem'),
  ).toHaveCount(1);
  await open('Caixa');
  await page.getByRole('button', { name: 'Fechar caixa' }).click();
  const before = page.getByRole('dialog', { name: 'Antes de fechar o caixa' });
  await expect(before.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await before.getByRole('button', { name: 'Não recebi' }).click();
  await expect(before.getByRole('listitem')).toContainText('não recebido');
  await before.getByRole('button', { name: 'Contar a gaveta' }).click();
  await page
    .getByRole('dialog', { name: 'Fechar o caixa' })
    .getByRole('button', { name: 'Fechar caixa' })
    .click();
  await expect(page.getByRole('region', { name: 'Fechamento 1' })).toContainText('PIX não recebido');
});

test('the amount goes to a terminal that the owner chose; refused it is sent again, paid the screen turns green by itself @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/payments/credentials', { ...DEMO_ACCOUNT, api: 'orders' });
  const settings = await device(urls.store, 'ADMIN', '/admin/configuracoes/pagamentos');
  const terminals = settings.getByRole('region', { name: 'Maquininhas do balcão' });
  const own = terminals.getByRole('listitem').filter({ hasText: 'N950' });
  await own.getByLabel('Nome no balcão').fill('Balcão 1');
  await own.getByRole('button', { name: 'Usar no balcão' }).click();
  await expect(own).toContainText('recebe o valor do balcão');
  await expectAccessible(settings);
  await settings.getByRole('button', { name: 'Testar a conta guardada' }).click();
  await expect(settings.getByText('Maquininha do balcão pronta: Balcão 1.')).toBeVisible();

  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const paying = page.getByRole('dialog', { name: /^Maquininha/ });
  await tapCup(page);
  await page.getByRole('button', { name: 'Maquininha' }).click();
  // By hand it can still be done.
  await expect(paying.getByRole('button', { name: 'Débito' })).toBeVisible();
  await paying.getByRole('button', { name: 'Enviar para a maquininha' }).click();
  await expect(paying).toContainText('Peça para passar o cartão na maquininha');
  await atTerminal(urls.payments, 'show-at-terminal');
  await expect(paying).toContainText('O valor está na maquininha');
  await expectAccessible(page);
  await atTerminal(urls.payments, 'reject', 'cc_rejected_insufficient_amount');
  await expect(paying).toContainText('Cartão recusado: sem limite ou saldo');
  await expect(paying).toContainText('Nada foi cobrado');
  await expectAccessible(page);
  await paying.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(paying).toContainText('Peça para passar o cartão na maquininha');
  await atTerminal(urls.payments, 'approve', 'debmaster');
  const paid = page.getByRole('dialog', { name: 'Pago' });
  await expect(paid).toContainText('Número do cliente');
  const { orders } = await askAs<{ orders: { paymentMethod: string; paymentStatus: string }[] }>(
    urls.store,
    'ADMIN',
    '/api/staff/board',
  );
  expect(orders).toMatchObject([{ paymentMethod: 'debit_card', paymentStatus: 'approved' }]);

  // Divided, each part comes by itself: one by a code, the rest at the terminal.
  await page.getByRole('button', { name: 'Nova venda' }).click();
  await tapCup(page);
  await page.getByRole('button', { name: 'Dividir' }).click();
  const dividing = page.getByRole('dialog', { name: /^(Dividir|PIX|Maquininha) ·/ });
  const shown = page.waitForResponse('**/counter-pix?*');
  await dividing.getByRole('button', { name: 'PIX', exact: true }).click();
  await expect(dividing).toContainText('Esperando o pagamento');
  const { payment } = (await (await shown).json()) as { payment: { qrCode: string } };
  await payAtBank(urls.payments, payment.qrCode);
  await expect(dividing.getByRole('list', { name: 'Partes pagas' })).toContainText('PIX');
  await expectAccessible(page);
  await dividing.getByRole('button', { name: 'Maquininha' }).click();
  await dividing.getByRole('button', { name: 'Enviar para a maquininha' }).click();
  await expect(dividing).toContainText('Peça para passar o cartão na maquininha');
  await atTerminal(urls.payments, 'approve', 'debmaster');
  await expect(paid).toContainText('Número do cliente');
});
