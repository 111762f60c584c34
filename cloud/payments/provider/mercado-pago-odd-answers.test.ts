// What is made of answers that are broken, of another kind than asked for, or that say what nobody told us of: never a guess.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answering, type Answer } from '../../testing/answering-provider.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { Account } from './provider.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const DAY_MS = 86_400_000;
const ORDER_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const ATTEMPT_ID = '0192f6f0-0000-7000-8000-000000000001';
const REFUND_ID = '0192f6f0-0000-7000-8000-000000000002';
const accountOf = (api: Account['api'], hasChangedApi = false): Account => ({
  ...{ api, hasChangedApi, accessToken: 'APP_USR-1', publicKey: null, webhookSecret: null },
});
const payments = accountOf('payments');
const orders = accountOf('orders');
const provider = () => createMercadoPago({ clock: () => NOW_MS, retryDelayMs: 0 });
const iso = (atMs: number): string => new Date(atMs).toISOString();

const PAYMENT = {
  ...{ id: 555, status: 'approved', transaction_amount: 12.34, external_reference: ORDER_ID },
  date_created: iso(NOW_MS),
};
const ORDER = {
  ...{ id: 'ORD1', status: 'processed', currency: 'BRL', external_reference: ORDER_ID },
  created_date: iso(NOW_MS),
  transactions: { payments: [{ id: 'PAY1', status: 'processed', amount: '12.34' }] },
};
const AWAY: Answer = { status: 503, json: {} };
const unreachable = { ok: false, refusal: { kind: 'unreachable' } };

afterEach(() => void vi.unstubAllGlobals());

describe('an answer that cannot be read', () => {
  test('may stand for anything: it is asked for again, and is no answer in the end', async () => {
    const asked = answering(() => ({ json: { message: 'ok' } }));
    for (const [account, id] of [[payments, '555'] as const, [orders, 'ORD1'] as const])
      expect(await provider().fetch(account, id)).toEqual({
        ok: false,
        refusal: { kind: 'unreachable', detail: 'unreadable answer' },
      });
    expect(asked).toHaveLength(6);
  });

  test('and is no JSON at all is none either, of whatever is written', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    const refund = { paymentId: 'ORD1', refundId: REFUND_ID, amountCents: null };
    for (const answer of [
      await provider().cancel(orders, 'ORD1'),
      await provider().refund(orders, refund),
      await provider().integrateTerminal(orders, 'T1'),
    ])
      expect(answer).toEqual({ ok: false, refusal: { kind: 'unreachable', detail: 'HTTP 502' } });
  });

  test('for nobody is there, is none', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    for (const answer of [
      await provider().cancel(orders, 'ORD1'),
      await provider().integrateTerminal(orders, 'T1'),
    ])
      expect(answer).toEqual({ ok: false, refusal: { kind: 'unreachable', detail: 'no connection' } });
  });
});

describe('a state that nobody told us of', () => {
  test.each([
    ['payments', '555', { ...PAYMENT, status: 'teleported' }],
    ['orders', 'ORD1', { ...ORDER, status: 'teleported' }],
  ] as const)('is no fact by %s: it is looked at again', async (api, id, json) => {
    answering(() => ({ json }));
    const refusal = { kind: 'unreachable', detail: 'unknown status teleported' };
    expect(await provider().fetch(accountOf(api), id)).toEqual({ ok: false, refusal });
    expect(await provider().cancel(accountOf(api), id)).toEqual({ ok: false, refusal });
  });

  test.each(['payments', 'orders'] as const)(
    'keeps no other payment out of what is found by %s',
    async (api) => {
      const odd = { status: 'teleported' };
      answering(() => ({
        json: {
          results: [{ ...PAYMENT, ...odd }, PAYMENT],
          data: [{ ...ORDER, ...odd }, ORDER],
        },
      }));
      const found = await provider().searchByReference(accountOf(api), ORDER_ID);
      expect(found.ok && found.value.map(({ status }) => status)).toEqual(['approved']);
    },
  );
});

describe('an account that went from one interface to the other', () => {
  test.each(['payments', 'orders'] as const)(
    'finds what both have, and no number twice: %s first',
    async (api) => {
      answering(({ call }) => ({
        json: call.includes('/orders') ? { data: [ORDER] } : { results: [PAYMENT, { ...own, id: 556 }] },
      }));
      const own = { ...PAYMENT, metadata: { attempt_id: ATTEMPT_ID } };
      const found = await provider().searchByReference(accountOf(api, true), ORDER_ID);
      expect(found.ok && found.value.map(({ id }) => id).toSorted()).toEqual(['556', 'ORD1']);
    },
  );

  test.each(['payments', 'orders'] as const)(
    'knows nothing of a span while one of both does not answer: %s first',
    async (api) => {
      for (const away of ['/orders', '/payments']) {
        answering(({ call }) => (call.includes(away) ? AWAY : { json: { results: [], data: [] } }));
        const found = await provider().searchByCreation(accountOf(api, true), NOW_MS - DAY_MS, NOW_MS);
        expect(found).toMatchObject(unreachable);
      }
    },
  );
});

