// What an order costs, added up a second time by a few lines that know nothing of how the first ones do it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaceItem } from '../order/place.ts';
import { sampleCatalog } from '../order/sample.ts';
import { priceList, quote } from './quote.ts';

const SIZES = { p: 1_500, g: 2_500 };
const TOPPINGS = { banana: 0, mel: 0, granola: 0, nutella: 350 };
const parts = { baseId: 'acai', iceCreamId: 'ninho' };

/** An item with its price in centavos. */
const built = fc
  .record({
    sizeId: fc.constantFrom('p' as const, 'g' as const),
    half: fc.boolean(),
    isCup: fc.boolean(),
    toppings: fc.shuffledSubarray(['banana', 'mel', 'granola', 'nutella'] as const, { maxLength: 2 }),
    layer: fc.constantFrom('BOTTOM', 'MIDDLE', 'TOP'),
  })
  .map(({ sizeId, half, isCup, toppings, layer }) => ({
    fields: {
      ...parts,
      sizeId,
      ...(isCup ? { productId: 'livre' } : {}),
      ...(half ? { meioAMeio: true, secondaryIceCreamId: 'morango' } : {}),
      toppings: toppings.map((id) => ({ id, layer })),
    },
    cents: (isCup ? 3_900 : SIZES[sizeId]) + toppings.map((id) => TOPPINGS[id]).reduce((a, b) => a + b, 0),
  }));
const ready = fc.constantFrom(
  { fields: { productId: 'taca' }, cents: 3_200 },
  { fields: { productId: 'agua' }, cents: 400 },
);

describe('[O1] an order', () => {
  it('costs the sum of its items less the discount, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(built, ready), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 10_000 }),
        (choices, hundredths) => {
          const list = priceList(sampleCatalog({ specialDiscountPercent: hundredths / 100 }));
          const items = choices.map(({ fields }, index) => PlaceItem.parse({ id: `i${index}`, ...fields }));
          const subtotalCents = choices.map(({ cents }) => cents).reduce((a, b) => a + b);
          const discountCents = Math.floor((subtotalCents * hundredths * 2 + 10_000) / 20_000);
          expect(quote(list, items, 1_000)).toMatchObject({
            ok: true,
            value: {
              items: choices.map(({ cents }) => ({ priceCents: cents })),
              subtotalCents,
              discountPercent: hundredths / 100,
              discountCents,
              totalCents: subtotalCents - discountCents,
            },
          });
        },
      ),
    );
  });

  it('of nothing costs nothing, and at a hundred percent off so does all', () => {
    const list = priceList(sampleCatalog({ specialDiscountPercent: 100 }));
    expect(quote(list, [], 1_000)).toMatchObject({ ok: true, value: { subtotalCents: 0, totalCents: 0 } });
    expect(quote(list, [PlaceItem.parse({ id: 'a', productId: 'agua' })], 1_000)).toMatchObject({
      ok: true,
      value: { subtotalCents: 400, discountCents: 400, totalCents: 0 },
    });
  });
});

describe('[O1] a built cup', () => {
  const withSize = (sizeCents: number) => {
    const { sizes, ...rest } = sampleCatalog();
    const list = priceList({ ...rest, sizes: sizes.map((size) => ({ ...size, priceCents: sizeCents })) });
    return quote(list, [PlaceItem.parse({ id: 'a', productId: 'livre', ...parts, sizeId: 'p' })], 1_000);
  };
  it.each([1, 3_899, 3_900, 3_901, 9_900])('costs what the cup costs, also with a size of %i', (cents) => {
    expect(withSize(cents)).toMatchObject({ ok: true, value: { subtotalCents: 3_900 } });
  });
});

describe('a line of an order', () => {
  const line = (fields: Record<string, unknown>) => {
    const result = quote(priceList(sampleCatalog()), [PlaceItem.parse({ id: 'one', ...fields })], 1_000);
    return result.ok ? result.value.items[0] : result.refusal;
  };
  const none = {
    id: 'one',
    productId: null,
    productName: null,
    sizeId: null,
    sizeName: null,
    baseId: null,
    baseName: null,
    iceCreamId: null,
    iceCreamName: null,
    meioAMeio: false,
    secondaryIceCreamId: null,
    secondaryIceCreamName: null,
    toppings: [],
  };

  it('of a product says the product and nothing else', () => {
    expect(line({ productId: 'agua' })).toEqual({
      ...none,
      kind: 'product',
      productId: 'agua',
      productName: 'Água',
      priceCents: 400,
    });
    expect(line({ productId: 'taca' })).toEqual({
      ...none,
      kind: 'cup',
      productId: 'taca',
      productName: 'Taça da Casa',
      priceCents: 3_200,
    });
  });

  it('of an açaí says each part by id and name, and of each topping what it cost', () => {
    const acai = {
      ...none,
      kind: 'acai',
      sizeId: 'g',
      sizeName: 'Grande',
      baseId: 'acai',
      baseName: 'Açaí',
      iceCreamId: 'ninho',
      iceCreamName: 'Ninho',
      priceCents: 2_500,
    };
    expect(line({ ...parts, sizeId: 'g' })).toEqual(acai);
    const toppings = [
      { id: 'nutella', layer: 'TOP' },
      { id: 'mel', layer: 'BOTTOM' },
    ];
    expect(
      line({ ...parts, sizeId: 'g', meioAMeio: true, secondaryIceCreamId: 'morango', toppings }),
    ).toEqual({
      ...acai,
      meioAMeio: true,
      secondaryIceCreamId: 'morango',
      secondaryIceCreamName: 'Morango',
      toppings: [
        { toppingId: 'nutella', name: 'Nutella', category: 'caldas', layer: 'TOP', priceCents: 350 },
        { toppingId: 'mel', name: 'Mel', category: 'caldas', layer: 'BOTTOM', priceCents: 0 },
      ],
      priceCents: 2_850,
    });
  });

  it('of a built cup says the cup and its parts', () => {
    const cup = line({ productId: 'livre', ...parts });
    // Neither its price nor its toppings are those of a size: what is sent of one is left out.
    expect(line({ productId: 'livre', ...parts, sizeId: 'p' })).toEqual(cup);
    expect(line({ productId: 'livre', ...parts, sizeId: 'gone' })).toEqual(cup);
    expect(cup).toEqual({
      ...none,
      kind: 'cup',
      productId: 'livre',
      productName: 'Taça Livre',
      baseId: 'acai',
      baseName: 'Açaí',
      iceCreamId: 'ninho',
      iceCreamName: 'Ninho',
      priceCents: 3_900,
    });
  });
});
