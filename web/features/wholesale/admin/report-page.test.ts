// The days of the wholesale report: what is asked for, and what is not.
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { openScreen } from '../../../testing/screen.ts';
import { openShop } from '../../../testing/shop.ts';
import ReportPage from './report-page.tsx';

const REPORT = 'GET /api/staff/wholesale/report';
const report = {
  from: '2026-11-01',
  to: '2026-11-30',
  totals: { orders: 0, cents: 0, paidCents: 0, openCents: 0 },
  cancelled: { orders: 0, cents: 0 },
  products: [],
  buyers: [],
  months: [],
};

it('are those that were typed, one alone too; the wrong way round they are asked about, not asked for', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const days = `${REPORT}?from=2026-11-02&to=2026-11-02`;
  const { store, asked } = await openShop({ answers: { [REPORT]: report, [days]: report } });
  const page = await openScreen(createElement(ReportPage), { store });
  const routes = () => asked.splice(0).map(({ route }) => route);
  expect(routes()).toEqual([REPORT]);
  await page.type('Data inicial', '2026-11-02');
  await page.type('Data final', '2026-11-01');
  await page.tap('Filtrar');
  expect(routes()).toEqual([]);
  expect(page.words()).toContain('A data final não pode ser antes da inicial.');
  await page.type('Data final', '2026-11-02');
  expect(page.words()).not.toContain('antes da inicial');
  await page.tap('Filtrar');
  expect(routes()).toEqual([days]);
  // An order that came or was paid is another sum.
  await page.when(() => store.set(wholesaleTurnAtom, (turn) => turn + 1));
  expect(routes()).toEqual([days]);
});
