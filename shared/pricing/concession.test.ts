import { describe, expect, it } from 'vitest';
import { sampleCatalog, sampleRequest } from '../order/sample.ts';
import type { ConcessionAsk } from '../order/place.ts';
import { concede, isWithinLimit } from './concession.ts';
import { priceList, quote } from './quote.ts';

const priced = quote(priceList(sampleCatalog()), sampleRequest().items, 10_000);
if (!priced.ok) throw new Error('the sample order must be priceable');
/** An açaí of R$ 25,00 with a topping of R$ 3,50, and the shop's 10 % off: R$ 25,65. */
const SALE = priced.value;
const CHARGED = 2_565;

const off = (amount: { percent: number } | { cents: number }): ConcessionAsk => ({
  kind: 'discount',
  off: amount,
  reason: 'Cliente da casa',
});

describe('[O27] what staff give away', () => {
  it.each([
    ['one centavo', off({ cents: 1 }), 1],
    ['five reais', off({ cents: 500 }), 500],
    ['all but one centavo', off({ cents: CHARGED - 1 }), CHARGED - 1],
    ['all that is charged', off({ cents: CHARGED }), CHARGED],
    ['ten percent, half up', off({ percent: 10 }), 257],
    ['a hundred percent', off({ percent: 100 }), CHARGED],
    ['a courtesy', { kind: 'courtesy', reason: 'Reclamação' }, CHARGED],
    ['a staff meal', { kind: 'staff-meal', reason: 'Almoço' }, CHARGED],
  ] as const)('%s is off what is charged, beside the shop’s own discount', (_what, ask, cents) => {
    const { kind, reason } = ask;
    // So that it can be worked out anew when the lines change.
    const percent = 'off' in ask && 'percent' in ask.off ? { percent: ask.off.percent } : {};
    expect(concede(SALE, ask)).toEqual({
      ok: true,
      value: { ...SALE, concession: { kind, reason, cents, ...percent }, totalCents: CHARGED - cents },
    });
  });

  it.each([
    [
      'more than is charged',
      SALE,
      off({ cents: CHARGED + 1 }),
      'O desconto não pode passar do total da venda.',
    ],
    ['less than a centavo', { ...SALE, totalCents: 40 }, off({ percent: 1 }), 'Não há o que descontar.'],
    ['of nothing', { ...SALE, totalCents: 0 }, { kind: 'courtesy', reason: 'x' }, 'Não há o que descontar.'],
  ] as const)('refuses %s', (_what, sale, ask, message) => {
    expect(concede(sale, ask)).toEqual({ ok: false, refusal: [{ field: 'concession', message }] });
  });
});

it.each([
  [9, true],
  [10, true],
  [11, false],
  [0, true],
])('[O28] of R$ 1,00 and a limit of 10 %%, %i centavos are within it: %s', (cents, within) => {
  expect(isWithinLimit(cents, 100, 10)).toBe(within);
});

it('[O28] the limit is rounded as a discount of as many percent: of R$ 25,65 ten are R$ 2,57', () => {
  expect(isWithinLimit(257, CHARGED, 10)).toBe(true);
  expect(isWithinLimit(258, CHARGED, 10)).toBe(false);
});

it('[O28] a limit of 0 lets nothing through, one of 100 everything', () => {
  expect(isWithinLimit(1, 100, 0)).toBe(false);
  expect(isWithinLimit(100, 100, 100)).toBe(true);
});
