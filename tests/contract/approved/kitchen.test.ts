// What is written and said as orders are made, handed over, corrected and called off by each role, as a text that a person approves: `kitchen.txt`.
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
  PRINTERS,
  smallOne,
  type RecordedShop,
} from './shop.ts';

const STATIONS = [
  { id: 'acai', name: 'Açaí', takes: ['acai'], printerId: null },
  { id: 'tacas', name: 'Taças', takes: ['cup', 'category:classicas'], printerId: null },
];
const NAMES: Record<number, string> = {
  1: 'the big order',
  2: 'the small order',
  3: 'the third order',
  9: 'an order that is none',
};
const nameOf = (n: number): string => NAMES[n] ?? `order ${n}`;

let shop: RecordedShop;
beforeAll(async () => {
  shop = await openRecordedShop({
    printers: PRINTERS,
    settings: { enableTacaMontada: true, stations: STATIONS, panelNames: true },
    // A quarter before midnight of a Saturday.
    nowMs: Date.parse('2026-11-21T21:45:00-03:00'),
  });
});
afterAll(() => shop.close());

test('orders through the kitchen: what is answered, written, told and printed is what was approved', async () => {
  const { record, front, kitchen, admin, wholesale, customer, wait } = shop;
  const move = (words: string, who: Asker, n: number, json: object) =>
    record.step(`${nameOf(n)}: ${words}`, who, `POST /api/staff/orders/${nth(n)}/moves`, json);
  const sell = (n: number, items: object[], more = {}) =>
    record.step(`the counter sells ${nameOf(n)}`, front, 'POST /api/staff/orders', {
      id: nth(n),
      consumptionType: 'takeaway',
      items,
      ...more,
    });
  const pay = (n: number) => move('paid in cash', front, n, { kind: 'confirm-payment', method: 'cash' });
  const boards = async () => {
    await record.look(kitchen, ['/api/staff/board']);
    await record.look(front, ['/api/staff/board']);
  };

  record.title('Unpaid, nothing moves it');
  await sell(1, [bigOne('a'), houseCup('b'), drink('c')], {
    customerPhone: '11987654321',
    observations: 'Sem canudo',
    consumptionType: 'local',
  });
  await move('the kitchen begins', kitchen, 1, { kind: 'start' });
  await move('the administrator sets it ready', admin, 1, { kind: 'set-status', status: 'READY' });
  await move('the kitchen takes the money', kitchen, 1, { kind: 'confirm-payment', method: 'cash' });
  await move('wholesale looks in', wholesale, 1, { kind: 'start' });
  await move('nothing is said', front, 1, {});
  await move('of another price', front, 1, {
    kind: 'confirm-payment',
    method: 'cash',
    expectedTotalCents: 1,
  });
  await pay(1);
  await pay(1);
  shop.papers();
  await boards();

  record.title('Through the kitchen, with two stations');
  wait(MINUTE_MS);
  await move('begun on a screen that is behind', kitchen, 1, { kind: 'start', seen: 'PENDING' });
  await move('begun', kitchen, 1, { kind: 'start', seen: 'RECEBIDO' });
  await move('begun again', kitchen, 1, { kind: 'start' });
  await move('the açaí is made', kitchen, 1, { kind: 'mark-ready', station: 'acai' });
  await move('no, it is not', kitchen, 1, { kind: 'back-to-preparing', station: 'acai' });
  await move('now it is', kitchen, 1, { kind: 'mark-ready', station: 'acai' });
  await boards();
  wait(MINUTE_MS);
  await move('and the cup', kitchen, 1, { kind: 'mark-ready', station: 'tacas' });
  await move('handed over by the counter', front, 1, { kind: 'deliver' });
  await boards();
  wait(MINUTE_MS);
  await move('that was a mistake', kitchen, 1, { kind: 'undo-delivery' });
  await move('back to be made', kitchen, 1, { kind: 'back-to-preparing' });
  await move('back to the beginning', kitchen, 1, { kind: 'back-to-received' });
  await move('ready at once', kitchen, 1, { kind: 'mark-ready' });
  await move('set by the attendant', front, 1, { kind: 'set-status', status: 'READY' });
  await move('set by the administrator', admin, 1, { kind: 'set-status', status: 'DELIVERED' });
  wait(3 * MINUTE_MS);
  await move('undone too late', kitchen, 1, { kind: 'undo-delivery' });
  await move('called off though handed over', admin, 1, { kind: 'cancel', reason: 'loja' });
  await move('begun', kitchen, 9, { kind: 'start' });
  shop.papers();

  record.title('Called off, in every state and by every role');
  await sell(2, [smallOne('a')]);
  await move('the kitchen calls it off', kitchen, 2, { kind: 'cancel', reason: 'loja' });
  await move('its customer does not come', front, 2, { kind: 'cancel', reason: 'cliente' });
  await move('and again', front, 2, { kind: 'cancel', reason: 'cliente' });
  await move('begun all the same', kitchen, 2, { kind: 'start' });
  await sell(3, [smallOne('a'), smallOne('b')]);
  await pay(3);
  await move('begun', kitchen, 3, { kind: 'start' });
  await move('the attendant calls it off', front, 3, { kind: 'cancel', reason: 'cliente' });
  await move('the administrator calls it off', admin, 3, { kind: 'cancel', reason: 'loja' });
  shop.papers();
  await boards();

  record.title('Panel numbers: a new series, and a new day');
  await sell(4, [smallOne('a')]);
  await pay(4);
  await record.step('the attendant resets the panel', front, 'POST /api/staff/panel/reset', {});
  await record.step('the kitchen does', kitchen, 'POST /api/staff/panel/reset', {});
  await sell(5, [smallOne('a')]);
  await pay(5);
  await record.look(admin, ['/api/staff/orders?by=panel&q=1', '/api/staff/orders?by=panel&q=2']);
  await record.step('a customer asks by the panel number', customer, 'POST /api/track', { query: '1' });
  await boards();
  wait(2 * HOUR_MS + 30 * MINUTE_MS);
  await boards();
  await sell(6, [smallOne('a')]);
  await pay(6);
  await record.look(admin, ['/api/staff/orders?by=panel&q=1', '/api/staff/orders?by=panel&q=2']);
  wait(4 * HOUR_MS);
  await boards();
  await sell(7, [drink('a')]);
  await pay(7);
  await boards();
  await record.look(customer, ['/api/store']);
  await record.look(front, ['/api/staff/best-sellers']);

  record.title('The reprints, and the end of orders that are over');
  for (const purpose of ['kitchen', 'counter'])
    await record.step(
      `reprinted for the ${purpose}`,
      kitchen,
      `POST /api/staff/orders/${nth(1)}/reprint?purpose=${purpose}`,
    );
  await record.step('reprinted, though it is none', kitchen, `POST /api/staff/orders/${nth(9)}/reprint`);
  shop.papers();
  await record.step('the attendant deletes one', front, `DELETE /api/staff/orders/${nth(1)}`);
  await record.step('the administrator deletes one', admin, `DELETE /api/staff/orders/${nth(1)}`);
  await record.step('and once more', admin, `DELETE /api/staff/orders/${nth(1)}`);
  await record.step('one that is open', admin, `DELETE /api/staff/orders/${nth(7)}`);
  await record.step('the history, without the word', admin, 'POST /api/staff/orders/clear', {
    confirm: 'sim',
  });
  await record.step('the history, with open orders', admin, 'POST /api/staff/orders/clear', {
    confirm: 'CONFIRMAR',
  });
  await boards();

  await expect(record.text()).toMatchFileSnapshot('./kitchen.txt');
});
