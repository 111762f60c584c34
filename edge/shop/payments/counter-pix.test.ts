// PIX at the counter as its screen asks for it: the provider's code, the shop's own, and what becomes of what nobody confirmed.
import { afterEach, describe, expect, it } from 'vitest';
import type { CounterPix, UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import { v7 } from 'uuid';
import { staticPix } from '../../storage/schema/payments.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { orderId, sell } from '../../testing/sell.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
afterEach(() => store.close());

const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const PIX = {
  attemptId: ATTEMPT,
  paymentId: '1',
  qrCode: 'PROVIDER',
  qrCodeBase64: '',
  expiresAtMs: 9e12,
  status: 'pending',
};
type Answer = { status?: number; body: unknown };
/** What the relay says, by path; nothing: it is silent. */
let answers: Record<string, Answer> = {};
let asked: { path: string; body: any; timeoutMs: number | undefined }[] = [];
/** What happens in the shop while the relay is asked for a code. */
let meanwhile: () => Promise<void>;

async function open(given: Record<string, Answer> = {}): Promise<void> {
  answers = given;
  asked = [];
  meanwhile = () => Promise.resolve();
  store = await openTestStore({
    relay: {
      request: async (path: string, init: RequestInit & { timeoutMs?: number } = {}) => {
        const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
        asked.push({ path, body, timeoutMs: init.timeoutMs });
        if (path === '/edge/payments/pix') await meanwhile();
        const answer = answers[path.split('?')[0] ?? ''];
        if (answer === undefined) throw new TypeError('fetch failed');
        return Response.json(answer.body, { status: answer.status ?? 200 });
      },
    },
  });
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
  await admin('/api/staff/pix-key', {
    method: 'PUT',
    json: { key: 'lucia@loja.com', holder: 'Açaí da Lúcia', city: 'São Paulo' },
  });
}
const read = async <T>(response: Response | Promise<Response>): Promise<{ status: number; body: T }> => {
  const answer = await response;
  return { status: answer.status, body: (await answer.json()) as T };
};
const waiting = () =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    receivedAtMs: null,
    deliveredAtMs: null,
    source: 'counter',
    totalCents: 2500,
  });
const codeOf = (id: string) => read<CounterPix>(front(`/api/staff/orders/${id}/counter-pix`, { json: {} }));
async function paidByStaticPix() {
  const order = waiting();
  const paid = await front(`/api/staff/orders/${order.id}/moves`, {
    json: { kind: 'confirm-payment', method: 'pix_manual' },
  });
  expect(paid.status).toBe(200);
  return order;
}
const listed = async () => (await read<UnprovedPixes>(front('/api/staff/static-pix'))).body;
const say = (txid: string, said: string) =>
  read<UnprovedPixes & { code: string }>(front(`/api/staff/static-pix/${txid}`, { json: { said } }));
const rowOf = (txid: string) =>
  store.db
    .select()
    .from(staticPix)
    .all()
    .find((row) => row.txid === txid);
const stateOf = (txid: string) => rowOf(txid)?.state;
const close = async () =>
  (await read<CashClose>(front('/api/staff/cash-session/close', { json: { countedCents: 0 } }))).body.methods;
const saidOfPix = async () => {
  const { rows } = (await (await admin('/api/staff/audit?subject=order')).json()) as {
    rows: { userName: string | null; text: string }[];
  };
  return rows.filter(({ text }) => text.includes('o PIX de')).map(({ userName, text }) => [userName, text]);
};
const openDrawer = () => front('/api/staff/cash-session', { json: { id: v7(), floatCents: 0 } });
const salesOfToday = async () =>
  (await read<SalesReport>(admin('/api/staff/reports/sales?from=2026-11-21&to=2026-11-21'))).body
    .totalSalesCents;
const refusal = (code: string, status: number) => ({
  status,
  body: { type: 'about:blank', status, title: '', detail: 'não', code },
});

