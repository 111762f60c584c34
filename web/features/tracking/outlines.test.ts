// Orders as their customers follow them, as it is read and heard; `outlines/` is read by whoever changes it.
import { publicOrder, statusOrder } from '@balcao/shared/http/orders.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import '../../data/cancel-dialog.tsx';
import '../../data/ready-notice-switch.tsx';
import { fullItems, NOW_MS, openFullShop, standClock } from '../../testing/full-shop.ts';
import { refused, streams } from '../../testing/shop.ts';
import { createWalk } from '../../testing/walk.ts';
import './status-card.tsx';
import TrackingPage from './tracking-page.tsx';

const TRACK = 'POST /api/track';
const MINUTE_MS = 60_000;
const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
const paid = { paymentMethod: 'pix', paymentStatus: 'approved' } as const;
const order = (code: string, changes: Partial<Order> = {}): Order =>
  sampleOrder({
    code,
    simpleId: 41,
    orderNumber: 99,
    totalCents: 2_365,
    customerPhone: '11987654321',
    panelNumber: 7,
    createdAtMs: NOW_MS - 40 * MINUTE_MS,
    items: fullItems(),
    ...changes,
  });
const own = (code: string, changes: Partial<Order> = {}, money = NOTHING) => ({
  access: 'whole',
  order: order(code, changes),
  ticket: `ticket-${code}`,
  money,
});
const keep = (...codes: string[]) => ({
  'balcao-orders': codes.map((code, at) => ({ code, token: `token-${code}`, atMs: NOW_MS - at * MINUTE_MS })),
});
const TIMES = {
  receivedAtMs: NOW_MS - 30 * MINUTE_MS,
  preparingAtMs: NOW_MS - 20 * MINUTE_MS,
  readyAtMs: NOW_MS - 5 * MINUTE_MS,
  deliveredAtMs: NOW_MS - MINUTE_MS,
};
const STATES: [string, Partial<Order>, typeof NOTHING?][] = [
  ['to be paid', { status: 'PENDING' }],
  ['to be paid in cash', { status: 'PENDING', paymentMethod: 'cash' }],
  [
    'paid, and the shop has not heard of it',
    { status: 'PENDING' },
    { receivedCents: 2_365, returnedCents: 0, returning: false },
  ],
  ['being decided', { status: 'PENDING', paymentMethod: 'credit_card', paymentStatus: 'in_process' }],
  ['refused', { status: 'PENDING', paymentMethod: 'credit_card', paymentStatus: 'rejected' }],
  ['received', { ...paid, ...TIMES, status: 'RECEBIDO' }],
  ['in the kitchen', { ...paid, ...TIMES, status: 'PREPARING', consumptionType: 'local' }],
  ['ready', { ...paid, ...TIMES, status: 'READY' }],
  ['had', { ...paid, ...TIMES, status: 'DELIVERED' }],
  ['called off', { status: 'CANCELLED' }],
  [
    'gone back',
    { ...paid, status: 'CANCELLED' },
    { receivedCents: 2_365, returnedCents: 2_365, returning: false },
  ],
  [
    'on its way back',
    { ...paid, status: 'CANCELLED' },
    { receivedCents: 2_365, returnedCents: 0, returning: true },
  ],
  ['of nobody', { ...paid, status: 'RECEBIDO', customerPhone: null, panelNumber: null }],
];
const follow = (walk: ReturnType<typeof createWalk>, more: Parameters<typeof openFullShop>[2] = {}) => {
  vi.stubGlobal('navigator', {});
  return openFullShop(walk, createElement(TrackingPage), { path: '/meu-pedido', ...more });
};

