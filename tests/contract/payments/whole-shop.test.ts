// Payments through the whole shop: what is asked on the LAN is done by the real relay and comes back over the real link.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soon } from '../../harness/relay.ts';
import { openWholeShop, type WholeShop } from '../../harness/whole-shop.ts';

let shop: WholeShop;
let begunAtMs: number;
const dayOf = (atMs: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(atMs);
beforeAll(async () => {
  begunAtMs = Date.now();
  shop = await openWholeShop();
});
afterAll(() => shop.close());

const CARD_NUMBER = '5031433215406351';
const PHONE = '11987654321';
const tokens: string[] = [];

async function paidByPix(host: string) {
  const { order, token } = await shop.order(host, {
    customerPhone: PHONE,
    observations: 'sem granola, por favor',
  });
  tokens.push(token);
  const pix = await shop.ask(host, `/api/orders/${order.code}/pix`, { json: {}, token });
  expect(pix.status).toBe(200);
  shop.control.approve(String(pix.body['paymentId']));
  await soon(() =>
    expect(shop.orderNow(order.id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' }),
  );
  return { order, token, pix: pix.body };
}

test('without an account PIX and card are off on both addresses; one that is entered in the shop switches them on', async () => {
  const owner = await shop.asOwner(shop.storeUrl);
  const methods = async (host: string): Promise<string[]> =>
    ((await shop.ask(host, '/api/store')).body['paymentMethods'] as { method: string }[])
      .map((one) => one.method)
      .toSorted();
  expect(await methods(shop.relayUrl)).toEqual(['cash']);
  expect((await owner('/api/staff/payments/credentials')).body).toMatchObject({ configured: false });
  const { order, token } = await shop.order(shop.storeUrl);
  expect((await shop.ask(shop.storeUrl, `/api/orders/${order.code}/pix`, { json: {}, token })).status).toBe(
    409,
  );

  const wrong = { ...shop.credentials, accessToken: 'TEST-errado' };
  const tested = await owner('/api/staff/payments/credentials/test', { json: wrong });
  expect(tested.body).toMatchObject({ ok: false });
  expect(tested.body['message']).toContain('não aceita este Access Token');
  expect((await owner('/api/staff/payments/credentials', { method: 'PUT', json: wrong })).status).toBe(422);
  const kept = await owner('/api/staff/payments/credentials', { method: 'PUT', json: shop.credentials });
  expect(kept.body).toMatchObject({ ok: true });
  const state = await owner('/api/staff/payments/credentials');
  expect(state.body).toMatchObject({ configured: true, source: 'store', cards: true, notices: true });
  for (const secret of [shop.credentials.accessToken, shop.credentials.webhookSecret]) {
    expect(state.text).not.toContain(secret);
    // Passed straight on: nothing of it stays in the shop.
    expect(JSON.stringify(shop.store.db.$client.prepare('select body from outbox').all())).not.toContain(
      secret,
    );
  }
  await soon(async () => expect(await methods(shop.relayUrl)).toEqual(['cash', 'credit_card', 'pix']));
});

test.each(['storeUrl', 'relayUrl'] as const)(
  'a PIX from the %s pays the order, and a part and then the rest of it go back by the owner there',
  async (host) => {
    const { order, token, pix } = await paidByPix(shop[host]);
    const polled = await shop.ask(shop[host], `/api/orders/${order.code}/pix/${String(pix['attemptId'])}`, {
      token,
    });
    expect(polled.body).toMatchObject({ status: 'approved' });
    // Another customer sees nothing of it with a token and an order of one's own.
    const other = await shop.order(shop[host]);
    const at = `/api/orders/${other.order.code}/pix/${String(pix['attemptId'])}`;
    expect((await shop.ask(shop[host], at, { token: other.token })).status).toBe(404);

    const owner = await shop.asOwner(shop[host]);
    const part = await owner(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: 500 } });
    expect(part.body).toMatchObject({ state: 'done', refundedCents: 500 });
    await soon(() => expect(shop.orderNow(order.id).paymentStatus).toBe('partially_refunded'));
    expect(shop.orderNow(order.id).status).toBe('RECEBIDO');
    const rest = await owner(`/api/staff/orders/${order.id}/refund`, { json: { amountCents: null } });
    expect(rest.body).toMatchObject({ state: 'done', refundedCents: order.totalCents - 500 });
    await soon(() =>
      expect(shop.orderNow(order.id)).toMatchObject({
        status: 'CANCELLED',
        cancelReason: 'estornado',
        paymentStatus: 'refunded',
      }),
    );
    // The customer sees it at either address.
    for (const url of [shop.storeUrl, shop.relayUrl])
      await soon(async () =>
        expect((await shop.ask(url, `/api/orders/${order.code}`, { token })).body).toMatchObject({
          order: { status: 'CANCELLED', paymentStatus: 'refunded' },
          money: { receivedCents: order.totalCents, returnedCents: order.totalCents, returning: false },
        }),
      );
  },
);

test('an order from the shop’s Wi-Fi is paid by card on the relay with the same tracking token', async () => {
  const { order, token } = await shop.order(shop.storeUrl);
  const card = {
    token: await shop.cardToken('APRO', CARD_NUMBER),
    payment_method_id: 'master',
    payer: { email: 'maria.souza@exemplo.com.br', first_name: 'Maria', last_name: 'Souza' },
  };
  tokens.push(token, card.token);
  await soon(async () =>
    expect((await shop.ask(shop.relayUrl, `/api/orders/${order.code}`, { token })).body).toMatchObject({
      access: 'whole',
    }),
  );
  const paid = await shop.ask(shop.relayUrl, `/api/orders/${order.code}/card`, { json: card, token });
  expect(paid.body).toMatchObject({ status: 'approved' });
  await soon(() =>
    expect(shop.orderNow(order.id)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'credit_card' }),
  );
});

