// What is asked of Mercado Pago and what is made of its answers, by either of its interfaces, where the simulator says less than the real one may.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answering, type Answer } from '../../testing/answering-provider.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { Account, CardRequest, PixRequest } from './provider.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW_MS = Date.UTC(2026, 10, 21, 15);
const ORDER_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const ATTEMPT_ID = '0192f6f0-0000-7000-8000-000000000001';
const accountOf = (api: Account['api']): Account => ({
  api,
  hasChangedApi: false,
  accessToken: 'APP_USR-1',
  publicKey: null,
  webhookSecret: null,
});
const orders = accountOf('orders');
const payments = accountOf('payments');

const provider = () => createMercadoPago({ clock: () => NOW_MS, retryDelayMs: 0 });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const iso = (atMs: number): string => new Date(atMs).toISOString();
const order = (more: object = {}, refunds: object[] = []) => ({
  id: 'ORD1',
  status: 'processed',
  currency: 'BRL',
  external_reference: ORDER_ID,
  created_date: iso(NOW_MS),
  transactions: { payments: [{ id: 'PAY1', status: 'processed', amount: '12.34' }], refunds },
  ...more,
});
const payment = (more: object = {}) => ({
  id: 555,
  status: 'approved',
  transaction_amount: 12.34,
  external_reference: ORDER_ID,
  date_created: iso(NOW_MS),
  ...more,
});
const inSpan = (query: URLSearchParams, atMs: number): boolean =>
  atMs >= Date.parse(query.get('begin_date') ?? '') && atMs <= Date.parse(query.get('end_date') ?? '');

describe('the search', () => {
  test.each(['orders', 'payments'] as const)(
    'for a span by %s has its first moment and not the one after its last: no day has what is of the next',
    async (api) => {
      const moments = [NOW_MS - 1, NOW_MS, NOW_MS + DAY - 1, NOW_MS + DAY];
      answering(({ query }) => {
        const found = moments.filter((atMs) => inSpan(query, atMs));
        return api === 'orders'
          ? { json: { data: found.map((atMs) => order({ created_date: iso(atMs) })) } }
          : { json: { results: found.map((atMs) => payment({ date_created: iso(atMs) })) } };
      });
      const found = await provider().searchByCreation(accountOf(api), NOW_MS, NOW_MS + DAY);
      expect(found.ok && found.value.map(({ createdAtMs }) => createdAtMs)).toEqual([
        NOW_MS,
        NOW_MS + DAY - 1,
      ]);
    },
  );

  // A cancelled code is looked at for two days, what was paid for months; and the provider's clock may be ahead.
  test.each([-59 * DAY, -1, HOUR])('for an order finds what was made %i ms from now', async (fromNowMs) => {
    const asked = answering(({ query }) => {
      const atMs = NOW_MS + fromNowMs;
      return { json: { data: inSpan(query, atMs) ? [order({ created_date: iso(atMs) })] : [] } };
    });
    const found = await provider().searchByReference(orders, ORDER_ID);
    expect(found.ok && found.value).toHaveLength(1);
    expect(asked[0]?.query.get('external_reference')).toBe(ORDER_ID);
  });
});

