import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CLEAR_REFUSALS } from '@balcao/shared/http/refusals/order-routes.ts';
import { END_ATTENTION_REFUSALS } from '@balcao/shared/http/refusals/payment.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { PUBLIC_URL } from '../../replication/link/link.ts';
import { writeMeta } from '../../storage/identity.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';

type Call = { method: string; path: string; body: any };
type Answers = Record<string, { status?: number; body: unknown } | 'silence'>;

let store: TestStore;
let admin: Asking;
let calls: Call[] = [];
const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';

/** A store whose relay gives these answers, by method and path; null: a store that has no relay. */
async function open(answers: Answers | null): Promise<void> {
  calls = [];
  const relay = {
    request: async (path: string, init: RequestInit = {}) => {
      const call = {
        method: init.method ?? 'GET',
        path,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      };
      calls.push(call);
      const answer = answers?.[`${call.method} ${path.split('?')[0]}`];
      if (answer === undefined || answer === 'silence') throw new TypeError('fetch failed');
      return Response.json(answer.body, { status: answer.status ?? 200 });
    },
  };
  store = await openTestStore(answers === null ? {} : { relay });
  admin = await asRole(store, 'ADMIN');
}
afterEach(() => store.close());

const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, any>,
});
function paidOnline(
  order: Order,
  refundedCents = 0,
  mismatch: string | null = null,
  status = refundedCents > 0 ? 'partially_refunded' : 'approved',
): void {
  const fact = {
    attemptId: ATTEMPT,
    orderId: order.id,
    provider: 'mercadopago',
    providerPaymentId: '1',
    method: 'pix',
    status,
    statusDetail: null,
    amountCents: order.totalCents,
    refundedCents,
    mismatch,
    observedAtMs: 1,
  };
  store.db.$client
    .prepare(
      'insert or replace into payments (attempt_id, order_id, fact, updated_at_ms) values (?, ?, ?, 1)',
    )
    .run(ATTEMPT, order.id, JSON.stringify(fact));
}
const inKitchen = (changes: Partial<Order> = {}) =>
  sell(store, store.clock.nowMs, {
    status: 'RECEBIDO',
    deliveredAtMs: null,
    paymentMethod: 'pix',
    totalCents: 5000,
    ...changes,
  });
const refund = async (order: Order, amountCents: number | null) =>
  read(await admin(`/api/staff/orders/${order.id}/refund`, { json: { amountCents } }));
const DONE = { 'POST /edge/payments/refund': { body: { refundId: 'x', state: 'done', lastError: null } } };

