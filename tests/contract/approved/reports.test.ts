// What the owner reads of two months of trade, as a text that a person approves: `reports.txt`. Each book's sums are held against a ledger elsewhere
// (edge/shop/reports/books.test.ts); here stand the words, fields and orders of lists.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asker } from '../../harness/store-record.ts';
import {
  bigOne,
  drink,
  HOUR_MS,
  houseCup,
  MINUTE_MS,
  nth,
  openRecordedShop,
  ownCup,
  PRINTERS,
  smallOne,
  type RecordedShop,
} from './shop.ts';

const DAY_MS = 24 * HOUR_MS;
const READS = [
  '/api/staff/reports/sales',
  '/api/staff/reports/dashboard',
  '/api/staff/reports/breakdown',
  '/api/staff/reports/today',
  '/api/staff/ranking',
];

let shop: RecordedShop;
beforeAll(async () => {
  shop = await openRecordedShop({
    printers: PRINTERS,
    settings: {
      enableTacaMontada: true,
      feePercents: { debito: 1.5, pix: 0.99, credit_card: 4.98 },
    },
    nowMs: Date.parse('2026-10-24T12:00:00-03:00'),
  });
});
afterAll(() => shop.close());

test('what the owner reads of the trade is what was approved', async () => {
  const { record, front, kitchen, admin, customer, relay, wait } = shop;
  const done = async (asker: Asker, request: string, json?: object): Promise<void> => {
    const [method = 'GET', path = ''] = request.split(' ');
    const { status } = await asker.ask(path, { method, ...(json === undefined ? {} : { json }) });
    if (status >= 400) throw new Error(`${request} answered ${status}`);
  };
  const sell = (n: number, items: object[], more = {}, who = front) =>
    done(who, 'POST /api/staff/orders', { id: nth(n), consumptionType: 'takeaway', items, ...more });
  const order = (n: number, items: object[], customerPhone: string) =>
    done(customer, 'POST /api/orders', { id: nth(n), consumptionType: 'local', customerPhone, items });
  const remote = (n: number, items: object[], customerPhone: string) =>
    done(relay, 'POST /link/commands', {
      id: nth(1000 + n),
      kind: 'order.place',
      payload: { order: { id: nth(n), consumptionType: 'takeaway', customerPhone, items } },
    });
  const pay = (n: number, method = 'cash', card?: string) =>
    done(front, `POST /api/staff/orders/${nth(n)}/moves`, {
      kind: 'confirm-payment',
      method,
      ...(card === undefined ? {} : { card }),
    });
  const hear = (n: number, amountCents: number, more = {}) =>
    done(relay, 'POST /link/commands', {
      id: nth(2000 + n + (store.clock.nowMs % 1000)),
      kind: 'payment.fact',
      payload: {
        attemptId: nth(3000 + n),
        orderId: nth(n),
        provider: 'mercadopago',
        providerPaymentId: `${n}`,
        method: 'pix',
        status: 'approved',
        statusDetail: null,
        amountCents,
        refundedCents: 0,
        mismatch: null,
        observedAtMs: store.clock.nowMs,
        ...more,
      },
    });
  const { store } = shop;

  record.title('Nothing was sold yet');
  await record.look(admin, [
    ...READS.slice(1),
    '/api/staff/reports/sales.csv',
    '/api/staff/reports/sales?from=2026-10-23',
  ]);
  await record.look(customer, ['/api/ranking', '/api/store']);
  await record.look(front, ['/api/staff/reports/sales', '/api/staff/best-sellers']);
  await record.look(kitchen, ['/api/staff/ranking']);

  await record.aside(async () => {
    // A month ago.
    await sell(1, [smallOne('a')], { customerPhone: '11955554444' });
    await pay(1);
    // A week ago, at the same hour and later; the week before that.
    wait(14 * DAY_MS);
    await order(2, [bigOne('a'), drink('b')], '11987654321');
    await pay(2, 'terminal', 'debito');
    wait(7 * DAY_MS);
    await remote(3, [smallOne('a'), smallOne('b')], '21912345678');
    await hear(3, 2700);
    wait(6 * HOUR_MS);
    await order(4, [houseCup('a')], '11987654321');
    await pay(4, 'pix_manual');
    // Today.
    wait(7 * DAY_MS - 5 * HOUR_MS);
    await done(front, 'POST /api/staff/cash-session', { id: nth(900), floatCents: 5000 });
    await order(5, [bigOne('a')], '11987654321');
    await pay(5);
    await remote(6, [ownCup('a'), drink('b'), drink('c')], '21912345678');
    await hear(6, 4230, { method: 'credit_card' });
    wait(1);
    await hear(6, 4230, { method: 'credit_card', status: 'partially_refunded', refundedCents: 1000 });
    const discount = { kind: 'discount', reason: '=Demorou', off: { percent: 10 } };
    await sell(7, [smallOne('a')], {
      concession: discount,
      customerPhone: '31911112222',
      observations: '+notas; "aspas"\nlinha',
    });
    await pay(7, 'terminal', 'credito');
    await sell(8, [drink('a')], { concession: { kind: 'courtesy', reason: 'Amiga' } }, admin);
    await sell(9, [smallOne('a')]);
    await pay(9);
    await done(admin, `POST /api/staff/orders/${nth(9)}/moves`, { kind: 'cancel', reason: 'loja' });
    await sell(10, [bigOne('a')]);
    await done(front, `POST /api/staff/orders/${nth(10)}/moves`, {
      kind: 'take-tender',
      id: nth(901),
      method: 'cash',
      cents: 1000,
    });
    await done(front, `POST /api/staff/orders/${nth(10)}/moves`, {
      kind: 'take-tender',
      id: nth(902),
      method: 'terminal',
      card: 'vale',
      cents: 1565,
    });
    await sell(11, [houseCup('a')]);
    await done(kitchen, `POST /api/staff/orders/${nth(5)}/moves`, { kind: 'start' });
    for (const kind of ['start', 'mark-ready'])
      await done(kitchen, `POST /api/staff/orders/${nth(6)}/moves`, { kind });
    wait(20 * MINUTE_MS);
  });

  record.title('On a full day');
  await record.look(admin, READS);
  await record.look(customer, ['/api/ranking', '/api/store']);
  await record.look(front, ['/api/staff/best-sellers']);

  record.title('Other days');
  await record.look(admin, [
    '/api/staff/reports/sales?from=2026-11-14&to=2026-11-14',
    '/api/staff/reports/sales?from=2026-11-21&to=2026-11-21',
    '/api/staff/reports/sales?from=2026-11-06&phone=(11)98765-4321',
    '/api/staff/reports/sales?from=2026-11-20&phone=4321',
    '/api/staff/reports/sales?from=2026-11-21',
    '/api/staff/reports/sales?to=2026-11-14',
    '/api/staff/reports/sales?from=2026-11-21&to=2026-11-01',
    '/api/staff/reports/sales?from=ontem',
    '/api/staff/reports/breakdown?from=2026-11-21&to=2026-11-21',
    '/api/staff/reports/breakdown?from=2026-11-08&to=2026-11-14',
  ]);

  record.title('As a file');
  await record.look(admin, [
    '/api/staff/reports/sales.csv',
    '/api/staff/reports/sales.csv?from=2026-11-21&to=2026-11-21&phone=21912345678',
    '/api/staff/reports/sales.csv?from=2026-12-01&to=2026-12-02',
  ]);

  record.title('On the next day, and in the next month');
  wait(12 * HOUR_MS);
  await record.look(admin, ['/api/staff/reports/dashboard', '/api/staff/reports/today']);
  wait(9 * DAY_MS);
  await record.look(admin, ['/api/staff/ranking', '/api/staff/reports/dashboard']);
  await record.look(customer, ['/api/ranking']);

  await expect(record.text()).toMatchFileSnapshot('./reports.txt');
});
