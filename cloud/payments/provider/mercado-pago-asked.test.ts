// What Mercado Pago is asked for by each of its interfaces: amounts, names, keys and pages. As its documentation has them.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answering } from '../../testing/answering-provider.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { Account, CardRequest, PixRequest } from './provider.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const ORDER_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const ATTEMPT_ID = '0192f6f0-0000-7000-8000-000000000001';
const REFUND_ID = '0192f6f0-0000-7000-8000-000000000002';
const accountOf = (api: Account['api']): Account => ({
  ...{ api, hasChangedApi: false, accessToken: 'APP_USR-1', publicKey: null, webhookSecret: null },
});
const payments = accountOf('payments');
const orders = accountOf('orders');
const provider = () => createMercadoPago({ clock: () => NOW_MS, retryDelayMs: 0 });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const KEY = 'x-idempotency-key';
const cup = { id: 'cup', title: 'Açaí 500 ml', unitCents: 1990 };
const pix: PixRequest = {
  ...{ attemptId: ATTEMPT_ID, orderId: ORDER_ID, amountCents: 1990, description: 'Pedido', items: [cup] },
  ...{ expiresAtMs: NOW_MS + 1_860_000, validForMs: 1_860_000, payerEmail: 'a@example.com' },
  noticeUrl: 'https://acai.example/api/webhooks/mercadopago?store=1',
};
const card: CardRequest = {
  ...{ attemptId: ATTEMPT_ID, orderId: ORDER_ID, amountCents: 1990, description: 'Pedido', items: [] },
  ...{ noticeUrl: null, token: 'the-token', installments: 3, brand: 'master', issuerId: '24' },
  payer: {
    ...{ email: 'a@example.com', firstName: 'Ana', lastName: 'Lima' },
    identification: { type: 'CPF', number: '39053344705' },
  },
};
const PAYMENT = { id: 555, status: 'approved', transaction_amount: 19.9 };
const ORDER = {
  ...{ id: 'ORD1', status: 'processed', currency: 'BRL', external_reference: ORDER_ID },
  transactions: { payments: [{ id: 'PAY1', status: 'processed', amount: '19.90' }] },
};

describe('through the Payments API', () => {
  test('a PIX is of the order and the attempt, of what was bought, and says where its notices go', async () => {
    const asked = answering(() => ({ json: PAYMENT }));
    await provider().createPix(payments, pix);
    expect(asked[0]?.body).toMatchObject({
      ...{ transaction_amount: 19.9, description: 'Pedido', external_reference: ORDER_ID },
      ...{ payment_method_id: 'pix', notification_url: pix.noticeUrl },
      metadata: { attempt_id: ATTEMPT_ID },
      additional_info: { items: [{ id: 'cup', title: 'Açaí 500 ml', quantity: 1, unit_price: 19.9 }] },
      payer: { email: 'a@example.com' },
    });
    expect(Date.parse(String(asked[0]?.body?.['date_of_expiration']))).toBe(NOW_MS + 1_860_000);
    expect(asked[0]?.headers.get(KEY)).toBe(ATTEMPT_ID);
  });

  test('a card is asked for in its instalments, of its bank and in its name', async () => {
    const asked = answering(() => ({ json: PAYMENT }));
    await provider().createCard(payments, card);
    expect(asked[0]?.body).toEqual({
      ...{ transaction_amount: 19.9, description: 'Pedido', external_reference: ORDER_ID },
      ...{ metadata: { attempt_id: ATTEMPT_ID }, token: 'the-token', binary_mode: true, installments: 3 },
      ...{ payment_method_id: 'master', issuer_id: 24 },
      payer: {
        ...{ email: 'a@example.com', first_name: 'Ana', last_name: 'Lima' },
        identification: { type: 'CPF', number: '39053344705' },
      },
    });
    expect(asked[0]?.headers.get(KEY)).toBe(ATTEMPT_ID);
  });

  test.each([
    ['a part', 500, { amount: 5 }],
    ['all that is left', null, {}],
  ])(
    '%s goes back under its own key, also where the bank takes its time',
    async (_what, amountCents, body) => {
      const asked = answering(() => ({ json: { id: 7, amount: 5, status: 'in_process' } }));
      const given = await provider().refund(payments, { paymentId: '555', refundId: REFUND_ID, amountCents });
      expect(given).toMatchObject({ ok: true, value: { id: '7', state: 'in_process' } });
      expect(asked).toMatchObject([{ body }]);
      expect(asked[0]?.headers.get(KEY)).toBe(REFUND_ID);
      expect(asked[0]?.headers.get('x-render-in-process-refunds')).toBe('true');
      expect(asked[0]?.headers.get('authorization')).toBe('Bearer APP_USR-1');
    },
  );

  test('a search reads page after page, oldest first, until there is no more', async () => {
    const all = Array.from({ length: 120 }, (_, at) => ({ ...PAYMENT, id: at }));
    const asked = answering(({ query }) => {
      const offset = Number(query.get('offset'));
      return { json: { results: all.slice(offset, offset + 50), paging: { total: 120 } } };
    });
    const found = await provider().searchByReference(payments, ORDER_ID);
    expect(found.ok && found.value.map(({ id }) => Number(id))).toEqual(all.map(({ id }) => id));
    expect(asked.map(({ query }) => [query.get('sort'), query.get('criteria'), query.get('limit')])).toEqual(
      Array.from({ length: 3 }, () => ['date_created', 'asc', '50']),
    );
  });

  test('a search whose answer does not say how many there are ends at a page that is not full', async () => {
    const all = Array.from({ length: 60 }, (_, at) => ({ ...PAYMENT, id: at }));
    answering(({ query }) => {
      const offset = Number(query.get('offset'));
      return { json: { results: all.slice(offset, offset + 50), paging: null } };
    });
    const found = await provider().searchByReference(payments, ORDER_ID);
    expect(found.ok && found.value.length).toBe(60);
  });

  test('a search asks for no page behind the last one', async () => {
    const page = Array.from({ length: 50 }, (_, at) => ({ ...PAYMENT, id: at }));
    const asked = answering(() => ({ json: { results: page, paging: { total: 50 } } }));
    await provider().searchByReference(payments, ORDER_ID);
    expect(asked).toHaveLength(1);
  });
});

