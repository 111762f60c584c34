// A card terminal as the counter's screen asks for it, and what the store makes of the money that it took.
import { afterEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
afterEach(() => store.close());

const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const SENT = {
  attemptId: ATTEMPT,
  terminalId: 't1',
  amountCents: 2500,
  state: 'sent',
  method: null,
  statusDetail: null,
};
type Answer = { status?: number; body: unknown };
let asked: { method: string; path: string; body: any; timeoutMs: number | undefined }[] = [];
/** What happens while the relay is asked. */
let meanwhile: (path: string) => Promise<unknown>;

async function open(answers: Record<string, Answer> = {}): Promise<void> {
  asked = [];
  meanwhile = async () => undefined;
  store = await openTestStore({
    relay: {
      request: async (path: string, init: RequestInit & { timeoutMs?: number } = {}) => {
        const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
        asked.push({ method: init.method ?? 'GET', path, body, timeoutMs: init.timeoutMs });
        await meanwhile(path);
        const answer = answers[path.split('?')[0] ?? ''];
        if (answer === undefined) throw new TypeError('fetch failed');
        return Response.json(answer.body, { status: answer.status ?? 200 });
      },
    },
  });
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
}
const read = async (response: Response | Promise<Response>) => {
  const answer = await response;
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};
const refusal = (code: string, status: number) => ({
  status,
  body: { type: 'about:blank', status, title: '', detail: 'não', code },
});
const waiting = (changes: object = {}) =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    receivedAtMs: null,
    deliveredAtMs: null,
    source: 'counter',
    totalCents: 2500,
    ...changes,
  });
const send = (id: string) => read(front(`/api/staff/orders/${id}/terminal`, { json: { terminalId: 't1' } }));
const hear = (order: { id: string }, changes: object = {}) =>
  store.askLink('/link/commands', {
    json: {
      id: v7(),
      kind: 'payment.fact',
      payload: {
        attemptId: ATTEMPT,
        orderId: order.id,
        provider: 'mercadopago',
        providerPaymentId: 'ORD1',
        method: 'credit_card',
        status: 'pending',
        statusDetail: null,
        amountCents: 2500,
        refundedCents: 0,
        mismatch: null,
        observedAtMs: store.clock.nowMs,
        terminal: true,
        ...changes,
      },
    },
  });
const orderOf = (id: string) => store.orders.repository.byId(id);
const attention = () =>
  store.db.$client.prepare<[], { attention: string | null }>('select attention from payments').all();

