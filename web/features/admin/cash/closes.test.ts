// How a close's difference looks: what is missing is red, and nothing else.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen.ts';
import { Closes, DifferenceCell } from './closes.tsx';

it.each([
  [-150, '-R$ 1,50', true],
  [0, 'R$ 0,00', false],
  [150, '+R$ 1,50', false],
])('a difference of %i centavos says "%s", red: %s', (cents, said, isRed) => {
  const html = renderToStaticMarkup(createElement(DifferenceCell, { cents }));
  expect(html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')).toBe(said);
  expect(html.includes('error')).toBe(isRed);
});

it('the closes are listed with what should have been there and what was, and each is opened and put away again', async () => {
  const close = (number: number, countedCents: number) => ({
    number,
    openedAtMs: Date.parse('2026-11-21T10:05:00-03:00'),
    closedAtMs: Date.parse('2026-11-21T22:31:00-03:00'),
    closedBy: 'Nina',
    floatCents: 10_000,
    cashSalesCents: 26_000,
    suprimentoCents: 0,
    sangriaCents: 0,
    expectedCents: 36_000,
    countedCents,
    differenceCents: countedCents - 36_000,
    methods: [],
    note: '',
  });
  const screen = await openScreen(createElement(Closes), {
    answers: { 'GET /api/staff/cash-closes?limit=60': { closes: [close(8, 36_000), close(7, 35_850)] } },
  });
  expect(screen.all('tbody tr').map((one) => one.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '821/11, 22:31NinaR$ 360,00R$ 360,00R$ 0,00Ver',
    '721/11, 22:31NinaR$ 360,00R$ 358,50-R$ 1,50Ver',
  ]);
  await screen.tap('Ver', 1);
  expect(screen.words()).toContain('Fechamento nº 7');
  await screen.tap('Imprimir de novo');
  expect(screen.changes().map(({ route }) => route)).toEqual(['POST /api/staff/cash-closes/7/print']);
  await screen.tap('Pronto');
  expect(screen.words()).not.toContain('Fechamento nº');
});
