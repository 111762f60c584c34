// The owner's screens about money at the provider: what was set aside, the month against the provider's statement, the file for a disputed
// payment, and the account.
import { readFileSync } from 'node:fs';
import { v7 as uuid } from 'uuid';
import type { UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { DEMO_ACCOUNT } from '../simulators/mercado-pago/demo-credentials.ts';
import { expect, type Page } from '../support/browser-test.ts';
import { expectAccessible } from './axe.ts';
import { ACAI_ITEM } from './customer.ts';
import { payAtBank, track } from './outside.ts';
import { asStaff, test } from './staff.ts';

type Urls = { store: string; relay: string; payments: string };
type Paid = { id: string; code: string; simpleId: number; totalCents: number; paymentId: string };

const PHONE = '11987654321';

async function post<T>(url: string, json: unknown, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(json),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
const setFaults = (urls: Urls, faults: object) => post(`${urls.payments}/simulator/faults`, faults);

/** An order of the site with its PIX paid. */
async function payOrder(urls: Urls): Promise<Paid> {
  const items = [{ id: uuid(), ...ACAI_ITEM }];
  const wanted = { id: uuid(), customerPhone: PHONE, consumptionType: 'local', items };
  const { order, trackingToken } = await post<{ order: Paid; trackingToken: string }>(
    `${urls.relay}/api/orders`,
    wanted,
  );
  const pix = await post<{ paymentId: string; qrCode: string }>(
    `${urls.relay}/api/orders/${order.code}/pix`,
    {},
    trackingToken,
  );
  await payAtBank(urls.payments, pix.qrCode);
  return { ...order, paymentId: pix.paymentId };
}

test('money that was set aside is taken or goes back; the month is held against the statement, and a disputed order has its file @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  // Of the shop's own zone, and taken before anybody pays: the screen proposes whatever month it is when it opens.
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })
    .format(new Date())
    .slice(0, 7);
  const page = await device(urls.store, 'ADMIN', '/admin/pedidos');
  const money = async () => {
    const owner = await asStaff(urls.store, 'ADMIN');
    const { orders } = (await owner('GET', '/api/staff/board')) as {
      orders: { id: string; status: string }[];
    };
    return orders.filter(({ status }) => status === 'RECEBIDO').map(({ id }) => id);
  };
  const plain = await payOrder(urls);
  await expect.poll(money).toEqual([plain.id]);
  // The provider says another amount, twice: nobody decides that but a person.
  await setFaults(urls, { tamperFetches: { count: 100, field: 'amount' } });
  const [taken, back] = [await payOrder(urls), await payOrder(urls)];
  await page.goto(`${urls.store}/admin/pedidos/resolver`);
  const aside = page.getByRole('listitem').filter({ hasText: 'pagamento separado' });
  await expect(aside).toHaveCount(2);
  await setFaults(urls, { tamperFetches: { count: 0, field: 'amount' } });
  const itemOf = ({ code }: Paid) => aside.filter({ hasText: formatCode(code) });
  await expectAccessible(page);
  await itemOf(taken).getByRole('button', { name: 'Aceitar' }).click();
  await expect(itemOf(taken)).toHaveCount(0);
  await itemOf(back).getByRole('button', { name: 'Devolver' }).click();
  await expectAccessible(page);
  // What the provider said was paid goes back, not what was asked for.
  const paid = /valor diferente do pedido: (R\$\s[\d.,]+)\)/.exec(
    (await itemOf(back).textContent()) ?? '',
  )?.[1];
  expect(paid).toMatch(/^R\$\s0,01$/);
  const backCents = 1;
  await expect(itemOf(back).getByRole('button', { name: 'Voltar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(itemOf(back).getByRole('button', { name: 'Devolver' })).toBeFocused();
  await page.keyboard.press('Enter');
  await itemOf(back)
    .getByRole('button', { name: `Devolver ${paid}` })
    .click();
  await expect(aside).toHaveCount(0);
  await expect.poll(money).toEqual([plain.id, taken.id]);

  // What the month's report has: both that count, what came and went, and a payment that the shop knows nothing of.
  const reais = (cents: number) => (cents / 100).toFixed(2);
  const line = (reference: string, id: string, type: string, cents: number, feeCents = 0) =>
    `${reference},${id},${type},${reais(cents)},${reais(-feeCents)},${reais(cents - feeCents)}`;
  const unknown = uuid();
  const lines = [
    'EXTERNAL_REFERENCE,SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT',
    ...[plain, taken].map((one) => line(one.id, one.paymentId, 'SETTLEMENT', one.totalCents, 20)),
    line(back.id, back.paymentId, 'SETTLEMENT', backCents),
    line(back.id, back.paymentId, 'REFUND', -backCents),
    line(unknown, '424242', 'SETTLEMENT', 1234, 20),
  ];
  await page.goto(`${urls.store}/admin/relatorios/conferencia`);
  const statement = page.getByRole('region', { name: 'Conciliação do mês' });
  await statement.getByLabel('Mês').fill(month);
  const choose = (text: string) =>
    statement
      .getByLabel('Extrato do Mercado Pago (CSV)')
      .setInputFiles({ name: 'extrato.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('Data,Valor\n1,2\n');
  await expect(statement.getByRole('alert')).toContainText('faltam as colunas');
  await choose(lines.join('\n'));
  const outcome = statement.getByRole('status');
  const all = plain.totalCents + taken.totalCents + backCents;
  const text = (cents: number) => `R$ ${reais(cents).replace('.', ',')}`;
  await expect(outcome).toContainText('4 pagamentos conferidos.');
  await expect(outcome).toContainText(`Bruto${text(all + 1234)}`);
  await expect(outcome).toContainText(`Devolvido${text(backCents)}`);
  await expect(outcome).toContainText(`Líquido${text(all + 1234 - 3 * 20 - backCents)}`);
  await expect(outcome).toContainText('‼ 1');
  const differing = outcome.getByRole('row').filter({ hasText: '424242' });
  await expect(differing).toContainText('pagamento que a loja não conhece');
  await expect(outcome.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await choose(lines.slice(0, -1).join('\n'));
  await expect(outcome).toContainText('nenhum ✔');

  await page.goto(`${urls.store}/admin/pedidos`);
  await page
    .getByRole('row')
    .filter({ hasText: `#${plain.simpleId}` })
    .getByRole('button')
    .first()
    .click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('link', { name: 'Arquivo para contestação' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await expectAccessible(page);
});

test('the account is tested in words that say how it is mended, then is good, and changes the way it charges @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/payments/credentials', { ...DEMO_ACCOUNT, api: 'payments' });
  const page = await device(urls.store, 'ADMIN', '/admin/configuracoes/pagamentos');
  const way = page.getByLabel('Jeito de cobrar');
  await expect(way).toHaveValue('payments');
  await way.selectOption('orders');
  await expect(page.getByText('Jeito de cobrar mudado')).toBeVisible();
  await expect(page.getByText('marque o evento Order (Mercado Pago)')).toBeVisible();
  await expect(way).toHaveValue('orders');

  await setFaults(urls, { refuseCreates: { count: 1, reason: 'no-pix-key' } });
  const tryIt = page.getByRole('button', { name: 'Testar a conta guardada' });
  await tryIt.click();
  const failed = page.getByRole('alert').filter({ hasText: 'não tem chave PIX' });
  await expect(failed).toContainText('cadastre uma e teste de novo');
  await expect(failed.getByRole('listitem').filter({ hasText: 'errado' })).toHaveCount(1);
  await expectAccessible(page);
  await tryIt.click();
  const good = page.getByRole('status').filter({ hasText: 'O PIX de teste foi cancelado.' });
  await expect(good).toContainText('Um aviso chegou com a assinatura certa.');
  await expect(failed).toHaveCount(0);
  await expectAccessible(page);
});

test('the day is counted by ways as a close is, and an order called off with its money is given back before it is deleted @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PATCH', '/api/staff/settings', { feePercents: { pix: 10 } });
  const { id, simpleId, totalCents } = await payOrder(urls);
  const ofBoard = async () => {
    const { orders } = (await owner('GET', '/api/staff/board')) as {
      orders: { id: string; status: string }[];
    };
    return orders.find((one) => one.id === id)?.status;
  };
  await expect.poll(ofBoard).toBe('RECEBIDO');
  const page = await device(urls.store, 'ADMIN', '/admin/relatorios/conferencia');
  const ways = page.getByRole('table', { name: 'Por forma de pagamento' });
  const text = (cents: number) => `R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
  const feeCents = Math.round(totalCents / 10);
  const row = ways.getByRole('row').filter({ hasText: 'PIX' });
  const shown = [totalCents, 0, feeCents, totalCents - feeCents].map(text);
  await expect(row.getByRole('cell')).toContainText(shown);
  await expectAccessible(page);

  await owner('POST', `/api/staff/orders/${id}/moves`, {
    kind: 'cancel',
    reason: 'cliente',
    keepsMoney: true,
  });
  await page.goto(`${urls.store}/admin/pedidos`);
  await page.getByRole('tab', { name: /^Finalizados/ }).click();
  const deleting = page.getByRole('button', { name: `Excluir pedido ${simpleId}` });
  await deleting.click();
  const asked = page.getByRole('dialog', { name: 'Excluir pedido' });
  await asked.getByRole('button', { name: 'Excluir', exact: true }).click();
  await expect(asked.getByRole('status')).toContainText('cancelado sem devolver o que foi pago');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Devolver e excluir' }).click();
  await expect(page.getByText('Devolução pedida')).toBeVisible();
  await expect(page.getByText('Pedido excluído')).toBeVisible();
  await expect(deleting).toHaveCount(0);
});

test('a PIX to the shop’s key that came after its order was called off is listed until a person says that it went back @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/pix-key', { key: 'lucia@loja.com', holder: 'Lúcia', city: 'Recife' });
  const items = [{ id: uuid(), ...ACAI_ITEM }];
  const { order } = (await owner('POST', '/api/staff/orders', {
    id: uuid(),
    consumptionType: 'takeaway',
    items,
  })) as { order: Paid };
  const move = (json: object) => owner('POST', `/api/staff/orders/${order.id}/moves`, json);
  await move({ kind: 'take-tender', id: uuid(), method: 'pix_manual', cents: 500 });
  const { unconfirmed } = (await owner('GET', '/api/staff/static-pix')) as UnprovedPixes;
  const txid = unconfirmed[0]?.txid ?? '';
  await owner('POST', `/api/staff/static-pix/${txid}`, { said: 'not-received' });
  await move({ kind: 'cancel', reason: 'cliente' });
  const page = await device(urls.store, 'ADMIN', '/admin/pedidos/resolver');
  await expect(page.getByText('Nenhum pagamento precisa de você.')).toBeVisible();
  await owner('POST', `/api/staff/static-pix/${txid}`, { said: 'received' });
  await page.reload();
  const item = page.getByRole('listitem').filter({ hasText: txid });
  await expect(item).toContainText('R$ 5,00');
  await expect(item).toContainText(`Pedido #${order.simpleId}, cancelado`);
  await expectAccessible(page);

  // It can not be listed again, so one tap alone does nothing.
  const given = item.getByRole('button', { name: 'Já devolvi' });
  await given.click();
  const asked = item.getByRole('alertdialog', { name: 'Já devolveu R$ 5,00?' });
  await expect(asked).toContainText('Ele sai desta lista.');
  await expect(asked.getByRole('button', { name: 'Voltar' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(given).toBeFocused();
  const told = async () => {
    const { rows } = (await owner('GET', '/api/staff/audit')) as { rows: { text: string }[] };
    return rows
      .map((one) => one.text.replaceAll('\u00a0', ' '))
      .filter((text) => text.includes('já devolveu'));
  };
  expect(await told()).toEqual([]);
  await given.click();
  await asked.getByRole('button', { name: 'Sim, devolvi R$ 5,00' }).click();
  await expect(item).toHaveCount(0);
  await expect(page.getByText('Nenhum pagamento precisa de você.')).toBeVisible();
  expect(await told()).toEqual([
    `disse que já devolveu o PIX de R$ 5,00 do pedido nº ${order.simpleId}, que chegou depois de cancelado`,
  ]);
  await page.reload();
  await expect(page.getByText('Nenhum pagamento precisa de você.')).toBeVisible();
});

test('a PIX to the shop’s key is proved by the imported statement, which names its transaction @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const owner = await asStaff(urls.store, 'ADMIN');
  await owner('PUT', '/api/staff/pix-key', { key: 'lucia@loja.com', holder: 'Lúcia', city: 'Recife' });
  const items = [{ id: uuid(), ...ACAI_ITEM }];
  const { order } = (await owner('POST', '/api/staff/orders', {
    id: uuid(),
    consumptionType: 'takeaway',
    items,
  })) as { order: Paid };
  const move = { kind: 'confirm-payment', method: 'pix_manual' };
  await owner('POST', `/api/staff/orders/${order.id}/moves`, move);
  const unproved = async () => ((await owner('GET', '/api/staff/static-pix')) as UnprovedPixes).unconfirmed;
  expect(await unproved()).toMatchObject([{ txid: order.code, amountCents: order.totalCents }]);
  const page = await device(urls.store, 'ADMIN', '/admin/relatorios/conferencia');
  const statement = page.getByRole('region', { name: 'Conciliação do mês' });
  const reais = (order.totalCents / 100).toFixed(2);
  const lines = [
    'EXTERNAL_REFERENCE,SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT',
    `${order.code},424242,SETTLEMENT,${reais},0.00,${reais}`,
  ];
  await statement.getByLabel('Extrato do Mercado Pago (CSV)').setInputFiles({
    name: 'extrato.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  const outcome = statement.getByRole('status');
  // Nobody was charged through the provider for it, and it is the shop's all the same.
  await expect(outcome).toContainText(
    '1 linha do extrato não é de cobranças feitas daqui. 1 PIX do balcão foi confirmado pelo extrato.',
  );
  await expect(outcome).toContainText('nenhum ✔');
  await expectAccessible(page);
  expect(await unproved()).toEqual([]);
});

/** All of it, as the administrator asks for it in the order's own dialog. */
async function giveAllBack(page: Page, { simpleId }: Paid): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: new RegExp(`#${simpleId}(?!\\d)`) })
    .getByRole('button')
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Devolver pelo Mercado Pago' }).click();
  await dialog.getByRole('button', { name: 'Devolver tudo', exact: true }).click();
}

test('money that cannot go back yet is listed: it goes by itself once the line is back, by a tap once the balance covers it, or was given by hand @desktop', async ({
  device,
  ownShop,
}) => {
  const { urls, cable } = ownShop;
  const [away, tried, given] = [await payOrder(urls), await payOrder(urls), await payOrder(urls)];
  const stands = async ({ code }: Paid) =>
    (await track(urls.store, PHONE))
      .filter((one) => one.code === code)
      .map(({ status, paymentStatus }) => [status, paymentStatus].join());
  for (const one of [away, tried, given]) await expect.poll(() => stands(one)).toEqual(['RECEBIDO,approved']);
  const page = await device(urls.store, 'ADMIN', '/admin/pedidos');
  const nothing = page.getByText('Nenhum pagamento precisa de você.');
  const itemOf = ({ code, simpleId }: Paid) =>
    page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`${formatCode(code)}|Pedido #${simpleId}(?!\\d)`) });
  const again = { name: 'Tentar de novo' };
  const byHand = { name: 'Já devolvi' };

  cable.pull();
  await giveAllBack(page, away);
  await expect(page.getByText('Devolução anotada')).toBeVisible();
  expect(await stands(away)).toEqual(['CANCELLED,approved']);
  await page.goto(`${urls.store}/admin/pedidos/resolver`);
  const waiting = itemOf(away);
  await expect(waiting).toContainText('a devolução espera a internet da loja');
  await expect(waiting.getByRole('button', again)).toBeVisible();
  // It goes out by itself: handed out at the counter as well it would be paid twice.
  await expect(waiting.getByRole('button', byHand)).toHaveCount(0);
  await expectAccessible(page);
  cable.plug();
  await ownShop.joined();
  await expect(waiting).toHaveCount(0);
  await expect(nothing).toBeVisible();
  await expect.poll(() => stands(away)).toEqual(['CANCELLED,refunded']);

  await setFaults(urls, { refundsWithoutBalance: 2 });
  for (const one of [tried, given]) {
    await page.goto(`${urls.store}/admin/pedidos`);
    await giveAllBack(page, one);
    await expect(page.getByText('Devolução pedida')).toBeVisible();
  }
  await page.goto(`${urls.store}/admin/pedidos/resolver`);
  for (const one of [tried, given]) await expect(itemOf(one)).toContainText('falta saldo');
  await itemOf(tried).getByRole('button', again).click();
  await expect(itemOf(tried)).toHaveCount(0);
  await expect.poll(() => stands(tried)).toEqual(['CANCELLED,refunded']);
  await itemOf(given).getByRole('button', byHand).click();
  await expectAccessible(page);
  await itemOf(given)
    .getByRole('button', { name: /^Sim, devolvi/ })
    .click();
  await expect(nothing).toBeVisible();
  await page.reload();
  await expect(nothing).toBeVisible();
  // The provider gave nothing of it back.
  expect(await stands(given)).toEqual(['CANCELLED,approved']);
});
