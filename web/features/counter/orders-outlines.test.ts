// All that the counter's lists of orders and its drawer say and send, as approved texts beside them.
import type { Tender } from '@balcao/shared/order/order.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ago, boardOf, DELIVERED, NOW, orderOf, ORDERS } from '../../testing/evening.ts';
import { refusal, type Answers } from '../../testing/screen.ts';
import { NOTICES, PRINTING, refusing } from '../../testing/staff-answers.ts';
import { beginEvening, openStaff, type Given } from '../../testing/staff-screen.ts';
import { sampleStore } from '../../testing/shop.ts';
import { tillAnswers, UNPROVED } from '../../testing/till.ts';
import { createVisits, UNHURRIED } from '../../testing/visit.ts';
import CounterPage from './counter-page.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const PART: Tender = {
  id: 'parte',
  method: 'cash',
  card: null,
  cents: 1_000,
  receivedCents: 2_000,
  atMs: ago(2),
};
const UNPAID = { status: 'PENDING', paymentStatus: 'pending', receivedAtMs: null } as const;
const OF_COUNTER = orderOf('begun', 21, {
  ...UNPAID,
  source: 'counter',
  paymentMethod: null,
  observations: 'Cliente: Davi',
});
const PARTLY = orderOf('partly', 22, {
  ...UNPAID,
  source: 'counter',
  tenders: [
    PART,
    { ...PART, id: 'cartao', method: 'terminal', card: 'credito', cents: 500, receivedCents: null },
  ],
});
const OF_SITE = orderOf('site', 23, { ...UNPAID, paymentMethod: 'cash', changeForCents: 5_000 });
const MORE = [OF_COUNTER, PARTLY, OF_SITE];
const GIVEN_AWAY = orderOf('given', 24, {
  discountPercent: 10,
  discountCents: 285,
  concession: { kind: 'discount', reason: 'Cliente da casa', cents: 500, percent: 20 },
  totalCents: 2_065,
  observations: 'Cliente: Lia\nSem gelo',
  tenders: [PART, { ...PART, id: 'pix', method: 'pix_manual', cents: 1_065, receivedCents: null }],
});

const answersFor = (ids: readonly string[]) => {
  const all = [...MORE, GIVEN_AWAY, ...ORDERS, ...DELIVERED].filter(({ id }) => ids.includes(id));
  return {
    ...tillAnswers([...MORE, GIVEN_AWAY]),
    'GET /api/staff/board': boardOf({ orders: all, begun: [], cancelled: [] }),
    'GET /api/staff/orders?limit=40': { orders: all },
  };
};
const open =
  ({ answers = {}, me = {}, ...given }: Given = {}) =>
  () =>
    openStaff(createElement(CounterPage), {
      ...given,
      me: { name: 'Bia', role: 'ATTENDANT', ...me },
      answers: { ...tillAnswers(MORE), ...answers },
    });
const textIn = (visits: ReturnType<typeof createVisits>, name: string) =>
  expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);
const HEAD =
  /^(?:Venda|Pendentes|Entregar \d|Entregar$|Pedidos|Caixa|Acabou|Pausar|Usar cores|Bia|Sair|Mais vend|Taças|Açaí$|Bebidas|Água R|Banana s|Taça do|Levar|Aqui|\d pedidos não)/;
const PAD = /^(?:[1-689]|00|R\$ (?:10|20|50|100|200))/;

const SKIP = { skip: new RegExp(`${HEAD.source}|${PAD.source}`) };

it('what waits for its money', UNHURRIED, async () => {
  const visits = createVisits();
  const given = {
    answers: answersFor(['begun', 'partly', 'site', 'changed', 'ready']),
    taps: ['Pendentes 7'],
  };
  await visits.visit('Pendentes', open(given), SKIP);
  const few = answersFor(['begun', 'changed']);
  await visits.visit('Refused', open({ answers: refusing(few), taps: ['Pendentes 4'] }), {
    only: /^(?:Falta|Cancelar$)/,
    skip: /^(?:[0-9]|00|Apagar|R\$|Maquininha|Fechar)/,
    times: 1,
  });
  await textIn(visits, 'pending');
});

