// All that the administrator's tabs say and send beside the settings, as approved texts beside them.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ago, CANCELLED, DELIVERED, NOW, orderOf, ORDERS } from '../../testing/evening.ts';
import { firstRunOf } from '../../testing/first-run.ts';
import { HELP, officeAnswers } from '../../testing/office.ts';
import { refusal, type Answers, type Sent } from '../../testing/screen.ts';
import { movedOrder, NOTICES, refusing } from '../../testing/staff-answers.ts';
import { beginEvening, openStaff, type Given } from '../../testing/staff-screen.ts';
import { sampleStore } from '../../testing/shop.ts';
import { SESSION, tillAnswers, CLOSE, UNPROVED } from '../../testing/till.ts';
import { createVisits, UNHURRIED } from '../../testing/visit.ts';
import AdminPage from './admin-page.tsx';
import { CashTab } from './cash/cash-tab.tsx';
import CupTab from './cup/cup-tab.tsx';
import { MenuTab } from './menu/menu-tab.tsx';
import { OrdersTab } from './orders/orders-tab.tsx';
// What the panel loads late is there from the beginning.
import 'write-excel-file/universal';
import '../../data/staff/menu/photo/photo-dialog.tsx';
import '../../data/staff/menu/sheet/sheet-dialog.tsx';

beforeEach(() => {
  beginEvening();
  // Pieces of a transition that tests make small are many to React.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const TODAY: ApiReply<'GET /api/staff/reports/today'> = {
  nowMs: NOW,
  sales: { orders: 24, salesCents: 61_230 },
  weekAgo: { orders: 20, salesCents: 50_000 },
  open: { unpaid: 3, received: 2, preparing: 2, ready: 1, late: 1, lateMinutes: 20 },
  till: { openedAtMs: ago(500), openedBy: 'Bia', expectedCents: 19_000 },
  printers: [
    { id: 'p0', name: 'Cozinha', state: 'ok', stateText: 'pronta', held: 0, failed: 0 },
    { id: 'p1', name: 'Balcão', state: 'paper-out', stateText: 'sem papel', held: 1, failed: 2 },
  ],
  site: 'waiting',
  copyOutside: { atMs: ago(90_000), isOld: true },
  pricesToChoose: { count: 2, kind: 'sizes' },
};
const UNRESOLVED: ApiReply<'GET /api/staff/payments/unresolved'> = {
  payments: (['refund', 'accept', 'acknowledge', 'retry'] as const).map((action, at) => ({
    id: `pagamento-${at}`,
    orderId: at === 2 ? null : 'fresh',
    simpleId: at === 2 ? null : 103,
    code: at === 2 ? null : '7K2MQ9XWTB',
    amountCents: 2_850 + at,
    atMs: ago(30 * (at + 1)),
    reason: `O motivo ${at}.`,
    action,
    actionText: ['Devolver', 'Aceitar', 'Já resolvi', 'Tentar de novo'][at] ?? '',
    ...(at === 0 && { other: { action: 'accept' as const, actionText: 'Aceitar o valor' } }),
  })),
};
const ONLINE = orderOf('online', 31, { paymentMethod: 'pix', source: 'relay' });
const LIST = [...ORDERS, ONLINE, ...DELIVERED, ...CANCELLED];

const deskAnswers = (): Answers => ({
  ...officeAnswers(),
  ...tillAnswers([ONLINE]),
  'GET /api/staff/catalog': sampleCatalog(),
  'GET /api/staff/first-run': firstRunOf({ owner: 'done' }),
  'GET /api/staff/help': { ...HELP, open: null },
  'GET /api/staff/reports/today': TODAY,
  'GET /api/staff/payments/unresolved': UNRESOLVED,
  'GET /api/staff/orders?state=active&limit=200': { orders: [...ORDERS, ONLINE] },
  'GET /api/staff/orders?state=finished&limit=10': { orders: [...DELIVERED, ...CANCELLED] },
  'GET /api/staff/cash': { orders: ORDERS.slice(0, 2), more: 3 },
  'GET /api/staff/cash-session': SESSION,
  'GET /api/staff/cash-closes?limit=30': { closes: [CLOSE] },
  'GET /api/staff/static-pix': UNPROVED,
  'GET /api/staff/price-conflicts': { conflicts: [] },
  'GET *': { orders: [], closes: [], conflicts: [] },
  'POST /api/staff/orders/cancel-unpaid': {
    outcomes: ORDERS.slice(0, 2).map(({ id }, at) => ({ id, outcome: at === 0 ? 'cancelled' : 'paid' })),
  },
  'POST /api/staff/orders/clear': { orders: 12, backup: 'antes-de-limpar-2026-11-21-1820-abcd.db' },
  'POST *': (sent: Sent) => {
    if (sent.route.endsWith('/refund')) return { state: 'done', refundedCents: 2_850 };
    if (sent.route.endsWith('/moves')) return movedOrder(sent, LIST);
    if (sent.route.endsWith('/resolve'))
      return {
        done: true,
        ...(sent.route.includes('pagamento-0') && { refund: { state: 'waiting', refundedCents: 2_850 } }),
      };
    return null;
  },
});
const at = (path: string, element: ReactElement) =>
  createElement(Routes, null, createElement(Route, { path, element }));
const open =
  (path: string, element: ReactElement, { answers = {}, ...given }: Given = {}) =>
  () =>
    openStaff(at(`${path}/*`, element), { path, ...given, answers: { ...deskAnswers(), ...answers } });
const textIn = (visits: ReturnType<typeof createVisits>, name: string) =>
  expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);