describe('[P36] the counter’s terminal', () => {
  it('is asked of the relay with the store’s own amount', async () => {
    await open({ '/edge/payments/terminal': { body: SENT } });
    const order = waiting();
    expect(await send(order.id)).toEqual({ status: 200, body: SENT });
    expect(asked.at(-1)?.body).toEqual({
      order: { id: order.id, code: order.code, totalCents: 2500 },
      terminalId: 't1',
    });
    // Somebody stands there with the card in their hand: twelve seconds, and no longer.
    expect(asked.at(-1)?.timeoutMs).toBe(12_000);
  });

  it.each([
    [
      'is paid',
      {
        status: 'RECEBIDO',
        paymentStatus: 'approved',
        paymentMethod: 'cash',
        receivedAtMs: 1_795_284_000_000,
      },
      'already-paid',
    ],
    ['costs nothing', { totalCents: 0 }, 'already-paid'],
    [
      'is paid in part',
      {
        tenders: [{ id: v7(), method: 'cash', card: null, cents: 1, receivedCents: null, atMs: 1 }],
      },
      'already-paid',
    ],
    ['is over', { status: 'CANCELLED' }, 'order-over'],
  ])('is not sent an order that %s', async (_, changes, code) => {
    await open({ '/edge/payments/terminal': { body: SENT } });
    expect(await send(waiting(changes).id)).toMatchObject({ status: 409, body: { code } });
    expect(asked).toEqual([]);
  });

  it('[P39] is asked for a part by its own amount, at an address that an older relay does not take for all of it', async () => {
    await open({ '/edge/payments/parts/terminal': { body: SENT } });
    const order = waiting();
    const part = v7();
    const json = { terminalId: 't1', part: { id: part, cents: 1000 } };
    expect((await front(`/api/staff/orders/${order.id}/terminal`, { json })).status).toBe(200);
    expect(asked).toMatchObject([
      {
        path: '/edge/payments/parts/terminal',
        body: { order: { id: order.id, code: order.code, totalCents: 1000 }, terminalId: 't1', part },
      },
    ]);
  });

  it('is not sent what nobody knows, and says in the relay’s words why it does not get there', async () => {
    await open({ '/edge/payments/terminal': refusal('terminal-busy', 409) });
    expect((await send(v7())).status).toBe(404);
    expect(await send(waiting().id)).toMatchObject({ status: 409, body: { code: 'terminal-busy' } });
  });

  it.each([
    ['the relay is away', {}, { terminals: [], isAway: true }],
    [
      'the relay is older',
      { '/edge/payments/terminals': refusal('not-found', 404) },
      { terminals: [], isAway: false },
    ],
    [
      'there is one',
      { '/edge/payments/terminals': { body: { terminals: [{ id: 't1', name: 'Balcão' }] } } },
      { terminals: [{ id: 't1', name: 'Balcão' }], isAway: false },
    ],
  ])('is listed where %s', async (_, answers, body) => {
    await open(answers);
    expect(await read(front('/api/staff/terminals'))).toEqual({ status: 200, body });
    // Who pays by hand waits for it no longer than this.
    expect(asked.at(-1)?.timeoutMs).toBe(3000);
  });

  it('is looked at and taken off through the relay, of this order alone', async () => {
    await open({
      [`/edge/payments/terminal/${ATTEMPT}`]: { body: { ...SENT, state: 'cancelled' } },
      '/edge/payments/cancel': { body: { cancelled: true } },
    });
    const order = waiting();
    const path = `/api/staff/orders/${order.id}/terminal/${ATTEMPT}`;
    expect((await read(front(path))).body).toMatchObject({ state: 'cancelled' });
    expect(asked.at(-1)?.path).toBe(`/edge/payments/terminal/${ATTEMPT}?orderId=${order.id}`);
    expect((await read(front(`${path}/cancel`, { json: {} }))).body).toMatchObject({ state: 'cancelled' });
    expect(asked.at(-2)).toMatchObject({ path: '/edge/payments/cancel', body: { orderId: order.id } });
  });

  it('is looked at once it has let go, and not beside that: it would show the amount still', async () => {
    let state = 'shown';
    await open({
      [`/edge/payments/terminal/${ATTEMPT}`]: {
        get body() {
          return { ...SENT, state };
        },
      },
      '/edge/payments/cancel': { body: { cancelled: true } },
    });
    meanwhile = async (path) => {
      if (path !== '/edge/payments/cancel') return;
      await new Promise((resolve) => setImmediate(resolve));
      state = 'cancelled';
    };
    const path = `/api/staff/orders/${waiting().id}/terminal/${ATTEMPT}/cancel`;
    expect((await read(front(path, { json: {} }))).body).toMatchObject({ state: 'cancelled' });
  });

  it('is asked to let go before the shop’s own PIX code is shown for an order that it has', async () => {
    await open({ '/edge/payments/cancel': { body: { cancelled: true } } });
    await admin('/api/staff/settings/pix-key', { method: 'PUT', json: { key: 'loja@acai.com' } });
    const order = waiting({ source: 'relay', paymentMethod: 'cash' });
    const pix = () => read(front(`/api/staff/orders/${order.id}/counter-pix`, { json: {} }));
    await hear(order);
    expect(await pix()).toMatchObject({ status: 409, body: { code: 'at-terminal', attemptId: ATTEMPT } });
    expect(asked.at(-1)).toMatchObject({ path: '/edge/payments/cancel', body: { orderId: order.id } });
    await hear(order, { status: 'cancelled' });
    expect((await pix()).body['code']).not.toBe('at-terminal');
  });

  it('is chosen by an administrator, and that stands in the audit and goes into the log', async () => {
    const all = { terminals: [{ id: 'A__1', name: 'Balcão', isReady: true, isThere: true }] };
    await open({
      '/edge/payments/terminals/account': { body: all },
      '/edge/payments/terminals/A__1': { body: all },
    });
    expect((await read(admin('/api/staff/payments/terminals'))).body).toEqual(all);
    const path = '/api/staff/payments/terminals/A__1';
    let woken = 0;
    store.orders.wake.on('log', () => (woken += 1));
    expect((await read(admin(path, { method: 'PUT', json: { name: 'Balcão' } }))).body).toEqual(all);
    const audit = async () => JSON.stringify((await read(admin('/api/staff/audit'))).body);
    expect(await audit()).toContain('escolheu a maquininha Balcão para o balcão');
    expect(woken).toBe(1);
    expect((await admin(path, { method: 'DELETE' })).status).toBe(200);
    expect(await audit()).toContain('tirou uma maquininha do balcão');
    expect(woken).toBe(2);
  });

  it('that could not be chosen or taken away leaves no word that it was', async () => {
    await open();
    const path = '/api/staff/payments/terminals/A__1';
    for (const init of [{ method: 'PUT', json: { name: 'Balcão' } }, { method: 'DELETE' }])
      expect((await admin(path, init)).ok).toBe(false);
    expect(JSON.stringify((await read(admin('/api/staff/audit'))).body)).not.toContain('maquininha');
  });
});

