// Money on the site, with everything that can become of it: approved, refused, run out, late, given back, and only claimed.
import { formatCode } from '@balcao/shared/order/code.ts';
import { expect, test, type Page } from '../support/browser-test.ts';
import { newPhone, openPix, placeOrder } from './customer.ts';
import { payAtBank, readJson, track } from './outside.ts';
import { asStaff, openAdmin } from './staff.ts';

// The whole way to an order, and more than one wait for the provider.

const NUMBER = '4235 6477 2802 5682';

/** A CPF that holds: nine digits of the phone and the two that prove them. */
function cpfOf(phone: string): string {
  const digits = Array.from(phone.slice(-9), Number);
  for (let round = 0; round < 2; round += 1) {
    const sum = digits.reduce((all, digit, at) => all + digit * (digits.length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

/**
 * The provider's own form; the name on the card decides what the simulated bank answers. Who pays is told by the phone: the relay
 * counts the declined cards of a payer, and all tests share one shop.
 */
async function payByCard(page: Page, holder: string, phone: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Cartão de crédito ou débito' });
  await form.getByLabel('Número do cartão').fill(NUMBER);
  await form.getByLabel('Nome como está no cartão').fill(holder);
  await form.getByLabel('Validade (MM/AA)').fill('11/30');
  await form.getByLabel('Código (CVV)').fill('123');
  await form.getByLabel('CPF do titular').fill(cpfOf(phone));
  await form.getByLabel('E-mail').fill(`maria.${phone}@exemplo.com.br`);
  await form.getByRole('button', { name: 'Pagar' }).click();
}

/** What the provider has for a PIX code. */
async function paymentOf(url: string, qrCode: string): Promise<{ id: number; status: string }> {
  type Payment = {
    id: number;
    status: string;
    point_of_interaction?: { transaction_data?: { qr_code?: string } };
  };
  const found = (await readJson<Payment[]>(`${url}/simulator/payments`)).find(
    (one) => one.point_of_interaction?.transaction_data?.qr_code === qrCode,
  );
  if (!found) throw new Error('the provider knows no such code');
  return found;
}
const atProvider = async (url: string, qrCode: string, action: 'expire' | 'approve'): Promise<void> => {
  const { id } = await paymentOf(url, qrCode);
  expect((await fetch(`${url}/simulator/payments/${id}/${action}`, { method: 'POST' })).status).toBe(200);
};

type Unresolved = { id: string; code: string; reason: string; action: string };
const unresolvedOf = async (store: string, code: string): Promise<Unresolved[]> => {
  const admin = await asStaff(store, 'ADMIN');
  const { payments } = (await admin('GET', '/api/staff/payments/unresolved')) as { payments: Unresolved[] };
  return payments.filter((one) => one.code === code);
};

test('a card that the bank approves confirms the order @smoke', async ({ page, shop }) => {
  const phone = newPhone();
  await placeOrder(page, shop.urls.relay, phone);
  await page.getByRole('button', { name: /^Cartão/ }).click();
  await payByCard(page, 'APRO', phone);
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  await expect(page.getByText(/Pago com Cartão/)).toBeVisible();
  expect(await track(shop.urls.relay, phone)).toMatchObject([
    { status: 'RECEBIDO', paymentStatus: 'approved' },
  ]);
});

test('three refusals each say what to do, and the fourth try has to wait @phone', async ({ page, shop }) => {
  const phone = newPhone();
  await placeOrder(page, shop.urls.relay, phone);
  await page.getByRole('button', { name: /^Cartão/ }).click();
  for (const [holder, words] of [
    ['FUND', 'Saldo insuficiente. Verifique seu limite ou tente outro cartão.'],
    ['CALL', 'O banco quer confirmar com você.'],
    ['NOVO', 'Erro no pagamento. Tente novamente ou use outro método.'],
  ] as const) {
    await payByCard(page, holder, phone);
    const refusal = page.getByRole('alert').filter({ hasText: words }).first();
    await expect(refusal).toBeVisible();
    await expect(refusal).toContainText('Pagamento rejeitado');
    await expect(refusal).toContainText(/\(ID: \d+\)/);
  }
  await payByCard(page, 'APRO', phone);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /[Ee]spere|[Aa]guarde/ })
      .first(),
  ).toBeVisible();
  expect(await track(shop.urls.relay, phone)).toMatchObject([{ status: 'PENDING' }]);
});

test('a PIX code that ran out gives way to a new one, which pays @phone', async ({ page, shop }) => {
  await placeOrder(page, shop.urls.relay, newPhone());
  const first = await openPix(page);
  await atProvider(shop.urls.payments, first, 'expire');
  await expect(page.getByText('Este código PIX expirou.')).toBeVisible();
  await page.getByRole('button', { name: 'Gerar novo código PIX' }).click();
  const field = page.getByLabel('PIX Copia e Cola');
  await expect(field).not.toHaveValue('');
  const second = await field.inputValue();
  expect(second).not.toBe(first);
  await payAtBank(shop.urls.payments, second);
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
});

test('a PIX that is paid after it ran out is honoured while the order can be made @phone', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await placeOrder(page, shop.urls.relay, phone);
  const code = await openPix(page);
  await atProvider(shop.urls.payments, code, 'expire');
  await expect(page.getByText('Este código PIX expirou.')).toBeVisible();
  await atProvider(shop.urls.payments, code, 'approve');
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  expect(await track(shop.urls.relay, phone)).toMatchObject([
    { status: 'RECEBIDO', paymentStatus: 'approved' },
  ]);
});

