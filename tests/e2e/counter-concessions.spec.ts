// What is given away at the counter, and what a manager approves there with a PIN that was set in the team's screen.
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
import { COUNTER, CUP, openDrawer } from './counter.ts';
import { askAs, test } from './staff.ts';

const PIN = '4071';
const ticketOf = (page: Page) => page.getByRole('complementary', { name: 'Venda' });
const tapCup = (page: Page) =>
  page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
const giveOf = (page: Page) => page.getByRole('dialog', { name: 'Desconto ou cortesia' });
const pinOf = (page: Page) => page.getByRole('dialog', { name: 'PIN de gerente' });
const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name }).click();

async function beginGiving(page: Page, names: readonly string[]): Promise<void> {
  await ticketOf(page).getByRole('button', { name: 'Desconto ou cortesia' }).click();
  for (const name of names) await giveOf(page).getByRole('button', { name, exact: true }).click();
}

async function setPin(host: string, device: (host: string, role: 'ADMIN', path: string) => Promise<Page>) {
  const admin = await device(host, 'ADMIN', '/admin/configuracoes/usuarios');
  await admin.getByRole('button', { name: /^Criar PIN de gerente de/ }).click();
  const dialog = admin.getByRole('dialog', { name: /^PIN de gerente de/ });
  await dialog.getByLabel('PIN', { exact: true }).fill('1234');
  await dialog.getByRole('button', { name: 'Salvar PIN' }).click();
  await expect(dialog).toContainText('fácil de adivinhar');
  await expectAccessible(admin);
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN);
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('PIN salvo')).toBeVisible();
  await expect(admin.getByRole('button', { name: /^PIN de gerente de/ })).toHaveText('PIN ✓');
}

test('an attendant gives a discount up to the limit, and a manager’s PIN approves what is above it @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await tapCup(page);
  await beginGiving(page, ['10%']);
  await giveOf(page).getByLabel('Outro motivo').fill('Vizinho da loja');
  await expectAccessible(page);
  await expect(
    giveOf(page).getByRole('button', { name: /^Aplicar −R\$\s2,37 · fica R\$\s21,28$/ }),
  ).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(ticketOf(page)).toContainText('Desconto −R$ 2,37R$ 21,28');
  await page.reload();
  await expect(ticketOf(page)).toContainText('Desconto −R$ 2,37R$ 21,28');
  await page.getByRole('button', { name: 'Dinheiro' }).click();
  await page.getByRole('button', { name: /^Exato/ }).click();
  await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();

  // Nobody has a PIN yet: a courtesy is the administrator's.
  await tapCup(page);
  await expect(ticketOf(page)).not.toContainText('Desconto −R$');
  await beginGiving(page, ['Cortesia', 'Pedido errado']);
  await giveOf(page)
    .getByRole('button', { name: /^Aplicar/ })
    .click();
  await page.getByRole('button', { name: 'Registrar cortesia' }).click();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(
    page
      .getByRole('dialog', { name: /^Nada a pagar/ })
      .getByRole('alert')
      .first(),
  ).toContainText('Só um administrador');
  await page.keyboard.press('Escape');

  await setPin(urls.store, device);
  await page.getByRole('button', { name: 'Registrar cortesia' }).click();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(pinOf(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('9090');
  await page.keyboard.press('Enter');
  await expect(pinOf(page).getByText('não é de nenhum gerente')).toBeVisible();
  for (const digit of PIN) await pinOf(page).getByRole('button', { name: digit, exact: true }).click();
  await pinOf(page).getByRole('button', { name: 'OK' }).click();
  const given = page.getByRole('dialog', { name: 'Cortesia' });
  await expect(given).toContainText(/Número do cliente\d+/);
  await expectAccessible(page);

  type Given = { status: string; totalCents: number; concession?: { kind: string; reason: string } };
  const { orders } = await askAs<{ orders: Given[] }>(urls.store, 'ADMIN', '/api/staff/orders?limit=2');
  expect(orders).toMatchObject([
    { status: 'RECEBIDO', totalCents: 0, concession: { kind: 'courtesy', reason: 'Pedido errado' } },
    { concession: { kind: 'discount', reason: 'Vizinho da loja' } },
  ]);
  const { rows } = await askAs<{ rows: { text: string }[] }>(urls.store, 'ADMIN', '/api/staff/audit');
  expect(rows.some(({ text }) => /deu cortesia .* Pedido errado, aprovado por /.test(text))).toBe(true);
});

test('a staff meal is booked with who eats and why, by a manager’s PIN, and is made without being paid @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  await setPin(urls.store, device);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await tapCup(page);
  await ticketOf(page).getByRole('button', { name: 'Desconto ou cortesia' }).click();
  await giveOf(page).getByRole('button', { name: 'Refeição de funcionário' }).click();
  // Without a reason nothing is given.
  await expect(giveOf(page).getByRole('button', { name: /^Aplicar/ })).toBeDisabled();
  await expect(giveOf(page).getByRole('group', { name: 'Motivo' }).getByRole('button')).toHaveText([
    'Almoço',
    'Lanche',
    'Jantar',
  ]);
  await giveOf(page).getByLabel('Outro motivo').fill('Almoço da Bia');
  await expectAccessible(page);
  await giveOf(page)
    .getByRole('button', { name: /^Aplicar −R\$ .* fica R\$\s0,00/ })
    .click();
  await expect(ticketOf(page)).toContainText('Refeição de funcionário −R$');
  await ticketOf(page)
    .getByRole('button', { name: /^Registrar/ })
    .click();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(pinOf(page)).toBeVisible();
  await page.keyboard.type(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Refeição de funcionário' })).toContainText(
    /Número do cliente\d+/,
  );

  type Given = { status: string; totalCents: number; concession?: object };
  const { orders } = await askAs<{ orders: Given[] }>(urls.store, 'ADMIN', '/api/staff/orders?limit=1');
  expect(orders).toMatchObject([
    { status: 'RECEBIDO', totalCents: 0, concession: { kind: 'staff-meal', reason: 'Almoço da Bia' } },
  ]);
  const { rows } = await askAs<{ rows: { text: string }[] }>(urls.store, 'ADMIN', '/api/staff/audit');
  expect(rows.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/refeição de funcionário.*Almoço da Bia, aprovado por /i),
  );
});

