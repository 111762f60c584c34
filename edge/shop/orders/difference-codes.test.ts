// What a change of a paid order left to be paid, by a code of the provider: what is asked for, what its fact does to order and books, how it goes back.
import { afterEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order } from '@balcao/shared/order/order.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { refundIntents } from '../../storage/schema/payments.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { listHandPayments, sendPaymentFact } from '../../testing/payment-fact.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const WHOLE = '0f0e0d0c-0b0a-4908-8706-050403020101';
const OTHER = '0f0e0d0c-0b0a-4908-8706-050403020102';
const PATH = '/edge/payments/differences/pix';
const PIX = {
  attemptId: ATTEMPT,
  paymentId: '1',
  status: 'pending',
  qrCode: '000201',
  qrCodeBase64: '',
  expiresAtMs: 1,
};

let store: TestStore;
let front: Asking;
let admin: Asking;
let asked: { path: string; body: unknown }[] = [];
/** What happens while the relay makes a code. */
let meanwhile: () => Promise<unknown> = async () => undefined;
afterEach(() => store.close());

async function open(answers: Record<string, object> = { [PATH]: PIX }): Promise<void> {
  asked = [];
  meanwhile = async () => undefined;
  store = await openTestStore({
    relay: {
      request: async (path: string, init: RequestInit = {}) => {
        asked.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
        if (path === PATH) await meanwhile();
        const answer = answers[path.split('?')[0] ?? ''];
        if (answer === undefined) throw new TypeError('fetch failed');
        return Response.json(answer);
      },
    },
  });
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
}

const item = (productId: string) => ({ id: v7(), productId });
const post = async (path: string, json: object, ask = front) => {
  const answer = await ask(path, { json });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};
const now = ({ id }: { id: string }): Order => store.orders.repository.byId(id) as Order;
const move = (order: Order, json: object, ask = front) =>
  post(`/api/staff/orders/${order.id}/moves`, json, ask);
const hear = (order: Order, changes: Partial<PaymentFact> & Pick<PaymentFact, 'attemptId'>) =>
  sendPaymentFact(store, { orderId: order.id, ...changes });
/** The provider has the difference, water for R$ 3,60. */
const pay = (order: Order, part: string, changes: Partial<PaymentFact> = {}) =>
  hear(order, { attemptId: ATTEMPT, part, difference: true, amountCents: 360, ...changes });

/** A cup and water for R$ 32,40, paid `by` hand or online, to which another water for R$ 3,60 was added. */
async function changed(by: 'cash' | 'pix'): Promise<Order> {
  const json = { id: v7(), consumptionType: 'takeaway', items: ['taca', 'agua'].map(item) };
  const order = (await post('/api/staff/orders', json)).body['order'] as Order;
  if (by === 'cash') await move(order, { kind: 'confirm-payment', method: 'cash' });
  else await hear(order, { attemptId: WHOLE, amountCents: 3_240 });
  return add(now(order));
}
async function add(order: Order): Promise<Order> {
  const seen = { changes: order.changes?.length ?? 0, paid: true };
  const json = { id: v7(), seen, add: [item('agua')] };
  expect((await post(`/api/staff/orders/${order.id}/lines`, json, admin)).status).toBe(200);
  return now(order);
}
const ask = (order: Order, part: string, cents = 360) =>
  post(`/api/staff/orders/${order.id}/counter-pix?part=${part}&cents=${cents}`, {});
const settle = (order: Order, json: object, by = front) =>
  post(`/api/staff/orders/${order.id}/difference`, { id: v7(), cents: 360, ...json }, by);
const booked = () => listHandPayments(store);
const attention = () =>
  store.db.$client
    .prepare<[], string | null>('select attention from payments order by attempt_id')
    .pluck()
    .all();
const intents = () =>
  store.db
    .select()
    .from(refundIntents)
    .all()
    .map(({ attemptId, amountCents, cents }) => ({ attemptId, amountCents, cents }))
    .toSorted((a, b) => (a.attemptId < b.attemptId ? -1 : 1));
