// [P31] to [P35] of a part of an order, and of a difference: the static code with a name of its own, and what becomes of what nobody confirmed.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { CounterPix, UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import type { PixCode } from '@balcao/shared/http/pix.ts';
import type { Breakdown, SalesReport } from '@balcao/shared/http/reports.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
/** What the provider's search finds; null: no line. */
let found: { txid: string; providerPaymentId: string }[] | null;
beforeEach(async () => {
  found = null;
  store = await openTestStore({
    relay: {
      request: (path: string) =>
        found !== null && path === '/edge/payments/static-pix'
          ? Promise.resolve(Response.json({ found }))
          : Promise.reject(new TypeError('fetch failed')),
    },
  });
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
  const json = { key: 'lucia@loja.com', holder: 'Açaí da Lúcia', city: 'São Paulo' };
  await admin('/api/staff/pix-key', { method: 'PUT', json });
});
afterEach(() => store.close());

/** Costs R$ 28,80 and R$ 3,60. */
const [CUP, WATER] = [2880, 360];
const done = async <T>(path: string, json: object, ask = front): Promise<T> => {
  const answer = await ask(path, { json });
  const body = (await answer.json()) as T;
  expect([answer.ok, body]).toEqual([true, expect.anything()]);
  return body;
};
const now = ({ id }: { id: string }): Order => store.orders.repository.byId(id) as Order;
const sell = async (): Promise<Order> =>
  (
    await done<{ order: Order }>('/api/staff/orders', {
      id: v7(),
      consumptionType: 'takeaway',
      items: [{ id: v7(), productId: 'taca' }],
    })
  ).order;
const move = ({ id }: Order, json: object, ask = front) => done(`/api/staff/orders/${id}/moves`, json, ask);
const part = async (order: Order, cents: number, method = 'pix_manual', id = v7()): Promise<string> => {
  await move(order, { kind: 'take-tender', id, method, cents });
  store.clock.nowMs += 1000;
  return id;
};
const codeOf = async ({ id }: Order, partId: string, cents: number): Promise<CounterPix> =>
  done(`/api/staff/orders/${id}/counter-pix?part=${partId}&cents=${cents}`, {});
const txidIn = ({ brCode }: PixCode): string => /62\d\d05(\d\d)([\dA-Z]+?)6304/.exec(brCode)?.[2] ?? '';
const listed = async (): Promise<UnprovedPixes> =>
  (await (await front('/api/staff/static-pix')).json()) as UnprovedPixes;
const onlyOne = async (): Promise<UnprovedPixes['lost'][number]> => {
  const { unconfirmed, lost } = await listed();
  expect(unconfirmed.length + lost.length).toBe(1);
  return [...unconfirmed, ...lost][0] as UnprovedPixes['lost'][number];
};
const say = async (said: 'received' | 'not-received'): Promise<void> => {
  const { txid } = await onlyOne();
  await done(`/api/staff/static-pix/${txid}`, { said });
  store.clock.nowMs += 1000;
};
const openDrawer = () => done('/api/staff/cash-session', { id: v7(), floatCents: 0 });
const close = async (): Promise<CashClose> =>
  done('/api/staff/cash-session/close', { countedCents: 0 }, front);
const waysOfToday = async () => {
  const answer = await admin('/api/staff/reports/sales?from=2026-11-21&to=2026-11-21');
  const { methods } = (await answer.json()) as SalesReport;
  return Object.fromEntries(methods.map(({ method, salesCents }) => [method, salesCents]));
};
/** A paid order to which a water was added; its difference is paid by the static code. */
async function withDifference(): Promise<{ order: Order; id: string }> {
  const order = await sell();
  await move(order, { kind: 'confirm-payment', method: 'cash' });
  const seen = { changes: 0, paid: true };
  await done(`/api/staff/orders/${order.id}/lines`, {
    id: v7(),
    add: [{ id: v7(), productId: 'agua' }],
    seen,
  });
  const id = v7();
  await done(`/api/staff/orders/${order.id}/difference`, {
    kind: 'take',
    id,
    method: 'pix_manual',
    cents: WATER,
  });
  store.clock.nowMs += 1000;
  return { order, id };
}

