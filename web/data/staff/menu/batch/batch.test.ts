// What many entries at once come to, and what takes it back.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { activePatches, movePrices, pricePatches, readShift, undoPatches, type ShiftDraft } from './batch.ts';

const catalog = sampleCatalog();
const { toppings } = catalog;
const typed = (amount: string, more: Partial<ShiftDraft> = {}) =>
  readShift({ direction: 'up', by: 'cents', amount, ...more });

describe('what is typed', () => {
  it.each([
    ['0,50', { by: 'cents', cents: 50 }],
    ['R$ 1.234,56', { by: 'cents', cents: 123_456 }],
    ['', null],
    ['0', null],
    ['-1', null],
    ['meio', null],
  ])('%j is %j', (amount, shift) => expect(typed(amount)).toEqual(shift));

  it('is a share with up to two decimals, and may be taken away', () => {
    expect(typed('7,5', { by: 'percent' })).toEqual({ by: 'percent', hundredths: 750 });
    expect(typed('10%', { by: 'percent', direction: 'down' })).toEqual({ by: 'percent', hundredths: -1000 });
    expect(typed('0,5', { direction: 'down' })).toEqual({ by: 'cents', cents: -50 });
  });
});

describe('the prices of a selection', () => {
  it('are shown one by one, and sent with what was shown', () => {
    const moved = movePrices('toppings', toppings, { by: 'cents', cents: 50 });
    expect(moved.map(({ id }) => id)).toEqual(toppings.map(({ id }) => id));
    const [first] = toppings;
    expect(pricePatches('toppings', moved)[0]).toEqual({
      kind: 'toppings',
      id: first!.id,
      fields: { priceCents: first!.priceCents + 50 },
      seen: { priceCents: first!.priceCents },
    });
  });

  it('that stay as they are, at the lowest price too, are not sent', () => {
    expect(pricePatches('toppings', movePrices('toppings', toppings, null))).toEqual([]);
    const free = [{ ...toppings[0]!, priceCents: 0 }];
    expect(movePrices('toppings', free, { by: 'cents', cents: -50 })).toMatchObject([{ bound: 'min' }]);
    expect(pricePatches('toppings', movePrices('toppings', free, { by: 'cents', cents: -50 }))).toEqual([]);
  });

  it('may leave free what is free, and only that', () => {
    const both = [0, 1].map((priceCents) => ({ ...toppings[0]!, priceCents }));
    const after = (keepsFree: boolean) =>
      movePrices('toppings', both, { by: 'cents', cents: 50 }, keepsFree).map(({ afterCents }) => afterCents);
    expect([after(false), after(true)]).toEqual([
      [50, 51],
      [0, 51],
    ]);
  });

  it.each([
    [200, 400, false],
    [200, 401, true],
    [600, -400, false],
    [600, -401, true],
    [0, 5_000, false],
  ])('%d and %d more is unusual: %s', (priceCents, cents, unusual) => {
    const one = [{ ...toppings[0]!, priceCents }];
    expect(movePrices('toppings', one, { by: 'cents', cents })).toMatchObject([{ unusual }]);
  });

  it('are none where there is no price', () => {
    expect(movePrices('bases', catalog.bases, { by: 'cents', cents: 50 })).toEqual([]);
  });
});

describe('switching a selection', () => {
  it('sends only those that are not so already', () => {
    const some = toppings.slice(0, 2).map((entry, index) => ({ ...entry, active: index === 0 }));
    expect(activePatches('toppings', some, false)).toEqual([
      { kind: 'toppings', id: some[0]!.id, fields: { active: false } },
    ]);
    expect(activePatches('toppings', some, true)).toEqual([
      { kind: 'toppings', id: some[1]!.id, fields: { active: true } },
    ]);
  });
});

describe('taking back', () => {
  it('puts prices back only over those that were put there', () => {
    const sent = pricePatches(
      'toppings',
      movePrices('toppings', toppings.slice(0, 1), { by: 'cents', cents: 50 }),
    );
    expect(undoPatches(catalog, sent)).toEqual([
      {
        kind: 'toppings',
        id: toppings[0]!.id,
        fields: { priceCents: toppings[0]!.priceCents },
        seen: { priceCents: toppings[0]!.priceCents + 50 },
      },
    ]);
  });

  it('puts every other field back as it was, and switches off what was new', () => {
    const [size] = catalog.sizes;
    expect(
      undoPatches(catalog, [
        { kind: 'sizes', id: size!.id, fields: { name: 'Outro', active: false } },
        { kind: 'sizes', id: 'novo', fields: { name: 'Novo', priceCents: 100, maxToppings: 1 } },
      ]),
    ).toEqual([
      { kind: 'sizes', id: size!.id, fields: { name: size!.name, active: size!.active } },
      { kind: 'sizes', id: 'novo', fields: { active: false } },
    ]);
  });
});