test('a PIX that is paid after cash was chosen pays the order all the same, and is listed @phone', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await placeOrder(page, shop.urls.relay, phone);
  const code = await openPix(page);
  await page.getByRole('button', { name: 'Escolher outra forma de pagamento' }).click();
  await page.getByRole('button', { name: /^Dinheiro/ }).click();
  await page.getByRole('button', { name: /Confirmar/ }).click();
  await expect(page.getByRole('heading', { name: 'Agora é só pagar no balcão' })).toBeVisible();
  await expect.poll(async () => (await paymentOf(shop.urls.payments, code)).status).toBe('cancelled');
  await atProvider(shop.urls.payments, code, 'approve');
  await expect(page.getByRole('heading', { name: 'Pedido confirmado!' })).toBeVisible();
  const [order] = await track(shop.urls.relay, phone);
  await expect
    .poll(async () =>
      (await unresolvedOf(shop.urls.store, order?.code ?? '')).map((one) => one.reason).join(),
    )
    .toContain('pago depois de vencido ou cancelado');
});

test('a PIX that is paid after the order was called off goes back, the customer sees it, and the owner clears it @phone', async ({
  page,
  shop,
}) => {
  const phone = newPhone();
  await placeOrder(page, shop.urls.relay, phone);
  const code = await openPix(page);
  const [order] = await track(shop.urls.relay, phone);
  const admin = await asStaff(shop.urls.store, 'ADMIN');
  const { orders } = (await admin('GET', '/api/staff/orders?limit=200')) as {
    orders: { id: string; code: string }[];
  };
  const id = orders.find((one) => one.code === order?.code)?.id;
  await admin('POST', `/api/staff/orders/${id}/moves`, {
    kind: 'cancel',
    reason: 'cliente',
    seen: 'PENDING',
  });
  await atProvider(shop.urls.payments, code, 'approve');
  await expect.poll(async () => (await paymentOf(shop.urls.payments, code)).status).toBe('refunded');
  await page.goto(`${shop.urls.relay}/pedido/sucesso/${order?.code}`);
  await expect(page.getByRole('heading', { name: 'Pedido cancelado' })).toBeVisible();
  await expect(page.getByText(/^Devolvemos R\$/)).toBeVisible();

  const owner = await openAdmin(page, shop.urls.relay, '/admin/pedidos/resolver');
  // Other tests' orders may stand there too.
  const listed = owner
    .getByRole('listitem')
    .filter({ hasText: 'não pode mais ser feito' })
    .filter({ hasText: formatCode(order?.code ?? '') });
  await listed.getByRole('button').click();
  await expect(listed).toHaveCount(0);
  await owner.context().close();
});