describe('a refund', () => {
  it('of everything goes to the relay once and calls the order off as estornado', async () => {
    await open(DONE);
    const order = inKitchen();
    paidOnline(order);
    expect(await refund(order, null)).toEqual({ status: 200, body: { state: 'done', refundedCents: 5000 } });
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/edge/payments/refund',
        body: { attemptId: ATTEMPT, amountCents: null, refundId: null },
      },
    ]);
    expect(store.orders.repository.byId(order.id)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'estornado',
    });
    expect(
      store.db
        .select()
        .from(audit)
        .all()
        .map((row) => row.detail),
    ).toContain('pediu a devolução de R$ 50,00 do pedido nº 1');
  });

  it('comes before an open order is deleted, and a part of it is not enough', async () => {
    await open(DONE);
    const order = inKitchen();
    paidOnline(order);
    const remove = () => admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' });
    expect(await read(await remove())).toMatchObject({
      status: 409,
      body: {
        code: 'refund-first',
        detail: 'Este pedido foi pago online: devolva o valor antes de excluir.',
      },
    });
    await refund(order, 1000);
    expect((await remove()).status).toBe(409);
    expect(store.orders.repository.byId(order.id)).toMatchObject({ status: 'RECEBIDO' });
    await refund(order, null);
    expect((await remove()).status).toBe(204);
    expect(store.orders.repository.byId(order.id)).toBeNull();
  });

  it('comes before an open order is called off, or whoever does it says that the money stays', async () => {
    await open(DONE);
    const order = inKitchen();
    paidOnline(order, 1000);
    const cancel = async (more: object = {}) =>
      read(
        await admin(`/api/staff/orders/${order.id}/moves`, {
          json: { kind: 'cancel', reason: 'cliente', ...more },
        }),
      );
    for (const more of [{}, { keepsMoney: false }])
      expect(await cancel(more)).toMatchObject({
        status: 409,
        body: {
          code: 'paid-online',
          detail:
            'Este pedido foi pago online. Para cancelar, devolva o valor pelo Mercado Pago, ou recarregue a página e diga que ele não volta ao cliente.',
        },
      });
    expect(store.orders.repository.byId(order.id)).toMatchObject({ status: 'RECEBIDO' });
    expect((await cancel({ keepsMoney: true })).status).toBe(200);
    expect(store.orders.repository.byId(order.id)).toMatchObject({ status: 'CANCELLED' });
    expect(calls.filter(({ path }) => path === '/edge/payments/refund')).toEqual([]);
    expect(
      store.db
        .select()
        .from(audit)
        .all()
        .map((row) => row.detail.replaceAll('\u00a0', ' ')),
    ).toContain('cancelou o pedido nº 1 (motivo: cliente), sem devolver R$ 40,00');
  });

  it('comes before an order is deleted that was called off with its money', async () => {
    await open(DONE);
    const order = inKitchen();
    paidOnline(order, 1000);
    const json = { kind: 'cancel', reason: 'cliente', keepsMoney: true };
    expect((await admin(`/api/staff/orders/${order.id}/moves`, { json })).status).toBe(200);
    const remove = () => admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' });
    expect(await read(await remove())).toMatchObject({ status: 409, body: { code: 'refund-first' } });
    expect(await refund(order, null)).toMatchObject({ status: 200, body: { refundedCents: 4000 } });
    expect((await remove()).status).toBe(204);
    expect(store.orders.repository.byId(order.id)).toBeNull();
  });

  it('is not asked for before an order is deleted that was paid in cash: its second payment goes back by itself', async () => {
    await open(DONE);
    const order = inKitchen({ paymentMethod: 'cash' });
    paidOnline(order);
    const json = { kind: 'cancel', reason: 'cliente' };
    expect((await admin(`/api/staff/orders/${order.id}/moves`, { json })).status).toBe(200);
    expect((await admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(store.orders.repository.byId(order.id)).toBeNull();
  });

  it('comes before the history is cleared of orders that were called off with their money, and says which', async () => {
    await open(DONE);
    const first = inKitchen();
    paidOnline(first, 1000);
    const json = { kind: 'cancel', reason: 'cliente', keepsMoney: true };
    expect((await admin(`/api/staff/orders/${first.id}/moves`, { json })).status).toBe(200);
    const backs = inKitchen({ status: 'CANCELLED', cancelReason: 'cliente' });
    sell(store, store.clock.nowMs, { status: 'DELIVERED' });
    const clear = async () => {
      const answer = await read(await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } }));
      return { status: answer.status, detail: answer.body['detail']?.replaceAll('\u00a0', ' ') };
    };
    expect(await clear()).toEqual({
      status: 409,
      detail:
        'Um pedido foi cancelado sem devolver R$ 40,00 pagos online: nº 1. Exclua esse pedido primeiro: ao excluir, o valor volta ao cliente.',
    });
    expect(store.orders.repository.byId(first.id)).toMatchObject({ status: 'CANCELLED' });
    expect(store.orders.repository.byId(backs.id)).not.toBeNull();
    // No copy is made for nothing: it would push an older one out.
    const copies = join(store.folder, 'edge', 'backups');
    expect(existsSync(copies) ? readdirSync(copies) : []).toEqual([]);
    expect(await refund(first, null)).toMatchObject({ status: 200, body: { refundedCents: 4000 } });
    expect((await clear()).status).toBe(200);
    expect(store.orders.repository.byId(first.id)).toBeNull();
  });

  it.each([
    [
      2,
      [12, 15],
      '2 pedidos foram cancelados sem devolver R$ 45,00 pagos online: nº 12, nº 15. Exclua esses',
    ],
    [6, [1, 2, 3, 4, 5], ': nº 1, nº 2, nº 3, nº 4, nº 5 e mais 1. Exclua esses pedidos primeiro'],
  ])('of %i orders that were called off with their money, names so many: %j', (count, simpleIds, words) => {
    const { detail } = CLEAR_REFUSALS.problemOf({ code: 'money-kept', count, cents: 4500, simpleIds });
    expect(detail.replaceAll('\u00a0', ' ')).toContain(words);
  });

  it('is not asked for before the history is cleared of an order that was handed over', async () => {
    await open(DONE);
    paidOnline(inKitchen({ status: 'DELIVERED', deliveredAtMs: 1 }));
    const json = { confirm: 'CONFIRMAR' };
    expect((await admin('/api/staff/orders/clear', { json })).status).toBe(200);
  });

  it('is not asked for before an order is deleted that was handed over', async () => {
    await open(DONE);
    const order = inKitchen({ status: 'DELIVERED', deliveredAtMs: 1 });
    paidOnline(order);
    expect((await admin(`/api/staff/orders/${order.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(calls.filter(({ path }) => path === '/edge/payments/refund')).toEqual([]);
  });

  it('of a part has the same key when it is asked twice, another one after the first was done, and leaves the order', async () => {
    await open({ 'POST /edge/payments/refund': { body: { state: 'asked', lastError: null } } });
    const order = inKitchen();
    paidOnline(order);
    expect(await refund(order, 1000)).toEqual({
      status: 200,
      body: { state: 'waiting', refundedCents: 1000 },
    });
    await refund(order, 1000);
    paidOnline(order, 1000);
    await refund(order, 1000);
    const keys = calls.map((call) => call.body.refundId as string);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(store.orders.repository.byId(order.id)).toMatchObject({ status: 'RECEBIDO' });
  });

  it.each([
    ['more than is left', {}, 5001, 422, 'too-much'],
    ['nothing', {}, 0, 422, 'invalid-order'],
  ])('refuses %s', async (_case, changes, amountCents, status, code) => {
    await open(DONE);
    const order = inKitchen(changes);
    paidOnline(order);
    expect(await refund(order, amountCents)).toMatchObject({ status, body: { code } });
    expect(calls).toEqual([]);
  });

  it('of what was paid by hand is done by hand, and says so', async () => {
    await open(DONE);
    expect(await refund(inKitchen({ paymentMethod: 'cash' }), null)).toMatchObject({
      status: 409,
      body: { code: 'refund-by-hand' },
    });
    expect(await refund(inKitchen({ paymentMethod: 'pix' }), null)).toMatchObject({
      status: 409,
      body: { code: 'nothing-to-refund' },
    });
  });
});

describe("'A resolver'", () => {
  const item = (kind: string, mismatch: string | null = null) => ({
    kind,
    text: 'Pedido ABC, R$ 50,00: confira.',
    raisedAtMs: 7,
    attempt: {
      attemptId: ATTEMPT,
      orderId: '01890a5d-ac96-774b-bcce-b302099a8057',
      orderCode: '7K2MQ9XWTB',
      amountCents: 5000,
      mismatch,
    },
  });

  it('lists what the relay wants looked at, each with what ends it', async () => {
    await open({
      'GET /edge/payments/attention': {
        body: { items: [item('mismatch', 'amount'), item('refund-failed')] },
      },
    });
    expect((await read(await admin('/api/staff/payments/unresolved'))).body['payments']).toMatchObject([
      {
        id: `${ATTEMPT}.mismatch`,
        action: 'accept',
        actionText: 'Aceitar',
        other: { action: 'refund', actionText: 'Devolver' },
        reason: 'Pedido ABC, R$ 50,00: confira.',
        simpleId: null,
        code: '7K2MQ9XWTB',
      },
      {
        action: 'retry',
        actionText: 'Tentar de novo',
        other: { action: 'acknowledge', actionText: 'Já devolvi' },
      },
    ]);
  });

  it('offers to try again, or to say that it was given back, of what was refused and of what the balance did not cover', async () => {
    const kinds = ['refund-failed', 'refund-no-balance'];
    await open({ 'GET /edge/payments/attention': { body: { items: kinds.map((kind) => item(kind)) } } });
    expect((await read(await admin('/api/staff/payments/unresolved'))).body['payments']).toMatchObject(
      kinds.map((kind) => ({
        id: `${ATTEMPT}.${kind}`,
        action: 'retry',
        actionText: 'Tentar de novo',
        other: { action: 'acknowledge', actionText: 'Já devolvi' },
      })),
    );
  });

  it.each([
    ['what came, where it was set aside', 'mismatch', 7200, 7200],
    ['what was asked for, where nobody says what came', 'mismatch', null, 5000],
    ['what was asked for, of anything else', 'refund-failed', 7200, 5000],
  ])('names as its amount %s', async (_what, kind, paidCents, amountCents) => {
    const { attempt, ...rest } = item(kind, 'amount');
    await open({
      'GET /edge/payments/attention': { body: { items: [{ ...rest, attempt: { ...attempt, paidCents } }] } },
    });
    expect((await read(await admin('/api/staff/payments/unresolved'))).body['payments']).toMatchObject([
      { amountCents },
    ]);
  });

  it('ends one by its action', async () => {
    await open({ ...DONE, 'POST /edge/payments/attention/done': { body: { ended: true } } });
    const resolve = async (id: string, action: string) =>
      (await admin(`/api/staff/payments/${id}/resolve`, { json: { action } })).status;
    expect(await resolve(`${ATTEMPT}.late`, 'acknowledge')).toBe(200);
    expect(calls).toMatchObject([
      { path: '/edge/payments/attention/done', body: { attemptId: ATTEMPT, kind: 'late' } },
    ]);
    expect(await resolve(`${ATTEMPT}.late`, 'refund')).toBe(422);
    expect(await resolve('nonsense', 'acknowledge')).toBe(404);
    expect(await resolve(`${ATTEMPT}.late`, 'pay-me')).toBe(422);
  });

  describe('that was set aside and goes back', () => {
    const { attempt, ...rest } = item('mismatch', 'amount');
    const LIST = { body: { items: [{ ...rest, attempt: { ...attempt, paidCents: 7200 } }] } };
    const aside = { 'GET /edge/payments/attention': LIST };
    const listed = async () =>
      (await read(await admin('/api/staff/payments/unresolved'))).body['payments'] as object[];
    const end = async (action: string) =>
      read(await admin(`/api/staff/payments/${ATTEMPT}.mismatch/resolve`, { json: { action } }));
    const said = () =>
      store.db
        .select()
        .from(audit)
        .all()
        .map(({ detail }) => detail.replaceAll('\u00a0', ' '))
        .filter((detail) => detail.includes('separad'));

    it('is asked of the relay as all that came, and said once', async () => {
      await open({ ...DONE, ...aside, 'POST /edge/payments/attention/done': { body: { ended: true } } });
      await listed();
      expect(await end('refund')).toEqual({
        status: 200,
        body: { done: true, refund: { state: 'done', refundedCents: 7200 } },
      });
      expect(await end('refund')).toMatchObject({ status: 200 });
      const asked = calls.filter(({ path }) => path === '/edge/payments/refund');
      const whole = { attemptId: ATTEMPT, amountCents: null, refundId: null };
      expect(asked.map(({ body }) => body as unknown)).toEqual([whole, whole]);
      // An older relay lists it until it is told.
      expect(calls).toContainEqual(
        expect.objectContaining({
          path: '/edge/payments/attention/done',
          body: { attemptId: ATTEMPT, kind: 'mismatch' },
        }),
      );
      expect(said()).toEqual(['pediu a devolução de R$ 72,00, que estavam separados']);
    });

    it('stands and is said while the relay is away, is nobody’s to take, and goes out by itself', async () => {
      const answers: Answers = { ...aside };
      await open(answers);
      await listed();
      expect(await end('refund')).toEqual({
        status: 200,
        body: { done: true, refund: { state: 'noted', refundedCents: 7200 } },
      });
      expect(said()).toEqual(['pediu a devolução de R$ 72,00, que estavam separados']);
      // An older relay is told only once it has the refund.
      expect(calls.filter(({ path }) => path === '/edge/payments/attention/done')).toEqual([]);
      expect(await listed()).toMatchObject([
        { amountCents: 7200, reason: expect.stringContaining('espera a internet da loja'), action: 'retry' },
      ]);
      expect((await end('accept')).status).toBe(422);
      Object.assign(answers, DONE);
      store.clock.nowMs += 3_600_000;
      await store.payments.refundIntents.runDue();
      expect(calls.filter(({ path }) => path === '/edge/payments/refund').at(-1)?.body).toEqual({
        attemptId: ATTEMPT,
        amountCents: null,
        refundId: null,
      });
    });

    it('says all that came also after the store was started anew while the relay is away', async () => {
      await open(aside);
      paidOnline(inKitchen(), 0, 'amount');
      await listed();
      await listed();
      const { folder } = store;
      await store.stop();
      calls = [];
      store = await openTestStore({
        folder,
        seed: false,
        relay: { request: () => Promise.reject(new TypeError('fetch failed')) },
      });
      admin = await asRole(store, 'ADMIN');
      expect(await end('refund')).toMatchObject({
        status: 200,
        body: { refund: { state: 'noted', refundedCents: 7200 } },
      });
      expect(said()).toEqual(['pediu a devolução de R$ 72,00, que estavam separados']);
      expect(await listed()).toMatchObject([{ amountCents: 7200 }]);
    });

    it('leaves what else is listed of the same payment in the list', async () => {
      await open({
        'GET /edge/payments/attention': { body: { items: [...LIST.body.items, item('claim')] } },
      });
      await listed();
      expect((await end('refund')).status).toBe(200);
      expect(await listed()).toMatchObject([{ id: `${ATTEMPT}.claim` }, { action: 'retry' }]);
    });

    it('is said once more where the relay did not want it and it is asked for again', async () => {
      const no = { ...END_ATTENTION_REFUSALS.problemOf({ code: 'refund-under-way' }) };
      await open({ ...aside, 'POST /edge/payments/refund': { status: 409, body: no } });
      await listed();
      for (const times of [1, 2]) {
        expect((await end('refund')).status).toBe(409);
        expect(said()).toHaveLength(times);
      }
    });

    it('wakes whoever follows the log, when it goes back and when it is accepted', async () => {
      await open({ ...DONE, ...aside, 'POST /edge/payments/attention/accept': { body: { accepted: true } } });
      await listed();
      for (const action of ['accept', 'refund']) {
        let woken = 0;
        store.orders.wake.on('log', () => (woken += 1));
        expect((await end(action)).status).toBe(200);
        expect(woken).toBeGreaterThan(0);
      }
    });

    it('is still there to be accepted or given back where the relay would not take it', async () => {
      const refusal = { status: 409, title: 'Não', detail: 'não', code: 'order-over' };
      const answers: Answers = {
        ...aside,
        'POST /edge/payments/attention/accept': { status: 409, body: refusal },
      };
      await open(answers);
      await listed();
      let woken = 0;
      store.orders.wake.on('log', () => (woken += 1));
      expect(await end('accept')).toMatchObject({ status: 409, body: { code: 'order-over' } });
      expect([said(), woken]).toEqual([[], 0]);
      // Known by the list, which a refused word leaves as it is.
      Object.assign(answers, { ...DONE, 'GET /edge/payments/attention': 'silence' });
      expect((await end('refund')).status).toBe(200);
      expect(said()).toEqual(['pediu a devolução de R$ 72,00, que estavam separados']);
    });

    const refundsAsked = () => calls.filter(({ path }) => path === '/edge/payments/refund');

    it('writes nothing down of what nobody listed, nor of what another screen has accepted', async () => {
      const answers: Answers = {
        ...DONE,
        ...aside,
        'POST /edge/payments/attention/accept': { body: { accepted: true } },
      };
      await open(answers);
      // As it was heard of, which the relay knows better.
      paidOnline(inKitchen(), 0, 'amount');
      await listed();
      expect((await end('accept')).status).toBe(200);
      answers['GET /edge/payments/attention'] = { body: { items: [] } };
      expect(await end('refund')).toMatchObject({ status: 404, body: { code: 'attempt-not-found' } });
      expect([refundsAsked(), said().filter((detail) => detail.startsWith('pediu'))]).toEqual([[], []]);
    });

    it('is nobody’s to give back once it was accepted, also after a start while the relay is away', async () => {
      await open({ ...aside, 'POST /edge/payments/attention/accept': { body: { accepted: true } } });
      await listed();
      expect((await end('accept')).status).toBe(200);
      const { folder } = store;
      await store.stop();
      store = await openTestStore({
        folder,
        seed: false,
        relay: { request: () => Promise.reject(new TypeError('fetch failed')) },
      });
      admin = await asRole(store, 'ADMIN');
      // It pays its order by now.
      expect((await end('refund')).status).toBe(404);
    });

    it('is asked of the relay anew where another version of the store kept its list in another form', async () => {
      await open(aside);
      writeMeta(store.db, 'payments_set_aside', JSON.stringify([{ attempt: ATTEMPT }]));
      const { folder } = store;
      await store.stop();
      const request = async (path: string) =>
        Response.json(path === '/edge/payments/attention' ? LIST.body : { state: 'done', lastError: null });
      store = await openTestStore({ folder, seed: false, relay: { request } });
      admin = await asRole(store, 'ADMIN');
      expect(await end('refund')).toMatchObject({ status: 200, body: { refund: { refundedCents: 7200 } } });
    });

    it('is nobody’s to give back once the relay lists it no more, whoever ended it', async () => {
      const answers: Answers = { ...DONE, ...aside };
      await open(answers);
      await listed();
      answers['GET /edge/payments/attention'] = { body: { items: [] } };
      expect(await listed()).toEqual([]);
      expect(await end('refund')).toMatchObject({ status: 404, body: { code: 'attempt-not-found' } });
      expect([refundsAsked(), said()]).toEqual([[], []]);
    });

    it.each([
      [
        'goes back of what was heard of it, while the relay is away and nobody has listed it',
        'amount',
        'partially_refunded',
        200,
      ],
      ['is not, while the relay is away, what was heard of as in order', null, 'partially_refunded', 404],
      ['is not, while the relay is away, what never came', 'amount', 'rejected', 404],
    ])('%s', async (_what, mismatch, heard, status) => {
      await open({});
      const order = inKitchen();
      paidOnline(order, 1000, mismatch, heard);
      expect((await end('refund')).status).toBe(status);
      expect(said()).toEqual(
        status === 200 ? ['pediu a devolução de R$ 40,00 do pedido nº 1, que estavam separados'] : [],
      );
      expect(refundsAsked()).toHaveLength(status === 200 ? 1 : 0);
    });

    it('is named without an order where there is none', async () => {
      await open(aside);
      await listed();
      await end('refund');
      expect(await listed()).toMatchObject([
        { reason: expect.stringMatching(/^R\$\s72,00: a devolução espera/) },
      ]);
    });
  });

  it('says in words that a refund is under way, which nobody gave back by hand then', async () => {
    const told = { ...END_ATTENTION_REFUSALS.problemOf({ code: 'refund-under-way' }) };
    await open({ 'POST /edge/payments/attention/done': { status: 409, body: told } });
    const json = { action: 'acknowledge' };
    expect(
      await read(await admin(`/api/staff/payments/${ATTEMPT}.refund-failed/resolve`, { json })),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'refund-under-way',
        title: 'Devolução em andamento',
        detail:
          'O Mercado Pago está tentando devolver este valor agora. Espere um minuto e confira se ele ainda está na lista.',
      },
    });
    expect(store.db.select().from(audit).all()).not.toContainEqual(
      expect.objectContaining({ action: 'resolve' }),
    );
  });

  it('accepts money that was set aside, and nothing else', async () => {
    await open({ 'POST /edge/payments/attention/accept': { body: { accepted: true } } });
    const resolve = async (kind: string) =>
      (await admin(`/api/staff/payments/${ATTEMPT}.${kind}/resolve`, { json: { action: 'accept' } })).status;
    expect(await resolve('mismatch')).toBe(200);
    expect(calls).toMatchObject([{ path: '/edge/payments/attention/accept', body: { attemptId: ATTEMPT } }]);
    expect(await resolve('charged-back')).toBe(422);
    expect(calls).toHaveLength(1);
  });

  it('is empty in a store without a relay, and says so when the relay is away', async () => {
    await open(null);
    expect(await read(await admin('/api/staff/payments/unresolved'))).toEqual({
      status: 200,
      body: { payments: [] },
    });
    await store.close();
    await open({});
    expect((await admin('/api/staff/payments/unresolved')).status).toBe(503);
  });
});

describe('PIX on the LAN', () => {
  const PIX = {
    attemptId: ATTEMPT,
    paymentId: '1',
    qrCode: 'pix',
    qrCodeBase64: '',
    expiresAtMs: 9,
    status: 'pending',
  };
  const waiting = () =>
    sell(store, store.clock.nowMs, {
      status: 'PENDING',
      paymentStatus: 'pending',
      paymentMethod: null,
      deliveredAtMs: null,
      totalCents: 2565,
    });
  const pay = (order: Order, token: string | null = store.orders.tokens.tokenOf(order.id)) =>
    store.ask(`/api/orders/${order.code}/pix`, {
      json: {},
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });

  it("passes the store's own total to the relay, and needs the tracking token", async () => {
    await open({
      'POST /edge/payments/pix': { body: PIX },
      [`GET /edge/payments/pix/${ATTEMPT}`]: { body: { ...PIX, status: 'approved' } },
    });
    const order = waiting();
    expect((await pay(order, null)).status).toBe(401);
    expect(await read(await pay(order))).toEqual({ status: 200, body: PIX });
    expect(calls[0]?.body).toEqual({ order: { id: order.id, code: order.code, totalCents: 2565 } });
    const headers = { authorization: `Bearer ${store.orders.tokens.tokenOf(order.id)}` };
    expect(
      (await read(await store.ask(`/api/orders/${order.code}/pix/${ATTEMPT}`, { headers }))).body,
    ).toMatchObject({ status: 'approved' });
    // Whose payment it should be goes along: the relay finds no other order's.
    expect(calls.at(-1)?.path).toBe(`/edge/payments/pix/${ATTEMPT}?orderId=${order.id}`);
    expect((await pay(inKitchen())).status).toBe(409);
  });

  it('is looked at a hundred and twenty times a minute, as a page does that waits for it', async () => {
    await open({ [`GET /edge/payments/pix/${ATTEMPT}`]: { body: PIX } });
    const order = waiting();
    const headers = { authorization: `Bearer ${store.orders.tokens.tokenOf(order.id)}` };
    const looks: number[] = [];
    for (let time = 0; time <= 120; time += 1)
      looks.push((await store.ask(`/api/orders/${order.code}/pix/${ATTEMPT}`, { headers })).status);
    expect(looks).toEqual([...Array<number>(120).fill(200), 429]);
  });

  it.each([
    [
      'of which staff have taken a part',
      { kind: 'take-tender', id: '01890a5d-ac96-774b-bcce-b302099a8057', method: 'cash', cents: 1000 },
      'already-paid',
    ],
    ['that was called off', { kind: 'cancel', reason: 'cliente' }, 'order-over'],
  ])('is made of no order %s', async (_which, json, code) => {
    await open({ 'POST /edge/payments/pix': { body: PIX } });
    const order = waiting();
    expect((await admin(`/api/staff/orders/${order.id}/moves`, { json })).status).toBe(200);
    expect(await read(await pay(order))).toMatchObject({ status: 409, body: { code } });
    expect(calls.map(({ path }) => path)).not.toContain('/edge/payments/pix');
  });

  it('is made of none while the shop has PIX switched off', async () => {
    await open({ 'POST /edge/payments/pix': { body: PIX } });
    store.menu.setEntry('paymentMethods', 'pix', { enabled: false, displayName: 'PIX' });
    expect(await read(await pay(waiting()))).toMatchObject({ status: 409, body: { code: 'method-off' } });
    expect(calls).toEqual([]);
  });

  it('is a 503 with a way out while the relay is away', async () => {
    await open(null);
    expect(await read(await pay(waiting()))).toMatchObject({
      status: 503,
      body: { code: 'relay-away', detail: expect.stringContaining('balcão') },
    });
  });

  it('is offered on the LAN only when the relay has an account', async () => {
    await open({ 'GET /edge/payments/credentials': { body: { configured: true } } });
    const methods = async () =>
      (
        (await (await store.ask('/api/store')).json()) as { paymentMethods: { method: string }[] }
      ).paymentMethods.map((one) => one.method);
    expect(await methods()).toEqual(['cash']);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await methods()).toSorted()).toEqual(['cash', 'pix']);
    await methods();
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['no public key: the form cannot be drawn', { publicKey: null }, 'https://acai.example', []],
    ['no address on the site', { publicKey: 'APP_USR-key' }, '', []],
    ['both', { publicKey: 'APP_USR-key' }, 'https://acai.example', ['credit_card']],
  ])('a card is offered on the LAN, to be paid on the site: %s', async (_case, account, site, cards) => {
    await open({ 'GET /edge/payments/credentials': { body: { configured: true, ...account } } });
    store.menu.setEntry('paymentMethods', 'credit_card', { enabled: true, displayName: 'Cartão' });
    writeMeta(store.db, PUBLIC_URL, site);
    await store.ask('/api/store');
    await new Promise((resolve) => setImmediate(resolve));
    const { paymentMethods } = (await (await store.ask('/api/store')).json()) as {
      paymentMethods: { method: string }[];
    };
    expect(paymentMethods.map(({ method }) => method).toSorted()).toEqual(['cash', ...cards, 'pix']);
  });

  it.each([
    ['is paid at the counter', { kind: 'confirm-payment', method: 'cash' }],
    ['is called off', { kind: 'cancel', reason: 'cliente' }],
  ])(
    '[P22] that may be open ends at the provider when the order %s, also one that is not known here',
    async (_how, json) => {
      await open({ 'POST /edge/payments/cancel': { body: { cancelled: true } } });
      const order = waiting();
      await admin(`/api/staff/orders/${order.id}/moves`, { json });
      expect(calls).toEqual([{ method: 'POST', path: '/edge/payments/cancel', body: { orderId: order.id } }]);
    },
  );
});

describe('the account at the provider', () => {
  it('passes straight on and is kept nowhere', async () => {
    const found = { ok: true, message: 'Conta reconhecida.', payeeId: '42', sandbox: false };
    await open({ 'PUT /edge/payments/credentials': { body: found } });
    const account = { accessToken: 'APP_USR-very-secret', publicKey: null, webhookSecret: null };
    expect(
      await read(await admin('/api/staff/payments/credentials', { method: 'PUT', json: account })),
    ).toEqual({
      status: 200,
      // A relay that tests in one step tells of none.
      body: { ...found, steps: [] },
    });
    expect(calls[0]?.body).toEqual(account);
    const tables = store.db.$client.prepare("select name from sqlite_master where type = 'table'").all() as {
      name: string;
    }[];
    const everything = tables
      .map(({ name }) => JSON.stringify(store.db.$client.prepare(`select * from "${name}"`).all()))
      .join();
    expect(everything.includes('very-secret')).toBe(false);
    expect(store.db.select().from(outbox).all().length).toBeGreaterThan(0);
    expect(everything).toContain('mudou a conta do Mercado Pago');
  });
});

it.each([
  ['PUT', '/api', { api: 'orders' }, 'passou a cobrar pela API de Orders'],
  ['PUT', '/api', { api: 'payments' }, 'passou a cobrar pela API de Pagamentos'],
  ['DELETE', '', undefined, 'removeu a conta do Mercado Pago'],
] as const)(
  'a change of the account stands in the audit in words: %s %s %o',
  async (method, end, json, words) => {
    const body = {
      ...{ configured: true, source: 'store', publicKey: null, payeeId: null },
      ...{ cards: false, notices: false, updatedAtMs: 1 },
    };
    await open({ [`${method} /edge/payments/credentials${end}`]: { body } });
    const asked = { method, ...(json === undefined ? {} : { json }) };
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    expect((await admin(`/api/staff/payments/credentials${end}`, asked)).status).toBe(200);
    expect(told).toBeGreaterThan(0);
    expect(calls.map((call) => call.body as unknown)).toEqual([json ?? null]);
    const said = store.db.select().from(audit).all();
    expect(said.at(-1)).toMatchObject({ detail: words, userName: 'Ana ADMIN' });
  },
);

it.each([
  ['PUT', '', { accessToken: 'APP_USR-very-secret', publicKey: null, webhookSecret: null }],
  ['PUT', '/api', { api: 'orders' }],
  ['DELETE', '', undefined],
] as const)(
  'a change of the account that the relay refuses leaves no word that it was made: %s %s',
  async (method, end, json) => {
    const problem = {
      type: 'about:blank',
      status: 422,
      title: 'Não',
      detail: 'não aceita',
      code: 'wrong-account',
    };
    await open({ [`${method} /edge/payments/credentials${end}`]: { status: 422, body: problem } });
    const said = () => store.db.select().from(audit).all().length;
    const before = said();
    const asked = { method, ...(json === undefined ? {} : { json }) };
    expect((await admin(`/api/staff/payments/credentials${end}`, asked)).status).toBe(422);
    expect(calls).toHaveLength(1);
    expect(said()).toBe(before);
  },
);

describe('the daily matching', () => {
  it('comes as a page and as a spreadsheet without formulas', async () => {
    const row = {
      providerPaymentId: '=1',
      orderCode: '7K2MQ9XWTB',
      method: 'pix',
      providerStatus: 'approved',
      attemptStatus: 'approved',
      orderPaymentStatus: null,
      paidCents: 2565,
      expectedCents: 2500,
      refundedCents: 0,
      differences: ['amount', 'order-unpaid'],
      attemptId: ATTEMPT,
      orderId: null,
      createdAtMs: 1,
    };
    const totals = { approvedCents: 2565, refundedCents: 0, payments: 1, differences: 1 };
    await open({
      'GET /edge/payments/matching': { body: { day: '2026-11-20', rows: [row], totals, foreign: 0 } },
    });
    expect((await read(await admin('/api/staff/payments/matching?day=2026-11-20'))).body).toMatchObject({
      rows: [{ paidCents: 2565 }],
    });
    expect(calls[0]?.path).toContain('day=2026-11-20&timeZone=America%2FSao_Paulo');
    const file = await admin('/api/staff/payments/matching.csv?day=2026-11-20');
    expect(file.headers.get('content-disposition')).toContain('"pagamentos-2026-11-20.csv"');
    expect((await file.text()).split('\r\n')[1]).toBe(
      "'=1;7K2MQ9XWTB;PIX;aprovado;aprovado;;25,65;25;0;valor diferente, pedido ainda não consta como pago",
    );
    expect((await admin('/api/staff/payments/matching?day=ontem')).status).toBe(422);
  });

  it('says of each way what came, went back, costs and stays, as a close of the drawer does', async () => {
    const row = (method: string, providerStatus: string, paidCents: number, refundedCents = 0) => ({
      ...{ providerPaymentId: '1', orderCode: '7K2MQ9XWTB', attemptId: ATTEMPT, orderId: null },
      ...{ method, providerStatus, attemptStatus: providerStatus, orderPaymentStatus: null },
      ...{ paidCents, expectedCents: paidCents, refundedCents, differences: [], createdAtMs: 1 },
    });
    const rows = [
      row('pix', 'approved', 10_000),
      row('credit_card', 'partially_refunded', 5000, 1000),
      row('pix', 'refunded', 2000, 2000),
      // The bank took it: no money of the shop's, whatever had gone back before.
      row('credit_card', 'charged_back', 3000, 500),
      // Nothing came.
      row('pix', 'cancelled', 700),
      // Neither side says how.
      { ...row('pix', 'approved', 300), method: null },
      { ...row('debit_card', 'approved', 900), providerStatus: null, paidCents: null },
    ];
    const totals = { approvedCents: 17_300, refundedCents: 3500, payments: 5, differences: 0 };
    await open({
      'GET /edge/payments/matching': { body: { day: '2026-11-20', rows, totals, foreign: 0 } },
    });
    const rates = { json: { feePercents: { pix: 0.99, credit_card: 4.98 } } };
    expect((await admin('/api/staff/settings', { method: 'PATCH', ...rates })).status).toBe(200);
    // 0.99 % of R$ 100,00 are R$ 0,99, 4.98 % of R$ 40,00 are R$ 1,99.
    expect((await read(await admin('/api/staff/payments/matching?day=2026-11-20'))).body['ways']).toEqual([
      { name: 'PIX', receivedCents: 12_000, returnedCents: 2000, feeCents: 99, netCents: 9901 },
      { name: 'Cartão de crédito', receivedCents: 8000, returnedCents: 4000, feeCents: 199, netCents: 3801 },
      { name: 'Outra forma', receivedCents: 300, returnedCents: 0, feeCents: 0, netCents: 300 },
    ]);
    const csv = await (await admin('/api/staff/payments/matching.csv?day=2026-11-20')).text();
    expect(csv.split('\r\n').slice(-6)).toEqual([
      '',
      'Forma;Recebido;Devolvido;Taxa prevista;Líquido',
      'PIX;120;20;0,99;99,01',
      'Cartão de crédito;80;40;1,99;38,01',
      'Outra forma;3;0;0;3',
      '',
    ]);
  });
});
