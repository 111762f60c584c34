// Unpaid orders of the site: the customer reads until when to pay, and the owner cancels many at once.
import type { OrderList } from '@balcao/shared/http/order-search.ts';
import type { Board } from '@balcao/shared/http/staff.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect } from '../support/browser-test.ts';
import { withAnswer } from './altered.ts';
import { brokenRules, expectAccessible, expectApart } from './axe.ts';
import { COUNTER, CUP, orderAt, sellCup } from './counter.ts';
import { ACAI_ITEM, newPhone } from './customer.ts';
import { askAs, cardIn, test } from './staff.ts';

test('[41] a customer reads until when to bring the cash, and the owner cancels every order of one phone in one go @desktop', async ({
  device,
  page,
  ownShop: { urls },
}) => {
  const phone = newPhone();
  const codes: string[] = [];
  for (let n = 1; n <= 3; n += 1) {
    const placed = await page.request.post(`${urls.relay}/api/orders`, {
      data: {
        id: `01890a5d-ac96-774b-8cce-00000000000${n}`,
        customerPhone: n === 3 ? newPhone() : phone,
        consumptionType: 'local',
        items: [{ id: 'one', ...ACAI_ITEM }],
      },
    });
    const { order, trackingToken } = (await placed.json()) as {
      order: { code: string };
      trackingToken: string;
    };
    codes.push(order.code);
    const cash = await page.request.post(`${urls.relay}/api/orders/${order.code}/cash`, {
      data: { changeForCents: 5_000 },
      headers: { authorization: `Bearer ${trackingToken}` },
    });
    expect(cash.status()).toBe(200);
    await page.goto(`${urls.relay}/placeholder.svg`);
    await page.evaluate(
      ([code, token]) =>
        localStorage.setItem('balcao-orders', JSON.stringify([{ code, token, atMs: Date.now() }])),
      [order.code, trackingToken] as const,
    );
  }
  await page.goto(`${urls.relay}/pedido/sucesso/${codes[2]}`);
  await expect(page.getByText(/Pague até as \d\d:\d\d: depois disso o pedido é cancelado\./)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Seu pedido' })).toContainText('Troco paraR$ 50,00');

  const admin = await device(urls.store, 'ADMIN', '/admin/dinheiro/pendentes');
  // Three at R$ 19,90 less 5 %.
  await expect(admin.getByText('3 pedidos · R$ 56,70')).toBeVisible();
  await admin.getByRole('button', { name: 'Cancelar vários' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Cancelar pedidos não pagos' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  expect(await brokenRules(admin)).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Marque os pedidos' })).toBeDisabled();
  // Half an hour at first, and none of them is so old.
  await dialog.getByRole('button', { name: 'Marcar esses' }).click();
  await expect(dialog.getByRole('button', { name: 'Marque os pedidos' })).toBeDisabled();
  await dialog.getByLabel('Não pagos há mais de (min)').fill('0');
  await admin.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancelar 3 pedidos' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Desmarcar' }).click();
  await dialog
    .getByRole('button', { name: /^Marcar os 2 do telefone/ })
    .first()
    .click();
  await dialog.getByLabel('A loja não pode fazer').check();
  await dialog.getByRole('button', { name: 'Cancelar 2 pedidos' }).click();
  await expect(admin.getByText('2 pedidos cancelados')).toBeVisible();
  const { orders } = await askAs<OrderList>(urls.store, 'ADMIN', '/api/staff/orders?state=finished&limit=9');
  expect(orders.map(({ customerPhone, cancelReason }) => [customerPhone, cancelReason])).toEqual([
    [phone, 'loja'],
    [phone, 'loja'],
  ]);
  await expect(admin.getByRole('button', { name: 'Confirmar pagamento' })).toHaveCount(1);
});

test('[41] very many unpaid orders are told in kitchen, counter and admin, and hide nothing that is paid @desktop', async ({
  device,
  shop,
}) => {
  const { store } = shop.urls;
  const seller = await device(store, 'ATTENDANT', '/balcao', COUNTER);
  const { panel } = await sellCup(seller);
  const { number } = await orderAt(store, panel);
  const many = (unpaid: number, more: number) => (board: Board) => {
    const [order] = board.orders;
    for (let at = 0; at < unpaid; at += 1)
      board.orders.push({
        ...order!,
        id: uuidv7(),
        simpleId: 5_000 + at,
        status: 'PENDING',
        paymentMethod: 'cash',
        source: 'relay',
      });
    board.unpaidMore = more;
  };
  const phone = { viewport: { width: 360, height: 740 } };

  const counter = await device(store, 'ATTENDANT', '/auth', phone);
  await withAnswer<Board>(counter, '**/api/staff/board', many(100, 37));
  await counter.goto(`${store}/balcao`);
  const notice = (of: typeof counter) => of.getByRole('status').filter({ hasText: 'pedidos não pagos' });
  await expect(notice(counter)).toContainText(/1[34]\d pedidos não pagos: veja se são falsos\./);
  await expect(notice(counter)).toContainText('Peça ao administrador');
  await expect(notice(counter).getByRole('link')).toHaveCount(0);
  await counter.getByRole('button', { name: 'Pendentes' }).click();
  await expect(counter.getByText('E mais 37 pedidos não pagos que não aparecem aqui.')).toBeVisible();
  await expectAccessible(counter);
  await expectApart(counter, counter.getByRole('banner'));

  const admin = await device(store, 'ADMIN', '/auth', phone);
  await withAnswer<Board>(admin, '**/api/staff/board', many(100, 37));
  await admin.goto(`${store}/admin`);
  await expect(notice(admin)).toBeVisible();
  await expectAccessible(admin);
  await notice(admin).getByRole('link', { name: 'Cancelar vários' }).click();
  await expect(admin.getByRole('heading', { name: 'Pagamentos em dinheiro pendentes' })).toBeVisible();

  const kitchen = await device(store, 'KITCHEN', '/painel', { viewport: { width: 1024, height: 768 } });
  let all = 0;
  await withAnswer<Board>(kitchen, '**/api/staff/board', (board) => {
    many(100, 37)(board);
    all = board.orders.length + 37;
  });
  await kitchen.goto(`${store}/cozinha`);
  const drawer = kitchen.getByRole('button', { name: /^Ainda não pagos: 1[34]\d$/ });
  await expect(drawer).toBeVisible();
  // Other tests sell in the same shop.
  const count = kitchen.getByRole('banner').getByText(/^\d+ pedidos$/);
  await expect.poll(async () => (await count.textContent()) === `${all} pedidos`).toBe(true);
  const received = kitchen.getByRole('list', { name: 'Recebidos', exact: true });
  await expect(cardIn(kitchen, 'Recebidos', number).filter({ hasText: CUP })).toBeVisible();
  await expect(received).not.toContainText('Aguardando pagamento');
  await drawer.click();
  const dialog = kitchen.getByRole('dialog', { name: 'Ainda não pagos' });
  await expect(dialog.getByText('Aguardando pagamento').first()).toBeVisible();
  await expect(dialog.getByText(/^E mais \d+ pedidos não pagos$/)).toBeVisible();
  // What waits for its money is not late.
  await expect(dialog).not.toContainText('atrasado');

  // As many as a full evening has are no news.
  await admin.unroute('**/api/staff/board');
  await withAnswer<Board>(admin, '**/api/staff/board', many(12, 0));
  await admin.goto(`${store}/admin`);
  await expect(
    admin.getByRole('heading', { name: 'Admin' }).or(admin.getByText('Admin Master')),
  ).toBeVisible();
  await expect(notice(admin)).toHaveCount(0);
});