describe('a refund of an order', () => {
  const PART = { id: 'REF1', amount: '5.00', status: 'processed' };
  const give = (amountCents: number | null) =>
    provider().refund(orders, { paymentId: 'ORD1', refundId: ATTEMPT_ID, amountCents });

  test.each([
    ['all that is left', 734, {}, 'busy'],
    ['all of it', null, {}, 'busy'],
    ['a centavo more than is left', 735, {}, 'not-now'],
    ['a part of what is not paid', 100, { status: 'canceled' }, 'not-now'],
  ])(
    '%s that is answered "not in this state" is not yet, or not at all: %j of %j is %s',
    async (_, cents, more, kind) => {
      answering(({ call }) =>
        call.startsWith('GET')
          ? { json: order(more, [PART]) }
          : { status: 422, json: { errors: [{ code: 'cannot_refund_order' }] } },
      );
      expect(await give(cents)).toMatchObject({ ok: false, refusal: { kind } });
    },
  );

  test('of which all went back is no more to be had, however often it is asked', async () => {
    answering(({ call }) =>
      call.startsWith('GET')
        ? { json: order({}, [{ ...PART, amount: '12.34' }]) }
        : { status: 409, json: { errors: [{ code: 'order_already_refunded' }] } },
    );
    expect(await give(null)).toMatchObject({ ok: false, refusal: { kind: 'not-now' } });
  });

  test.each([
    ['the whole of what nothing went back of has no amount', null, [], null],
    ['the whole beside a part is what is left', null, [PART], '7.34'],
    ['a part is its amount', 100, [PART], '1.00'],
  ])('is asked for: %s', async (_, cents, before, amount) => {
    const asked = answering(({ call }) => ({
      json: order({}, call.startsWith('GET') ? before : [...before, { id: 'REF2', status: 'processed' }]),
    }));
    expect(await give(cents)).toMatchObject({ ok: true, value: { id: 'REF2' } });
    expect(asked[1]?.body).toEqual(amount === null ? null : { transactions: [{ id: 'PAY1', amount }] });
  });

  test('that its answer does not show is not refused: it may have been made', async () => {
    answering(() => ({ json: order() }));
    expect(await give(500)).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
  });

  test('is the one that was not there before, in whichever order the answer has them', async () => {
    answering(({ call }) => ({
      json: order(
        {},
        call.startsWith('GET') ? [PART] : [{ ...PART, id: 'REF2', status: 'processing' }, PART],
      ),
    }));
    expect(await give(500)).toMatchObject({ ok: true, value: { id: 'REF2', state: 'in_process' } });
  });
});

describe('a payment that is made', () => {
  const pix: PixRequest = {
    attemptId: ATTEMPT_ID,
    orderId: ORDER_ID,
    amountCents: 1234,
    description: 'Pedido',
    items: [],
    expiresAtMs: NOW_MS + 31 * MINUTE,
    validForMs: 31 * MINUTE,
    payerEmail: 'a@example.com',
    noticeUrl: null,
  };

  test.each([
    ['our order', ORDER_ID, ATTEMPT_ID],
    ['another order', ATTEMPT_ID, null],
  ])(
    'as an order that names no attempt, but %s (%s), is of the attempt: %s',
    async (_, reference, attemptId) => {
      answering(() => ({ json: order({ external_reference: reference }) }));
      expect(await provider().createPix(orders, pix)).toMatchObject({ ok: true, value: { attemptId } });
    },
  );

  test.each([
    ['payments', { binary_mode: true }],
    ['orders', { processing_mode: 'automatic', capture_mode: 'automatic' }],
  ] as const)('by card through %s is approved or not, at once: no review of two days', async (api, mode) => {
    const asked = answering(() => ({ json: api === 'orders' ? order() : payment() }));
    const { payerEmail, expiresAtMs: _at, validForMs: _for, ...common } = pix;
    const card: CardRequest = {
      ...common,
      ...{ token: 'the-token', installments: 1, brand: 'master', issuerId: null },
      payer: { email: payerEmail, firstName: 'Ana', lastName: 'Lima', identification: null },
    };
    await provider().createCard(accountOf(api), card);
    expect(asked[0]?.body).toMatchObject(mode);
  });

  test('and stands on a terminal is cancelled there too', async () => {
    const asked = answering(() => ({ json: order({ status: 'canceled' }) }));
    expect(await provider().cancel(orders, 'ORD1')).toMatchObject({ value: { status: 'cancelled' } });
    expect(asked[0]?.headers.get('x-allow-cancelable-status')).toBe('at_terminal');
  });
});

test('refunds that the bank is still at are listed and read as well', async () => {
  const HEADER = 'x-render-in-process-refunds';
  const refund = { id: 7, amount: 5, status: 'in_process' };
  const asked = answering(({ call }) => ({ json: /\/refunds\/?$/.test(call) ? [refund] : refund }));
  const inProcess = { id: '7', state: 'in_process' };
  expect(await provider().listRefunds(payments, '555')).toMatchObject({ value: [inProcess] });
  expect(await provider().readRefund(payments, '555', '7')).toMatchObject({ value: inProcess });
  expect(asked.map(({ headers }) => headers.get(HEADER))).toEqual(['true', 'true']);
});

