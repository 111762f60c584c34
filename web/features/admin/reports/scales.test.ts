// What the pictures beside the figures are measured by: the largest of those that stand together, so that none is cut and none looks
// like more than it is.
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { markupOf } from '../../../testing/words.ts';
import { CountTable } from '../../../ui/staff/report/count-table.tsx';
import { SumsCard } from '../../../ui/staff/report/sums-card.tsx';
import { BreakdownCards } from './breakdown-cards.tsx';
import { FeesCard } from './fees-card.tsx';
import { HoursCard } from './hours-card.tsx';
import { TopClients } from './top-clients.tsx';

const span = { from: '2026-11-01', to: '2026-11-07' };

/** How much of its row each part fills, in percent; the row itself, which is all of it, left out. */
const filled = (markup: string): number[] =>
  [...markup.matchAll(/<rect[^>]* x="[^"]*" width="([^"]+)%"/g)].map(([, share]) => Number(share));

describe('bars beside figures are shares of the largest of them', () => {
  const sums = [10, 40, 20].map((cents, at) => ({ name: `Taça ${at}`, count: at + 5, cents }));

  it('of sums of money, wherever in the list it stands', () => {
    const names = { nameName: 'Produto', countName: 'Vezes', centsName: 'Valor' };
    const card = { title: 'O que vendeu', file: 'produtos', span, sums, empty: '', ...names };
    expect(filled(markupOf(createElement(SumsCard, card)))).toEqual([25, 100, 50]);
  });

  it('of counts, the first of which is the largest', () => {
    const rows = [8, 4, 2].map((count) => ({ name: `Taça ${count}`, count }));
    expect(filled(markupOf(createElement(CountTable, { name: 'Taças', rows, empty: '' })))).toEqual([
      100, 50, 25,
    ]);
  });

  it('of the best customers, by what they spent', () => {
    const clients = [400, 300, 100].map((totalSpentCents, at) => ({
      phone: `1190000000${at}`,
      orderCount: 9,
      totalSpentCents,
    }));
    expect(filled(markupOf(createElement(TopClients, { clients })))).toEqual([100, 75, 25]);
  });

  it('of two periods side by side, whichever had more', () => {
    const none = { orders: 0, cents: 0, reasons: [], givers: [] };
    const value: Breakdown = {
      ...span,
      totals: { orders: 50, salesCents: 10_000, averageTicketCents: 200 },
      before: { ...span, orders: 40, salesCents: 20_000, averageTicketCents: 500 },
      sold: [],
      sources: [],
      operators: [],
      ways: [],
      cancelled: [],
      discounts: none,
      fees: { grossCents: 0, returnedCents: 0, feeCents: 0, netCents: 0, ways: [] },
      made: { orders: 0, meanSeconds: null },
      days: [],
      hours: [],
    };
    const bars = filled(markupOf(createElement(BreakdownCards, { value, onRates: () => {} })));
    // Sales, orders, mean: each now and before.
    expect(bars).toEqual([50, 100, 100, 80, 40, 100]);
  });

  it('of ways of payment, what stays and what goes of the one that brought most', () => {
    const way = { count: 1, percent: 10 };
    const ways = [
      { ...way, name: 'pix', cents: 500, feeCents: 50, netCents: 450 },
      { ...way, name: 'cash', cents: 1_000, feeCents: 100, netCents: 900 },
    ];
    const fees = { grossCents: 1_500, returnedCents: 0, feeCents: 150, netCents: 1_350, ways };
    expect(filled(markupOf(createElement(FeesCard, { fees, span, onRates: () => {} })))).toEqual([
      45, 5, 90, 10,
    ]);
  });
});

it('an hour is the darker the more orders it had, by quarters of the busiest, whatever was paid in it', () => {
  const shadesOf = (...orders: number[]) => {
    const hours = orders.map((count, at) => ({
      weekday: 0,
      hour: 10 + at,
      orders: count,
      salesCents: 99_900,
    }));
    return [
      ...markupOf(createElement(HoursCard, { hours, span })).matchAll(/<td class="([^"]*)" title/g),
    ].map(([, look]) => look);
  };
  const four = shadesOf(1, 3, 5, 8);
  expect(new Set(four).size).toBe(4);
  expect(shadesOf(8, 7, 5, 1)).toEqual([four[3], four[3], four[2], four[0]]);
});
