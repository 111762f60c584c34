// All that the wholesale panel says and sends, as approved texts beside it.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { sampleWholesale, sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ago } from '../../../testing/evening.ts';
import { refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { menuAnswers, quietAnswers, refusing } from '../../../testing/staff-answers.ts';
import { beginEvening, openStaff } from '../../../testing/staff-screen.ts';
import { createVisits, UNHURRIED } from '../../../testing/visit.ts';
import WholesaleAdminPage from './admin-page.tsx';
// What the panel loads late is there from the beginning.
import 'write-excel-file/universal';
import './report-page.tsx';
import '../../../data/staff/menu/photo/photo-dialog.tsx';
import '../../../data/staff/menu/sheet/sheet-dialog.tsx';

beforeEach(beginEvening);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const order = (id: string, orderNumber: number, changes: Partial<WholesaleOrder> = {}): WholesaleOrder =>
  sampleWholesaleOrder({ id, orderNumber, createdAtMs: ago(90), updatedAtMs: ago(80), ...changes });
const OPEN = [
  order('novo', 21, {
    customerCpfCnpj: '11222333000181',
    customerAddress: 'Rua A, 1',
    observations: 'Entregar cedo',
    wishedDate: '2026-11-25',
    terms: 'À vista',
  }),
  order('feito', 22, {
    status: 'EM_ANDAMENTO',
    startedAtMs: ago(60),
    customerName: null,
    customerPhone: null,
  }),
  order('pago', 23, { paid: { onDate: '2026-11-20', method: 'pix' }, source: 'lan' }),
];
const OVER = [
  order('fim', 19, { status: 'FINALIZADO', endedAtMs: ago(5) }),
  order('nada', 18, { status: 'CANCELADO', endedAtMs: ago(50) }),
];
const BUYER = {
  newestOrder: 21,
  name: 'Maria de Souza',
  phone: '11987654321',
  taxId: '11222333000181',
  orders: 4,
  totalCents: 150_000,
  lastOrderAtMs: ago(90),
  open: { orders: 1, cents: 45_100 },
};
const REPORT = {
  from: '2026-10-23',
  to: '2026-11-21',
  totals: { orders: 9, cents: 300_000, paidCents: 200_000, openCents: 100_000 },
  cancelled: { orders: 1, cents: 5_000 },
  products: [{ name: 'Açaí em balde', units: 30, cents: 250_000 }],
  buyers: [{ name: 'Maria de Souza', orders: 4, cents: 150_000 }],
  months: [{ month: '2026-11', orders: 9, cents: 300_000, paidCents: 200_000 }],
};
const moved = ({ route, body }: Sent): unknown => {
  const found = [...OPEN, ...OVER].find(({ id }) => id === /orders\/([^/]+)/.exec(route)?.[1]) ?? OPEN[0];
  if (route.endsWith('/print')) return { printers: 1 };
  if (route.endsWith('/payment')) return { order: { ...found, ...(body as object) } };
  const { kind = '' } = body as { kind?: string };
  const status = { start: 'EM_ANDAMENTO', finish: 'FINALIZADO', cancel: 'CANCELADO' }[kind];
  return { order: { ...found, ...(status !== undefined && { status }) } };
};
const answers = (changes: Answers = {}): Answers => ({
  ...quietAnswers(),
  ...menuAnswers({
    ...sampleCatalog({
      wholesaleMinimumCents: 20_000,
      wholesaleDeliveryWeekdays: [2, 4],
      wholesaleTerms: 'À vista',
    }),
    ...sampleWholesale(),
  }),
  'GET /api/staff/wholesale/orders?state=open': { orders: OPEN, more: false, open: 3, over: 2 },
  'GET /api/staff/wholesale/orders?state=over': { orders: OVER, more: true, open: 3, over: 2 },
  'GET /api/staff/wholesale/orders?state=over&before=18': { orders: [], more: false, open: 3, over: 2 },
  'GET /api/staff/wholesale/buyers': {
    buyers: [BUYER, { ...BUYER, newestOrder: 22, name: null, taxId: null }],
  },
  'GET /api/staff/wholesale/report': REPORT,
  'GET *': ({ route }: Sent) =>
    route.includes('/report') ? REPORT : { buyer: BUYER, orders: [...OPEN, ...OVER] },
  'POST *': moved,
  ...changes,
});
const open =
  (slug: string, changes: Answers = {}, role: 'WHOLESALE' | 'KITCHEN' = 'WHOLESALE') =>
  () =>
    openStaff(
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/atacado/admin/*', element: createElement(WholesaleAdminPage) }),
      ),
      { path: `/atacado/admin/${slug}`, me: { role }, answers: answers(changes) },
    );
const HEAD =
  /^(?:Pedidos|Produtos$|Categorias$|Tamanhos\/Sabores|Configurações|Sair|Rui|Usar cores|Som|Ligar som|Sem som)/;

it.each(['pedidos', 'produtos', 'categorias', 'opcoes', 'configuracoes', 'clientes', 'relatorios'])(
  '%s',
  UNHURRIED,
  async (slug) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const visits = createVisits();
    const some = { times: 1, skip: HEAD };
    await visits.visit('Filled', open(slug), some);
    await visits.visit('Refused', open(slug, refusing(answers())), { ...some, fields: 'left' });
    const away = refusal(503, 'away', 'A loja reinicia.');
    const none = {
      'GET /api/staff/catalog': away,
      'GET /api/staff/wholesale/orders?state=open': { orders: [], more: false, open: 0, over: 0 },
      'GET /api/staff/wholesale/orders?state=over': { orders: [], more: false, open: 0, over: 0 },
      'GET /api/staff/wholesale/buyers': { buyers: [] },
      'GET /api/staff/wholesale/report': away,
    };
    visits.show('Nothing, or it cannot be read', await open(slug, none)());
    if (slug === 'pedidos') visits.show('Who cooks', await open(slug, {}, 'KITCHEN')());
    await expect(visits.text()).toMatchFileSnapshot(`./outlines/${slug}.txt`);
  },
);
