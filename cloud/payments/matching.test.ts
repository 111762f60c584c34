// What a day's matching says of each payment and each attempt, and what it asks to be looked at again. Against a database and a provider
// that answer what a test says; which rows are read is asked of a real database in tests/contract/payments.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../storage/open.ts';
import { matchDay } from './matching.ts';
import { paymentAttempts, type AttemptRow, type RefundRow } from './schema.ts';
import type { ProviderPayment } from './provider/provider.ts';

type Deps = Parameters<typeof matchDay>[0];
const STORE = '01900000-0000-7000-8000-000000000001';
const ORDER = '01890a5d-ac96-774b-bcce-000000000001';
const DAY = '2026-11-30';
const ZONE = 'America/Sao_Paulo';

let attempts: AttemptRow[];
let refunds: RefundRow[];
let listed: ProviderPayment[];
let orders: Map<string, Partial<Order>>;
/** What the provider says of a payment that it did not list. */
let elsewhere: Map<string, ProviderPayment>;
let asked: unknown[];
let lookedAt: unknown[];
beforeEach(() => {
  [attempts, refunds, listed, asked, lookedAt] = [[], [], [], [], []];
  orders = new Map([[ORDER, order()]]);
  elsewhere = new Map();
});

const order = (changes: Partial<Order> = {}): Partial<Order> => ({
  code: '7K2MQ9XWTB',
  totalCents: 1000,
  status: 'RECEBIDO',
  paymentStatus: 'approved',
  ...changes,
});
const attempt = (changes: Partial<AttemptRow> = {}): AttemptRow =>
  ({
    id: 'a1',
    orderId: ORDER,
    orderCode: '7K2MQ9XWTB',
    method: 'pix',
    amountCents: 1000,
    status: 'approved',
    refundedCents: 0,
    mismatch: null,
    providerPaymentId: '1',
    createdAtMs: 5,
    ...changes,
  }) as AttemptRow;
const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment =>
  ({
    id: '1',
    reference: ORDER,
    method: 'pix',
    status: 'approved',
    amountCents: 1000,
    refundedCents: 0,
    createdAtMs: 7,
    ...changes,
  }) as ProviderPayment;
const refund = (changes: Partial<RefundRow>): RefundRow =>
  ({ attemptId: 'a1', amountCents: null, state: 'planned', doneAtMs: null, ...changes }) as RefundRow;

const match = (changes: Partial<Deps> = {}) => {
  const rowsOf = (table: unknown) => (table === paymentAttempts ? attempts : refunds) as object[];
  const answer = (rows: object[]) =>
    Object.assign(Promise.resolve(rows), { orderBy: () => Promise.resolve(rows) });
  const db = {
    select: () => ({ from: (table: unknown) => ({ where: () => answer(rowsOf(table)) }) }),
    update: () => ({ set: (fields: object) => ({ where: () => Promise.resolve(lookedAt.push(fields)) }) }),
  };
  const deps = {
    db: db as unknown as Db,
    provider: {
      searchByCreation: (_account: unknown, ...span: number[]) => {
        asked.push(span);
        return Promise.resolve({ ok: true, value: listed });
      },
      fetch: (_account: unknown, id: string) => {
        asked.push(id);
        const value = elsewhere.get(id);
        return Promise.resolve(
          value === undefined ? { ok: false, refusal: { kind: 'not-found' } } : { ok: true, value },
        );
      },
    },
    credentials: { of: () => Promise.resolve({}) },
    orders: { byId: (_storeId: string, id: string) => Promise.resolve(orders.get(id) ?? null) },
    clock: () => 99,
    ...changes,
  };
  return matchDay(deps as unknown as Deps, STORE, DAY, ZONE);
};
const day = async () => {
  const matched = await match();
  if (!matched.ok) throw new Error('it is not matched');
  return matched.value;
};
const differences = async () => (await day()).rows.map((row) => row.differences);