it('the orders of this device', async () => {
  standClock();
  const walk = createWalk();
  (await follow(walk)).see('none');
  for (const [what, changes, money] of STATES)
    (await follow(walk, { kept: keep('A'), answers: { 'GET /api/orders/A': own('A', changes, money) } })).see(
      what,
    );
  walk.note('several');
  const several = await follow(walk, {
    kept: keep('A', 'B', 'C', 'D'),
    answers: {
      'GET /api/orders/A': own('A', { status: 'PENDING', simpleId: 44 }),
      'GET /api/orders/B': own('B', { ...paid, ...TIMES, status: 'PREPARING', simpleId: 43 }),
      'GET /api/orders/C': own('C', { ...paid, ...TIMES, status: 'DELIVERED', simpleId: 42 }),
      'GET /api/orders/D': refused(404, 'x'),
    },
  });
  several.see('three that are there, one that was erased');
  await several.go('Em Preparo (1)', 'Pronto (0)', 'Todos (3)', 'Tocar quando ficar pronto');
  await several.when(() =>
    streams[0]?.tell('order', publicOrder(order('A', { ...paid, status: 'RECEBIDO', simpleId: 44 }))),
  );
  several.see('the first is paid');
  await several.when(() =>
    streams[0]?.tell('order', publicOrder(order('A', { ...paid, ...TIMES, status: 'READY', simpleId: 44 }))),
  );
  several.see('and ready');
  await several.tap('Pedir de novo', 2);
  several.see('the third is ordered again');
  several.answers['GET /api/orders/B'] = refused(503, 'Sem internet.');
  await several.tap('Pedir de novo', 1);
  several.see('the second, which does not come');
  const unpaid = await follow(walk, {
    kept: keep('A'),
    answers: {
      'GET /api/orders/A': own('A', { status: 'PENDING' }),
      'POST /api/orders/A/cancel': refused(409, 'Já foi pago.'),
    },
  });
  await unpaid.tap('Cancelar pedido');
  await unpaid.until(() => unpaid.words().includes('Cancelar este pedido?'));
  unpaid.see('one is to be called off');
  await unpaid.go('Cancelar pedido');
  const deciding = await follow(walk, {
    kept: keep('A'),
    answers: { 'GET /api/orders/A': own('A', { status: 'PENDING', paymentStatus: 'in_process' }) },
  });
  await deciding.tap('Cancelar pedido');
  await deciding.until(() => deciding.words().includes('Cancelar este pedido?'));
  deciding.see('one whose card is being decided is to be called off');
  (await follow(walk, { kept: keep('A'), answers: { 'GET /api/orders/A': refused(503, 'fora') } })).see(
    'they did not come',
  );
  await expect(walk.text()).toMatchFileSnapshot('./outlines/own.txt');
});

it('the search, and the orders of others', async () => {
  standClock();
  const walk = createWalk();
  const answers: Record<string, unknown> = {};
  const page = await follow(walk, { answers });
  await page.go('Buscar');
  await page.type('Telefone', '913222445');
  page.see('a phone that is too short');
  await page.type('Telefone', '9132224455');
  answers[TRACK] = { orders: [], ticket: null };
  await page.go('Buscar');
  for (const [what, answer] of [
    ['too often', refused(429, 'Muitas buscas. Espere um minuto.')],
    ['of a server that fails', refused(500, 'Erro interno.')],
    [
      'of two',
      { orders: [publicOrder(order('A', paid)), publicOrder(order('B', { simpleId: 42 }))], ticket: 't' },
    ],
  ] as const) {
    answers[TRACK] = answer;
    await page.tap('Buscar');
    page.see(`a search ${what}`);
  }
  await page.go('Ver os deste aparelho', 'Código ou número', 'Buscar');
  await page.press('ArrowLeft', 'Código ou número');
  page.see('key: ArrowLeft');
  await page.go('Código ou número');
  for (const [status, by] of [
    ['PENDING', 'number'],
    ['RECEBIDO', 'panel'],
    ['PREPARING', 'code'],
    ['READY', 'number'],
    ['DELIVERED', 'number'],
    ['CANCELLED', 'number'],
  ] as const) {
    answers[TRACK] = {
      orders: [statusOrder(order('7K2MQ9XWTB', { status, orderNumber: 41, panelNumber: 7 }), by)],
      ticket: 't',
    };
    await page.type('Código, ID ou número do pedido', ` ${by} `);
    await page.tap('Buscar');
    await page.until(() => page.words().includes('dígitos'));
    page.see(`a stranger’s, found by its ${by}: ${status}`);
  }
  await page.go('Ver o pedido');
  answers[TRACK] = refused(403, 'Os dígitos não conferem.');
  await page.type('Os 4 últimos dígitos do telefone', '12a345');
  await page.go('Ver o pedido');
  answers[TRACK] = {
    orders: [publicOrder(order('7K2MQ9XWTB', { ...paid, ...TIMES, status: 'READY' }))],
    ticket: 't',
  };
  await page.type('Os 4 últimos dígitos do telefone', '4321');
  await page.go('Ver o pedido');
  const linked = await follow(walk, { path: '/meu-pedido?codigo=7K2MQ9XWTB', answers, kept: keep('A') });
  linked.see('by the address');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/search.txt');
});
