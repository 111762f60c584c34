// All that the reports say, with figures and without, as approved texts beside them.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, type FunctionComponent } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ago, NOW } from '../../../testing/evening.ts';
import { refusal, type Answers } from '../../../testing/screen.ts';
import { menuAnswers, refusing } from '../../../testing/staff-answers.ts';
import { beginEvening, openStaff } from '../../../testing/staff-screen.ts';
import { sampleStore } from '../../../testing/shop.ts';
import { UNPROVED } from '../../../testing/till.ts';
import { createVisits, UNHURRIED } from '../../../testing/visit.ts';
import { DashboardPanel } from './dashboard-panel.tsx';
import { MatchingPanel } from './matching-panel.tsx';
import { SalesPanel } from './sales-panel.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const named = (...names: string[]) => names.map((name, at) => ({ name, count: 9 - at }));
const DASHBOARD: ApiReply<'GET /api/staff/reports/dashboard'> = {
  todaySalesCents: 61_230,
  todayOrders: 24,
  meanSalesCents: 50_000,
  weekSalesCents: 350_000,
  previousWeekSalesCents: 320_000,
  weeklyGrowthPercent: 9.4,
  hours: [
    { hour: 14, count: 2 },
    { hour: 18, count: 9 },
  ],
  top: {
    sizes: named('Grande', 'Pequeno'),
    bases: named('Açaí'),
    iceCreams: named('Ninho', 'Morango', 'Uva'),
    toppings: named('Granola', 'Banana', 'Mel'),
  },
};
const SALES: ApiReply<'GET /api/staff/reports/sales'> = {
  from: '2026-11-01',
  to: '2026-11-21',
  totalSalesCents: 1_234_560,
  totalOrders: 500,
  averageTicketCents: 2_469,
  weeklyGrowthPercent: -3.2,
  days: [
    { date: '2026-11-20', orders: 30, salesCents: 70_000 },
    { date: '2026-11-21', orders: 24, salesCents: 61_230 },
  ],
  methods: [
    { method: 'pix', orders: 300, salesCents: 700_000 },
    { method: 'cash', orders: 200, salesCents: 534_560 },
  ],
  bestSellers: (['size', 'base', 'ice_cream', 'topping'] as const).map((type, at) => ({
    type,
    name: ['Grande', 'Açaí', 'Ninho', 'Granola'][at] ?? '',
    count: 90 - at,
  })),
  peakHours: [14, 15, 16, 17, 18, 19].map((hour) => ({ hour, count: hour * 2 })),
};
const sums = (...names: string[]) => names.map((name, at) => ({ name, count: 5 - at, cents: 10_000 - at }));
const PARTS: ApiReply<'GET /api/staff/reports/breakdown'> = {
  from: '2026-11-01',
  to: '2026-11-21',
  totals: { orders: 500, salesCents: 1_234_560, averageTicketCents: 2_469 },
  before: {
    from: '2026-10-11',
    to: '2026-10-31',
    orders: 450,
    salesCents: 1_100_000,
    averageTicketCents: 2_444,
  },
  sold: sums('Grande', 'Taça da Casa', 'Água'),
  sources: sums('relay', 'lan', 'counter'),
  operators: sums('Bia', 'Rui'),
  ways: sums('cash', 'pix', 'pix_manual', 'debito', 'credito', 'vale', 'credit_card'),
  cancelled: sums('expirado', 'cliente', 'loja'),
  discounts: { orders: 12, cents: 4_300, reasons: sums('Cliente da casa', 'Almoço'), givers: sums('Bia') },
  fees: {
    grossCents: 1_300_000,
    returnedCents: 65_440,
    feeCents: 9_900,
    netCents: 1_224_660,
    ways: [
      {
        name: 'pix',
        count: 300,
        cents: 700_000,
        returnedCents: 1_000,
        percent: 0.99,
        feeCents: 6_930,
        netCents: 692_070,
      },
      { name: 'cash', count: 200, cents: 534_560, percent: 0, feeCents: 0, netCents: 534_560 },
    ],
  },
  made: { orders: 480, meanSeconds: 412 },
  days: [{ date: '2026-11-21', discountOrders: 2, discountCents: 700, madeOrders: 24, meanSeconds: 380 }],
  hours: [
    { weekday: 6, hour: 18, orders: 40, salesCents: 90_000 },
    { weekday: 0, hour: 15, orders: 20, salesCents: 45_000 },
  ],
};
const payment = (at: number, changes: object) => ({
  providerPaymentId: `${at}`,
  attemptId: `tentativa-${at}`,
  orderId: `pedido-${at}`,
  orderCode: '7K2MQ9XWTB',
  method: 'pix',
  providerStatus: 'approved',
  attemptStatus: 'approved',
  orderPaymentStatus: 'approved',
  paidCents: 2_850,
  expectedCents: 2_850,
  refundedCents: 0,
  createdAtMs: ago(at * 10),
  differences: [],
  ...changes,
});
const MATCHING = {
  day: '2026-11-21',
  rows: [
    payment(1, {}),
    ...[
      'unknown-payment',
      'not-at-provider',
      'status',
      'amount',
      'refunded',
      'mismatch',
      'order-missing',
      'order-unpaid',
    ].map((difference, at) =>
      payment(at + 2, { differences: [difference], paidCents: 2_000, method: 'credit_card' }),
    ),
  ],
  totals: { approvedCents: 28_500, refundedCents: 1_000, payments: 9, differences: 8 },
  foreign: 2,
  ways: [{ name: 'PIX', receivedCents: 28_500, returnedCents: 1_000, feeCents: 282, netCents: 27_218 }],
};
const CLIENTS: ApiReply<'GET /api/staff/ranking'> = {
  month: '2026-11',
  clients: ['11987654321', '11912345678', '1133334444'].map((phone, at) => ({
    phone,
    orderCount: 9 - at,
    totalSpentCents: 30_000 - at,
  })),
};
/** Whatever days are asked for. */
const answers = (changes: Answers = {}): Answers => ({
  ...menuAnswers(sampleCatalog()),
  'GET /api/store': sampleStore,
  'GET /api/staff/reports/dashboard': DASHBOARD,
  'GET /api/staff/ranking': CLIENTS,
  'GET /api/staff/static-pix': UNPROVED,
  'GET *': ({ route }: { route: string }) =>
    route.includes('/breakdown')
      ? PARTS
      : route.includes('/matching')
        ? MATCHING
        : route.includes('/booked')
          ? { fromMs: ago(40_000), toMs: NOW, payments: [] }
          : SALES,
  ...changes,
});
const empty = {
  'GET /api/staff/reports/dashboard': {
    ...DASHBOARD,
    weeklyGrowthPercent: null,
    todayOrders: 0,
    hours: [],
    top: { sizes: [], bases: [], iceCreams: [], toppings: [] },
  },
  'GET /api/staff/ranking': { month: '2026-11', clients: [] },
  'GET *': ({ route }: { route: string }) =>
    route.includes('/breakdown')
      ? {
          ...PARTS,
          ...{ sold: [], sources: [], operators: [], ways: [], cancelled: [], hours: [], days: [] },
          discounts: { orders: 0, cents: 0, reasons: [], givers: [] },
          fees: { grossCents: 0, feeCents: 0, netCents: 0, ways: [] },
          made: { orders: 0, meanSeconds: null },
        }
      : route.includes('/matching')
        ? {
            ...MATCHING,
            rows: [],
            ways: [],
            foreign: 0,
            totals: { approvedCents: 0, refundedCents: 0, payments: 0, differences: 0 },
          }
        : { ...SALES, weeklyGrowthPercent: null, days: [], methods: [], bestSellers: [], peakHours: [] },
};

const PANELS: readonly (readonly [string, FunctionComponent])[] = [
  ['dashboard', DashboardPanel],
  ['sales', SalesPanel],
  ['matching', MatchingPanel],
];
it.each(PANELS)('%s', UNHURRIED, async (name, Panel) => {
  const visits = createVisits();
  const open =
    (changes: Answers = {}) =>
    () =>
      openStaff(createElement(Panel), { answers: answers(changes) });
  await visits.visit('With figures', open(), {
    times: 1,
    texts: { 'Data inicial': '2026-11-01', 'Data final': '2026-11-02' },
  });
  visits.show('Without', await open(empty)());
  await visits.visit('Refused', open(refusing(answers())), {
    times: 1,
    fields: 'left',
    only: /^(?:Salvar|Guardar)/,
  });
  const away = refusal(503, 'away', 'A loja reinicia.');
  const none = { 'GET /api/staff/reports/dashboard': away, 'GET /api/staff/ranking': away, 'GET *': away };
  visits.show('It cannot be read', await open(none)());
  await expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);
});
