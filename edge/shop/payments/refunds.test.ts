// Money that is to go back while the relay answers, refuses, stalls or is away: the store's own books.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { refundIntents } from '../../storage/schema/payments.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { sell } from '../../testing/sell.ts';

type Answer = { status?: number; body: unknown } | 'silence';

let store: TestStore;
let admin: Asking;
/** What the relay was asked, and what it answers to a refund and to the list from now on. */
let asked: Record<string, unknown>[];
/** So long the relay may take for its answer. */
let patienceMs: (number | undefined)[];
let answer: Answer;
let refundsThere: unknown[];
const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const DONE: Answer = { body: { state: 'done', lastError: null } };
const REFUSED: Answer = {
  status: 409,
  body: { status: 409, title: 'Nada a devolver', detail: 'Nada a devolver.', code: 'nothing-to-refund' },
};

async function open(first: Answer, hasRelay = true): Promise<void> {
  asked = [];
  patienceMs = [];
  answer = first;
  refundsThere = [];
  const request = async (
    path: string,
    init: RequestInit & { timeoutMs?: number } = {},
  ): Promise<Response> => {
    if (path === '/edge/payments/attention') return Response.json({ items: [] });
    if (path.startsWith('/edge/payments/attempts'))
      return Response.json({ attempts: [{ attemptId: ATTEMPT, refunds: refundsThere }] });
    if (path !== '/edge/payments/refund') throw new TypeError('fetch failed');
    asked.push(JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>);
    patienceMs.push(init.timeoutMs);
    if (answer === 'silence') throw new TypeError('fetch failed');
    return Response.json(answer.body, { status: answer.status ?? 200 });
  };
  store = await openTestStore(hasRelay ? { relay: { request } } : {});
  admin = await asRole(store, 'ADMIN');
}
afterEach(() => store.close());

function paid(changes: Partial<Order> = {}): Order {
  const order = sell(store, store.clock.nowMs, {
    status: 'RECEBIDO',
    deliveredAtMs: null,
    paymentMethod: 'pix',
    totalCents: 5000,
    ...changes,
  });
  const fact = {
    attemptId: ATTEMPT,
    orderId: order.id,
    provider: 'mercadopago',
    providerPaymentId: '1',
    method: 'pix',
    status: 'approved',
    statusDetail: null,
    amountCents: 5000,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: 1,
  };
  store.db.$client
    .prepare('insert into payments (attempt_id, order_id, fact, updated_at_ms) values (?, ?, ?, 1)')
    .run(ATTEMPT, order.id, JSON.stringify(fact));
  return order;
}
const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, any>,
});
const refund = async (order: Order, json: Record<string, unknown> = { amountCents: null }) =>
  read(await admin(`/api/staff/orders/${order.id}/refund`, { json }));
const listed = async () => (await read(await admin('/api/staff/payments/unresolved'))).body['payments'];
const resolve = async (id: string, action: string) =>
  (await admin(`/api/staff/payments/${id}/resolve`, { json: { action } })).status;
const intents = () => store.db.select().from(refundIntents).all();
const audited = () =>
  store.db
    .select()
    .from(audit)
    .all()
    .map((row) => row.detail);
const orderNow = ({ id }: Order) => store.orders.repository.byId(id);