describe('a day', () => {
  it('that agrees is one row with both sides, and nothing is looked at again', async () => {
    [attempts, listed] = [[attempt()], [payment()]];
    expect(await day()).toEqual({
      day: DAY,
      rows: [
        {
          providerPaymentId: '1',
          attemptId: 'a1',
          orderId: ORDER,
          orderCode: '7K2MQ9XWTB',
          method: 'pix',
          providerStatus: 'approved',
          attemptStatus: 'approved',
          orderPaymentStatus: 'approved',
          paidCents: 1000,
          expectedCents: 1000,
          refundedCents: 0,
          createdAtMs: 7,
          differences: [],
        },
      ],
      totals: { approvedCents: 1000, refundedCents: 0, payments: 1, differences: 0 },
      foreign: 0,
    });
    // From midnight to midnight in the shop's zone, over the end of a month.
    expect(asked).toEqual([
      [Date.parse('2026-11-30T00:00:00-03:00'), Date.parse('2026-12-01T00:00:00-03:00')],
    ]);
    expect(lookedAt).toEqual([]);
  });

  it('of a shop without an account, or of which the provider says nothing, is a failure', async () => {
    expect(await match({ credentials: { of: () => Promise.resolve(null) } as never })).toEqual({
      ok: false,
      refusal: { kind: 'credentials', detail: 'no account' },
    });
    const silent = { ok: false, refusal: { kind: 'busy', retryAfterMs: 1 } };
    expect(await match({ provider: { searchByCreation: () => Promise.resolve(silent) } as never })).toEqual(
      silent,
    );
  });

  it('counts what is of somebody else, and leaves out tests of the account and what never came', async () => {
    listed = [
      payment({ id: '1', reference: null }),
      payment({ id: '2', reference: 'balcão ao lado' }),
      payment({ id: '3', reference: `x${ORDER}` }),
      payment({ id: '4', reference: `${ORDER}x` }),
      payment({ id: '5', status: 'pending' }),
      payment({ id: '6', reference: 'teste-da-conta-1' }),
    ];
    const matched = await day();
    expect([matched.rows, matched.foreign]).toEqual([[], 4]);
  });

  it('is told by time, whatever order it came in', async () => {
    listed = [3, 1, 2].map((n) => payment({ id: String(n), createdAtMs: n }));
    expect((await day()).rows.map((row) => row.createdAtMs)).toEqual([1, 2, 3]);
  });

  it('adds up what came and what went back; what the bank took did not come', async () => {
    listed = [
      payment({ id: '1' }),
      payment({ id: '2', status: 'partially_refunded', amountCents: 500, refundedCents: 200 }),
      payment({ id: '3', status: 'charged_back', amountCents: 70 }),
      payment({ id: '4', status: 'rejected', amountCents: 9000, refundedCents: 9 }),
    ];
    attempts = ['1', '2', '3', '4'].map((id) =>
      attempt({ id: `a${id}`, providerPaymentId: id, status: 'approved' }),
    );
    const { totals } = await day();
    expect(totals).toMatchObject({ approvedCents: 1500, refundedCents: 200, payments: 3, differences: 3 });
    expect(lookedAt).toEqual([{ nextCheckAtMs: 99 }]);
  });
});

