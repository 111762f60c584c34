// What is written and said of money over the counter: parts, changed orders, the drawer and its close. A person approves `drawer.txt`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asker } from '../../harness/store-record.ts';
import {
  bigOne,
  drink,
  FEES_AND_CUPS,
  HOUR_MS,
  MINUTE_MS,
  nth,
  openRecordedShop,
  PRINTERS,
  smallOne,
  type RecordedShop,
} from './shop.ts';

let shop: RecordedShop;
beforeAll(async () => {
  shop = await openRecordedShop({
    printers: PRINTERS,
    settings: FEES_AND_CUPS,
  });
});
afterAll(() => shop.close());

test('money over the counter: what is answered, written, told and printed is what was approved', async () => {
  const { record, front, kitchen, admin, wait } = shop;
  const drawer = (words: string, path: string, json: object, who: Asker = front) =>
    record.step(words, who, `POST /api/staff/cash-session${path}`, json);
  const sell = (n: number, items: object[], more = {}) =>
    record.step(`order ${n} is sold`, front, 'POST /api/staff/orders', {
      id: nth(n),
      consumptionType: 'takeaway',
      items,
      ...more,
    });
  const move = (words: string, n: number, json: object, who: Asker = front) =>
    record.step(`order ${n}: ${words}`, who, `POST /api/staff/orders/${nth(n)}/moves`, json);
  const rooms = async () => {
    await record.look(front, ['/api/staff/cash-session', '/api/staff/cash']);
    await record.look(admin, ['/api/staff/cash-closes', '/api/staff/reports/today']);
  };
  const confirm = { kind: 'confirm-payment' };

  record.title('No drawer is open');
  await rooms();
  await drawer('money is moved', '/movements', { id: nth(101), kind: 'sangria', amountCents: 100, note: '' });
  await drawer('it is closed', '/close', { countedCents: 0 });
  await sell(1, [smallOne('a')]);
  await move('cash, while the drawer is closed', 1, { ...confirm, method: 'cash', drawer: 'open' });
  await move('cash, taken already', 1, { ...confirm, method: 'cash', receivedCents: 2000 });

  record.title('The drawer opens');
  wait(MINUTE_MS);
  await drawer('the kitchen opens it', '', { id: nth(100), floatCents: 10000 }, kitchen);
  await drawer('with nothing said', '', {});
  await drawer('with a hundred', '', { id: nth(100), floatCents: 10000 });
  await drawer('the same again', '', { id: nth(100), floatCents: 10000 });
  await drawer('another one', '', { id: nth(110), floatCents: 0 });
  await drawer('change is brought', '/movements', {
    id: nth(102),
    kind: 'suprimento',
    amountCents: 5000,
    note: ' troco ',
  });
  await drawer('the same again', '/movements', {
    id: nth(102),
    kind: 'suprimento',
    amountCents: 5000,
    note: 'troco',
  });
  await drawer('another amount under that id', '/movements', {
    id: nth(102),
    kind: 'suprimento',
    amountCents: 1,
    note: '',
  });
  await drawer('money to the bank', '/movements', {
    id: nth(103),
    kind: 'sangria',
    amountCents: 2000,
    note: '',
  });
  await drawer('more than there is', '/movements', {
    id: nth(104),
    kind: 'sangria',
    amountCents: 9000000,
    note: '',
  });
  await drawer('nothing', '/movements', { id: nth(104), kind: 'sangria', amountCents: 0, note: '' });

  record.title('Every way by hand');
  const ways = [
    ['cash with change', { method: 'cash', receivedCents: 5000, drawer: 'open' }],
    ['the terminal, nothing said', { method: 'terminal' }],
    ['debit', { method: 'terminal', card: 'debito' }],
    ['credit', { method: 'terminal', card: 'credito' }],
    ['a voucher', { method: 'terminal', card: 'vale' }],
    ['a PIX that was seen', { method: 'pix_manual' }],
  ] as const;
  for (const [at, [words, how]] of ways.entries()) {
    await sell(10 + at, at === 0 ? [bigOne('a'), drink('b')] : [drink('a')]);
    await move(words, 10 + at, { ...confirm, ...how });
  }
  await move('by another way once more', 10, { ...confirm, method: 'terminal' });
  await move('the one by PIX is called off', 15, { kind: 'cancel', reason: 'loja' }, admin);
  await sell(16, [drink('a')]);
  await record.step('order 16: paid online', shop.relay, 'POST /link/commands', {
    id: nth(1016),
    kind: 'payment.fact',
    payload: {
      attemptId: nth(516),
      orderId: nth(16),
      provider: 'mercadopago',
      providerPaymentId: '16',
      method: 'pix',
      status: 'approved',
      statusDetail: null,
      amountCents: 360,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: shop.store.clock.nowMs,
    },
  });
  shop.papers();

  record.title('In parts');
  await sell(20, [bigOne('a')]);
  const part = (words: string, id: number, json: object) =>
    move(words, 20, { kind: 'take-tender', id: nth(id), ...json });
  await part('a part in cash', 201, { method: 'cash', cents: 1000, receivedCents: 2000 });
  await part('the same again', 201, { method: 'cash', cents: 1000, receivedCents: 2000 });
  await part('another way under that id', 201, { method: 'terminal', cents: 1000 });
  await part('more than is left', 202, { method: 'cash', cents: 5000 });
  await part('nothing', 202, { method: 'cash', cents: 0 });
  await part('by debit', 203, { method: 'terminal', card: 'debito', cents: 500 });
  await record.look(front, ['/api/staff/cash', '/api/staff/board']);
  await move('a part goes back', 20, { kind: 'give-tender-back', id: nth(201) });
  await move('and again', 20, { kind: 'give-tender-back', id: nth(201) });
  await move('all of it at once', 20, { ...confirm, method: 'cash' });
  await part('by PIX', 204, { method: 'pix_manual', cents: 1000 });
  await part('the rest in cash', 205, { method: 'cash', cents: 1065, drawer: 'open' });
  await part('one more', 206, { method: 'cash', cents: 100 });
  await sell(21, [smallOne('a')]);
  await move('a part', 21, { kind: 'take-tender', id: nth(211), method: 'cash', cents: 350 });
  await move('called off with its part', 21, { kind: 'cancel', reason: 'cliente' }, admin);
  shop.papers();

  await rooms();

  record.title('The count and the close');
  wait(HOUR_MS);
  await drawer('counted far off, and asked', '/close', { countedCents: 100, ask: true });
  await drawer('the kitchen counts', '/close', { countedCents: 100 }, kitchen);
  await drawer('closed ten short, with a note', '/close', { countedCents: 21000, note: ' faltou troco ' });
  await drawer('and again', '/close', { countedCents: 21000 });
  await rooms();
  shop.papers();

  record.title('The next one, with what happened while none was open');
  await sell(50, [drink('a')]);
  await move('paid in cash of no drawer', 50, { ...confirm, method: 'cash' });
  await move('and called off', 50, { kind: 'cancel', reason: 'loja' }, admin);
  await drawer('the old id', '', { id: nth(100), floatCents: 0 });
  await drawer('an empty one', '', { id: nth(120), floatCents: 0 }, admin);
  await move(
    'an order of the first drawer is called off in this one',
    11,
    { kind: 'cancel', reason: 'loja' },
    admin,
  );
  await move('and one in cash', 10, { kind: 'cancel', reason: 'loja' }, admin);
  wait(MINUTE_MS);
  await drawer('closed with what it holds', '/close', { countedCents: 0, ask: true }, admin);
  await drawer('closed whatever it holds', '/close', { countedCents: 0 }, admin);
  const again = (words: string, number: number, who: Asker) =>
    record.step(words, who, `POST /api/staff/cash-closes/${number}/print`);
  await again('the newest is printed again', 2, front);
  await again('an older one', 1, front);
  await again('the older one, by the administrator', 1, admin);
  await again('one that is none', 9, admin);
  await record.look(admin, ['/api/staff/cash-closes?limit=1']);
  await rooms();
  shop.papers();

  await expect(record.text()).toMatchFileSnapshot('./drawer.txt');
});