describe('[P20] a refund that the relay does not answer', () => {
  it.each([
    ['is silent', true],
    ['is not there', false],
  ])(
    'stands at the store with the cancellation and the audit when the relay %s, and says so',
    async (_how, hasRelay) => {
      await open('silence', hasRelay);
      const order = paid();
      expect(await refund(order, { amountCents: null, reason: 'cliente', seen: 'RECEBIDO' })).toEqual({
        status: 200,
        body: { state: 'noted', refundedCents: 5000 },
      });
      expect(orderNow(order)).toMatchObject({ status: 'CANCELLED', cancelReason: 'cliente' });
      expect(intents()).toMatchObject([
        { orderId: order.id, attemptId: ATTEMPT, amountCents: null, cents: 5000 },
      ]);
      expect(audited()).toEqual(
        expect.arrayContaining([
          'pediu a devolução de R$ 50,00 do pedido nº 1',
          'cancelou o pedido nº 1 (motivo: cliente)',
        ]),
      );
    },
  );

  it.each([
    ['the order', 'update on orders', ''],
    ['the refund', 'insert on refund_intents', ''],
    ['that it was refunded', 'insert on audit', "when new.detail like 'pediu a devolução%'"],
    ['that it was cancelled', 'insert on audit', "when new.detail like 'cancelou%'"],
    ['the log', 'insert on outbox', ''],
  ])(
    'is written with all of it or not at all: where %s cannot be, nothing is, and nobody is asked',
    async (_what, written, when) => {
      await open(DONE);
      const order = paid();
      const before = audited();
      store.db.$client.exec(
        `create temp trigger no_room before ${written} ${when} begin select raise(fail, 'no room'); end`,
      );
      expect((await refund(order)).status).toBe(500);
      expect(orderNow(order)).toMatchObject({ status: 'RECEBIDO', cancelReason: null });
      expect([intents(), audited(), asked]).toEqual([[], before, []]);

      store.db.$client.exec('drop trigger no_room');
      expect(await refund(order)).toMatchObject({ status: 200, body: { state: 'done' } });
      expect(orderNow(order)?.status).toBe('CANCELLED');
      expect(asked).toHaveLength(1);
    },
  );

  it('is waited for ten seconds, and no longer: a relay that stalls holds up nobody', async () => {
    await open('silence');
    expect(await refund(paid())).toMatchObject({ status: 200, body: { state: 'noted' } });
    expect(patienceMs).toEqual([10_000]);
  });

  it.each([
    ['has too much to do', 429],
    ['fails', 500],
  ])('is no refusal where the relay %s: it goes there later', async (_how, status) => {
    await open({ status, body: { status, title: 'Agora não', detail: 'Aguarde.', code: 'not-now' } });
    expect(await refund(paid())).toMatchObject({ status: 200, body: { state: 'noted' } });
    expect(intents()).toMatchObject([{ state: 'sent' }]);
  });

  it('is listed until the relay has it, and goes there by itself under the same key', async () => {
    await open('silence');
    const order = paid();
    await refund(order, { amountCents: 1000 });
    expect(orderNow(order)).toMatchObject({ status: 'RECEBIDO' });
    expect(await listed()).toMatchObject([
      {
        orderId: order.id,
        amountCents: 1000,
        reason:
          'Pedido #1, R$ 10,00: a devolução espera a internet da loja. Ela sai sozinha quando a conexão voltar.',
        action: 'retry',
        actionText: 'Tentar de novo',
      },
    ]);
    answer = DONE;
    store.clock.nowMs += 6000;
    store.start();
    await vi.waitFor(() => expect(intents()).toEqual([]), { timeout: 60_000 });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[0]).toMatchObject({ attemptId: ATTEMPT, amountCents: 1000 });
    expect(await listed()).toEqual([]);
  });

  it('is told to the log at once when it goes there by itself, and when a person gave it back', async () => {
    await open('silence');
    const order = paid();
    await refund(order, { amountCents: 1000 });
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    answer = REFUSED;
    // What the relay does not want stands in log and audit as well.
    store.clock.nowMs += 6000;
    await store.payments.refundIntents.runDue();
    await Promise.resolve();
    expect(told).toBe(1);
    const [{ id }] = await listed();
    expect(await resolve(id, 'retry')).toBe(409);
    expect(told).toBe(2);
    told = 0;
    expect(await resolve(id, 'acknowledge')).toBe(200);
    expect(told).toBe(1);
    answer = 'silence';
    await refund(order, { amountCents: 700 });
    answer = DONE;
    store.clock.nowMs += 6000;
    told = 0;
    await store.payments.refundIntents.runDue();
    await Promise.resolve();
    expect([intents(), told]).toEqual([[], 1]);
  });

  it('asked for again by a person goes at once, and is one', async () => {
    await open('silence');
    const order = paid();
    await refund(order);
    expect(intents()).toHaveLength(1);
    await refund(order);
    expect(intents()).toHaveLength(1);
    expect(audited().filter((text) => text.startsWith('pediu a devolução'))).toHaveLength(1);
    const [{ id }] = await listed();
    expect(await resolve(id, 'retry')).toBe(503);
    expect(audited()).toContain('pediu de novo a devolução de R$ 50,00 do pedido nº 1');
    expect(await resolve(id, 'acknowledge')).toBe(422);
    answer = DONE;
    expect(await resolve(id, 'retry')).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await resolve(id, 'retry')).toBe(404);
  });

  it('is gone of what can be given back: more than the rest is refused, that one once more is that one', async () => {
    await open('silence');
    const order = paid();
    await refund(order, { amountCents: 4600 });
    store.clock.nowMs += 1;
    expect(await refund(order, { amountCents: 401 })).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^Só restam R\$\s4,00/) },
    });
    expect(await refund(order, { amountCents: 4600 })).toMatchObject({ status: 200 });
    expect(intents()).toHaveLength(1);
    expect(audited().filter((text) => text.startsWith('pediu a devolução'))).toEqual([
      'pediu a devolução de R$ 46,00 do pedido nº 1',
    ]);
    expect(await refund(order, { amountCents: 400 })).toMatchObject({
      status: 200,
      body: { refundedCents: 400 },
    });
    expect(orderNow(order)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is not said twice with what is left beside it', async () => {
    await open('silence');
    const order = paid();
    await refund(order, { amountCents: 700 });
    store.clock.nowMs += 1;
    expect(await refund(order)).toEqual({ status: 200, body: { state: 'noted', refundedCents: 4300 } });
    expect(audited().filter((text) => text.startsWith('pediu a devolução'))).toEqual([
      'pediu a devolução de R$ 7,00 do pedido nº 1',
      'pediu a devolução de R$ 43,00 do pedido nº 1',
    ]);
  });

  it('leaves nothing to give back where it is the whole', async () => {
    await open('silence');
    const order = paid();
    await refund(order);
    expect(await refund(order, { amountCents: 100 })).toMatchObject({ status: 422 });
    expect(intents()).toHaveLength(1);
  });

  it('that was refused can be asked for again', async () => {
    await open(REFUSED);
    const order = paid();
    await refund(order, { amountCents: 4600 });
    answer = DONE;
    expect(await refund(order, { amountCents: 4600 })).toMatchObject({ status: 200 });
  });
});