describe('[P31] the static code of a part', () => {
  it('has a name of its own: the order’s code and the end of the part’s id, 25 letters and digits', async () => {
    const order = await sell();
    const ids = ['01930d4e-7c1a-7def-8abc-0123456789ab', '01930d4e-7c1a-7def-8abc-0123456789ac'] as const;
    const codes = await Promise.all(ids.map((id) => codeOf(order, id, 1000)));
    const names = codes.map((code) => (code.kind === 'static' ? txidIn(code.code) : ''));
    expect(names).toEqual([`${order.code}ABC0123456789AB`, `${order.code}ABC0123456789AC`]);
    expect(names[0]).toHaveLength(25);
    await part(order, 1000, 'pix_manual', ids[0]);
    expect(await listed()).toMatchObject({
      unconfirmed: [{ txid: names[0], orderId: order.id, amountCents: 1000, userName: 'Ana ATTENDANT' }],
      lost: [],
    });
  });

  it('has that name as well where it is shown without the provider being asked', async () => {
    const order = await sell();
    const query = 'cents=1000&part=01930d4e-7c1a-7def-8abc-0123456789ab';
    const answer = await front(`/api/staff/orders/${order.id}/pix-code?${query}`);
    const code = (await answer.json()) as PixCode;
    expect([code.totalCents, txidIn(code)]).toEqual([1000, `${order.code}ABC0123456789AB`]);
  });

  it('has the name under which a difference is taken', async () => {
    const { order, id } = await withDifference();
    expect((await onlyOne()).txid).toBe(`${order.code}${id.replaceAll('-', '').slice(-15).toUpperCase()}`);
    await say('not-received');
    const answer = await front(`/api/staff/orders/${order.id}/pix-code?cents=${WATER}&part=${id}`);
    const code = (await answer.json()) as PixCode;
    expect([code.totalCents, txidIn(code)]).toEqual([WATER, (await onlyOne()).txid]);
  });
});

describe('a part to the static code', () => {
  it('[P33] is listed until the provider’s search names it, each part by itself', async () => {
    const order = await sell();
    await part(order, 1000);
    await part(order, CUP - 1000);
    const { unconfirmed } = await listed();
    expect(unconfirmed.map(({ amountCents }) => amountCents)).toEqual([1000, CUP - 1000]);
    found = [{ txid: unconfirmed[0]?.txid ?? '', providerPaymentId: '77' }];
    await store.staticPix.runDue(store.payments.ask);
    expect((await listed()).unconfirmed).toMatchObject([{ amountCents: CUP - 1000, orderId: order.id }]);
  });

  it('[P34] that did not come is waited for again by an order that waits, and is in again when it came', async () => {
    await openDrawer();
    const order = await sell();
    const id = await part(order, 1000);
    await say('not-received');
    expect(now(order)).toMatchObject({ status: 'PENDING', paymentStatus: 'pending' });
    expect(now(order).tenders).toBeUndefined();
    await say('received');
    expect(now(order).tenders).toMatchObject([{ id, method: 'pix_manual', cents: 1000 }]);
    await part(order, CUP - 1000, 'cash');
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    expect(now(order).balanceCents).toBeUndefined();
  });

  it('[P34] that came after the rest was taken otherwise pays what is left, and what is more is given back', async () => {
    const order = await sell();
    await part(order, 1000);
    await say('not-received');
    await part(order, CUP - 600, 'cash');
    await say('received');
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved', balanceCents: -400 });
  });

  it('[P34] that came after all of the order was taken in cash is given back, and stands in its own way in every book', async () => {
    await openDrawer();
    const order = await sell();
    await part(order, 1000);
    await say('not-received');
    await move(order, { kind: 'confirm-payment', method: 'cash' });
    expect(now(order).balanceCents).toBeUndefined();
    expect(await waysOfToday()).toEqual({ cash: CUP });
    store.clock.nowMs += 1000;
    await say('received');
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved', balanceCents: -1000 });
    // Both are in the shop's hands until one goes back.
    expect(await waysOfToday()).toEqual({ cash: CUP, pix_manual: 1000 });
    const back = { kind: 'give-back', id: v7(), cents: 1000 };
    await done(`/api/staff/orders/${order.id}/difference`, back, admin);
    expect(now(order).balanceCents).toBeUndefined();
    expect(await waysOfToday()).toEqual({ cash: CUP - 1000, pix_manual: 1000 });
    const breakdown = await admin('/api/staff/reports/breakdown?from=2026-11-21&to=2026-11-21');
    const { ways } = (await breakdown.json()) as Breakdown;
    expect(Object.fromEntries(ways.map(({ name, cents }) => [name, cents]))).toEqual({
      cash: CUP - 1000,
      pix_manual: 1000,
    });
    store.clock.nowMs += 1000;
    const { methods, cashSalesCents, cashReturnsCents } = await close();
    expect(methods).toEqual([{ name: 'PIX (manual)', orders: 1, salesCents: 1000 }]);
    expect([cashSalesCents, cashReturnsCents]).toEqual([CUP - 1000, 1000]);
  });

  it('[P34] that did not come is owed by an order in the making, which is not handed over without', async () => {
    const order = await sell();
    await part(order, 1000);
    await part(order, CUP - 1000, 'cash');
    await move(order, { kind: 'start' });
    await move(order, { kind: 'mark-ready' });
    await say('not-received');
    expect(now(order)).toMatchObject({ status: 'READY', paymentStatus: 'approved', balanceCents: 1000 });
    const handed = await front(`/api/staff/orders/${order.id}/moves`, { json: { kind: 'deliver' } });
    expect([handed.status, await handed.json()]).toMatchObject([409, { code: 'difference-due' }]);
    expect(await waysOfToday()).toEqual({ cash: CUP - 1000 });
    await say('received');
    expect(now(order).balanceCents).toBeUndefined();
    expect(await waysOfToday()).toEqual({ cash: CUP - 1000, pix_manual: 1000 });
    await move(order, { kind: 'deliver' });
  });

  it('[P34] leaves the reports with all of its order, where no other part came', async () => {
    const order = await sell();
    await part(order, CUP);
    expect(await waysOfToday()).toEqual({ pix_manual: CUP });
    await say('not-received');
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', balanceCents: CUP });
    expect(await waysOfToday()).toEqual({});
    await say('received');
    expect(await waysOfToday()).toEqual({ pix_manual: CUP });
  });

  it('[P34] that was handed over owes it as well, and no more when it came', async () => {
    const order = await sell();
    await part(order, 1000);
    await part(order, CUP - 1000, 'cash');
    for (const kind of ['start', 'mark-ready', 'deliver']) await move(order, { kind });
    await say('not-received');
    expect(now(order)).toMatchObject({ status: 'DELIVERED', balanceCents: 1000 });
    await say('received');
    expect(now(order).balanceCents).toBeUndefined();
  });

  it('[P34] is a line of the close in which it was said, and gives nothing back when its order is called off', async () => {
    await openDrawer();
    const order = await sell();
    await part(order, 1000);
    await part(order, CUP - 1000, 'cash');
    await say('not-received');
    await move(order, { kind: 'cancel', reason: 'cliente' }, admin);
    store.clock.nowMs += 1000;
    const { methods, cashReturnsCents } = await close();
    expect(methods).toEqual([
      { name: 'PIX (manual)', orders: 1, salesCents: 1000 },
      { name: 'PIX não recebido', orders: 1, salesCents: -1000 },
    ]);
    expect(cashReturnsCents).toBe(CUP - 1000);
  });

  it.each([
    ['another PIX', 'pix_manual'],
    ['the cash beside it', 'cash'],
  ])('[P34] that did not come has no share in a difference that goes back of %s', async (_what, method) => {
    const order = await sell();
    await part(order, 2000);
    await part(order, CUP - 2000, method);
    const { txid } = (await listed()).unconfirmed[0] as UnprovedPixes['lost'][number];
    await done(`/api/staff/static-pix/${txid}`, { said: 'not-received' });
    const settle = (json: object) =>
      done(`/api/staff/orders/${order.id}/difference`, { id: v7(), ...json }, admin);
    const lines = (json: object) => done(`/api/staff/orders/${order.id}/lines`, { id: v7(), ...json }, admin);
    await settle({ kind: 'take', method: 'cash', cents: 2000 });
    await lines({ add: [{ id: v7(), productId: 'agua' }], seen: { changes: 0, paid: true } });
    await settle({ kind: 'take', method: 'cash', cents: WATER });
    const water = now(order).items.find(({ productId }) => productId === 'agua');
    await lines({ takeOff: [water?.id], seen: { changes: 1, paid: true } });
    await settle({ kind: 'give-back', cents: WATER });
    await move(order, { kind: 'cancel', reason: 'cliente' }, admin);
    const back = store.db.select().from(handPayments).where(eq(handPayments.kind, 'back')).all();
    expect(back.map((row) => [row.method, row.amountCents])).toEqual([
      [method, WATER],
      [method, CUP - 2000 - WATER],
      ['cash', 2000],
      ['cash', WATER],
    ]);
  });

  it('that is given back is not asked about any more', async () => {
    const order = await sell();
    const id = await part(order, 1000);
    await move(order, { kind: 'give-tender-back', id }, admin);
    expect(await listed()).toEqual({ unconfirmed: [], lost: [] });
  });
});