const sums = async (kind: string) => {
  await store.rollups.upToDate();
  return store.db.$client
    .prepare('select name, cents from report_sums where kind = ? and cents <> 0 order by name')
    .raw()
    .all(kind);
};

describe('[P31] a difference is asked for at the provider', () => {
  it.each(['cash', 'pix'] as const)(
    'by its own amount and id, by a path that an older relay does not know, of an order paid by %s',
    async (by) => {
      await open();
      const order = await changed(by);
      const part = v7();
      expect(await ask(order, part)).toMatchObject({
        status: 200,
        body: { kind: 'proved', totalCents: 360, payment: { attemptId: ATTEMPT } },
      });
      expect(asked.filter(({ path }) => path.endsWith('/pix'))).toEqual([
        { path: PATH, body: { order: { id: order.id, code: order.code, totalCents: 360 }, part } },
      ]);
    },
  );

  it('is kept as a difference before anybody sees its code', async () => {
    await open();
    const order = await changed('cash');
    const part = v7();
    await ask(order, part);
    const kept = store.db.$client.prepare('select fact from payments').pluck().get();
    expect(JSON.parse(kept as string)).toMatchObject({ part, difference: true, status: 'pending' });
    expect(now(order)).toMatchObject({ balanceCents: 360, paymentMethod: 'cash' });
  });

  it.each([
    [359, 409],
    [360, 200],
    [361, 409],
  ])('of R$ 3,60 that are owed, %i centavos: %i', async (cents, status) => {
    await open();
    const order = await changed('cash');
    const { body, ...answer } = await ask(order, v7(), cents);
    expect(answer.status).toBe(status);
    if (status === 409) expect(body).toMatchObject({ code: 'difference-changed', balanceCents: 360 });
  });

  it('not of an order that owes nothing, that it paid already, or that was called off', async () => {
    await open();
    const order = await changed('cash');
    const part = v7();
    await pay(order, part);
    expect(await ask(order, part)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
    expect(await ask(order, v7())).toMatchObject({ status: 409, body: { code: 'difference-changed' } });
    const other = await changed('cash');
    await move(other, { kind: 'cancel', reason: 'loja', seen: 'RECEBIDO' }, admin);
    expect(await ask(other, v7())).toMatchObject({ status: 409, body: { code: 'order-over' } });
  });

  it('also where a part’s money went and nobody changed its lines, and then that part stays what it was', async () => {
    await open();
    const json = { id: v7(), consumptionType: 'takeaway', items: ['agua', 'agua'].map(item) };
    const order = (await post('/api/staff/orders', json)).body['order'] as Order;
    const part = v7();
    await hear(order, { attemptId: OTHER, part, amountCents: 360 });
    await move(order, { kind: 'take-tender', id: v7(), cents: 360, method: 'cash' });
    await hear(order, { attemptId: OTHER, part, amountCents: 360, status: 'charged_back' });
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', balanceCents: 360 });
    const difference = v7();
    expect(await ask(order, difference)).toMatchObject({ status: 200, body: { kind: 'proved' } });
    await pay(order, difference);
    expect(now(order)).not.toHaveProperty('balanceCents');
    expect(now(order)).toMatchObject({
      tenders: [{ id: part, proved: { attemptId: OTHER } }, { method: 'cash' }],
      paidDifferences: [{ id: difference, cents: 360, proved: { attemptId: ATTEMPT } }],
    });
    expect(booked()).toEqual(['in pix 360', 'in cash 360', 'back pix 360', 'in pix 360']);
    expect(await sums('way')).toEqual([
      ['cash', 360],
      ['pix', 360],
    ]);
    // Called off, what the provider has goes back there, once.
    await move(order, { kind: 'cancel', reason: 'cliente', seen: 'RECEBIDO' }, admin);
    expect(intents()).toEqual([{ attemptId: ATTEMPT, amountCents: null, cents: 360 }]);
  });

  it('and where it was taken in cash before the relay could say that it is away, no other code is shown', async () => {
    await open({});
    await admin('/api/staff/pix-key', {
      method: 'PUT',
      json: { key: 'loja@acai.example', holder: 'Açaí', city: 'Belém' },
    });
    const order = await changed('cash');
    meanwhile = () => settle(order, { kind: 'take', method: 'cash' });
    expect(await ask(order, v7())).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  });

  it('in the shop’s own code where the relay is away', async () => {
    await open({});
    await admin('/api/staff/pix-key', {
      method: 'PUT',
      json: { key: 'loja@acai.example', holder: 'Açaí', city: 'Belém' },
    });
    const order = await changed('cash');
    expect(await ask(order, v7())).toMatchObject({
      status: 200,
      body: { kind: 'static', code: { totalCents: 360 } },
    });
  });
});

describe('[P39] a difference that the provider proves', () => {
  it.each([
    [
      'cash',
      ['in cash 3240', 'in pix 360'],
      [
        ['cash', 3_240],
        ['pix', 360],
      ],
    ],
    ['pix', ['in pix 360'], [['pix', 3_600]]],
  ] as const)(
    'is paid by itself, once, beside an order that was paid by %s, and then that is handed over',
    async (by, books, ways) => {
      await open();
      const order = await changed(by);
      const part = v7();
      await ask(order, part);
      await pay(order, part);
      await pay(order, part, { statusDetail: 'accredited again' });
      expect(now(order)).not.toHaveProperty('balanceCents');
      expect(now(order)).toMatchObject({
        status: 'RECEBIDO',
        paymentStatus: 'approved',
        paymentMethod: by,
        paidDifferences: [
          {
            id: part,
            cents: 360,
            atMs: store.clock.nowMs,
            proved: { attemptId: ATTEMPT, method: 'pix' },
          },
        ],
      });
      expect(now(order)).not.toHaveProperty('tenders');
      expect(booked()).toEqual(books);
      expect(attention()).toEqual(by === 'pix' ? [null, null] : [null]);
      expect(await sums('way')).toEqual(ways);
      for (const kind of ['start', 'mark-ready', 'deliver'])
        expect((await move(order, { kind }, admin)).status).toBe(200);
    },
  );

  it('is the first money of an order that was given away whole', async () => {
    await open();
    const concession = { kind: 'courtesy', reason: 'aniversário' };
    const json = { id: v7(), consumptionType: 'takeaway', items: [item('agua')], concession };
    const given = (await post('/api/staff/orders', json, admin)).body['order'] as Order;
    // Nothing is left of what was given away; of what is added nothing is, once that was an amount.
    expect(now(given)).toMatchObject({ paymentMethod: null, totalCents: 0 });
    const owing = { ...now(given), changes: [LINES], balanceCents: 360 };
    store.orders.repository.update(owing);
    store.orders.repository.updateChanges(owing);
    await pay(given, v7());
    expect(now(given)).toMatchObject({ paymentMethod: 'pix_manual', paidDifferences: [{ cents: 360 }] });
    expect(now(given)).not.toHaveProperty('balanceCents');
  });

  it.each([
    [359, null, 1],
    [360, null, undefined],
    [361, 'refund-duplicate', 360],
  ])('of R$ 3,60 that are owed, %i centavos: %s', async (amountCents, why, balanceCents) => {
    await open();
    const order = await changed('cash');
    await pay(order, v7(), { amountCents });
    expect(attention()).toEqual([why]);
    expect(now(order).balanceCents).toBe(balanceCents);
  });

  it('goes back where it was taken otherwise meanwhile, also under its own id, or by another code', async () => {
    await open();
    const inCash = await changed('cash');
    const part = v7();
    expect((await settle(inCash, { kind: 'take', method: 'cash', id: part })).status).toBe(200);
    await pay(inCash, part);
    const byCode = await changed('cash');
    await pay(byCode, v7(), { attemptId: OTHER });
    await pay(byCode, v7(), { attemptId: WHOLE });
    // By attempt: the one beside cash, the second code, the first one.
    expect(attention()).toEqual(['refund-duplicate', 'refund-duplicate', null]);
    expect(booked()).toEqual(['in cash 3240', 'in cash 360', 'in cash 3240', 'in pix 360']);
  });

  it('goes back where its order was called off meanwhile, or where it was for another amount', async () => {
    await open();
    const order = await changed('cash');
    await move(order, { kind: 'cancel', reason: 'loja', seen: 'RECEBIDO' }, admin);
    await pay(order, v7());
    const other = await changed('cash');
    await pay(other, v7(), { attemptId: OTHER, mismatch: 'amount' });
    expect(attention()).toEqual(['refund-late', 'mismatch']);
    expect(now(other)).toMatchObject({ balanceCents: 360 });
  });

  it('pays no part of an order that waits, nor does a part pay a difference', async () => {
    await open();
    const order = await changed('cash');
    await pay(order, v7(), { difference: undefined });
    expect(attention()).toEqual(['refund-duplicate']);
    expect(now(order)).toMatchObject({ balanceCents: 360 });
  });

  it('is owed again when the bank takes it back, and is paid when another payment takes its place', async () => {
    await open();
    const order = await changed('pix');
    const part = v7();
    await pay(order, part);
    await pay(order, part, { status: 'charged_back', statusDetail: null });
    expect(now(order)).toMatchObject({ balanceCents: 360, status: 'RECEBIDO', paymentStatus: 'approved' });
    expect(booked()).toEqual(['in pix 360', 'back pix 360']);
    await pay(order, part, { attemptId: OTHER });
    expect(now(order)).not.toHaveProperty('balanceCents');
    expect(now(order).paidDifferences).toMatchObject([{ id: part, proved: { attemptId: OTHER } }]);
    expect(booked()).toEqual(['in pix 360', 'back pix 360', 'in pix 360']);
  });
});

describe('[P40] a difference that came through the provider', () => {
  it('goes back there with its order that was paid in cash, and the cash over the counter', async () => {
    await open();
    const order = await changed('cash');
    const part = v7();
    await pay(order, part);
    expect((await move(order, { kind: 'cancel', reason: 'cliente', seen: 'RECEBIDO' }, admin)).status).toBe(
      200,
    );
    expect(intents()).toEqual([{ attemptId: ATTEMPT, amountCents: null, cents: 360 }]);
    expect(booked()).toEqual(['in cash 3240', 'in pix 360', 'back cash 3240', 'back pix 360']);
  });

  it('goes back with what paid the whole online, which is asked for with it', async () => {
    await open();
    const order = await changed('pix');
    await pay(order, v7());
    const json = { amountCents: null, reason: 'cliente', seen: 'RECEBIDO' };
    expect((await post(`/api/staff/orders/${order.id}/refund`, json, admin)).body).toMatchObject({
      refundedCents: 3_600,
    });
    expect(now(order)).toMatchObject({ status: 'CANCELLED' });
    expect(intents()).toEqual([
      { attemptId: ATTEMPT, amountCents: null, cents: 360 },
      { attemptId: WHOLE, amountCents: null, cents: 3_240 },
    ]);
    expect(booked()).toEqual(['in pix 360', 'back pix 360']);
  });

  it('is booked as gone as soon as it is asked back, of an order that was handed over as well', async () => {
    await open();
    const order = await changed('pix');
    await pay(order, v7());
    for (const kind of ['start', 'mark-ready', 'deliver']) await move(order, { kind }, admin);
    await post(`/api/staff/orders/${order.id}/refund`, { amountCents: null, reason: 'cliente' }, admin);
    expect(now(order)).toMatchObject({ status: 'DELIVERED' });
    expect(intents()).toHaveLength(2);
    expect(booked()).toEqual(['in pix 360', 'back pix 360']);
  });

  it('goes back with an order that was paid in cash and is deleted while it is open', async () => {
    await open();
    const order = await changed('cash');
    await pay(order, v7());
    const deleted = await admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' });
    expect(deleted.status).toBe(204);
    expect(intents()).toEqual([{ attemptId: ATTEMPT, amountCents: null, cents: 360 }]);
  });

  it('goes back when the provider’s panel gave the whole back and the order leaves the kitchen', async () => {
    await open();
    const order = await changed('pix');
    await pay(order, v7());
    await hear(order, { attemptId: WHOLE, amountCents: 3_240, status: 'refunded', refundedCents: 3_240 });
    expect(now(order)).toMatchObject({ status: 'CANCELLED', cancelReason: 'estornado' });
    expect(intents()).toEqual([{ attemptId: ATTEMPT, amountCents: null, cents: 360 }]);
    expect(booked()).toEqual(['in pix 360', 'back pix 360']);
  });

  it('is said with what is kept of an order that is called off without giving its money back', async () => {
    await open();
    const order = await changed('pix');
    await pay(order, v7());
    const cancel = { kind: 'cancel', reason: 'loja', seen: 'RECEBIDO' };
    expect(await move(order, cancel, admin)).toMatchObject({ status: 409, body: { code: 'paid-online' } });
    expect((await move(order, { ...cancel, keepsMoney: true }, admin)).status).toBe(200);
    const said = store.db.$client.prepare("select detail from audit where action = 'cancel'").pluck().get();
    expect(String(said).replaceAll('\u00a0', ' ')).toContain('R$ 36,00');
    expect(intents()).toEqual([]);
  });

  it('stays where lines come off again and the drawer holds enough: that goes back first', async () => {
    await open();
    const order = await changed('cash');
    const part = v7();
    await pay(order, part);
    const water = now(order).items.filter(({ productId }) => productId === 'agua');
    const json = {
      id: v7(),
      seen: { changes: 1, paid: true },
      takeOff: water.map(({ id }) => id),
    };
    expect((await post(`/api/staff/orders/${order.id}/lines`, json, admin)).status).toBe(200);
    expect(now(order)).toMatchObject({ balanceCents: -720 });
    expect((await settle(order, { kind: 'give-back', cents: 720 })).status).toBe(200);
    expect(booked().at(-1)).toBe('back cash 720');
    expect(intents()).toEqual([]);
  });
});

describe('[P39] a difference that staff take by hand while its code is open', () => {
  const READ = `/edge/payments/pix/${ATTEMPT}`;
  const CANCEL = '/edge/payments/cancel';
  const LIST = '/edge/payments/attempts';
  const answers = (status: string) => ({
    [PATH]: PIX,
    [LIST]: { attempts: [] },
    [CANCEL]: { cancelled: true },
    [READ]: { ...PIX, status },
  });

  it.each([
    ['cancelled', 200],
    ['approved', 409],
  ])('as PIX, of a code that is %s once it was ended: %i', async (status, answered) => {
    await open(answers(status));
    const order = await changed('cash');
    await ask(order, v7());
    const said = await settle(order, { kind: 'take', method: 'pix_manual' });
    expect(said.status).toBe(answered);
    if (answered === 409) expect(said.body).toMatchObject({ code: 'already-paid' });
    expect(asked.some(({ path }) => path === CANCEL)).toBe(true);
    expect(booked()).toEqual(['in cash 3240', ...(answered === 200 ? ['in pix_manual 360'] : [])]);
  });

  it('as PIX, beside an old code for all of the order: what came by that one is no difference', async () => {
    await open(answers('approved'));
    const order = await changed('cash');
    await hear(order, { attemptId: ATTEMPT, status: 'pending', statusDetail: null, amountCents: 3_240 });
    expect((await settle(order, { kind: 'take', method: 'pix_manual' })).status).toBe(200);
    expect(booked()).toEqual(['in cash 3240', 'in pix_manual 360']);
  });

  it('in cash: the code is ended, and nobody is asked first', async () => {
    await open(answers('approved'));
    const order = await changed('cash');
    await ask(order, v7());
    expect((await settle(order, { kind: 'take', method: 'cash' })).status).toBe(200);
    expect(asked.filter(({ path }) => path === CANCEL)).toHaveLength(2);
    expect(asked.some(({ path }) => path.startsWith(READ))).toBe(false);
  });
});

const LINES = { id: 'c', atMs: 1, addedIds: [], takenOff: [], inKitchen: true };
