// What the log and the audit are told of the drawer, word for word: the use cases alone, on a database of their own.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { THE_STORE, type Actor } from '../audit/audit.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createOrderRepository } from '../orders/order-repository.ts';
import { staticPix } from '../../storage/schema/payments.ts';
import { createCash, type Cash } from './cash.ts';
import { readDeletedWithPix } from './deleted-with-pix.ts';

const ANA: Actor = { userId: 'u1', userName: 'Ana', from: 'lan' };
const [SESSION, MOVEMENT] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];

let db: Db;
let cash: Cash;
let nowMs: number;
let logged: { id: string; body: any; atMs: number }[];
let audited: string[];
let printed: unknown[];
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  nowMs = 1_800_000_000_000;
  logged = [];
  audited = [];
  printed = [];
  const append: PrivateLog['append'] = (_row, id, body, atMs) => void logged.push({ id, body, atMs });
  cash = createCash({
    db,
    log: { append } as PrivateLog,
    audit: {
      record: ({ userName }, subject, action, text) =>
        void audited.push(`${userName} ${subject}/${action}: ${text.replaceAll('\u00a0', ' ')}`),
      page: () => ({ rows: [], more: false }),
    } as Parameters<typeof createCash>[0]['audit'],
    clock: () => nowMs,
    staticPix: { claim: () => undefined, calledOff: () => undefined, isLost: () => false },
    enqueueClose: ({ number }, copy, atMs) => printed.push([number, copy, atMs]),
    returnProved: () => undefined,
    feeRates: () => ({}) as never,
  });
});
afterEach(() => void db.$client.close());

const order = sampleOrder({ totalCents: 2500 });
const move = (kind: 'sangria' | 'suprimento', note: string, n: number) =>
  cash.move(ANA, { id: `${MOVEMENT.slice(0, -1)}${n}`, kind, amountCents: 300, note });

it('each change of a session stands in the log, whole, with what was paid by hand in it', () => {
  cash.open(ANA, { id: SESSION, floatCents: 1000 });
  nowMs += 1;
  cash.took(ANA, order, 'cash', null);
  nowMs += 1;
  move('suprimento', 'troco', 3);
  nowMs += 1;
  cash.close(ANA, { countedCents: 3800, note: 'certo', ask: false });
  const session = { id: SESSION, openedAtMs: nowMs - 3, openedBy: 'Ana', floatCents: 1000 };
  const movement = { kind: 'suprimento', amountCents: 300, note: 'troco', userName: 'Ana', atMs: nowMs - 1 };
  const payments = [{ method: 'cash', card: null, orders: 1, cents: 2500, backCents: 0 }];
  expect(logged.filter(({ id }) => id === SESSION)).toMatchObject([
    { atMs: nowMs - 3, body: { ...session, movements: [], cashOrders: 0, payments: [], close: null } },
    { atMs: nowMs - 1, body: { ...session, movements: [movement], cashOrders: 1, payments, close: null } },
    {
      atMs: nowMs,
      body: {
        ...session,
        payments,
        close: { number: 1, closedAtMs: nowMs, closedBy: 'Ana', note: 'certo', differenceCents: 0 },
      },
    },
  ]);
  expect(cash.closes(5)).toEqual([logged.at(-1)?.body.close]);
  expect(printed).toEqual([[1, 1, nowMs]]);
});

it('each change of a session is audited by its name, with who did it', () => {
  cash.open(ANA, { id: SESSION, floatCents: 1000 });
  move('suprimento', '', 3);
  move('sangria', 'banco', 4);
  cash.close(ANA, { countedCents: 2001, note: '', ask: true });
  cash.close(ANA, { countedCents: 900, note: '', ask: true });
  expect(audited).toEqual([
    'Ana cash/open: abriu o caixa com R$ 10,00',
    'Ana cash/suprimento: fez um suprimento de R$ 3,00',
    'Ana cash/sangria: fez uma sangria de R$ 3,00: banco',
    'Ana cash/count: contou R$ 20,01 para fechar o caixa, e não bateu',
    'Ana cash/close: fechou o caixa nº 1: contou R$ 9,00, diferença de -R$ 1,00',
  ]);
});

