// What is written and said as orders come in by every way and are looked for, as a text that a person approves: `placing.txt`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireUnpaid } from '../../../edge/shop/orders/expiry.ts';
import { textAt } from '../../harness/plain-facts.ts';
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

const PHONE = '(11) 98765-4321';
const CLAIM = 'c2VncmVkby1kby1uYXZlZ2Fkb3ItMTIzNA';
const BAD_ITEMS = [
  { ...smallOne('no size'), sizeId: null },
  { ...smallOne('no base'), baseId: null },
  { ...smallOne('no ice cream'), iceCreamId: null },
  { ...smallOne('unknown size'), sizeId: 'xg' },
  { ...smallOne('base that is off'), baseId: 'cupuacu' },
  { ...smallOne('half of nothing'), meioAMeio: true },
  { ...smallOne('half of the same'), meioAMeio: true, secondaryIceCreamId: 'ninho' },
  { ...smallOne('second without half'), secondaryIceCreamId: 'morango' },
  {
    ...smallOne('too many toppings'),
    toppings: ['banana', 'mel', 'granola'].map((id) => ({ id, layer: 'TOP' })),
  },
  { ...smallOne('unknown topping'), toppings: [{ id: 'ouro', layer: 'TOP' }] },
  { id: 'unknown cup', productId: 'nada' },
  { id: 'own cup without choices', productId: 'livre' },
];

let shop: RecordedShop;
beforeAll(async () => {
  shop = await openRecordedShop({
    printers: PRINTERS,
    settings: { unpaidPerPhoneMax: 3, enableTacaMontada: true },
    environment: { ORDERS_PER_MINUTE: '1000' },
  });
});
afterAll(() => shop.close());