test('a paid order is called off and changed at the counter with a manager’s PIN @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  await openDrawer(urls.store);
  await setPin(urls.store, device);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const sell = async () => {
    await tapCup(page);
    await page.getByRole('button', { name: 'Dinheiro' }).click();
    await page.getByRole('button', { name: /^Exato/ }).click();
    await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();
  };
  const card = page.getByRole('dialog', { name: /^Pedido / });
  const takeUp = async (name: 'Mudar' | 'Cancelar') => {
    await open(page, 'Pedidos');
    await page
      .getByRole('button', { name: /^Abrir o pedido/ })
      .first()
      .click();
    await expect(card).toContainText(CUP);
    await expectAccessible(page);
    await card.getByRole('button', { name }).click();
  };
  const typePin = async () => {
    await expect(pinOf(page)).toBeVisible();
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
  };
  await sell();
  await takeUp('Cancelar');
  await page.getByRole('button', { name: 'Cancelar o pedido', exact: true }).click();
  await typePin();
  await expect(page.getByText(/^Devolva R\$\s23,65/)).toBeVisible();
  await expect(card).toHaveCount(0);
  // What is over is neither changed nor called off once more.
  await page.getByRole('button', { name: /^Abrir o pedido/ }).click();
  await expect(card).toContainText('Cancelado');
  for (const name of ['Mudar', 'Cancelar']) await expect(card.getByRole('button', { name })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Lines come without a manager, and the rest of the money with them; the kitchen reads what came until somebody says so.
  await open(page, 'Venda');
  await sell();
  const kitchen = await device(urls.store, 'KITCHEN', '/cozinha');
  await takeUp('Mudar');
  const amending = page.getByRole('complementary', { name: /^Mudar o pedido/ });
  // On a phone it stands below the menu.
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const confirm = amending.getByRole('button', { name: 'Confirmar a mudança' });
  await expect(confirm).not.toBeInViewport();
  const down = page.getByRole('button', { name: /^Ir ao pedido / });
  await down.click();
  await expect(confirm).toBeInViewport();
  await expect(down).toHaveCount(0);
  await page.setViewportSize(wide ?? { width: 1280, height: 800 });
  await tapCup(page);
  await expect(amending.getByRole('listitem')).toHaveCount(2);
  await expect(amending).toContainText('AntesR$ 23,65AgoraR$ 47,31FaltaR$ 23,66');
  await expectAccessible(page);
  await amending.getByRole('button', { name: 'Confirmar a mudança' }).click();
  const due = page.getByRole('dialog', { name: /^Falta R\$/ });
  await due.getByRole('button', { name: 'Dinheiro' }).click();
  await due.getByRole('button', { name: /^Exato/ }).click();
  await expect(page.getByText('Diferença recebida')).toBeVisible();
  await expect(kitchen.getByText('ACRÉSCIMO')).toBeVisible();
  await expectAccessible(kitchen);
  await kitchen.getByRole('button', { name: /^Vi a mudança/ }).click();
  await expect(kitchen.getByText('ACRÉSCIMO')).toHaveCount(0);

  // What goes is a return: with a PIN, struck through in the kitchen, and out of the drawer.
  await takeUp('Mudar');
  await amending
    .getByRole('button', { name: new RegExp(`^Tirar ${CUP}`) })
    .first()
    .click();
  await expect(amending).toContainText('AntesR$ 47,31AgoraR$ 23,65DevolverR$ 23,66');
  await amending.getByRole('button', { name: 'Confirmar a mudança' }).click();
  await typePin();
  const back = page.getByRole('dialog', { name: /^Devolver R\$/ });
  // An Enter too many after the PIN does not say that the money went.
  await expect(back.getByText(/^Devolva R\$.* ao cliente \(/)).toBeFocused();
  await page.keyboard.press('Enter');
  await back.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(kitchen.getByText('CANCELADO', { exact: true })).toBeVisible();
  await expectAccessible(kitchen);
  await open(page, 'Pendentes');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^Pendentes/ })).toContainText('1');
  await page.getByRole('button', { name: /^Devolver R\$/ }).click();
  await back.getByRole('button', { name: /^Devolvi R\$/ }).click();
  await expect(page.getByText('R$ 23,66 em mãos (Dinheiro)')).toBeVisible();
  await expect(page.getByText('Nenhum pedido esperando pagamento.')).toBeVisible();

  const { orders } = await askAs<{ orders: { status: string; items: unknown[]; balanceCents?: number }[] }>(
    urls.store,
    'ADMIN',
    '/api/staff/orders?limit=3',
  );
  expect(orders.map(({ status, items, balanceCents }) => [status, items.length, balanceCents])).toEqual([
    ['RECEBIDO', 1, undefined],
    ['CANCELLED', 1, undefined],
  ]);
});
