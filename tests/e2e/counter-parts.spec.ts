// Parts of one order that come by themselves and are said by hand as well: what the counter asks then.
import { expect, type Page } from '../support/browser-test.ts';
import { DEMO_ACCOUNT } from '../simulators/mercado-pago/demo-credentials.ts';
import { expectAccessible } from './axe.ts';
import { COUNTER, CUP, openDrawer } from './counter.ts';
import type { UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import { v7 as uuid } from 'uuid';
import { atTerminal, payAtBank } from './outside.ts';
import { ACAI_ITEM, newPhone } from './customer.ts';
import { asStaff, askAs, test } from './staff.ts';

const dividing = (page: Page) => page.getByRole('dialog', { name: /^(Dividir|PIX|Maquininha|Dinheiro) ·/ });
const paidOf = (page: Page) => dividing(page).getByRole('list', { name: 'Partes pagas' });
const partsOf = (page: Page) => paidOf(page).getByRole('listitem');

/** A sale of which a part of R$ 1,00 is paid in cash: it waits on every device. */
async function sellInParts(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
  await page.getByRole('button', { name: 'Dividir' }).click();
  await expect(dividing(page)).toContainText('2 pessoas');
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Exato/ }).click();
  await expect(partsOf(page)).toHaveCount(1);
}

async function goOnWith(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Pendentes' }).click();
  await page
    .getByRole('region', { name: 'Pagamentos pendentes' })
    .getByRole('button', { name: 'Receber o resto' })
    .click();
  await expect(partsOf(page)).toHaveCount(1);
}

async function partsInBooks(host: string): Promise<[way: string, cents: number, isProved: boolean][]> {
  const { orders } = await askAs<{
    orders: { tenders?: { method: string; cents: number; proved?: object }[] }[];
  }>(host, 'ADMIN', '/api/staff/board');
  return (orders[0]?.tenders ?? []).map(({ method, cents, proved }) => [method, cents, proved !== undefined]);
}

test('a part that the terminal took for one colleague and another one says by hand is asked about, and counted beside it on a second tap @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/payments/credentials', { ...DEMO_ACCOUNT, api: 'orders' });
  const settings = await device(urls.store, 'ADMIN', '/admin/configuracoes/pagamentos');
  const own = settings
    .getByRole('region', { name: 'Maquininhas do balcão' })
    .getByRole('listitem')
    .filter({ hasText: 'N950' });
  await own.getByLabel('Nome no balcão').fill('Balcão 1');
  await own.getByRole('button', { name: 'Usar no balcão' }).click();
  await expect(own).toContainText('recebe o valor do balcão');
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await sellInParts(page);
  await page.keyboard.type('500');
  await dividing(page).getByRole('button', { name: 'Maquininha' }).click();
  await dividing(page).getByRole('button', { name: 'Enviar para a maquininha' }).click();
  await expect(dividing(page)).toContainText('Peça para passar o cartão na maquininha');
  await expect(dividing(page).getByText('R$ 5,00', { exact: true })).toBeVisible();

  const colleague = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await goOnWith(colleague);
  await colleague.keyboard.type('500');
  await dividing(colleague).getByRole('button', { name: 'Maquininha' }).click();
  const byHand = dividing(colleague).getByRole('button', { name: 'Débito' });
  await expect(byHand).toBeVisible();
  await atTerminal(urls.payments, 'approve', 'debmaster');
  await expect(partsOf(page)).toHaveCount(2);
  await expect(paidOf(page)).toContainText('Cartão de débito');
  await expectAccessible(page);

  await byHand.click();
  const question = dividing(colleague).getByRole('alert');
  await expect(question).toContainText(
    'Uma parte de R$ 5,00 já entrou sozinha, pela maquininha. Nada foi registrado agora.',
  );
  // Whole on a small screen, beside what is tapped again, and no Enter answers it.
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect(question).toBeFocused();
  await expectAccessible(colleague);
  expect(await partsInBooks(urls.store)).toEqual([
    ['cash', 100, false],
    ['terminal', 500, true],
  ]);
  await byHand.click();
  await expect(partsOf(colleague)).toHaveCount(3);
  expect(await partsInBooks(urls.store)).toEqual([
    ['cash', 100, false],
    ['terminal', 500, true],
    ['terminal', 500, false],
  ]);
});

test('a PIX to the shop’s key is asked about while the code of the same amount can be paid still, and taken on a second tap @desktop', async ({
  device,
  ownShop,
}) => {
  const { urls } = ownShop;
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/pix-key', { key: 'lucia@loja.com', holder: 'Lúcia', city: 'Recife' });
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await sellInParts(page);
  await page.keyboard.type('500');
  await dividing(page).getByRole('button', { name: 'PIX', exact: true }).click();
  await expect(dividing(page)).toContainText('Esperando o pagamento');
  await expectAccessible(page);
  await dividing(page).getByRole('button', { name: 'Usar a chave PIX da loja' }).click();
  const received = dividing(page).getByRole('button', { name: 'Recebi o PIX' });
  await expect(received).toBeVisible();
  await ownShop.kill('relay');
  await received.click();
  const question = dividing(page).getByRole('alert');
  await expect(question).toContainText(
    'Um código PIX de R$ 5,00 deste pedido ainda pode ser pago: não deu para fechá-lo. Nada foi registrado agora.',
  );
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect(question).toBeFocused();
  await expect(received).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  expect(await partsInBooks(urls.store)).toEqual([['cash', 100, false]]);
  await received.click();
  await expect(partsOf(page)).toHaveCount(2);
  expect(await partsInBooks(urls.store)).toEqual([
    ['cash', 100, false],
    ['pix_manual', 500, false],
  ]);
});