test('money that comes after the order was called off goes back, and is listed until somebody has seen it', async () => {
  const { order, token } = await shop.order(shop.storeUrl);
  const pix = await shop.ask(shop.storeUrl, `/api/orders/${order.code}/pix`, { json: {}, token });
  const owner = await shop.asOwner(shop.storeUrl);
  // The code stays payable: the cancellation gets lost on the way to the provider.
  shop.control.setFaults({ failRequests: { count: 3, status: 503, retryAfterSeconds: null } });
  const moved = await owner(`/api/staff/orders/${order.id}/moves`, {
    json: { kind: 'cancel', reason: 'cliente', seen: 'PENDING' },
  });
  expect(moved.status).toBe(200);
  shop.control.clearFaults();
  shop.control.approve(String(pix.body['paymentId']));
  await soon(() => expect(shop.control.payment(String(pix.body['paymentId'])).status).toBe('refunded'));
  const mine = async () => {
    const { payments } = (await owner('/api/staff/payments/unresolved')).body as {
      payments: { id: string; code: string; action: string; reason: string }[];
    };
    return payments.filter((one) => one.code === order.code);
  };
  await soon(async () =>
    expect((await mine()).map((one) => one.reason).join()).toContain('não pode mais ser feito'),
  );
  const afar = await shop.asOwner(shop.relayUrl);
  for (const one of await mine())
    expect(
      (
        await afar(`/api/staff/payments/${encodeURIComponent(one.id)}/resolve`, {
          json: { action: one.action },
        })
      ).body,
    ).toEqual({ done: true });
  expect(await mine()).toEqual([]);
});

test.each([
  ['chooses cash', 'cash', {}],
  ['calls the order off', 'cancel', undefined],
])('a code that is open on the site is over once its customer %s', async (_what, path, json) => {
  const { order, token } = await shop.order(shop.relayUrl);
  const pix = await shop.ask(shop.relayUrl, `/api/orders/${order.code}/pix`, { json: {}, token });
  const done = await shop.ask(shop.relayUrl, `/api/orders/${order.code}/${path}`, {
    method: 'POST',
    token,
    ...(json === undefined ? {} : { json }),
  });
  expect(done.status).toBe(200);
  expect(shop.control.payment(String(pix.body['paymentId'])).status).toBe('cancelled');
});