describe('[P38] the money that a terminal took', () => {
  const close = async () =>
    ((await read(front('/api/staff/cash-session/close', { json: { countedCents: 0 } }))).body as CashClose)
      .methods;
  const sales = async () =>
    ((await read(admin('/api/staff/reports/sales?from=2026-11-21&to=2026-11-21'))).body as SalesReport)
      .totalSalesCents;

  it('pays its order, by the card that was held there, once in drawer and reports', async () => {
    await open();
    await front('/api/staff/cash-session', { json: { id: v7(), floatCents: 0 } });
    const order = waiting();
    await hear(order);
    expect(orderOf(order.id)).toMatchObject({ status: 'PENDING', paymentStatus: 'pending' });
    await hear(order, { status: 'approved', method: 'debit_card' });
    expect(orderOf(order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: 'debit_card',
    });
    expect(await sales()).toBe(2500);
    expect(await close()).toEqual([{ name: 'Cartão de débito (Mercado Pago)', orders: 1, salesCents: 2500 }]);
  });

  it.each(['rejected', 'cancelled', 'expired'])(
    'leaves the order to be paid where it was %s',
    async (status) => {
      await open();
      const order = waiting({ source: 'relay', paymentMethod: 'cash' });
      await hear(order);
      await hear(order, { status });
      // A customer's order that is to be paid at the counter keeps its place there.
      expect(orderOf(order.id)).toMatchObject({ status: 'PENDING', paymentMethod: 'cash' });
    },
  );

  it.each([
    ['terminal', {}, null],
    ['terminal', { amountCents: 2400 }, 'refund-duplicate'],
    ['cash', {}, 'refund-duplicate'],
    ['pix_manual', {}, 'refund-duplicate'],
  ])('after staff took it by %s %o: %s', async (method, changes, expected) => {
    await open();
    await front('/api/staff/cash-session', { json: { id: v7(), floatCents: 0 } });
    const order = waiting();
    const paid = await front(`/api/staff/orders/${order.id}/moves`, {
      json: { kind: 'confirm-payment', method, ...(method === 'terminal' ? { card: 'credito' } : {}) },
    });
    expect(paid.status).toBe(200);
    await hear(order, { status: 'approved', ...changes });
    expect(attention()).toEqual([{ attention: expected }]);
    expect(orderOf(order.id)).toMatchObject({ paymentStatus: 'approved', paymentMethod: method });
    // Once, as it was booked.
    expect(await sales()).toBe(2500);
  });
});
