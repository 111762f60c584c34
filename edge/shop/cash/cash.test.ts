import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cashCloses, handPayments } from '../../storage/schema/cash.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { audit } from '../../storage/schema/staff.ts';
import { Wake } from '../../storage/wake.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { orderId, sell } from '../../testing/sell.ts';

let store: TestStore;
let front: Asking;
beforeEach(async () => {
  store = await openTestStore();
  front = await asRole(store, 'ATTENDANT');
});
afterEach(() => store.close());

const id = (n: number) => orderId(0xc0000 + n);
const post = async (path: string, json: unknown, ask = front) => {
  const response = await ask(`/api/staff/${path}`, { json });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
};
const open = (n = 1, floatCents = 10_000) => post('cash-session', { id: id(n), floatCents });
const waiting = () =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    receivedAtMs: null,
    deliveredAtMs: null,
    totalCents: 2500,
  });
const confirm = (order: { id: string }, method: string, card?: string) =>
  post(`orders/${order.id}/moves`, {
    kind: 'confirm-payment',
    method,
    ...(card === undefined ? {} : { card }),
  });

describe('the cash session', () => {
  it('adds up float, cash, suprimento and sangria, says nothing before the count, and closes with a number', async () => {
    expect(await (await front('/api/staff/cash-session')).json()).toEqual({ session: null });
    expect(await open()).toMatchObject({
      status: 200,
      body: { session: { floatCents: 10_000, movements: [], cashOrders: 0 } },
    });
    expect((await confirm(waiting(), 'cash')).status).toBe(200);
    expect((await confirm(waiting(), 'cash')).status).toBe(200);
    await confirm(waiting(), 'terminal', 'debito');
    await confirm(waiting(), 'pix_manual');
    await post('cash-session/movements', { id: id(2), kind: 'suprimento', amountCents: 5000, note: 'troco' });
    const before = await post('cash-session/movements', {
      id: id(3),
      kind: 'sangria',
      amountCents: 3000,
      note: 'banco',
    });
    expect(before.body['session']).toMatchObject({
      cashOrders: 2,
      movements: [{ kind: 'suprimento', userName: 'Ana ATTENDANT' }, { kind: 'sangria' }],
    });
    expect(JSON.stringify(before.body)).not.toMatch(/expected|Sales/);
    store.clock.nowMs += 60_000;
    expect(await post('cash-session/close', { countedCents: 16_900 })).toMatchObject({
      status: 201,
      body: {
        number: 1,
        cashSalesCents: 5000,
        suprimentoCents: 5000,
        sangriaCents: 3000,
        expectedCents: 17_000,
        countedCents: 16_900,
        differenceCents: -100,
        methods: [
          { name: 'PIX (manual)', orders: 1, salesCents: 2500 },
          { name: 'Maquininha: débito', orders: 1, salesCents: 2500 },
        ],
      },
    });
    expect(await (await front('/api/staff/cash-session')).json()).toEqual({ session: null });
    await open(4, 0);
    expect((await post('cash-session/close', { countedCents: 0 })).body).toMatchObject({
      number: 2,
      cashSalesCents: 0,
      methods: [],
    });
  });

  it('is told to the relay, and to the printers once it is closed', async () => {
    const notify = vi.spyOn(Wake.prototype, 'notify');
    onTestFinished(() => notify.mockRestore());
    const heard = () => notify.mock.calls.splice(0).map(([topic]) => topic);
    await open();
    expect(heard()).toEqual(['log']);
    await post('cash-session/movements', { id: id(2), kind: 'suprimento', amountCents: 5000, note: '' });
    expect(heard()).toEqual(['log']);
    await post('cash-session/close', { countedCents: 10_000 });
    expect(heard()).toEqual(['log', 'print']);
  });

  it('tells what the site took while it was open from what came before', async () => {
    sell(store, store.clock.nowMs, { paymentMethod: 'pix', totalCents: 700 });
    store.clock.nowMs += 60_000;
    await open();
    sell(store, store.clock.nowMs + 1000, { paymentMethod: 'pix', totalCents: 900 });
    sell(store, store.clock.nowMs + 1000, { paymentMethod: 'pix', status: 'CANCELLED' });
    store.clock.nowMs += 60_000;
    expect((await post('cash-session/close', { countedCents: 10_000 })).body['methods']).toEqual([
      { name: 'PIX', orders: 1, salesCents: 900 },
      { name: 'PIX, com o caixa fechado', orders: 1, salesCents: 700 },
    ]);
  });

  it('takes a cancelled order out of the drawer in which the money lay', async () => {
    const admin = await asRole(store, 'ADMIN');
    await open();
    const order = waiting();
    await confirm(order, 'cash');
    await post('cash-session/close', { countedCents: 12_500 });
    await open(5);
    expect(
      (await post(`orders/${order.id}/moves`, { kind: 'cancel', reason: 'cliente' }, admin)).status,
    ).toBe(200);
    expect((await post('cash-session/close', { countedCents: 7500 })).body).toMatchObject({
      cashSalesCents: -2500,
      expectedCents: 7500,
      differenceCents: 0,
    });
  });

  it('is not opened once more under the id of one that was closed', async () => {
    await open();
    await post('cash-session/close', { countedCents: 10_000 });
    expect(await open()).toMatchObject({ status: 409, body: { code: 'id-reused' } });
    expect(await (await front('/api/staff/cash-session')).json()).toEqual({ session: null });
  });

  it('has one effect per id and per order, however often it is sent', async () => {
    await open();
    expect((await open()).status).toBe(200);
    expect(await open(9)).toMatchObject({ status: 409, body: { code: 'already-open' } });
    const movement = { id: id(2), kind: 'sangria', amountCents: 3000, note: '' };
    await post('cash-session/movements', movement);
    expect((await post('cash-session/movements', movement)).body['session'].movements).toHaveLength(1);
    expect(await post('cash-session/movements', { ...movement, amountCents: 4000 })).toMatchObject({
      status: 409,
      body: { code: 'id-reused' },
    });
    const order = waiting();
    await confirm(order, 'cash');
    await confirm(order, 'cash');
    expect(store.db.select().from(handPayments).all()).toHaveLength(1);
  });

  it.each([
    [
      'a sangria of more than there is',
      'cash-session/movements',
      { id: id(7), kind: 'sangria', amountCents: 10_001, note: '' },
      422,
    ],
    [
      'a movement of nothing',
      'cash-session/movements',
      { id: id(7), kind: 'sangria', amountCents: 0, note: '' },
      422,
    ],
    ['a negative count', 'cash-session/close', { countedCents: -1 }, 422],
  ])('refuses %s', async (_case, path, body, status) => {
    await open();
    expect((await post(path, body)).status).toBe(status);
    expect((await post('cash-session/close', { countedCents: 10_000 })).body).toMatchObject({
      expectedCents: 10_000,
    });
  });

  it.each([
    ['ten reais too few', 9_000, 201],
    ['ten reais too many', 11_000, 201],
    ['a centavo less than that', 8_999, 409],
    ['a centavo more than that', 11_001, 409],
  ])('asks about a count that is far from what should be there: %s', async (_case, countedCents, status) => {
    await open();
    const asked = await post('cash-session/close', { countedCents, ask: true });
    expect(asked.status).toBe(status);
    if (status === 201) return;
    expect(asked.body).toMatchObject({
      code: 'count-differs',
      detail: expect.stringMatching(/^O que você contou difere em mais de R\$\s10,00 do que deveria haver/),
    });
    // Blind: it says neither what should be there nor what is missing, and the audit has the try.
    expect(JSON.stringify(asked.body)).not.toMatch(/100,00|10,01/);
    const texts = store.db.select({ text: audit.detail }).from(audit).all();
    expect(texts.at(-1)?.text).toMatch(/^contou R\$.(89,99|110,01) para fechar o caixa, e não bateu$/);
    expect(await (await front('/api/staff/cash-session')).json()).toMatchObject({
      session: { floatCents: 10_000 },
    });
    expect((await post('cash-session/close', { countedCents })).body).toMatchObject({
      number: 1,
      differenceCents: countedCents - 10_000,
    });
  });

  it('refuses to move or close what is not open', async () => {
    expect(await post('cash-session/close', { countedCents: 1 })).toMatchObject({
      status: 409,
      body: { code: 'not-open' },
    });
    expect(
      await post('cash-session/movements', { id: id(7), kind: 'suprimento', amountCents: 1, note: '' }),
    ).toMatchObject({ status: 409 });
  });

  it('a close can neither be changed nor deleted, whoever tries', async () => {
    await open();
    await post('cash-session/close', { countedCents: 10_000 });
    expect(() => store.db.update(cashCloses).set({ body: '{}' }).run()).toThrow(/never changes/);
    expect(() => store.db.delete(cashCloses).run()).toThrow(/never goes/);
  });

  it('a close is printed again by whoever sells while it is the newest, an older one only by an administrator', async () => {
    const admin = await asRole(store, 'ADMIN');
    await open(3);
    await post('cash-session/close', { countedCents: 10_000 });
    expect(await post('cash-closes/1/print', {})).toMatchObject({
      status: 409,
      body: { code: 'no-printer', detail: expect.stringContaining('Nenhuma impressora ligada') },
    });
    store.printing.printers.save(null, {
      name: 'Caixa',
      enabled: true,
      transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
      columns: 48,
      codePage: 'PC850',
      purposes: ['close'],
    });
    for (const n of [1, 2]) {
      await open(n);
      await post('cash-session/close', { countedCents: 10_000 });
      expect(await post(`cash-closes/${n + 1}/print`, {})).toEqual({ status: 200, body: { printers: 1 } });
    }
    expect((await post('cash-closes/1/print', {})).status).toBe(403);
    let woken = 0;
    store.orders.wake.on('print', () => (woken += 1));
    expect((await post('cash-closes/1/print', {}, admin)).status).toBe(200);
    // It is printed now, and not when the printer looks again.
    expect(woken).toBe(1);
  });

  it('goes to the relay sealed, is audited, and prints on the printers that print closes', async () => {
    const admin = await asRole(store, 'ADMIN');
    store.printing.printers.save(null, {
      name: 'Caixa',
      enabled: true,
      transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
      columns: 48,
      codePage: 'PC850',
      purposes: ['close'],
    });
    await open();
    await post('cash-session/movements', { id: id(31), kind: 'suprimento', amountCents: 500, note: '' });
    await post('cash-session/movements', { id: id(32), kind: 'sangria', amountCents: 500, note: 'banco' });
    await post('cash-session/close', { countedCents: 10_000 });
    const rows = store.db
      .select()
      .from(outbox)
      .all()
      .filter((row) => row.kind === 'cash');
    expect(rows.map((row) => row.sealed)).toEqual([true, true, true, true]);
    expect(rows.map((row) => row.body).join()).not.toMatch(/float|counted/);
    const jobs = () => store.db.select().from(printJobs).all();
    expect(jobs()).toMatchObject([{ purpose: 'close', orderId: null, copy: 1 }]);
    expect((await post('cash-closes/1/print', {}, admin)).status).toBe(200);
    expect(jobs().map((job) => job.copy)).toEqual([1, 2]);
    expect((await post('cash-closes/2/print', {}, admin)).status).toBe(404);
    const { rows: lines } = (await (await admin('/api/staff/audit?subject=cash')).json()) as {
      rows: { text: string }[];
    };
    expect(lines.map((line) => line.text)).toEqual([
      'fechou o caixa nº 1: contou R$ 100,00, diferença de R$ 0,00',
      'fez uma sangria de R$ 5,00: banco',
      'fez um suprimento de R$ 5,00',
      'abriu o caixa com R$ 100,00',
    ]);
    expect(await (await admin('/api/staff/cash-closes')).json()).toMatchObject({ closes: [{ number: 1 }] });
  });
});