describe('a difference to the static code', () => {
  it('[P34] that did not come is owed again, leaves the reports, and may be taken otherwise', async () => {
    const { order } = await withDifference();
    expect(now(order).balanceCents).toBeUndefined();
    expect(await waysOfToday()).toEqual({ cash: CUP, pix_manual: WATER });
    await say('not-received');
    expect(now(order)).toMatchObject({ paymentStatus: 'approved', balanceCents: WATER });
    expect(await waysOfToday()).toEqual({ cash: CUP });
    const again = { kind: 'take', id: v7(), method: 'cash', cents: WATER };
    await done(`/api/staff/orders/${order.id}/difference`, again);
    // Came after all, beside the cash: the customer gets it back, and of what is there alone.
    await say('received');
    expect(now(order)).toMatchObject({ balanceCents: -WATER });
  });

  it('[P34] of what did not come nothing is given back as a difference', async () => {
    const { order } = await withDifference();
    await say('not-received');
    const water = now(order).items.find(({ productId }) => productId === 'agua');
    const seen = { changes: 1, paid: true };
    await done(`/api/staff/orders/${order.id}/lines`, { id: v7(), takeOff: [water?.id], seen }, admin);
    expect(now(order).balanceCents).toBeUndefined();
    await openDrawer();
    await move(order, { kind: 'cancel', reason: 'cliente' }, admin);
    store.clock.nowMs += 1000;
    expect((await close()).cashReturnsCents).toBe(CUP);
  });
});