test('orders from every way in: what is answered, written, told and printed is what was approved', async () => {
  const { record, customer, relay, front, admin, kitchen, wait } = shop;
  const place = (words: string, json: object) => record.step(words, customer, 'POST /api/orders', json);
  const base = { customerPhone: PHONE, consumptionType: 'takeaway' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  // The relay's commands have names of their own: under one that was used they are refused unread.
  const placing = (n: number, order: object) => ({
    id: nth(2000 + n),
    kind: 'order.place',
    payload: { order: { ...order, id: nth(n) } },
  });
  const track = (words: string, json: object) => record.step(words, customer, 'POST /api/track', json);

  record.title('Before anybody ordered');
  await record.look(customer, ['/api/store', '/api/ranking', '/api/orders/7K2MQ9XWTB']);
  await record.look(front, [
    '/api/staff/board',
    '/api/staff/cash',
    '/api/staff/orders',
    '/api/staff/best-sellers',
  ]);
  await record.look(kitchen, ['/api/staff/board', '/api/staff/cash']);

  record.title('On the Wi-Fi of the shop');
  const whole = {
    ...base,
    id: nth(1),
    claim: CLAIM,
    consumptionType: 'local',
    observations: '  Sem colher, por favor.  ',
    items: [bigOne('a'), smallOne('b'), houseCup('c'), ownCup('d'), drink('e')],
    expectedTotalCents: 11970,
  };
  await place('a customer whose page shows old prices', whole);
  const { expectedTotalCents: _, ...sent } = whole;
  const first = await place('everything that the shop sells, to eat here, with notes', sent);
  await place('the same again', sent);
  await place('another under the same id', { ...sent, observations: 'Outra coisa' });
  wait(MINUTE_MS);
  const second = await place('the least that can be said, to take along', {
    ...base,
    id: nth(2),
    items: [drink('a')],
  });
  shop.papers();

  record.title('What is refused');
  await place('nothing', {});
  await place('an empty cart', { ...base, id: nth(3), items: [] });
  await place('a phone that is none', { ...base, id: nth(3), customerPhone: '123', items: [drink('a')] });
  await place('no phone', { id: nth(3), consumptionType: 'local', items: [drink('a')] });
  await place('neither here nor along', {
    ...base,
    id: nth(3),
    consumptionType: 'delivery',
    items: [drink('a')],
  });
  await place('what cannot be made', { ...base, id: nth(3), items: BAD_ITEMS });
  const many = { ...base, customerPhone: '31987654321', items: [drink('a')] };
  for (const n of [10, 11, 12])
    await record.step(`${n - 9} of one phone`, relay, 'POST /link/commands', placing(n, many));
  await record.step('a fourth that is unpaid', relay, 'POST /link/commands', placing(13, many));
  await place('a fourth on the Wi-Fi', { ...many, id: nth(5) });
  await record.step('the kitchen stops orders for a while', kitchen, 'POST /api/staff/pause', {
    minutes: 30,
  });
  await record.look(customer, ['/api/store']);
  await place('an order in the pause', { ...base, id: nth(6), items: [drink('a')] });
  await record.step('and takes them again', kitchen, 'POST /api/staff/pause', { minutes: null });

  record.title('Over the relay');
  const command = (words: string, n: number, kind: string, payload: object, more = {}) =>
    record.step(words, relay, 'POST /link/commands', { id: nth(n), kind, payload, ...more });
  const remote = {
    ...base,
    customerPhone: '21912345678',
    id: nth(7),
    observations: 'Sem gelo',
    items: [smallOne('a'), drink('b')],
  };
  await command('an order of the site', 1007, 'order.place', { order: remote }, { caller: 'a'.repeat(32) });
  await command('the same command again', 1007, 'order.place', { order: remote }, { caller: 'a'.repeat(32) });
  await command('another', 1008, 'order.place', { order: { ...remote, id: nth(8), observations: '' } });
  await command('what cannot be made', 1009, 'order.place', {
    order: { ...remote, id: nth(9), items: BAD_ITEMS.slice(0, 1) },
  });
  await command('cash is chosen, with change', 1010, 'order.choose-cash', {
    orderId: nth(7),
    changeForCents: 5000,
  });
  await command('change of too little', 1011, 'order.choose-cash', { orderId: nth(7), changeForCents: 100 });
  await command('of an order that is none', 1012, 'order.choose-cash', {
    orderId: nth(99),
    changeForCents: null,
  });
  await command('cash that nobody brings', 1018, 'order.choose-cash', {
    orderId: nth(11),
    changeForCents: null,
  });
  await command('the customer calls it off', 1013, 'order.cancel', { orderId: nth(7) });
  await command('and once more', 1014, 'order.cancel', { orderId: nth(7) });
  await command('the relay withdraws one', 1015, 'order.withdraw', { orderId: nth(8) });
  await command('that never came', 1016, 'order.withdraw', { orderId: nth(98) });
  await command('a kind of a later version', 1017, 'order.sing', { orderId: nth(7) });
  shop.papers();

  record.title('At the counter');
  const sell = (words: string, json: object, who = front) =>
    record.step(words, who, 'POST /api/staff/orders', json);
  const atCounter = { consumptionType: 'local', items: [smallOne('a')] };
  await sell('a walk-in', { ...atCounter, id: nth(20) });
  await sell('with a phone, notes and everything', {
    ...sent,
    claim: undefined,
    id: nth(21),
    observations: 'Aniversário',
  });
  await sell('the walk-in thinks again', {
    ...atCounter,
    id: nth(22),
    replaces: [nth(20), nth(97)],
    items: [bigOne('a')],
  });
  const less = { kind: 'discount', reason: 'Demorou' };
  await sell('a tenth less', { ...atCounter, id: nth(23), concession: { ...less, off: { percent: 10 } } });
  await sell('some centavos less', {
    ...atCounter,
    id: nth(24),
    concession: { ...less, off: { cents: 50 } },
  });
  await sell('half less is not theirs to give', {
    ...atCounter,
    id: nth(25),
    concession: { ...less, off: { percent: 50 } },
  });
  await sell('a courtesy neither', {
    ...atCounter,
    id: nth(25),
    concession: { kind: 'courtesy', reason: 'Amiga' },
  });
  await sell('without a reason', {
    ...atCounter,
    id: nth(25),
    concession: { kind: 'courtesy', reason: ' ' },
  });
  await sell(
    'the administrator gives half',
    { ...atCounter, id: nth(25), concession: { ...less, off: { percent: 50 } } },
    admin,
  );
  await sell(
    'a courtesy',
    { ...atCounter, id: nth(26), concession: { kind: 'courtesy', reason: 'Cliente antiga' } },
    admin,
  );
  await sell(
    'a meal of the staff',
    { ...atCounter, id: nth(27), concession: { kind: 'staff-meal', reason: 'Lanche da Ana' } },
    admin,
  );
  await sell('the kitchen sells nothing', { ...atCounter, id: nth(28) }, kitchen);
  await sell('what cannot be made', { ...atCounter, id: nth(28), items: BAD_ITEMS.slice(3, 5) });
  shop.papers();

  record.title('Who placed it looks, pays with cash, calls it off');
  const [code, token] = [textAt(first, 'order', 'code'), textAt(first, 'trackingToken')];
  const [otherCode, otherToken] = [textAt(second, 'order', 'code'), textAt(second, 'trackingToken')];
  const owner = shop.customerWith('its customer', bearer(token));
  await record.look(owner, [`/api/orders/${code}`]);
  await record.look(shop.customerWith('its browser', bearer(CLAIM)), [`/api/orders/by-id/${nth(1)}`]);
  const cash = (words: string, which: string, changeForCents: number | null, headers = {}) =>
    record.step(words, customer, `POST /api/orders/${which}/cash`, { changeForCents }, headers);
  await cash('a stranger chooses cash', code, null);
  await cash('change of too little', code, 100, bearer(token));
  await cash('change of two hundred', code, 20000, bearer(token));
  await cash('no change', otherCode, null, bearer(otherToken));
  await record.step('a stranger calls it off', customer, `POST /api/orders/${otherCode}/cancel`, {});
  await record.step(
    'its customer calls it off',
    customer,
    `POST /api/orders/${otherCode}/cancel`,
    {},
    bearer(otherToken),
  );
  await record.step(
    'and once more',
    customer,
    `POST /api/orders/${otherCode}/cancel`,
    {},
    bearer(otherToken),
  );
  await cash('cash for what was called off', otherCode, null, bearer(otherToken));

  record.title('Strangers look');
  await record.look(customer, [
    `/api/orders/${code}`,
    `/api/orders/by-id/${nth(1)}`,
    '/api/orders/0000000000',
  ]);
  await record.look(shop.customerWith('another browser', bearer('x'.repeat(34))), [
    `/api/orders/by-id/${nth(1)}`,
  ]);
  await record.look(shop.customerWith('another customer', bearer(otherToken)), [`/api/orders/${code}`]);
  await track('by phone', { phone: PHONE });
  await track('by a phone that never ordered', { phone: '(11) 90000-0000' });
  await track('by half a phone', { phone: '1198' });
  await track('by code', { query: code.toLowerCase() });
  await track('by code, with the end of the phone', { query: code, lastFour: '4321' });
  await track('by number, with a wrong end', { query: '1', lastFour: '0000' });
  await track('by number', { query: '1' });
  await track('by number, with the token of its device', { query: '1', tokens: [token] });
  await track('by a number that is none', { query: '999' });
  await track('by nothing', { query: ' ' });
  await track('by nothing at all', {});

  record.title('Staff look');
  await record.look(front, ['/api/staff/board', '/api/staff/cash', '/api/staff/orders?limit=3']);
  await record.look(kitchen, ['/api/staff/board']);
  await record.look(admin, [
    '/api/staff/orders?state=active&limit=2',
    '/api/staff/orders?state=finished',
    '/api/staff/orders?by=phone&q=4321&limit=1',
    `/api/staff/orders?by=id&q=${nth(2)}`,
    '/api/staff/orders?by=id&q=2',
    '/api/staff/orders?by=panel&q=1',
    '/api/staff/orders?by=panel&q=77',
    '/api/staff/orders?by=phone&q=',
  ]);

  record.title('Time passes over what is unpaid');
  wait(46 * MINUTE_MS);
  await record.doing('after three quarters of an hour', () => expireUnpaid(shop.store.orders));
  wait(2 * HOUR_MS);
  await record.doing('after two hours more', () => expireUnpaid(shop.store.orders));
  await record.step('the administrator clears the rest', admin, 'POST /api/staff/orders/cancel-unpaid', {
    ids: [nth(24), nth(26), nth(96)],
    reason: 'loja',
  });
  wait(12 * HOUR_MS);
  await record.doing('on the next day', () => expireUnpaid(shop.store.orders));
  await record.look(front, ['/api/staff/board', '/api/staff/cash']);
  await record.look(admin, ['/api/staff/audit?subject=settings']);
  wait(48 * HOUR_MS);
  await record.look(customer, [`/api/orders/${code}`]);
  await track('by number, two days later', { query: '1' });

  await expect(record.text()).toMatchFileSnapshot('./placing.txt');
});
