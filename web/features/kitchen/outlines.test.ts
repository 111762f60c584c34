// All that the kitchen's screen says and sends, as approved texts beside it: whoever changes what stands there reads the difference.
import type { Station } from '@balcao/shared/menu/menu.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boardOf, CANCELLED, DELIVERED, ITEMS, NOW, ORDERS, orderOf } from '../../testing/evening.ts';
import {
  menuAnswers,
  movedOrder,
  NOTICES,
  PRINTING,
  quietAnswers,
  refusing,
} from '../../testing/staff-answers.ts';
import { beginEvening, openStaff, type Given } from '../../testing/staff-screen.ts';
import { refusal, type Sent } from '../../testing/screen.ts';
import { sampleStore } from '../../testing/shop.ts';
import { createVisits, UNHURRIED } from '../../testing/visit.ts';
import KitchenPage from './kitchen-page.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const open =
  ({ answers = {}, me = {}, ...given }: Given = {}) =>
  () =>
    openStaff(createElement(KitchenPage), {
      ...given,
      me: { role: 'KITCHEN', ...me },
      answers: { ...quietAnswers(), ...answers },
    });
const boardWith = (...ids: string[]) =>
  boardOf({ orders: ORDERS.filter(({ id }) => ids.includes(id)), cancelled: [], delivered: [] });
const BOARD = 'GET /api/staff/board';
const TOOLS = /^(?:A fazer|Acabou|Impressão|Histórico|Pausar|Resetar Painel|Tela|Ajuda|Mais|Sair)/;
const textIn = (visits: ReturnType<typeof createVisits>, name: string) =>
  expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);

it('each ticket says what it is, and its ways on and back are sent', UNHURRIED, async () => {
  const visits = createVisits();
  visits.show('A full evening', await open()());
  const few = boardWith('slow', 'changed', 'ready');
  await visits.visit(
    'A ticket of each column, and two that were called off',
    open({ answers: { [BOARD]: { ...few, cancelled: CANCELLED } } }),
    { skip: TOOLS, times: 1 },
  );
  await visits.visit('Refused', open({ answers: refusing({ ...quietAnswers(), [BOARD]: few }) }), {
    only: /Preparo|Pronto|Abrir pedido/,
  });
  await textIn(visits, 'tickets');
});

it('each tool shows what it has, and sends what is chosen', UNHURRIED, async () => {
  const visits = createVisits();
  const few = { [BOARD]: { ...boardWith('unpaid', 'unpaid-pix', 'late', 'changed'), delivered: DELIVERED } };
  await visits.visit('Tools', open({ answers: few }), {
    only: /^(?:A fazer|Acabou|Histórico|Pausar|Resetar Painel|Tela|Ajuda|Ainda não pagos)/,
  });
  await visits.visit('Refused', open({ answers: refusing({ ...quietAnswers(), ...few }) }), {
    only: /^(?:Acabou|Pausar|Resetar Painel|Sair)/,
    skip: /^(?:Por 2|Até|Sorvetes|Bases|Taças|Tamanhos|Mel|Granola|20|30|Fechar)/,
  });
  await visits.visit(
    'Nothing there',
    open({ answers: { [BOARD]: boardOf({ orders: [], delivered: [], cancelled: [], unpaidMore: 0 }) } }),
    { only: /^(?:A fazer|Histórico|Resetar)/, skip: /^Resetar$/ },
  );
  await visits.visit('The last ones', open({ answers: few }), {
    only: /^Mais/,
    skip: /^(?:A fazer|Acabou|Impressão|Histórico|Pausar|Resetar Painel|Tela|Ajuda)/,
  });
  await textIn(visits, 'tools');
});

it('printers in trouble are told, and each slip that waits is helped', UNHURRIED, async () => {
  const visits = createVisits();
  const [few] = [{ [BOARD]: boardWith('slow'), 'GET /api/staff/printing': PRINTING }];
  await visits.visit('Printers', open({ answers: few }), { only: /Impress/ });
  await visits.visit('Refused', open({ answers: refusing({ ...quietAnswers(), ...few }) }), {
    only: /^Impressora/,
    skip: /3|4|6/,
  });
  await textIn(visits, 'printers');
});