it('each order whole, and what can be done to it', UNHURRIED, async () => {
  const visits = createVisits();
  const ids = ['given', 'begun', 'fresh', 'slow', 'changed', 'ready', 'gone'];
  const given = { answers: answersFor(ids), taps: ['Pedidos'] };
  const all = await open(given)();
  visits.show('Pedidos', all);
  for (const id of ids) {
    const one = answersFor([id]);
    const number =
      [GIVEN_AWAY, OF_COUNTER, ...ORDERS, ...DELIVERED].find((order) => order.id === id)?.panelNumber ??
      '#140';
    const opened = { answers: one, taps: ['Pedidos', `Abrir o pedido ${number}`] };
    visits.show(`The order ${id}`, await open(opened)());
  }
  await visits.visit('One', open({ answers: answersFor(['fresh']), taps: ['Pedidos'] }), {
    only: /^(?:Abrir|Imprimir|Buscar)/,
    texts: { 'Buscar pelo número': '3' },
  });
  await visits.visit('Refused', open({ answers: refusing(answersFor(['fresh'])), taps: ['Pedidos'] }), {
    only: /^(?:Abrir|Imprimir)/,
  });
  await textIn(visits, 'orders');
});

it('what is handed over', UNHURRIED, async () => {
  const visits = createVisits();
  const given = { answers: answersFor(['ready', 'ready-past', 'fresh', 'changed']), taps: ['Entregar 2'] };
  await visits.visit('Entregar', open(given), { only: /^(?:Entregar$|Desfazer)/ });
  await textIn(visits, 'pickup');
});

it('the drawer', UNHURRIED, async () => {
  const visits = createVisits();
  const visit = (title: string, answers: Answers, skip: RegExp = PAD, fields: 'typed' | 'left' = 'typed') =>
    visits.visit(title, open({ answers, taps: ['Caixa'] }), {
      skip: new RegExp(`${HEAD.source}|${skip.source}`),
      fields,
      times: 1,
    });
  await visit('Open', {});
  await visit('Closed', { 'GET /api/staff/cash-session': { session: null } });
  await visit(
    'With PIX that nobody has proved',
    { 'GET /api/staff/static-pix': UNPROVED },
    /^(?:Suprimento|Sangria)/,
    'left',
  );
  const differs = refusal(409, 'count-differs', 'A contagem está longe do esperado. Conte de novo.');
  await visit(
    'A count that is far off',
    { 'POST /api/staff/cash-session/close': differs },
    /^(?:Suprimento|Sangria|[0-9]|00)/,
    'left',
  );
  await visits.visit(
    'Refused',
    open({ answers: refusing({ ...tillAnswers(), 'GET /api/staff/static-pix': UNPROVED }), taps: ['Caixa'] }),
    { skip: new RegExp(`${HEAD.source}|${PAD.source}`), times: 1 },
  );
  await textIn(visits, 'drawer');
});

it('says what is the matter', UNHURRIED, async () => {
  const visits = createVisits();
  const quiet = visits.look(await open()());
  const against = async (title: string, given: Given) => visits.compare(title, quiet, await open(given)());
  await against('Nothing at all', {
    answers: { 'GET /api/staff/board': boardOf({ orders: [], delivered: [], unpaidMore: 0 }) },
  });
  for (const tab of ['Pendentes', 'Entregar', 'Pedidos'])
    await against(`${tab}, empty`, {
      answers: {
        'GET /api/staff/board': boardOf({ orders: [], delivered: [], unpaidMore: 0 }),
        'GET /api/staff/orders?limit=40': { orders: [] },
      },
      taps: [tab],
    });
  await against('Pedidos that cannot be read', {
    answers: { 'GET /api/staff/orders?limit=40': refusal(503, 'away', 'A loja reinicia.') },
    taps: ['Pedidos'],
  });
  await against('The store is not whole', {
    answers: { 'GET /api/staff/condition': NOTICES, 'GET /api/staff/printing': PRINTING },
  });
  await against('The site is paused', {
    answers: { 'GET /api/store': { ...sampleStore, open: { state: 'paused', untilMs: NOW + 600_000 } } },
  });
  await against('Who administers', { me: { name: 'Ana', role: 'ADMIN' } });
  await against('Who cooks', { me: { role: 'KITCHEN' } });
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await against('Without a menu', { answers: { 'GET /api/menu': refusal(503, 'away', 'A loja reinicia.') } });
  warned.mockRestore();
  await against('Another password is due', {
    me: { newPassword: { role: 'ATTENDANT', dueAtMs: NOW + 86_400_000 } },
  });
  await against('A new device', {
    me: { newDevice: { atMs: ago(60), device: 'Chrome no Android', where: 'link' } },
  });
  await textIn(visits, 'counter-troubles');
});