test('an order whose money has come is not called off by its customer, also where the store has not heard of the money', async () => {
  const { order, token } = await shop.order(shop.relayUrl);
  const path = `/api/orders/${order.code}`;
  const pix = await shop.ask(shop.relayUrl, `${path}/pix`, { json: {}, token });
  shop.cable.pull();
  try {
    shop.control.approve(String(pix.body['paymentId']));
    await soon(async () =>
      expect((await shop.ask(shop.relayUrl, path, { token })).body).toMatchObject({
        money: { receivedCents: order.totalCents },
      }),
    );
    expect(shop.orderNow(order.id).paymentStatus).toBe('pending');
    expect(await shop.ask(shop.relayUrl, `${path}/cancel`, { method: 'POST', token })).toMatchObject({
      status: 409,
      body: { code: 'already-paid' },
    });
  } finally {
    shop.cable.plug();
  }
  await soon(() => expect(shop.orderNow(order.id).status).toBe('RECEBIDO'));
});

test('the shop’s own address offers PIX while the line to the site stands, and not a moment after it went', async () => {
  const methods = async () =>
    ((await shop.ask(shop.storeUrl, '/api/store')).body['paymentMethods'] as { method: string }[]).map(
      ({ method }) => method,
    );
  await soon(async () => expect(await methods()).toContain('pix'));
  shop.cable.pull();
  try {
    await soon(() => expect(shop.store.link.state()).not.toBe('linked'));
    expect(await methods()).toEqual(['cash']);
  } finally {
    shop.cable.plug();
  }
  await soon(async () => expect(await methods()).toContain('pix'));
});

test('the day is matched the same from the shop and from afar, as a page and as a spreadsheet', async () => {
  const [near, far] = [await shop.asOwner(shop.storeUrl), await shop.asOwner(shop.relayUrl)];
  let payments = 0;
  let spreadsheets = '';
  // One day, unless midnight came between the payments and here.
  for (const day of new Set([dayOf(begunAtMs), dayOf(Date.now())])) {
    const matched = await near(`/api/staff/payments/matching?day=${day}`);
    expect(matched.body).toMatchObject({ day, totals: { differences: 0 } });
    payments += matched.body['totals']['payments'] as number;
    expect((await far(`/api/staff/payments/matching?day=${day}`)).body).toEqual(matched.body);
    const csv = await far(`/api/staff/payments/matching.csv?day=${day}`);
    expect(csv.text).toContain('Situação no Mercado Pago');
    spreadsheets += csv.text;
  }
  expect(payments).toBeGreaterThanOrEqual(4);
  expect(spreadsheets).toContain('PIX;devolvido;devolvido');
});

test('no log of either side holds card data, a phone, a name, an e-mail, a token or a secret', async () => {
  // What goes wrong is logged most.
  const { order, token } = await shop.order(shop.relayUrl, {
    customerPhone: PHONE,
    observations: 'sem granola, por favor',
  });
  const card = await shop.cardToken('FUND', CARD_NUMBER);
  const json = {
    token: card,
    payment_method_id: 'master',
    payer: {
      email: 'maria.souza@exemplo.com.br',
      first_name: 'Maria',
      last_name: 'Souza',
      identification: { type: 'CPF', number: '12345678909' },
    },
  };
  await shop.ask(shop.relayUrl, `/api/orders/${order.code}/card`, { json, token });
  shop.control.setFaults({
    failRequests: { count: 6, status: 500, retryAfterSeconds: null },
    wrongSignatureWebhooks: 2,
  });
  await shop.ask(shop.relayUrl, `/api/orders/${order.code}/card`, { json, token });
  await shop.ask(shop.storeUrl, `/api/orders/${order.code}/pix`, { json: {}, token });
  shop.control.clearFaults();
  const owner = await shop.asOwner(shop.relayUrl);
  await owner('/api/staff/payments/credentials', {
    method: 'PUT',
    json: { ...shop.credentials, accessToken: 'TEST-segredo-velho' },
  });
  await shop.ask(shop.relayUrl, '/api/track', { json: { phone: PHONE } });

  const everything = shop.logged.join('');
  expect(shop.logged.length).toBeGreaterThan(5);
  for (const secret of [
    CARD_NUMBER,
    CARD_NUMBER.slice(0, 6),
    PHONE,
    PHONE.slice(2),
    'sem granola',
    'maria.souza',
    'Maria',
    'Souza',
    '12345678909',
    'segredo-da-dona',
    'TEST-segredo-velho',
    shop.credentials.accessToken,
    shop.credentials.webhookSecret,
    card,
    token,
    ...tokens,
    ...owner.cookie.split('; ').map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1))),
  ])
    expect(everything, `a log line holds ${secret}`).not.toContain(secret);
});