it('says what is the matter', UNHURRIED, async () => {
  const visits = createVisits();
  const quiet = visits.look(await open({ answers: { [BOARD]: boardWith('slow') } })());
  const against = async (title: string, given: Given) => visits.compare(title, quiet, await open(given)());
  const one = { [BOARD]: boardWith('slow') };
  await against('No order at all', {
    answers: { [BOARD]: boardOf({ orders: [], delivered: [], cancelled: [], unpaidMore: 0 }) },
  });
  await against('Its orders are not there yet', { answers: { [BOARD]: () => new Promise(() => undefined) } });
  await against('Its orders cannot be read', {
    answers: { [BOARD]: refusal(503, 'away', 'A loja reinicia.') },
  });
  await against('The relay answers for the store', {
    answers: { [BOARD]: { ...boardWith('slow'), away: true } },
  });
  await against('The store is not whole', { answers: { ...one, 'GET /api/staff/condition': NOTICES } });
  await against('The site is paused', {
    answers: {
      ...one,
      'GET /api/store': { ...sampleStore, open: { state: 'paused', untilMs: NOW + 600_000 } },
    },
  });
  await against('Who administers', {
    answers: { ...one, 'GET /api/staff/condition': NOTICES },
    me: { role: 'ADMIN' },
  });
  await against('Who sells', { answers: one, me: { role: 'ATTENDANT' } });
  await against('Who has no role yet', { answers: one, me: { role: null } });
  await against('Larger letters', {
    answers: one,
    kept: {
      'balcao-kitchen-sizes': '{"text":"A++","buttonMm":30,"pxPerMm":4}',
      'balcao-staff-theme-cozinha': 'light',
    },
  });
  await textIn(visits, 'troubles');
});

const STATIONS: Station[] = [
  { id: 'copa', name: 'Copa', takes: [], printerId: null },
  { id: 'bar', name: 'Bar', takes: ['acai'], printerId: null },
];
it('a station shows its share', UNHURRIED, async () => {
  const visits = createVisits();
  const { settings, ...catalog } = sampleCatalog();
  const both = [ITEMS.whole, ITEMS.water, ITEMS.cup];
  const orders = [
    orderOf('both', 1, { items: both }),
    orderOf('bar', 2),
    orderOf('copa', 3, { items: [ITEMS.water] }),
    orderOf('begun', 4, { items: both, status: 'PREPARING' }),
    orderOf('made', 5, { items: both, status: 'PREPARING', madeAt: ['copa'] }),
    orderOf('other', 6, { items: both, status: 'PREPARING', madeAt: ['bar'] }),
    orderOf('ready', 7, { items: both, status: 'READY', readyAtMs: NOW }),
  ];
  const answers = {
    ...menuAnswers({ ...catalog, settings: { ...settings, stations: STATIONS } }),
    [BOARD]: boardOf({ orders, cancelled: [], delivered: [], unpaidMore: 0 }),
    'POST *': (sent: Sent) => movedOrder(sent, orders),
  };
  const whole = await open({ answers })();
  visits.show('Every station', whole);
  const look = visits.look(whole);
  for (const id of ['copa', 'bar'])
    visits.compare(`Station ${id}`, look, await open({ answers, kept: { 'balcao-staff-station': id } })());
  const copa = open({
    answers: {
      ...answers,
      [BOARD]: boardOf({ orders: orders.slice(3, 6), cancelled: [], delivered: [], unpaidMore: 0 }),
    },
    kept: { 'balcao-staff-station': 'copa' },
  });
  await visits.visit('What copa does', copa, {
    skip: /^(?:A fazer|Acabou|Impressão|Histórico|Pausar|Resetar Painel|Ajuda|Mais|Sair|A\+*|\d+ mm|Menor|Maior|Usar|Meus|Imprimir)/,
  });
  await textIn(visits, 'stations');
});
