import { expect, it } from 'vitest';
import type { Today } from '@balcao/shared/http/reports.ts';
import { nextSteps, printersText } from './today-steps.ts';

const ZONE = 'America/Sao_Paulo';
const NOW_MS = Date.parse('2026-11-21T15:00:00-03:00');
const printer = (changes: Partial<Today['printers'][number]> = {}): Today['printers'][number] => ({
  id: 'p',
  name: 'Cozinha',
  state: 'ok',
  stateText: 'Pronta',
  held: 0,
  failed: 0,
  ...changes,
});
const day = (changes: Partial<Today> = {}): Today => ({
  nowMs: NOW_MS,
  sales: { orders: 0, salesCents: 0 },
  weekAgo: { orders: 0, salesCents: 0 },
  open: { unpaid: 0, received: 0, preparing: 0, ready: 0, late: 0, lateMinutes: 8 },
  till: { openedAtMs: NOW_MS, openedBy: 'Ana', expectedCents: 0 },
  printers: [printer()],
  site: 'linked',
  copyOutside: { atMs: NOW_MS, isOld: false },
  ...changes,
});
const idsOf = (changes: Partial<Today>, unresolved = 0): string[] =>
  nextSteps(day(changes), unresolved, ZONE).map(({ id }) => id);

it('asks nothing of an owner whose day goes well', () => {
  expect(idsOf({})).toEqual([]);
  expect(idsOf({ site: 'none' })).toEqual([]);
});

it.each([
  ['products', '/admin/cardapio/produtos'],
  ['wholesaleProducts', '/atacado/admin/produtos'],
] as const)('leads to where a price of %s is chosen that was changed here and from afar', (kind, to) => {
  const steps = nextSteps(day({ pricesToChoose: { count: 2, kind } }), 0, ZONE);
  expect(steps).toEqual([
    { id: 'prices', text: '2 preços mudados de longe e na loja: escolha qual vale', to },
  ]);
  expect(idsOf({ pricesToChoose: null })).toEqual([]);
});

it('names what is to be done, the most urgent first', () => {
  expect(
    idsOf(
      {
        open: { ...day().open, late: 2 },
        printers: [printer({ state: 'paper-out' }), printer({ id: 'q', state: 'disabled' })],
        till: null,
        site: 'unpaired',
        copyOutside: { atMs: null, isOld: true },
      },
      1,
    ),
  ).toEqual(['late', 'unresolved', 'printer-p', 'till', 'site', 'copy']);
});

it('a drawer that is open since yesterday is to be counted, one of this morning is not', () => {
  const openedAt = (text: string) => ({ till: { ...day().till!, openedAtMs: Date.parse(text) } });
  expect(idsOf(openedAt('2026-11-20T23:59:59-03:00'))).toEqual(['till']);
  expect(idsOf(openedAt('2026-11-21T00:00:00-03:00'))).toEqual([]);
});

it('says of one order and of several what is late', () => {
  const textOf = (late: number) =>
    nextSteps(day({ open: { ...day().open, late } }), 0, ZONE).map(({ text }) => text);
  expect(textOf(1)).toEqual(['1 pedido passou de 8 min: veja a cozinha']);
  expect(textOf(3)).toEqual(['3 pedidos passaram de 8 min: veja a cozinha']);
});

it.each([
  [[printer()], 'pronta', true],
  [[printer(), printer({ id: 'q' })], '2 prontas', true],
  [[printer(), printer({ id: 'q', failed: 1 })], '1 com problema', false],
  [[printer({ state: 'disabled' })], 'nenhuma em uso', false],
  // One that is switched off is not among those in use, but may have slips of before.
  [[printer(), printer({ id: 'q', state: 'disabled' })], 'pronta', true],
  [[printer(), printer({ id: 'q', state: 'disabled', failed: 2 })], '1 com problema', false],
  [[printer({ state: 'disabled', held: 1 })], '1 com problema', false],
  [[], 'nenhuma em uso', false],
])('printers %# are said in a word, and whether they are fine', (printers, text, isFine) => {
  expect(printersText(printers)).toEqual({ text, isFine });
});

it('leads to a printer that holds slips back, or gave some up', () => {
  for (const trouble of [{ held: 1 }, { failed: 1 }, { state: 'off' as const }])
    expect(idsOf({ printers: [printer(trouble)] })).toEqual(['printer-p']);
  const said = (trouble: Parameters<typeof printer>[0]) =>
    nextSteps(day({ printers: [printer(trouble)] }), 0, ZONE).map(({ text }) => text);
  expect(said({ held: 1 })).toEqual(['Impressora Cozinha: 1 comanda não saiu no papel']);
  expect(said({ held: 1, failed: 1 })).toEqual(['Impressora Cozinha: 2 comandas não saíram no papel']);
  expect(said({ state: 'off', stateText: 'Desligada' })).toEqual(['Impressora Cozinha: Desligada']);
});
