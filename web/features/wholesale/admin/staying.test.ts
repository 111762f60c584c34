// What the operator of wholesale sees while the store does not answer: what was read stays in sight below the reason, and what is asked is off
// until it is answered.
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createElement, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { menuTurnAtom, wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { loadSessionAtom } from '../../../data/staff/session/session.ts';
import { stubStorage } from '../../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../../testing/screen.ts';
import { openShop, refused } from '../../../testing/shop.ts';
import WholesaleAdminPage from './admin-page.tsx';
import { BuyersPage, HistoryPage } from './buyers-page.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { OrderCard } from './order-card.tsx';
import ReportPage from './report-page.tsx';

beforeEach(() => void stubStorage());
afterEach(closeScreen);

const never = () => new Promise(() => undefined);
const order = (changes: Partial<WholesaleOrder> = {}): WholesaleOrder =>
  sampleWholesaleOrder({ id: 'o', orderNumber: 12, customerName: 'Maria', ...changes });
const list = { orders: [order({ status: 'FINALIZADO' })], more: true, open: 0, over: 1 };
const buyer = {
  newestOrder: 9,
  name: 'Estrela',
  phone: null,
  taxId: null,
  orders: 1,
  totalCents: 60_000,
  lastOrderAtMs: 0,
  open: { orders: 0, cents: 0 },
};
const report = {
  from: '2026-11-01',
  to: '2026-11-30',
  totals: { orders: 0, cents: 0, paidCents: 0, openCents: 0 },
  cancelled: { orders: 0, cents: 0 },
  products: [],
  buyers: [],
  months: [],
};
const settings = {
  wholesaleMinimumCents: 0,
  wholesaleDeliveryWeekdays: [],
  wholesaleLeadDays: 1,
  wholesaleTerms: '',
};
const OVER = 'GET /api/staff/wholesale/orders?state=over';
const BUYERS = 'GET /api/staff/wholesale/buyers';
const REPORT = 'GET /api/staff/wholesale/report';
const CATALOG = 'GET /api/staff/catalog';

async function open(path: string, page: ReactElement, more: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = {
    'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' },
    'GET /api/staff/wholesale/orders?state=open': { ...list, orders: [], more: false },
    [OVER]: list,
    [BUYERS]: { buyers: [buyer] },
    [`${BUYERS}/9`]: { buyer, orders: [] },
    [REPORT]: report,
    [CATALOG]: { wholesaleFields: [], settings },
    ...more,
  };
  const { store, asked } = await openShop({ answers });
  await store.set(loadSessionAtom, 'sign-in');
  const screen = await openScreen(
    createElement(Routes, null, createElement(Route, { path, element: page })),
    { store, path: path === '*' ? '/' : path.replace(':order', '9').replace('*', 'pedidos/finalizados') },
  );
  asked.splice(0);
  const off = () => screen.buttons().flatMap((one) => /^(.*) \(off\)$/.exec(one)?.[1] ?? []);
  return { ...screen, answers, asked, store, off };
}
const panel = ['/atacado/admin/*', createElement(WholesaleAdminPage)] as const;

it.each([
  ['orders', ...panel, OVER, 'Erro: Erro ao carregar pedidos', 'Pedido nº 12'],
  ['buyers', '*', createElement(BuyersPage), BUYERS, 'Não foi possível carregar os clientes', 'Estrela'],
  [
    'a buyer',
    '/clientes/:order',
    createElement(HistoryPage),
    `${BUYERS}/9`,
    'Não foi possível carregar o cliente',
    'Estrela',
  ],
  ['the report', '*', createElement(ReportPage), REPORT, 'Não foi possível carregar o relatório', 'Vendido'],
  [
    'what the cart asks for',
    '*',
    createElement(FieldsTab),
    CATALOG,
    'Erro: Erro ao carregar configurações',
    'CPF/CNPJ',
  ],
])(
  'what was read of %s stays in sight where it could not be read again, and that is said',
  async (_, path, page, route, title, seen) => {
    const screen = await open(path, page);
    expect(screen.words()).toContain(seen);
    expect(screen.alerts()).toEqual([]);
    screen.answers[route] = refused(503, 'A loja reinicia.');
    await screen.when(() => {
      screen.store.set(wholesaleTurnAtom, (turn) => turn + 1);
      screen.store.set(menuTurnAtom, (turn) => turn + 1);
    });
    expect(screen.alerts().join()).toContain(`${title} A loja reinicia.`);
    expect(screen.words()).toContain(seen);
  },
);

describe('while the store has not answered', () => {
  it('an order is called off once', async () => {
    const card = createElement(OrderCard, {
      order: order({ status: 'NOVO' }),
      fresh: false,
      onSeen: () => undefined,
      onChanged: () => undefined,
    });
    const screen = await open('*', card, { 'POST /api/staff/wholesale/orders/o/moves': never });
    await screen.tap('Cancelar');
    await screen.tap('Cancelar o pedido');
    expect(screen.off()).toContain('Cancelar o pedido');
  });

  it('older orders are not asked for twice', async () => {
    const screen = await open(...panel);
    screen.answers[`${OVER}&before=12`] = never;
    await screen.tap('Mostrar mais antigos');
    expect(screen.off()).toContain('Mostrar mais antigos');
  });

  it('the conditions are not sent twice, nor where nothing of them was changed', async () => {
    const screen = await open('*', createElement(FieldsTab), { 'PATCH /api/staff/settings': never });
    expect(screen.off()).toContain('Salvar condições');
    await screen.type('Condição de pagamento', '28 dias');
    expect(screen.off()).not.toContain('Salvar condições');
    await screen.tap('Salvar condições');
    expect(screen.off()).toContain('Salvar condições');
  });

  it('no other switch of the cart is turned', async () => {
    const screen = await open('*', createElement(FieldsTab), {
      'PATCH /api/staff/catalog/wholesaleFields/phone': never,
    });
    const free = () => screen.all('input[type="checkbox"]').filter((one) => !one.hasAttribute('disabled'));
    expect(free().length).toBeGreaterThan(1);
    await screen.tap('Obrigatório', 1);
    expect(free()).toEqual([]);
  });

  it('the same days are not asked for again', async () => {
    const screen = await open('*', createElement(ReportPage));
    expect(screen.off()).not.toContain('Filtrar');
    screen.answers[`${REPORT}?from=2026-11-02`] = never;
    await screen.type('Data inicial', '2026-11-02');
    await screen.tap('Filtrar');
    expect(screen.off()).toContain('Filtrar');
  });
});
