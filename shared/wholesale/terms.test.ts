// Price by volume, minimum, day of delivery and payment: both sides of each bound.
import { describe, expect, it } from 'vitest';
import { Settings, type WholesaleTier } from '../menu/menu.ts';
import { ReplicatedWholesale } from '../link/aggregates/wholesale-order.ts';
import { wholesaleCatalogue } from './catalogue.ts';
import { decidePlacement, decideWholesalePayment } from './decide.ts';
import type { WholesaleOrder } from './order.ts';
import { nextTier, realTiers, unitPriceCents } from './price.ts';
import { deliveryDays, NO_RULES, rulesOf, type WholesaleRules } from './rules.ts';
import { samplePlacement, sampleTaxIds, sampleWholesale, sampleWholesaleOrder } from './sample.ts';

const TIERS = [
  { from: 10, priceCents: 11_000 },
  { from: 20, priceCents: 10_000 },
];
const bucket = (quantity: number, selectedFlavor = 'Banana', id = `${selectedFlavor}-${quantity}`) => ({
  id,
  productId: 'balde',
  selectedSize: '10 L',
  selectedFlavor,
  quantity,
});

function catalogueWith(rules: Partial<WholesaleRules>, tiers: WholesaleTier[] = []) {
  const part = sampleWholesale();
  const wholesaleProducts = part.wholesaleProducts.map((one) =>
    one.id === 'balde' ? { ...one, tiers } : one,
  );
  return wholesaleCatalogue({ ...part, wholesaleProducts }, { ...NO_RULES, ...rules });
}