describe('a difference is', () => {
  it('a payment of an order that nobody began, which nobody can look at again', async () => {
    listed = [payment({ method: null })];
    expect((await day()).rows).toMatchObject([
      {
        providerPaymentId: '1',
        attemptId: null,
        orderCode: '7K2MQ9XWTB',
        method: null,
        expectedCents: 1000,
        attemptStatus: null,
        differences: ['unknown-payment'],
      },
    ]);
    expect(lookedAt).toEqual([]);
    listed = [payment()];
    expect((await day()).rows).toMatchObject([{ method: 'pix' }]);
  });

  it('none of ours that the provider has under no name of ours', async () => {
    [attempts, listed] = [[attempt()], [payment({ reference: null })]];
    const { rows, foreign } = await day();
    expect([rows.map((row) => row.differences), foreign]).toEqual([[[]], 0]);
  });

  it('money that we know of and the provider does not, on this day or another', async () => {
    attempts = [
      attempt(),
      attempt({ id: 'a2', providerPaymentId: null }),
      attempt({ id: 'a3', status: 'pending' }),
    ];
    const { rows, totals } = await day();
    expect(rows.map((row) => [row.attemptId, row.differences])).toEqual([
      ['a1', ['not-at-provider']],
      ['a2', ['not-at-provider']],
    ]);
    expect(rows[0]).toMatchObject({
      providerStatus: null,
      paidCents: null,
      createdAtMs: 5,
      refundedCents: 0,
    });
    expect(totals).toEqual({ approvedCents: 0, refundedCents: 0, payments: 0, differences: 2 });
    expect(asked.slice(1)).toEqual(['1']);
    elsewhere.set('1', payment());
    attempts = [attempt()];
    expect(await differences()).toEqual([[]]);
  });

  it.each([
    ['status', { status: 'charged_back' }, {}],
    ['amount', { amountCents: 999 }, {}],
    ['refunded', { refundedCents: 1 }, {}],
    ['mismatch', {}, { mismatch: 'amount' }],
  ] as const)('another %s', async (name, there, here) => {
    [attempts, listed] = [[attempt(here)], [payment(there)]];
    expect(await differences()).toEqual([[name]]);
  });

  it('no mismatch of what was given back whole', async () => {
    const back = { status: 'refunded', refundedCents: 1000 } as const;
    [attempts, listed] = [[attempt({ ...back, mismatch: 'amount' })], [payment(back)]];
    expect(await differences()).toEqual([[]]);
  });

  it('an order that is gone, or that stands as unpaid or called off', async () => {
    [attempts, listed] = [[attempt()], [payment()]];
    const seen = [];
    for (const known of [
      order({ paymentStatus: 'pending' }),
      order({ status: 'CANCELLED' }),
      order({ status: 'PENDING' }),
    ]) {
      orders = new Map([[ORDER, known]]);
      seen.push(...(await differences()));
    }
    expect(seen).toEqual([['order-unpaid'], ['order-unpaid'], ['order-unpaid']]);
    orders = new Map();
    expect(await differences()).toEqual([['order-missing']]);
    // Nobody paid: there is nothing to miss.
    [attempts, listed] = [[attempt({ status: 'rejected' })], [payment({ status: 'rejected' })]];
    expect(await differences()).toEqual([[]]);
  });

  it('no order that waits for the rest of what is paid in parts, of which this is one', async () => {
    [attempts, listed] = [[attempt()], [payment()]];
    const waits = (attemptId: string, status: Order['status']) =>
      new Map([[ORDER, order({ status, tenders: [{ proved: { attemptId } }] as never })]]);
    orders = waits('a1', 'PENDING');
    expect(await differences()).toEqual([[]]);
    orders = waits('a2', 'PENDING');
    expect(await differences()).toEqual([['order-unpaid']]);
    orders = waits('a1', 'CANCELLED');
    expect(await differences()).toEqual([['order-unpaid']]);
  });

  it('no order that was called off while all of it is on its way back', async () => {
    [attempts, listed] = [[attempt()], [payment()]];
    orders = new Map([[ORDER, order({ status: 'CANCELLED' })]]);
    const seen = [];
    for (const one of [
      refund({ state: 'planned' }),
      refund({ state: 'done' }),
      refund({ state: 'refused' }),
      refund({ amountCents: 1000 }),
      refund({ attemptId: 'a2' }),
    ]) {
      refunds = [one];
      seen.push(...(await differences()));
    }
    expect(seen).toEqual([[], ...Array.from({ length: 4 }, () => ['order-unpaid'])]);
  });

  it('nothing that we asked to go back and have not looked at since', async () => {
    const back = (refundedCents: number) => payment({ status: 'partially_refunded', refundedCents });
    attempts = [attempt()];
    const seen = async (refundedCents: number, ...of: RefundRow[]) => {
      [listed, refunds] = [[back(refundedCents)], of];
      return (await differences())[0];
    };
    const parts = [refund({ amountCents: 300 }), refund({ amountCents: 200 })];
    const BOTH = ['status', 'refunded'];
    expect(await seen(500, ...parts)).toEqual([]);
    expect(await seen(501, ...parts)).toEqual(BOTH);
    expect(await seen(501, refund({}))).toEqual([]);
    expect(await seen(1, refund({ state: 'refused' }))).toEqual(BOTH);
    expect(await seen(0, refund({}))).toEqual(['status']);
    // We have looked since, and saw as much.
    attempts = [attempt({ refundedCents: 500 })];
    expect(await seen(500, refund({}))).toEqual(['status']);
    attempts = [attempt({ status: 'rejected' })];
    expect(await seen(500, ...parts)).toEqual(BOTH);
    attempts = [attempt()];
    [listed, refunds] = [[payment({ status: 'charged_back', refundedCents: 1 })], [refund({})]];
    expect(await differences()).toEqual([BOTH]);
  });
});