test('a part to the shop’s key is said to be unconfirmed, is listed in the drawer under the name in its code, and is waited for again where it did not come @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/pix-key', { key: 'lucia@loja.com', holder: 'Lúcia', city: 'Recife' });
  await openDrawer(urls.store);
  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await sellInParts(page);
  await page.keyboard.type('500');
  await dividing(page).getByRole('button', { name: 'PIX', exact: true }).click();
  const own = page.waitForResponse((answer) => answer.url().includes('/pix-code'));
  await dividing(page).getByRole('button', { name: 'Usar a chave PIX da loja' }).click();
  const { brCode } = (await (await own).json()) as { brCode: string };
  await expect(dividing(page)).toContainText('o pedido segue não confirmado');
  await expectAccessible(page);
  await dividing(page).getByRole('button', { name: 'Recebi o PIX' }).click();
  await expect(partsOf(page)).toHaveCount(2);
  const { unconfirmed } = await askAs<UnprovedPixes>(urls.store, 'ATTENDANT', '/api/staff/static-pix');
  expect(unconfirmed).toMatchObject([{ amountCents: 500 }]);
  expect(brCode).toContain(unconfirmed[0]?.txid);

  const drawer = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  await drawer.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Caixa' }).click();
  const row = drawer.getByRole('listitem', { name: /^PIX do pedido/ });
  await expect(row).toContainText('R$ 5,00');
  await expectAccessible(drawer);
  await row.getByRole('button', { name: 'Não recebi' }).click();
  await expect(row).toContainText('não recebido');
  await expect(partsOf(page)).toHaveCount(1);
});

test('the order of a table gets a line more at the counter, and its people pay it in cash, at the terminal and by PIX @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await openDrawer(urls.store);
  const post = async <T>(path: string, json: object, token = ''): Promise<T> => {
    const answer = await fetch(`${urls.relay}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(json),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as T;
  };
  const { order, trackingToken } = await post<{
    order: { id: string; code: string; totalCents: number };
    trackingToken: string;
  }>('/api/orders', {
    id: uuid(),
    customerPhone: newPhone(),
    consumptionType: 'local',
    items: [{ id: uuid(), ...ACAI_ITEM }],
  });
  await post(`/api/orders/${order.code}/cash`, {}, trackingToken);

  const page = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const pending = page.getByRole('region', { name: 'Pagamentos pendentes' });
  const toPending = () =>
    page.getByRole('navigation', { name: 'Balcão' }).getByRole('button', { name: 'Pendentes' }).click();
  await toPending();
  await pending.getByRole('button', { name: 'Acrescentar' }).click();
  const amending = page.getByRole('complementary', { name: /^Mudar o pedido/ });
  await page
    .getByRole('button', { name: new RegExp(`^${CUP}`) })
    .first()
    .click();
  await expect(amending.getByRole('listitem')).toHaveCount(2);
  // Nothing is paid yet: there is a new total, and no difference.
  await expect(amending).toContainText('Agora');
  await expect(amending).not.toContainText('Falta');
  await expectAccessible(page);
  await amending.getByRole('button', { name: 'Confirmar a mudança' }).click();
  await expect(amending).toHaveCount(0);

  await toPending();
  await pending.getByRole('button', { name: 'Dividir' }).click();
  await dividing(page).getByRole('button', { name: 'Uma pessoa a mais' }).click();
  await expect(dividing(page)).toContainText('3 pessoas');
  await page.keyboard.type('1000');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Exato/ }).click();
  await expect(partsOf(page)).toHaveCount(1);
  await page.keyboard.type('700');
  await dividing(page).getByRole('button', { name: 'Maquininha' }).click();
  await dividing(page).getByRole('button', { name: 'Débito' }).click();
  await expect(partsOf(page)).toHaveCount(2);
  await expectAccessible(page);
  // The last one pays what is left.
  await expect(dividing(page)).toContainText('1 pessoa');
  const shown = page.waitForResponse('**/counter-pix?*');
  await dividing(page).getByRole('button', { name: 'PIX', exact: true }).click();
  await expect(dividing(page)).toContainText('Esperando o pagamento');
  const { payment } = (await (await shown).json()) as { payment: { qrCode: string } };
  await payAtBank(urls.payments, payment.qrCode);
  await expect(page.getByRole('dialog', { name: 'Pago' })).toBeVisible();

  const board = (await owner('GET', '/api/staff/board')) as {
    orders: { id: string; status: string; totalCents: number; items: unknown[] }[];
  };
  const paid = board.orders.find(({ id }) => id === order.id);
  expect(paid).toMatchObject({ status: 'RECEBIDO', items: [{}, {}] });
  const restCents = (paid?.totalCents ?? 0) - 1700;
  expect(await partsInBooks(urls.store)).toEqual([
    ['cash', 1000, false],
    ['terminal', 700, false],
    ['pix_manual', restCents, true],
  ]);
  const sums = async () => {
    const { totalOrders, methods } = (await owner('GET', '/api/staff/reports/sales')) as {
      totalOrders: number;
      methods: { salesCents: number }[];
    };
    return [totalOrders, methods.map(({ salesCents }) => salesCents).sort((a, b) => a - b)];
  };
  await expect.poll(sums).toEqual([1, [1000, 700, restCents].sort((a, b) => a - b)]);
});