describe('[P31] the code at the counter', () => {
  it('is the provider’s while line and account are there', async () => {
    await open({ '/edge/payments/pix': { body: PIX } });
    const order = waiting();
    expect(await codeOf(order.id)).toMatchObject({
      status: 200,
      body: { kind: 'proved', payment: { qrCode: 'PROVIDER' }, totalCents: 2500 },
    });
    expect(asked.at(-1)?.body).toEqual({ order: { id: order.id, code: order.code, totalCents: 2500 } });
    // Who stands there waits for it seven seconds at most.
    expect(asked.at(-1)?.timeoutMs).toBe(7000);
  });

  it.each([
    ['there is no line', {}, 'away'],
    ['there is no account', { '/edge/payments/pix': refusal('method-off', 409) }, 'no-account'],
    ['the provider fails', { '/edge/payments/pix': refusal('provider-unreachable', 503) }, 'provider'],
  ])('is the shop’s own, with the order’s code as its name, where %s', async (_why, given, why) => {
    await open(given);
    const order = waiting();
    const shown = await codeOf(order.id);
    expect(shown).toMatchObject({ status: 200, body: { kind: 'static', why } });
    expect(JSON.stringify(shown.body)).toContain(order.code);
  });

  it.each(['payment-in-process', 'at-terminal', 'already-paid'])(
    'is none at all where another payment may have paid (%s)',
    async (code) => {
      await open({ '/edge/payments/pix': refusal(code, 409) });
      expect(await codeOf(waiting().id)).toMatchObject({ status: 409, body: { code } });
    },
  );

  describe('while the provider is asked in vain', () => {
    const asWaiting = async (path: string, json: object) => {
      await open();
      const order = waiting();
      meanwhile = async () => {
        expect((await front(`/api/staff/orders/${order.id}/${path}`, { json })).status).toBe(200);
      };
      return codeOf(order.id);
    };

    it.each([
      ['a colleague takes all of it', { kind: 'confirm-payment', method: 'terminal', card: 'debito' }],
      ['a colleague takes a part of it', { kind: 'take-tender', id: v7(), method: 'cash', cents: 1000 }],
    ])('%s: no code is shown, which would be paid beside that', async (_what, json) => {
      expect(await asWaiting('moves', json)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
    });

    it('a line is added: the shop’s own code is for what it costs by then', async () => {
      const add = [{ id: v7(), productId: 'agua' }];
      const seen = { changes: 0, paid: false };
      const { body } = await asWaiting('lines', { id: v7(), add, seen });
      const totalCents = store.orders.repository.byId(orderId(1))?.totalCents;
      expect(totalCents).toBeGreaterThan(2500);
      expect(body).toMatchObject({ kind: 'static', code: { totalCents } });
    });
  });

  it.each([
    ['that there is no key', 'there is no line', {}, 409, 'no-pix-key'],
    [
      'what the provider said',
      'it fails',
      { '/edge/payments/pix': refusal('provider-unreachable', 503) },
      503,
      'provider-unreachable',
    ],
  ])('says %s where %s and the shop has no key', async (_what, _why, given, status, code) => {
    await open(given);
    await admin('/api/staff/pix-key', { method: 'PUT', json: { key: '', holder: '', city: '' } });
    expect(await codeOf(waiting().id)).toMatchObject({ status, body: { code } });
  });

  it('is for what a paid order owes, also where something of it went back before', async () => {
    await open({ '/edge/payments/differences/pix': { body: PIX } });
    const order = sell(store, store.clock.nowMs, {
      ...{ status: 'RECEBIDO', paymentStatus: 'partially_refunded', paymentMethod: 'pix' },
      ...{ deliveredAtMs: null, totalCents: 2500, balanceCents: 700 },
    });
    const part = v7();
    const query = `?part=${part}&cents=700`;
    const shown = await read<CounterPix>(
      front(`/api/staff/orders/${order.id}/counter-pix${query}`, { json: {} }),
    );
    expect(shown).toMatchObject({ status: 200, body: { kind: 'proved', totalCents: 700 } });
    expect(asked.at(-1)?.body).toEqual({ order: { id: order.id, code: order.code, totalCents: 700 }, part });
  });
});

describe('[P31] an order that waits for its money at the counter', () => {
  const pending = (order: { id: string }, status = 'pending') =>
    store.askLink('/link/commands', {
      json: {
        id: v7(),
        kind: 'payment.fact',
        payload: {
          attemptId: ATTEMPT,
          orderId: order.id,
          provider: 'mercadopago',
          providerPaymentId: null,
          method: 'pix',
          status,
          statusDetail: null,
          amountCents: 2500,
          refundedCents: 0,
          mismatch: null,
          observedAtMs: store.clock.nowMs,
        },
      },
    });
  const later = (changes: object) =>
    sell(store, store.clock.nowMs, {
      status: 'PENDING',
      paymentStatus: 'pending',
      paymentMethod: 'cash',
      receivedAtMs: null,
      deliveredAtMs: null,
      totalCents: 2500,
      ...changes,
    });

  it('goes on waiting there while a code is shown for it, and is paid by it', async () => {
    await open({ '/edge/payments/pix': { body: PIX } });
    const order = later({ source: 'counter' });
    expect((await codeOf(order.id)).body).toMatchObject({ kind: 'proved' });
    await pending(order);
    expect(store.orders.repository.byId(order.id)).toMatchObject({
      status: 'PENDING',
      paymentMethod: 'cash',
    });
    await pending(order, 'approved');
    expect(store.orders.repository.byId(order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentMethod: 'pix',
    });
  });

  it('gets the shop’s own code where a customer chose cash', async () => {
    await open({ '/edge/payments/pix': { body: PIX } });
    const order = later({ source: 'relay' });
    expect((await codeOf(order.id)).body).toMatchObject({ kind: 'static', why: 'provider' });
    expect(asked).toEqual([]);
  });

  it('gets no code for all of it once a part is paid', async () => {
    await open({ '/edge/payments/pix': { body: PIX } });
    const order = later({ source: 'counter' });
    await front(`/api/staff/orders/${order.id}/moves`, {
      json: { kind: 'take-tender', id: v7(), method: 'cash', cents: 1000 },
    });
    expect(await codeOf(order.id)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  });
});

describe('a PIX to the static code', () => {
  it('[P34] whose word is taken back and said again between two closes is off once', async () => {
    await open();
    await openDrawer();
    const order = await paidByStaticPix();
    const later = () => (store.clock.nowMs += 1000);
    later();
    await say(order.code, 'not-received');
    later();
    expect(await close()).toEqual([
      { name: 'PIX (manual)', orders: 1, salesCents: 2500 },
      { name: 'PIX não recebido', orders: 1, salesCents: -2500 },
    ]);
    later();
    await openDrawer();
    for (const word of ['received', 'not-received']) {
      later();
      expect((await say(order.code, word)).status).toBe(200);
    }
    later();
    expect(await close()).toEqual([]);
  });

  it('lets staff go on, and is listed until it is found at the provider', async () => {
    await open();
    const order = await paidByStaticPix();
    expect(store.orders.repository.byId(order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
    });
    expect(await listed()).toMatchObject({
      unconfirmed: [
        { txid: order.code, simpleId: order.simpleId, amountCents: 2500, userName: 'Ana ATTENDANT' },
      ],
      lost: [],
    });
    // Without the line, and while the relay cannot say, nothing is counted as a look.
    await store.staticPix.runDue(store.payments.ask);
    for (const status of [500, 503]) {
      answers['/edge/payments/static-pix'] = refusal('provider-unreachable', status);
      await store.staticPix.runDue(store.payments.ask);
    }
    answers['/edge/payments/static-pix'] = { body: { found: [] } };
    await store.staticPix.runDue(store.payments.ask);
    const looks = asked.filter(({ path }) => path === '/edge/payments/static-pix');
    const look = { pix: [{ txid: order.code, amountCents: 2500, atMs: store.clock.nowMs }] };
    expect(looks.map(({ body }) => body as unknown)).toEqual([look, look, look, look]);
    answers['/edge/payments/static-pix'] = {
      body: { found: [{ txid: order.code, providerPaymentId: '77' }] },
    };
    store.clock.nowMs += 59_999;
    await store.staticPix.runDue(store.payments.ask);
    expect(stateOf(order.code)).toBe('unconfirmed');
    store.clock.nowMs += 1;
    await store.staticPix.runDue(store.payments.ask);
    expect(rowOf(order.code)).toMatchObject({ state: 'proved', providerPaymentId: '77', saidBy: null });
    expect((await listed()).unconfirmed).toEqual([]);
    expect(await saidOfPix()).toEqual([
      [null, expect.stringMatching(/^encontrou no Mercado Pago o PIX de R\$\s25,00 do pedido nº 1$/)],
    ]);
    expect(await say(order.code, 'not-received')).toMatchObject({ status: 409, body: { code: 'settled' } });
  });

  it('[P35] is looked for where an older relay does not know the search: that counts as a look', async () => {
    await open({ '/edge/payments/static-pix': refusal('not-found', 404) });
    const order = await paidByStaticPix();
    const looks = () => asked.filter(({ path }) => path === '/edge/payments/static-pix').length;
    await store.staticPix.runDue(store.payments.ask);
    store.clock.nowMs += 59_999;
    await store.staticPix.runDue(store.payments.ask);
    expect(looks()).toBe(1);
    store.clock.nowMs += 1;
    await store.staticPix.runDue(store.payments.ask);
    expect(looks()).toBe(2);
    expect(stateOf(order.code)).toBe('unconfirmed');
  });

  it('[P34] that did not come leaves the reports, stands in the close in which that was said, and may come after all', async () => {
    await open();
    await openDrawer();
    const order = await paidByStaticPix();
    expect(await salesOfToday()).toBe(2500);
    store.clock.nowMs += 1000;
    expect(await close()).toEqual([{ name: 'PIX (manual)', orders: 1, salesCents: 2500 }]);
    store.clock.nowMs += 1000;
    await openDrawer();
    store.clock.nowMs += 1000;
    expect(await say(order.code, 'not-received')).toMatchObject({
      status: 200,
      body: { unconfirmed: [], lost: [{ txid: order.code }] },
    });
    expect(store.orders.repository.byId(order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'pending',
    });
    expect(await salesOfToday()).toBe(0);
    store.clock.nowMs += 1000;
    expect(await close()).toEqual([{ name: 'PIX não recebido', orders: 1, salesCents: -2500 }]);
    store.clock.nowMs += 1000;
    await openDrawer();
    expect((await say(order.code, 'received')).status).toBe(200);
    expect(await salesOfToday()).toBe(2500);
    store.clock.nowMs += 1000;
    expect(await close()).toEqual([{ name: 'PIX não recebido', orders: 1, salesCents: 2500 }]);
    // The newest first.
    expect(await saidOfPix()).toEqual([
      ['Ana ATTENDANT', expect.stringMatching(/^disse que recebeu o PIX de R\$\s25,00 do pedido nº 1$/)],
      ['Ana ATTENDANT', expect.stringMatching(/^disse que não recebeu o PIX de R\$\s25,00 do pedido nº 1$/)],
    ]);
  });

  it('stands among those that wait with the oldest first, and among those that did not come with the newest', async () => {
    await open();
    const codes: string[] = [];
    for (let sale = 0; sale < 2; sale += 1) {
      codes.push((await paidByStaticPix()).code);
      store.clock.nowMs += 1000;
    }
    expect((await listed()).unconfirmed.map(({ txid }) => txid)).toEqual(codes);
    for (const code of codes) {
      await say(code, 'not-received');
      store.clock.nowMs += 1000;
    }
    expect((await listed()).lost.map(({ txid }) => txid)).toEqual(codes.toReversed());
  });

  it('[P34] of which the same is said twice, on two screens, is in the audit once', async () => {
    await open();
    const order = await paidByStaticPix();
    for (const said of ['not-received', 'not-received', 'received', 'received'])
      expect((await say(order.code, said)).status).toBe(200);
    expect((await saidOfPix()).map(([, text]) => text)).toEqual([
      expect.stringContaining('disse que recebeu'),
      expect.stringContaining('disse que não recebeu'),
    ]);
  });

  it('is heard of at once when a word of it is said and when it is found, and once', async () => {
    await open();
    const order = await paidByStaticPix();
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    const isTold = async (done: () => Promise<unknown>): Promise<boolean> => {
      told = 0;
      await done();
      await Promise.resolve();
      return told > 0;
    };
    const deny = () => say(order.code, 'not-received');
    expect([await isTold(deny), await isTold(deny)]).toEqual([true, false]);
    answers['/edge/payments/static-pix'] = {
      body: { found: [{ txid: order.code, providerPaymentId: '77' }] },
    };
    expect(await isTold(() => store.staticPix.runDue(store.payments.ask))).toBe(true);
  });

  it('[P34] of which the word is taken back before the next close is no line of that one', async () => {
    await open();
    await openDrawer();
    const order = await paidByStaticPix();
    const later = () => (store.clock.nowMs += 1000);
    later();
    await close();
    later();
    await openDrawer();
    for (const said of ['not-received', 'received']) {
      later();
      expect((await say(order.code, said)).status).toBe(200);
    }
    later();
    expect(await close()).toEqual([]);
  });

  it('[P34] of which that is said in the very moment of a close stands in that close and in no other', async () => {
    await open();
    await openDrawer();
    const order = await paidByStaticPix();
    store.clock.nowMs += 1000;
    await say(order.code, 'not-received');
    expect(await close()).toEqual([
      { name: 'PIX (manual)', orders: 1, salesCents: 2500 },
      { name: 'PIX não recebido', orders: 1, salesCents: -2500 },
    ]);
    await openDrawer();
    store.clock.nowMs += 1000;
    expect(await close()).toEqual([]);
    await openDrawer();
    store.clock.nowMs += 1000;
    await say(order.code, 'received');
    expect(await close()).toEqual([{ name: 'PIX não recebido', orders: 1, salesCents: 2500 }]);
    await openDrawer();
    store.clock.nowMs += 1000;
    expect(await close()).toEqual([]);
  });

  it('[P34] that was lost in the very moment of a close and came after all is whole in the next one', async () => {
    await open();
    await openDrawer();
    const order = await paidByStaticPix();
    await say(order.code, 'not-received');
    await close();
    await openDrawer();
    store.clock.nowMs += 1000;
    await say(order.code, 'received');
    expect(await close()).toEqual([{ name: 'PIX não recebido', orders: 1, salesCents: 2500 }]);
  });

  it('[P34] that did not come stands in the list for three days, in which the word may be taken back', async () => {
    await open();
    const order = await paidByStaticPix();
    await say(order.code, 'not-received');
    expect(rowOf(order.code)).toMatchObject({ saidBy: 'Ana ATTENDANT', providerPaymentId: null });
    store.clock.nowMs += 3 * 86_400_000;
    expect((await listed()).lost).toMatchObject([{ txid: order.code, state: 'not-received' }]);
    store.clock.nowMs += 1;
    expect((await listed()).lost).toEqual([]);
    // The statement has it: who had denied it stays known.
    const proved = [{ txid: order.code, providerPaymentId: '9', amountCents: 2500 }];
    expect((await admin('/api/staff/static-pix/proved', { json: { proved } })).status).toBe(200);
    expect(rowOf(order.code)).toMatchObject({
      ...{ state: 'proved', saidBy: 'Ana ATTENDANT', providerPaymentId: '9' },
    });
  });

  it('that never came gives nothing back when its order is called off', async () => {
    await open();
    await openDrawer();
    const [came, lost] = [await paidByStaticPix(), await paidByStaticPix()];
    await say(lost.code, 'not-received');
    for (const { id } of [came, lost])
      expect(
        (await admin(`/api/staff/orders/${id}/moves`, { json: { kind: 'cancel', reason: 'cliente' } }))
          .status,
      ).toBe(200);
    expect([stateOf(came.code), stateOf(lost.code)]).toEqual(['called-off', 'not-received']);
    store.clock.nowMs += 1000;
    expect(await close()).toEqual([
      { name: 'PIX (manual)', orders: 2, salesCents: 2500 },
      { name: 'PIX não recebido', orders: 1, salesCents: -2500 },
    ]);
  });

  it('[P34] that did not come leaves what was taken beside it in the close and the reports, in its own way', async () => {
    await open();
    await openDrawer();
    const items = [{ id: v7(), productId: 'taca' }];
    const json = { id: v7(), consumptionType: 'takeaway', items };
    const { body } = await read<{ order: Order }>(front('/api/staff/orders', { json }));
    const at = `/api/staff/orders/${body.order.id}`;
    const done = async (path: string, given: object) =>
      expect((await front(`${at}/${path}`, { json: given })).status).toBe(200);
    await done('moves', { kind: 'confirm-payment', method: 'pix_manual' });
    const seen = { changes: 0, paid: true };
    await done('lines', { id: v7(), add: [{ id: v7(), productId: 'agua' }], seen });
    await done('difference', { kind: 'take', id: v7(), method: 'cash', cents: 360 });
    const sums = async () => {
      const { methods, totalOrders } = (
        await read<SalesReport>(admin('/api/staff/reports/sales?from=2026-11-21&to=2026-11-21'))
      ).body;
      return [totalOrders, ...methods.map(({ method, orders, salesCents }) => [method, orders, salesCents])];
    };
    const both = [1, ['pix_manual', 1, 2880], ['cash', 1, 360]];
    expect(await sums()).toEqual(both);
    store.clock.nowMs += 1000;
    await say(body.order.code, 'not-received');
    expect(await sums()).toEqual([1, ['cash', 1, 360]]);
    store.clock.nowMs += 1000;
    const closed = (
      await read<CashClose>(front('/api/staff/cash-session/close', { json: { countedCents: 0 } }))
    ).body;
    expect(closed).toMatchObject({
      cashSalesCents: 360,
      methods: [
        { name: 'PIX (manual)', orders: 1, salesCents: 2880 },
        { name: 'PIX não recebido', orders: 1, salesCents: -2880 },
      ],
    });
    await say(body.order.code, 'received');
    expect(await sums()).toEqual(both);
    await say(body.order.code, 'not-received');
    expect((await admin(`${at}/moves`, { json: { kind: 'cancel', reason: 'cliente' } })).status).toBe(200);
    expect(await sums()).toEqual([0]);
  });

  it('is proved by the statement with its own amount only, by an administrator', async () => {
    await open();
    const order = await paidByStaticPix();
    const prove = (amountCents: number, who = admin) =>
      read<{ proved: number }>(
        who('/api/staff/static-pix/proved', {
          json: { proved: [{ txid: order.code, providerPaymentId: '9', amountCents }] },
        }),
      );
    expect((await prove(2500, front)).status).toBe(403);
    expect((await prove(2499)).body).toEqual({ proved: 0 });
    expect((await prove(2500)).body).toEqual({ proved: 1 });
    expect((await prove(2500)).body).toEqual({ proved: 0 });
    expect(await saidOfPix()).toEqual([
      ['Ana ADMIN', expect.stringMatching(/^confirmou pelo extrato o PIX de R\$\s25,00 do pedido nº 1$/)],
    ]);
  });
});
