// What is written and said of orders whose lines change, and of what a manager approves, as a text that a person approves: `lines.txt`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asker } from '../../harness/store-record.ts';
import {
  bigOne,
  drink,
  FEES_AND_CUPS,
  MINUTE_MS,
  nth,
  openRecordedShop,
  PRINTERS,
  smallOne,
  type RecordedShop,
} from './shop.ts';

const PIN = '482615';

let shop: RecordedShop;
beforeAll(async () => {
  shop = await openRecordedShop({
    printers: PRINTERS,
    settings: FEES_AND_CUPS,
  });
});
afterAll(() => shop.close());

test('orders that change: what is answered, written, told and printed is what was approved', async () => {
  const { record, front, kitchen, admin, wait } = shop;
  const sell = (n: number, items: object[], more = {}) =>
    record.step(`order ${n} is sold`, front, 'POST /api/staff/orders', {
      id: nth(n),
      consumptionType: 'takeaway',
      items,
      ...more,
    });
  const move = (words: string, n: number, json: object, who: Asker = front) =>
    record.step(`order ${n}: ${words}`, who, `POST /api/staff/orders/${nth(n)}/moves`, json);
  const lines = (words: string, n: number, json: object, who: Asker = front) =>
    record.step(`order ${n}: ${words}`, who, `POST /api/staff/orders/${nth(n)}/lines`, json);
  const difference = (words: string, n: number, json: object, who: Asker = front) =>
    record.step(`order ${n}: ${words}`, who, `POST /api/staff/orders/${nth(n)}/difference`, json);
  const confirm = { kind: 'confirm-payment' };

  await record.step('the drawer opens', front, 'POST /api/staff/cash-session', {
    id: nth(100),
    floatCents: 10000,
  });

  record.title('Lines that change');
  await sell(30, [smallOne('a'), drink('b')]);
  const seen = (changes: number, paid: boolean) => ({ seen: { changes, paid } });
  await lines('one more while it is unpaid', 30, { id: nth(301), add: [drink('c')], ...seen(0, false) });
  await lines('the same again', 30, { id: nth(301), add: [drink('c')], ...seen(0, false) });
  await lines('on a screen that is behind', 30, { id: nth(302), takeOff: ['b'], ...seen(0, false) });
  await lines('nothing', 30, { id: nth(302), ...seen(1, false) });
  await lines('of another price', 30, {
    id: nth(302),
    takeOff: ['b'],
    expectedTotalCents: 1,
    ...seen(1, false),
  });
  await lines('what is not there', 30, { id: nth(302), takeOff: ['z'], ...seen(1, false) });
  await lines('everything', 30, { id: nth(302), takeOff: ['a', 'b', 'c'], ...seen(1, false) });
  await lines('by the kitchen', 30, { id: nth(302), takeOff: ['b'], ...seen(1, false) }, kitchen);
  await move('paid', 30, { ...confirm, method: 'cash' });
  wait(MINUTE_MS);
  await lines('one more though it is paid', 30, { id: nth(303), add: [bigOne('d')], ...seen(1, true) });
  await record.look(front, ['/api/staff/board', '/api/staff/cash']);
  const take = { kind: 'take', method: 'cash' };
  await difference('another amount', 30, { ...take, id: nth(311), cents: 1 });
  await difference('taken in cash', 30, {
    ...take,
    id: nth(312),
    cents: 2565,
    receivedCents: 3000,
    drawer: 'open',
  });
  await difference('the same again', 30, {
    ...take,
    id: nth(312),
    cents: 2565,
    receivedCents: 3000,
    drawer: 'open',
  });
  await lines('two are taken off', 30, { id: nth(304), takeOff: ['a', 'c'], ...seen(2, true) });
  await lines(
    'the administrator takes them off',
    30,
    { id: nth(304), takeOff: ['a', 'c'], ...seen(2, true) },
    admin,
  );
  await difference('given back', 30, { kind: 'give-back', id: nth(313), cents: 1710 });
  await difference(
    'given back by the administrator',
    30,
    { kind: 'give-back', id: nth(313), cents: 1710 },
    admin,
  );
  await difference('the same again', 30, { kind: 'give-back', id: nth(313), cents: 1710 }, admin);
  await lines(
    'one for another, at a card',
    30,
    { id: nth(305), add: [smallOne('e')], takeOff: ['b'], ...seen(3, true) },
    admin,
  );
  await difference('taken at the terminal', 30, {
    ...take,
    method: 'terminal',
    card: 'credito',
    id: nth(314),
    cents: 990,
  });
  await move('begun', 30, { kind: 'start' }, kitchen);
  await lines('taken off what is begun', 30, { id: nth(306), takeOff: ['d'], ...seen(4, true) });
  await lines('added to what is begun', 30, { id: nth(307), add: [drink('f')], ...seen(4, true) });
  await move('handed over though something is due', 30, { kind: 'deliver' });
  shop.papers();

  record.title('A manager has a PIN');
  const me = await admin.ask('/api/staff/me');
  const { id } = (await me.json()) as { id: string };
  await record.step('it is set', admin, `PUT /api/staff/users/${id}/pin`, { pin: PIN });
  const courtesy = { concession: { kind: 'courtesy', reason: 'Errámos' } };
  await sell(40, [smallOne('a')], courtesy);
  await sell(40, [smallOne('a')], { ...courtesy, pin: '000000' });
  await sell(40, [smallOne('a')], { ...courtesy, pin: PIN });
  await sell(41, [smallOne('a')]);
  await move('paid', 41, { ...confirm, method: 'cash' });
  await move('called off without the PIN', 41, { kind: 'cancel', reason: 'cliente' });
  await move('called off with a wrong one', 41, { kind: 'cancel', reason: 'cliente', pin: '000000' });
  await move('called off with the PIN', 41, { kind: 'cancel', reason: 'cliente', pin: PIN });
  shop.papers();

  await expect(record.text()).toMatchFileSnapshot('./lines.txt');
});