describe('a dispute that names the number of the money', () => {
  const dispute = (account: Account, paid: object, found: Answer) => {
    const asked = answering(({ call }) => {
      if (call === 'GET /v1/chargebacks/9') return { json: { payments: [555] } };
      return call === 'GET /v1/payments/555' ? { json: paid } : found;
    });
    return { asked, read: provider().readDispute(account, 'chargeback', '9') };
  };
  const undated = { ...PAYMENT, date_created: null };

  test('is of the order too where the shop has gone back to the older interface', async () => {
    const { read } = dispute(accountOf('payments', true), PAYMENT, { json: { data: [ORDER] } });
    expect(await read).toMatchObject({ value: { paymentId: 'ORD1' } });
  });

  test('and not when it was made is looked for by our order’s name', async () => {
    const { asked, read } = dispute(orders, undated, { json: { data: [ORDER] } });
    expect(await read).toMatchObject({ value: { paymentId: 'ORD1' } });
    expect(asked.at(-1)?.query.get('external_reference')).toBe(ORDER_ID);
  });

  test('is of the order of that time, and of one that does not say when it was made where there is no other', async () => {
    const dateless = { ...ORDER, id: 'ORD2', created_date: null };
    const paidTo = async (...data: object[]) => await dispute(orders, PAYMENT, { json: { data } }).read;
    expect(await paidTo(dateless, ORDER)).toMatchObject({ value: { paymentId: 'ORD1' } });
    expect(await paidTo(dateless)).toMatchObject({ value: { paymentId: 'ORD2' } });
  });

  test('is asked for again while orders cannot be looked for, and is not said to be of nobody', async () => {
    for (const paid of [PAYMENT, undated])
      expect(await dispute(orders, paid, AWAY).read).toMatchObject(unreachable);
  });

  test.each(['chargeback', 'claim'] as const)('and a %s that is not there is none', async (topic) => {
    answering(() => ({ status: 404, json: { error: 'not_found' } }));
    expect(await provider().readDispute(orders, topic, '9')).toEqual({
      ok: false,
      refusal: { kind: 'not-found' },
    });
  });
});

describe('a refund of an order', () => {
  const refund = (amountCents: number | null) =>
    provider().refund(orders, { paymentId: 'ORD1', refundId: REFUND_ID, amountCents });
  const both = [1, 2].map((id) => ({ id: `PAY${id}`, status: 'processed', amount: '12.34' }));
  const several = { ...ORDER, transactions: { payments: both } };

  test.each([
    ['several payments', several],
    ['no payment', { ...ORDER, transactions: null }],
    ['a payment of an amount that cannot be read', { ...ORDER, transactions: { payments: [{ id: 'P' }] } }],
  ])('that shows %s gives no part back: all of it would go', async (_, json) => {
    const asked = answering(() => ({ json }));
    expect(await refund(500)).toMatchObject({ ok: false, refusal: { kind: 'not-now' } });
    expect(asked.map(({ call }) => call)).toEqual(['GET /v1/orders/ORD1']);
  });

  test('that shows several payments gives back the whole, which needs no name', async () => {
    const refunds = [{ id: 'REF1', status: 'processed' }];
    const asked = answering(({ call }) => ({
      json: call.startsWith('GET')
        ? several
        : { ...several, transactions: { ...several.transactions, refunds } },
    }));
    expect(await refund(null)).toMatchObject({ ok: true, value: { id: 'REF1' } });
    expect(asked[1]).toMatchObject({ call: 'POST /v1/orders/ORD1/refund', body: null });
  });

  test('is the last that was not there before, where somebody gave back a part in the panel meanwhile', async () => {
    const refunds = ['REF1', 'REF2'].map((id) => ({ id, amount: '5.00', status: 'processed' }));
    answering(({ call }) => ({
      json: call.startsWith('GET') ? ORDER : { ...ORDER, transactions: { ...ORDER.transactions, refunds } },
    }));
    expect(await refund(500)).toMatchObject({ ok: true, value: { id: 'REF2' } });
  });

  test('is not there where the order does not list it, and not known where the order is away', async () => {
    answering(() => ({ json: ORDER }));
    const refusal = { kind: 'not-found' };
    expect(await provider().readRefund(orders, 'ORD1', 'REF1')).toEqual({ ok: false, refusal });
    answering(() => AWAY);
    expect(await provider().readRefund(orders, 'ORD1', 'REF1')).toMatchObject(unreachable);
    expect(await provider().listRefunds(orders, 'ORD1')).toMatchObject(unreachable);
    expect(await provider().listRefunds(payments, '555')).toMatchObject(unreachable);
    expect(await provider().readRefund(payments, '555', '7')).toMatchObject(unreachable);
  });
});

test('an account without terminals has none, though its list is left out', async () => {
  answering(() => ({ json: { data: {} } }));
  expect(await provider().listTerminals(orders)).toEqual({ ok: true, value: [] });
});

test('a way to pay that the account has switched off is none', async () => {
  const statuses = ['active', 'deactive', 'temporally_deactive', null];
  answering(() => ({ json: statuses.map((status) => ({ id: `way ${status}`, status })) }));
  expect(await provider().listMethods(orders)).toEqual({ ok: true, value: ['way active'] });
});