describe('through the Orders API', () => {
  test('a search reads page after page, until one is not full', async () => {
    const pages = [50, 50, 3];
    const asked = answering((_asked, times) => ({
      json: { data: Array.from({ length: pages[times - 1] ?? 0 }, () => ORDER) },
    }));
    const found = await provider().searchByReference(orders, ORDER_ID);
    expect(found.ok && found.value.length).toBe(103);
    expect(asked.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3']);
  });

  test('what lets go without saying how it stands is read anew', async () => {
    const asked = answering(({ call }) =>
      call.startsWith('GET') ? { json: { ...ORDER, status: 'canceled' } } : { json: {} },
    );
    expect(await provider().cancel(orders, 'ORD1')).toMatchObject({ value: { status: 'cancelled' } });
    expect(asked.map(({ call }) => call)).toEqual(['POST /v1/orders/ORD1/cancel', 'GET /v1/orders/ORD1']);
  });

  test('a refund under a key that was used is the newest of those that were there', async () => {
    const refunds = ['REF1', 'REF2'].map((id) => ({ id, amount: '5.00', status: 'processed' }));
    const asked = answering(() => ({ json: { ...ORDER, transactions: { ...ORDER.transactions, refunds } } }));
    const given = await provider().refund(orders, {
      paymentId: 'ORD1',
      refundId: REFUND_ID,
      amountCents: 500,
    });
    expect(given).toMatchObject({ ok: true, value: { id: 'REF2' } });
    expect(asked[1]?.headers.get(KEY)).toBe(REFUND_ID);
  });

  test('what the order’s money allows and the provider does not yet is asked again after five seconds', async () => {
    answering(({ call }) =>
      call.startsWith('GET')
        ? { json: ORDER }
        : { status: 422, json: { errors: [{ code: 'cannot_refund_order' }] } },
    );
    const given = await provider().refund(orders, {
      paymentId: 'ORD1',
      refundId: REFUND_ID,
      amountCents: null,
    });
    expect(given).toEqual({ ok: false, refusal: { kind: 'busy', retryAfterMs: 5000 } });
  });
});

test('whoever pays waits eight seconds and a half for one try that is not answered, and no longer', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  let isOver = false;
  const asked = createMercadoPago({ triesMax: 1 })
    .fetch(payments, '5')
    .finally(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(8499);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  expect(await asked).toMatchObject({ refusal: { kind: 'unreachable' } });
});

describe('a no to a later try', () => {
  const lost = { status: 502, json: {} };
  test.each([
    ['not in this state', { status: 400, json: { cause: [{ code: 2018 }] } }],
    ['refused', { status: 400, json: { cause: [{ code: 13253 }] } }],
    ['not there', { status: 404, json: { error: 'not_found' } }],
  ])('of what may have been done before says nothing of that: %s', async (_what, no) => {
    answering((_asked, times) => (times === 1 ? lost : no));
    expect(await provider().createPix(payments, pix)).toMatchObject({ refusal: { kind: 'unreachable' } });
    answering((_asked, times) => (times === 1 ? lost : no));
    expect(
      await provider().refund(payments, { paymentId: '5', refundId: REFUND_ID, amountCents: 5 }),
    ).toMatchObject({
      refusal: { kind: 'unreachable' },
    });
  });

  test('of a refund of an order is not one: it may be under way', async () => {
    answering(({ call }, times) =>
      call.startsWith('GET')
        ? { json: ORDER }
        : times === 2
          ? lost
          : { status: 422, json: { errors: [{ code: 'cannot_refund_order' }] } },
    );
    const given = await provider().refund(orders, {
      paymentId: 'ORD1',
      refundId: REFUND_ID,
      amountCents: 500,
    });
    expect(given).toMatchObject({ refusal: { kind: 'unreachable' } });
  });

  test('of what only reads is one', async () => {
    answering((_asked, times) => (times === 1 ? lost : { status: 404, json: { error: 'not_found' } }));
    expect(await provider().fetch(payments, '5')).toMatchObject({ refusal: { kind: 'not-found' } });
  });

  test('of an order is not one either: its key may be in use', async () => {
    const asked = answering((_asked, times) =>
      times === 1 ? lost : { status: 422, json: { errors: [{ code: 'invalid_properties' }] } },
    );
    expect(await provider().createPix(orders, pix)).toMatchObject({ refusal: { kind: 'unreachable' } });
    expect(new Set(asked.map(({ headers }) => headers.get(KEY)))).toEqual(new Set([ATTEMPT_ID]));
  });
});

describe('the terminals of an account', () => {
  const page = (count: number, from = 0) => ({
    data: {
      terminals: Array.from({ length: count }, (_, at) => ({ id: `T${from + at}`, operating_mode: 'PDV' })),
    },
  });

  test('are read page after page, with whether they take what they are sent', async () => {
    const asked = answering(({ query }) =>
      query.get('offset') === '0'
        ? { json: page(50) }
        : { json: { data: { terminals: [{ id: 'T50', operating_mode: 'STANDALONE' }] } } },
    );
    const found = await provider().listTerminals(orders);
    expect(found.ok && [found.value.length, found.value[0], found.value[50]]).toEqual([
      51,
      { id: 'T0', isIntegrated: true },
      { id: 'T50', isIntegrated: false },
    ]);
    expect(asked.map(({ query }) => query.get('offset'))).toEqual(['0', '50']);
  });

  test('take what they are sent once they were asked to', async () => {
    const asked = answering(() => ({ json: { terminals: [{ id: 'T1', operating_mode: 'PDV' }] } }));
    expect(await provider().integrateTerminal(orders, 'T1')).toEqual({
      ok: true,
      value: { id: 'T1', isIntegrated: true },
    });
    expect(asked).toMatchObject([
      { call: 'PATCH /terminals/v1/setup', body: { terminals: [{ id: 'T1', operating_mode: 'PDV' }] } },
    ]);
  });

  test('that are not the account’s are not found', async () => {
    answering(() => ({ json: { terminals: [] } }));
    expect(await provider().integrateTerminal(orders, 'T1')).toEqual({
      ok: false,
      refusal: { kind: 'not-found' },
    });
    answering(() => ({ status: 404, json: { errors: [{ code: 'terminal_not_found' }] } }));
    expect(await provider().integrateTerminal(orders, 'T1')).toMatchObject({
      refusal: { kind: 'not-found' },
    });
  });
});