describe('a dispute names the number of the money, and is of the order', () => {
  const CREATED_MS = NOW_MS - 100 * DAY;
  const paidOrder = (id: string, amount: string, fromItMs: number, status = 'processed') =>
    order({
      id,
      status,
      created_date: iso(CREATED_MS + fromItMs),
      transactions: { payments: [{ id: 'PAY1', status, amount }] },
    });
  const orderOf = async (...all: ReturnType<typeof paidOrder>[]) => {
    answering(({ call, query }) => {
      if (call === 'GET /v1/chargebacks/9') return { json: { payments: [555] } };
      if (call === 'GET /v1/payments/555') return { json: payment({ date_created: iso(CREATED_MS) }) };
      return { json: { data: all.filter((one) => inSpan(query, Date.parse(one.created_date))) } };
    });
    const read = await provider().readDispute(orders, 'chargeback', '9');
    return read.ok ? read.value.paymentId : read.refusal.kind;
  };

  test('of months ago, made within a day of it', async () => {
    for (const fromItMs of [-23 * HOUR, 23 * HOUR])
      expect(await orderOf(paidOrder('ORD1', '12.34', fromItMs))).toBe('ORD1');
  });

  test('with the same amount, to the centavo', async () => {
    expect(await orderOf(paidOrder('ORD1', '12.33', 0), paidOrder('ORD2', '12.34', HOUR))).toBe('ORD2');
    expect(await orderOf(paidOrder('ORD1', '12.33', 0))).toBe('555');
  });

  test('that was paid: nobody contests a code that ran out', async () => {
    expect(await orderOf(paidOrder('ORD1', '12.34', 0, 'expired'), paidOrder('ORD2', '12.34', HOUR))).toBe(
      'ORD2',
    );
  });

  test('and of several the nearest in time, before or after', async () => {
    const far = paidOrder('ORD1', '12.34', -2 * HOUR);
    const near = paidOrder('ORD2', '12.34', HOUR);
    expect(await orderOf(far, near)).toBe('ORD2');
    expect(await orderOf(near, far)).toBe('ORD2');
    expect(await orderOf(far, paidOrder('ORD3', '12.34', 3 * HOUR))).toBe('ORD1');
  });
});

test('a claim whose payment cannot be read keeps no other one back', async () => {
  const claim = (id: number) => ({ resource: 'payment', resource_id: id });
  answering(({ call }) => {
    if (call.endsWith('/claims/search')) return { json: { data: [claim(554), claim(555)] } };
    if (call === 'GET /v1/payments/555') return { json: payment({ metadata: { attempt_id: ATTEMPT_ID } }) };
    return { status: 404, json: { error: 'not_found' } };
  });
  expect(await provider().listOpenClaims(orders)).toMatchObject({
    disputes: [{ paymentId: '555' }],
    failure: { kind: 'not-found' },
  });
});

describe('a call that is not answered', () => {
  const triesOf = async (answer: Answer, forMs: number) => {
    vi.useFakeTimers({ now: NOW_MS, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const moments: number[] = [];
    answering(() => {
      moments.push(Date.now() - NOW_MS);
      return answer;
    });
    const asked = createMercadoPago().fetch(payments, '555');
    await vi.advanceTimersByTimeAsync(forMs);
    return { moments, outcome: await asked };
  };

  test('is tried three times, each time after twice as long', async () => {
    const { moments, outcome } = await triesOf({ status: 502, json: {} }, 2000);
    expect(moments).toEqual([0, 300, 900]);
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
  });

  test('is tried again when the provider says so, where that is soon', async () => {
    const busy = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds }, json: {} });
    expect((await triesOf(busy('4'), 9000)).moments).toEqual([0, 4000, 8000]);
    vi.useRealTimers();
    // Whoever pays waits for it.
    const { moments, outcome } = await triesOf(busy('5'), 30_000);
    expect(moments).toEqual([0]);
    expect(outcome).toEqual({ ok: false, refusal: { kind: 'busy', retryAfterMs: 5000 } });
  });

  test('is not tried again where it was refused', async () => {
    expect((await triesOf({ status: 404, json: { error: 'not_found' } }, 2000)).moments).toEqual([0]);
  });
});