describe('[P20] a refund that the relay refuses', () => {
  it('is told in its words, stays listed, and ends by a person alone', async () => {
    await open(REFUSED);
    const order = paid();
    expect(await refund(order)).toMatchObject({ status: 409, body: { code: 'nothing-to-refund' } });
    expect(orderNow(order)).toMatchObject({ status: 'CANCELLED', cancelReason: 'estornado' });
    // All that is left has no name of its own over there.
    expect(asked).toEqual([{ attemptId: ATTEMPT, amountCents: null, refundId: null }]);
    const [item] = await listed();
    expect(item).toMatchObject({
      orderId: order.id,
      simpleId: order.simpleId,
      code: order.code,
      amountCents: 5000,
      reason: 'Pedido #1, R$ 50,00: a devolução não foi aceita. Nada a devolver.',
      action: 'retry',
      other: { action: 'acknowledge', actionText: 'Já devolvi' },
    });
    expect(audited()).toContain('a devolução de R$ 50,00 do pedido nº 1 não foi aceita: Nada a devolver.');
    const before = asked.length;
    store.clock.nowMs += 3_600_000;
    store.start();
    expect(await resolve(item.id, 'acknowledge')).toBe(200);
    expect(await listed()).toEqual([]);
    expect(asked).toHaveLength(before);
    expect(audited()).toContain('disse que já devolveu R$ 50,00 do pedido nº 1');
  });

  it('is told in its first 200 characters, for they stand in the audit and on a screen', async () => {
    const detail = `Recusado: ${'x'.repeat(189)}AB`;
    await open({ status: 409, body: { status: 409, title: 'Não', detail, code: 'nothing-to-refund' } });
    await refund(paid());
    const words = detail.slice(0, 200);
    expect(words).toMatch(/A$/);
    expect(await listed()).toMatchObject([
      { reason: `Pedido #1, R$ 50,00: a devolução não foi aceita. ${words}` },
    ]);
    expect(audited().at(-1)).toMatch(/não foi aceita: Recusado: x+A$/);
  });

  it('does nothing to an order that somebody moved meanwhile', async () => {
    await open(DONE);
    const order = paid({ status: 'READY' });
    expect(await refund(order, { amountCents: null, reason: 'loja', seen: 'RECEBIDO' })).toMatchObject({
      status: 409,
    });
    expect(orderNow(order)).toMatchObject({ status: 'READY' });
    expect(intents()).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('whose provider refuses is the relay’s to list: "Tentar de novo" asks for that same one', async () => {
    await open({ body: { state: 'failed', lastError: 'x' } });
    const order = paid();
    expect(await refund(order)).toMatchObject({ status: 502, body: { code: 'refund-failed' } });
    expect(intents()).toEqual([]);
    const PART = '0f0e0d0c-0b0a-4908-8706-0504030201ff';
    refundsThere = [
      { refundId: PART, amountCents: 700, state: 'failed' },
      { refundId: 'w', amountCents: null, state: 'done' },
    ];
    answer = DONE;
    asked = [];
    expect(await resolve(`${ATTEMPT}.refund-failed`, 'retry')).toBe(200);
    expect(asked).toEqual([{ attemptId: ATTEMPT, amountCents: 700, refundId: PART }]);
  });

  it('that waits for balance is asked for at once by "Tentar de novo"', async () => {
    await open(DONE);
    paid();
    refundsThere = [{ refundId: 'w', amountCents: null, state: 'asked' }];
    expect(await resolve(`${ATTEMPT}.refund-no-balance`, 'retry')).toBe(200);
    expect(asked).toEqual([{ attemptId: ATTEMPT, amountCents: null, refundId: null }]);
  });
});

describe('[P20] "Tentar de novo" that comes to nothing', () => {
  const AGAIN = expect.stringContaining('tentou de novo') as string;

  it('of a payment that the store never heard of is no payment of an order', async () => {
    await open(DONE);
    refundsThere = [{ refundId: 'w', amountCents: null, state: 'failed' }];
    const unknown = await admin(`/api/staff/payments/${ATTEMPT}.refund-failed/resolve`, {
      json: { action: 'retry' },
    });
    expect(await read(unknown)).toMatchObject({ status: 404, body: { code: 'order-not-found' } });
    expect([asked, audited().filter((text) => text.includes('devolução'))]).toEqual([[], []]);
  });

  it('is told as it is where the relay goes away before it is asked, and stands in no audit', async () => {
    await open('silence');
    paid();
    refundsThere = [{ refundId: 'w', amountCents: null, state: 'failed' }];
    expect(await resolve(`${ATTEMPT}.refund-failed`, 'retry')).toBe(503);
    expect(audited()).not.toContainEqual(AGAIN);
    answer = DONE;
    expect(await resolve(`${ATTEMPT}.refund-failed`, 'retry')).toBe(200);
    expect(audited()).toContainEqual(AGAIN);
  });
});

describe('[P20] a refund asked for once more while it is under way over there', () => {
  const owedBack = () => paid({ totalCents: 4100, balanceCents: -900 });

  it('is that one: in the audit once, and what the order owes shrinks by it once', async () => {
    await open({ body: { state: 'under-way', lastError: null } });
    const order = owedBack();
    for (let tap = 0; tap < 2; tap++)
      expect(await refund(order, { amountCents: 500 })).toMatchObject({
        status: 200,
        body: { state: 'waiting', refundedCents: 500 },
      });
    expect(orderNow(order)).toMatchObject({ balanceCents: -400 });
    expect(audited().filter((text) => text.startsWith('pediu a devolução'))).toHaveLength(1);
    expect(intents()).toEqual([]);
    // One key: the relay gives it back once.
    expect(asked[1]).toEqual(asked[0]);
    await refund(order, { amountCents: 400 });
    expect(orderNow(order)).not.toHaveProperty('balanceCents');
  });

  it('is that one also after the relay refused it, which is in the audit anew', async () => {
    await open(REFUSED);
    const order = owedBack();
    for (let tap = 0; tap < 2; tap++) await refund(order, { amountCents: 500 });
    expect(orderNow(order)).toMatchObject({ balanceCents: -400 });
    expect(audited().filter((text) => text.startsWith('pediu a devolução'))).toHaveLength(2);
  });
});