it('orders: today, what is to be resolved, the list, and each order', UNHURRIED, async () => {
  const visits = createVisits();
  const tab = createElement(OrdersTab);
  const few = {
    'GET /api/staff/orders?state=active&limit=200': { orders: [ORDERS[0], ORDERS[5], ONLINE] },
    'GET /api/staff/orders?state=finished&limit=10': { orders: [DELIVERED[0]] },
  };
  const texts = { 'Digite CONFIRMAR para apagar tudo': 'CONFIRMAR' };
  visits.show('All', await open('/admin/pedidos', tab)());
  for (const part of ['ativos', 'finalizados', 'resolver']) {
    const path = `/admin/pedidos/${part}`;
    visits.show(`All of ${part}`, await open('/admin/pedidos', tab, { path })());
    const some = { times: 1, texts, skip: /^(?:Ativos|Finalizados|A resolver)/ };
    await visits.visit(part, open('/admin/pedidos', tab, { path, answers: few }), some);
    const answers = { ...refusing(deskAnswers()), ...few };
    await visits.visit(`${part}, refused`, open('/admin/pedidos', tab, { path, answers }), {
      ...some,
      times: 1,
    });
  }
  const none = {
    'GET /api/staff/orders?state=active&limit=200': { orders: [] },
    'GET /api/staff/orders?state=finished&limit=10': { orders: [] },
    'GET /api/staff/payments/unresolved': { payments: [] },
    'GET /api/staff/reports/today': {
      ...TODAY,
      till: null,
      printers: [],
      site: 'none',
      pricesToChoose: null,
    },
  };
  visits.show('Nothing', await open('/admin/pedidos', tab, { answers: none })());
  await textIn(visits, 'orders');
});

it('cash', UNHURRIED, async () => {
  const visits = createVisits();
  const tab = createElement(CashTab);
  const skip = /^(?:[1-689]|00|Suprimento|Sangria|Fechar caixa|Recebi$|Não recebi|Chegou)/;
  await visits.visit('Dinheiro', open('/admin/dinheiro', tab), { times: 1, skip });
  await visits.visit('Refused', open('/admin/dinheiro', tab, { answers: refusing(deskAnswers()) }), {
    times: 1,
    fields: 'left',
    skip,
  });
  const none = {
    'GET /api/staff/cash': { orders: [], more: 0 },
    'GET /api/staff/cash-closes?limit=30': { closes: [] },
  };
  visits.show('Nothing', await open('/admin/dinheiro', tab, { answers: none })());
  await textIn(visits, 'cash');
});

it('over the panel', UNHURRIED, async () => {
  const visits = createVisits();
  const page = createElement(AdminPage);
  const panel = (answers: Answers = {}, given: Given = {}) =>
    open('/admin', page, { path: '/admin/pedidos', answers, ...given })();
  const usual = await panel();
  visits.show('The panel', usual);
  const look = visits.look(usual);
  const against = async (title: string, answers: Answers, given: Given = {}) =>
    visits.compare(title, look, await panel(answers, given));
  await against('The store is away', {
    'GET /api/store': { ...sampleStore, host: 'relay', storeOnline: false },
  });
  await against('The store is not whole', { 'GET /api/staff/condition': NOTICES });
  await against('Paused', {
    'GET /api/store': { ...sampleStore, host: 'edge', open: { state: 'paused', untilMs: NOW + 600_000 } },
  });
  await against('Help is open', {
    'GET /api/staff/help': {
      ...HELP,
      open: { by: 'Ana', sinceMs: ago(10), untilMs: NOW, looks: 0, lastLookAtMs: null },
    },
  });
  await against('The first run is over', {
    'GET /api/staff/first-run': { ...firstRunOf({}), dismissed: true },
  });
  await against('Who sells', {}, { me: { role: 'ATTENDANT' } });
  await against('Nobody can say who it is', {
    'GET /api/staff/me': refusal(503, 'away', 'A loja reinicia.'),
  });
  await textIn(visits, 'panel');
});

it('cups', UNHURRIED, async () => {
  const visits = createVisits();
  const only = /^Vender/;
  await visits.visit('Taça', open('/admin/taca', createElement(CupTab)), { only });
  await visits.visit(
    'Refused',
    open('/admin/taca', createElement(CupTab), { answers: refusing(deskAnswers()) }),
    { only },
  );
  await textIn(visits, 'cups');
});

const KINDS = ['tamanhos', 'bases', 'sorvetes', 'complementos', 'categorias', 'produtos'];
it.each(KINDS)('the menu: %s', UNHURRIED, async (kind) => {
  const visits = createVisits();
  const path = `/admin/cardapio/${kind}`;
  const element = at('/admin/cardapio/*', createElement(MenuTab));
  const menu =
    (answers: Answers = {}) =>
    () =>
      openStaff(element, { path, answers: { ...deskAnswers(), ...answers } });
  visits.show('The list', await menu()());
  const some = { times: 1, only: /^(?:Novo|Nova)\b/ };
  await visits.visit('A new one', menu(), some);
  await visits.visit('Emptied', menu(), { ...some, fields: 'emptied' });
  await textIn(visits, `menu-${kind}`);
});