it('an administrator sees since when it is open, by whom and what should lie in it; nobody once it is closed', () => {
  expect(cash.drawer()).toBeNull();
  cash.open(ANA, { id: SESSION, floatCents: 1000 });
  cash.took(ANA, order, 'cash', null);
  cash.took(ANA, { ...order, id: `${order.id.slice(0, -1)}f` }, 'pix_manual', null);
  expect(cash.drawer()).toEqual({ openedAtMs: nowMs, openedBy: 'Ana', expectedCents: 3500 });
  nowMs += 1;
  cash.close(ANA, { countedCents: 3500, note: '', ask: false });
  expect(cash.drawer()).toBeNull();
});

it('what nobody in particular does has nobody’s name', () => {
  cash.open(THE_STORE, { id: SESSION, floatCents: 1000 });
  cash.move(THE_STORE, { id: MOVEMENT, kind: 'sangria', amountCents: 1, note: '' });
  cash.took(THE_STORE, order, 'cash', null);
  cash.gaveBack(THE_STORE, order);
  nowMs += 1;
  cash.close(THE_STORE, { countedCents: 999, note: '', ask: false });
  const session = logged.findLast(({ id }) => id === SESSION)?.body;
  expect(session).toMatchObject({ openedBy: '', movements: [{ userName: '' }], close: { closedBy: '' } });
  const hands = logged.filter(({ id }) => id.startsWith('by-hand.'));
  expect(hands.map(({ body }) => [body.kind, body.userName])).toEqual([
    ['in', ''],
    ['back', ''],
  ]);
});

it('a movement that is sent again changes nothing, and a sum that is refused is neither logged nor audited', () => {
  cash.open(ANA, { id: SESSION, floatCents: 1000 });
  const said = () => [logged.length, audited.length];
  const before = said();
  expect(cash.open(ANA, { id: SESSION, floatCents: 5 })).toMatchObject({
    ok: true,
    value: { floatCents: 1000 },
  });
  expect(cash.move(ANA, { id: MOVEMENT, kind: 'sangria', amountCents: 1001, note: '' })).toMatchObject({
    ok: false,
    refusal: 'not-enough',
  });
  expect(said()).toEqual(before);
});

it('a close that there is not is printed by nobody', () => {
  cash.open(ANA, { id: SESSION, floatCents: 0 });
  nowMs += 1;
  cash.close(ANA, { countedCents: 0, note: '', ask: false });
  printed.length = 0;
  nowMs += 1;
  expect([cash.printAgain(2), cash.printAgain(1)]).toEqual([null, 1]);
  expect(printed).toEqual([[1, 2, nowMs]]);
});

it('an order that goes though its PIX may still be given back is remembered, whether it goes alone or with all of them', () => {
  const orders = createOrderRepository(db);
  const [withPix, paid, without] = (['CANCELLED', 'DELIVERED', 'CANCELLED'] as const).map((status, n) => {
    const one = { ...order, id: `${order.id.slice(0, -1)}${n}`, code: `CODE00000${n}`, status };
    const numbers = { orderNumber: n + 1, simpleId: n + 1, panelNumber: n + 1 };
    orders.insert({ ...one, ...numbers, items: [] }, 'hash');
    return one.id;
  }) as [string, string, string];
  for (const [n, orderId] of [withPix, paid].entries())
    db.insert(staticPix)
      .values({ txid: `T${n}`, orderId, amountCents: 1, state: 'received', atMs: 0, userName: '', looks: 0 })
      .run();
  cash.forgetOrder(without);
  cash.forgetOrder(paid);
  expect(readDeletedWithPix(db)).toEqual([]);
  cash.forgetOrder(withPix);
  expect(readDeletedWithPix(db)).toEqual([withPix]);
  cash.forgetOrder(null);
  expect(new Set(readDeletedWithPix(db))).toEqual(new Set([withPix]));
});