/** Wednesday, 2 December 2026. */
const TODAY = '2026-12-02';
function placed(
  changes: Record<string, unknown>,
  { rules = {}, tiers = [] }: { rules?: Partial<WholesaleRules>; tiers?: WholesaleTier[] } = {},
) {
  return decidePlacement(samplePlacement(changes), catalogueWith(rules, tiers), {
    number: () => 7,
    source: 'lan',
    nowMs: 1,
    today: TODAY,
    readTaxId: sampleTaxIds,
  });
}
const orderOf = (...args: Parameters<typeof placed>): WholesaleOrder => {
  const result = placed(...args);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const errorsOf = (...args: Parameters<typeof placed>) => {
  const result = placed(...args);
  return result.ok || result.refusal.code !== 'invalid-order' ? [] : result.refusal.errors;
};

describe('[A14] a price by volume', () => {
  it.each([
    [9, 12_000],
    [10, 11_000],
    [11, 11_000],
    [19, 11_000],
    [20, 10_000],
    [9_999, 10_000],
  ])('of %i units is %i centavos each', (quantity, each) => {
    expect(orderOf({ items: [bucket(quantity)] }, { tiers: TIERS })).toMatchObject({
      items: [{ productPriceCents: each, totalPriceCents: each * quantity }],
      totalCents: each * quantity,
    });
  });

  it('counts all sizes and flavours of a product together, and no other product', () => {
    const items = [bucket(6), bucket(4, 'Tradicional'), { id: 'c', productId: 'casquinha', quantity: 30 }];
    expect(orderOf({ items }, { tiers: TIERS }).items.map((one) => one.productPriceCents)).toEqual([
      11_000, 11_000, 4_550,
    ]);
  });

  it('refuses a total that was summed up without it, with the real one', () => {
    const sent = { items: [bucket(10)], expectedTotalCents: 120_000 };
    expect(placed(sent, { tiers: TIERS })).toMatchObject({
      refusal: { code: 'price-changed', totalCents: 110_000 },
    });
    expect(placed({ ...sent, expectedTotalCents: 110_000 }, { tiers: TIERS }).ok).toBe(true);
  });

  it('never makes more units dearer, whatever the tiers say', () => {
    const product = { priceCents: 900, tiers: [{ from: 5, priceCents: 1_000 }, ...TIERS] };
    expect(unitPriceCents(product, 5)).toBe(900);
    expect(realTiers(product)).toEqual([]);
    expect(nextTier(product, 1)).toBeNull();
  });

  it('names the next step until there is none', () => {
    const product = { priceCents: 12_000, tiers: TIERS };
    expect([1, 9, 10, 19, 20].map((units) => nextTier(product, units)?.from ?? null)).toEqual([
      10,
      10,
      20,
      20,
      null,
    ]);
    expect(realTiers(product)).toEqual(TIERS);
    // One that is cheaper than a single unit, and dearer than fewer units are by then, is worth nothing to a buyer.
    const [first, second] = TIERS;
    const between = { from: 15, priceCents: 11_500 };
    expect(
      realTiers({ ...product, tiers: [first, between, second].filter((tier) => tier !== undefined) }),
    ).toEqual(TIERS);
  });
});

describe('[A15] the minimum', () => {
  // Five buckets are R$ 600,00.
  it.each([
    [60_001, 'Faltam R$ 0,01 para o pedido mínimo'],
    [75_000, 'Faltam R$ 150,00 para o pedido mínimo'],
    [60_000, null],
    [59_999, null],
    [0, null],
  ])('of %i centavos: %s', (minimumCents, message) => {
    expect(errorsOf({ items: [bucket(5)] }, { rules: { minimumCents } })).toEqual(
      message === null ? [] : [{ field: 'items', message }],
    );
  });

  it('is of the total by volume, and nothing of a cart whose prices are not known', () => {
    const rules = { minimumCents: 110_001 };
    expect(errorsOf({ items: [bucket(10)] }, { rules, tiers: TIERS })[0]?.message).toBe(
      'Faltam R$ 0,01 para o pedido mínimo',
    );
    const gone = errorsOf({ items: [{ ...bucket(10), productId: 'nada' }] }, { rules });
    expect(gone.map(({ field }) => field)).toEqual(['items[0].productId']);
  });
});

describe('[A16] the wished day', () => {
  const rules = { weekdays: [1, 4], leadDays: 2 };
  it('is one of the weekdays, from the lead days on and up to 60 days ahead', () => {
    const days = deliveryDays({ ...NO_RULES, ...rules }, TODAY);
    expect(days.slice(0, 3)).toEqual(['2026-12-07', '2026-12-10', '2026-12-14']);
    expect(days.at(-1)).toBe('2027-01-28');
    expect(deliveryDays({ ...NO_RULES, weekdays: [5], leadDays: 2 }, TODAY)[0]).toBe('2026-12-04');
    expect(deliveryDays({ ...NO_RULES, weekdays: [3], leadDays: 0 }, TODAY)[0]).toBe(TODAY);
    expect(deliveryDays({ ...NO_RULES, weekdays: [0, 1, 2, 3, 4, 5, 6], leadDays: 0 }, TODAY)).toHaveLength(
      61,
    );
    expect(deliveryDays(NO_RULES, TODAY)).toEqual([]);
  });

  it.each([
    ['2026-12-03', 'is a Thursday, but before the lead days'],
    ['2026-12-08', 'is a Tuesday'],
    ['2026-11-30', 'has passed'],
    ['2027-02-01', 'is more than 60 days ahead'],
  ])('%s %s: refused', (wishedDate) => {
    expect(errorsOf({ wishedDate }, { rules })).toEqual([
      { field: 'wishedDate', message: 'Nesta data a loja não entrega mais. Escolha outra.' },
    ]);
  });

  it('is kept with the terms of the day; left out it is arranged', () => {
    const kept = orderOf({ wishedDate: '2026-12-07' }, { rules: { ...rules, terms: '14 dias' } });
    expect(kept).toMatchObject({ wishedDate: '2026-12-07', terms: '14 dias', paid: null });
    expect(orderOf({}, { rules })).toMatchObject({ wishedDate: null });
  });

  it('is on each weekday once, from Sunday on, however the shop has set them', () => {
    const settings = Settings.parse({ wholesaleDeliveryWeekdays: [4, 1, 4, 0] });
    expect(rulesOf(settings).weekdays).toEqual([0, 1, 4]);
  });

  it('is not kept where the shop delivers on no weekday', () => {
    expect(orderOf({ wishedDate: '2026-12-07' })).toMatchObject({ wishedDate: null });
  });
});

describe('[A17] the mark of a payment', () => {
  const now = { nowMs: 99, today: TODAY };
  const paid = { onDate: TODAY, method: 'pix' as const };
  const order = sampleWholesaleOrder();

  it('is set, and taken back', () => {
    const marked = decideWholesalePayment(order, { paid }, now);
    expect(marked).toMatchObject({ value: { changed: true, order: { paid, updatedAtMs: 99 } } });
    const undone = decideWholesalePayment({ ...order, paid }, { paid: null }, now);
    expect(undone).toMatchObject({ value: { changed: true, order: { paid: null } } });
  });

  it('again changes nothing', () => {
    expect(decideWholesalePayment({ ...order, paid }, { paid }, now)).toMatchObject({
      value: { changed: false },
    });
    expect(decideWholesalePayment(order, { paid: null }, now)).toMatchObject({ value: { changed: false } });
  });

  it('is refused over another one, of a cancelled order, and of tomorrow', () => {
    const over = decideWholesalePayment({ ...order, paid }, { paid: { ...paid, method: 'cash' } }, now);
    expect(over).toEqual({ ok: false, refusal: { code: 'already-paid' } });
    const cancelled = { ...order, status: 'CANCELADO' as const };
    expect(decideWholesalePayment(cancelled, { paid }, now)).toMatchObject({
      refusal: { code: 'wholesale-over' },
    });
    expect(decideWholesalePayment({ ...cancelled, paid }, { paid: null }, now).ok).toBe(true);
    const tomorrow = { ...paid, onDate: '2026-12-03' };
    expect(decideWholesalePayment(order, { paid: tomorrow }, now)).toMatchObject({
      refusal: { errors: [{ field: 'onDate' }] },
    });
  });
});

it('a row of before day, terms and payment is still read, without them', () => {
  const { wishedDate: _day, terms: _terms, paid: _paid, ...older } = sampleWholesaleOrder();
  expect(ReplicatedWholesale.parse(older)).toEqual({ ...older, wishedDate: null, terms: '', paid: null });
});
