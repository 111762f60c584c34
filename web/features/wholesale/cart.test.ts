import { describe, expect, it } from 'vitest';
import { wholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import { LINES_MAX } from '@balcao/shared/wholesale/quantity.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import {
  addLine,
  parseCart,
  placeLine,
  priceCart,
  removeLine,
  restoreLine,
  setQuantity,
  whyGone,
  type Cart,
} from './cart.ts';

const catalogue = wholesaleCatalogue(sampleWholesale());
const [bucket, cones] = catalogue.products;
if (!bucket || !cones) throw new Error('the sample has two products');
const ten = { selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 2 };
const none = { selectedSize: null, selectedFlavor: null, quantity: 1 };
const cart: Cart = addLine(addLine([], 'a', bucket, ten), 'b', cones, none);

describe('a line', () => {
  it('holds product, name, price, picture, choices and quantity, and what they come to', () => {
    // As a line of an order of before, which says more of itself.
    const ordered = { ...ten, productName: 'Balde antigo', productPriceCents: 9_000 };
    expect(addLine([], 'a', { ...bucket, image: 'foto' }, ordered)).toEqual([
      {
        id: 'a',
        productId: 'balde',
        name: 'Açaí em balde',
        priceCents: 12_000,
        image: 'foto',
        selectedSize: '10 L',
        selectedFlavor: 'Banana',
        quantity: 2,
        totalPriceCents: 24_000,
      },
    ]);
  });

  it('equal in product, size and flavour grows, and its total with it', () => {
    expect(addLine(cart, 'c', bucket, { ...ten, quantity: 3 })).toMatchObject([
      { id: 'a', quantity: 5, totalPriceCents: 60_000 },
      { id: 'b' },
    ]);
  });

  it('that differs in size or flavour is a new one', () => {
    const more = addLine(cart, 'c', bucket, { ...ten, selectedSize: '5 L' });
    expect(addLine(more, 'd', bucket, { ...ten, selectedFlavor: 'Tradicional' })).toHaveLength(4);
  });

  it('of zero or less is taken out; above the most it stays at the most', () => {
    expect(setQuantity(cart, 'a', 0)).toHaveLength(1);
    expect(setQuantity(cart, 'a', -1)).toHaveLength(1);
    expect(setQuantity(cart, 'a', 1e9)[0]).toMatchObject({ quantity: 9_999 });
    expect(removeLine(cart, 'a').map((line) => line.id)).toEqual(['b']);
  });

  it('that is taken back stands where it stood, with the price of then', () => {
    const [first] = cart;
    if (!first) throw new Error('the cart has two lines');
    expect(restoreLine(removeLine(cart, 'a'), first, 0)).toEqual(cart);
    // It was chosen again meanwhile: one line, with both quantities.
    const again = addLine(removeLine(cart, 'a'), 'c', bucket, ten);
    expect(restoreLine(again, first, 0)).toMatchObject([{ id: 'b' }, { id: 'c', quantity: 4 }]);
    // Another flavour, another size, or another product of the same is another line.
    for (const other of [{ selectedFlavor: 'Tradicional' }, { selectedSize: '5 L' }, { id: 'other' }]) {
      const product = 'id' in other ? { ...bucket, ...other } : bucket;
      const beside = addLine(removeLine(cart, 'a'), 'c', product, { ...ten, ...other });
      expect(restoreLine(beside, first, 0)).toMatchObject([
        { id: 'a', quantity: 2 },
        { id: 'b' },
        { id: 'c', quantity: 2 },
      ]);
    }
  });

  it('makes no cart longer than any may be when it is put back', () => {
    const full: Cart = Array.from({ length: LINES_MAX }, (_, n) => ({
      ...cart[1]!,
      id: `line${n}`,
      productId: `product${n}`,
    }));
    expect(restoreLine(full, cart[0]!, 1)).toBe(full);
    expect(restoreLine(full.slice(1), cart[0]!, 1)[1]?.id).toBe('a');
  });

  it('is sent without its price', () => {
    expect(cart.map(placeLine)[0]).toEqual({ id: 'a', productId: 'balde', ...ten });
  });
});

describe('a cart of wholesale', () => {
  it('changes the line that is meant and no other', () => {
    expect(setQuantity(cart, 'b', 4).map((line) => [line.id, line.quantity])).toEqual([
      ['a', 2],
      ['b', 4],
    ]);
  });

  it('keeps another product of the same choices apart', () => {
    const same = addLine(cart, 'c', { ...cones, id: 'other' }, none);
    expect(same.map((line) => line.id)).toEqual(['a', 'b', 'c']);
  });

  it('holds a hundred lines, and takes no more; one that is there still grows', () => {
    const full = Array.from({ length: 99 }, (_, at) => at).reduce<Cart>(
      (lines, at) => addLine(lines, `l${at}`, { ...cones, id: `p${at}` }, none),
      [],
    );
    const hundred = addLine(full, 'last', cones, none);
    expect(hundred).toHaveLength(100);
    expect(addLine(hundred, 'more', bucket, ten)).toBe(hundred);
    expect(addLine(hundred, 'again', cones, none).at(-1)).toMatchObject({ id: 'last', quantity: 2 });
  });

  it.each<[string, object]>([
    ['no name', { name: '' }],
    ['an id that is a number', { id: 3 }],
    ['a picture that is a number', { image: 3 }],
    ['no product', { productId: '' }],
    ['a size that is a number', { selectedSize: 5 }],
    ['a flavour that is a number', { selectedFlavor: 5 }],
    ['a quantity of none', { quantity: 0 }],
    ['a quantity above the most', { quantity: 10_000 }],
    ['half a unit', { quantity: 1.5 }],
    ['a price below nothing', { priceCents: -1 }],
  ])('is not trusted with %s', (_, wrong) => {
    expect(parseCart(JSON.stringify([{ ...cart[0], ...wrong }]))).toBeNull();
  });

  it('is trusted at its bounds, with its totals added up anew', () => {
    const [line] = parseCart(JSON.stringify([{ ...cart[0], quantity: 9_999, totalPriceCents: 1 }])) ?? [];
    expect(line).toMatchObject({ quantity: 9_999, totalPriceCents: 9_999 * bucket.priceCents });
    expect(parseCart(JSON.stringify([{ ...cart[0], image: 'x' }]))?.[0]?.image).toBe('x');
    expect(parseCart('[null]')).toBeNull();
  });
});

describe('the cart at today’s prices', () => {
  it('sums what is there', () => {
    expect(priceCart(cart, catalogue)).toMatchObject({ totalCents: 24_000 + 4_550, units: 3 });
    expect(priceCart(cart, null)).toMatchObject({ totalCents: 28_550 });
  });

  it('costs what a product costs now, not what it cost when it was added', () => {
    const { wholesaleProducts } = sampleWholesale();
    const dearer = wholesaleProducts.map((one) =>
      one.id === bucket.id ? { ...one, priceCents: one.priceCents + 150 } : one,
    );
    const now = priceCart(cart, wholesaleCatalogue(sampleWholesale({ wholesaleProducts: dearer })));
    expect(now.lines[0]).toMatchObject({ priceCents: 12_000, nowCents: 12_150 });
    expect(now.totalCents).toBe(2 * 12_150 + 4_550);
  });

  it('costs less by volume, over all lines of a product, and says how many more make it cheaper', () => {
    const tiers = [
      { from: 5, priceCents: 11_000 },
      { from: 10, priceCents: 10_000 },
    ];
    const wholesaleProducts = sampleWholesale().wholesaleProducts.map((one) =>
      one.id === bucket.id ? { ...one, tiers } : one,
    );
    const now = wholesaleCatalogue(sampleWholesale({ wholesaleProducts }));
    const at = (more: number) =>
      priceCart(addLine(cart, 'c', bucket, { ...ten, selectedSize: '5 L', quantity: more }), now);
    expect(at(2).lines[0]).toMatchObject({ nowCents: 12_000, next: { more: 1, priceCents: 11_000 } });
    expect(at(3).lines[0]).toMatchObject({
      nowCents: 11_000,
      listCents: 12_000,
      next: { more: 5, priceCents: 10_000 },
    });
    expect(at(3).totalCents).toBe(5 * 11_000 + 4_550);
    expect(at(8).lines[0]).toMatchObject({ nowCents: 10_000, next: null });
  });

  it('says what cannot be ordered any more', () => {
    const now = wholesaleCatalogue(
      sampleWholesale({
        wholesaleSizes: [{ id: 's', name: '10 L', active: false }],
        wholesaleProducts: sampleWholesale().wholesaleProducts.filter(({ id }) => id === 'balde'),
      }),
    );
    expect(priceCart(cart, now).lines.map((line) => line.gone)).toEqual([
      'O tamanho 10 L não está mais disponível.',
      'Este produto não está mais disponível.',
    ]);
    // Of what nobody knows yet nothing is said to be gone.
    for (const known of [catalogue, null])
      expect(priceCart(cart, known).lines.map((line) => line.gone)).toEqual([null, null]);
  });
});

describe('a stored cart', () => {
  it('is read as it was written, its totals counted anew', () => {
    expect(parseCart(JSON.stringify(cart))).toEqual(cart);
    const lied = JSON.stringify(cart.map((line) => ({ ...line, totalPriceCents: 1 })));
    expect(parseCart(lied)).toEqual(cart);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['a line without a name', JSON.stringify([{ ...cart[0], name: '' }])],
    ['half a bucket', JSON.stringify([{ ...cart[0], quantity: 1.5 }])],
    ['nothing of something', JSON.stringify([{ ...cart[0], quantity: 0 }])],
    ['a billion', JSON.stringify([{ ...cart[0], quantity: 1e9 }])],
    ['a price below nothing', JSON.stringify([{ ...cart[0], priceCents: -1 }])],
    ['one line twice', JSON.stringify([cart[0], cart[0]])],
  ])('that holds %s is not trusted', (_, text) => expect(parseCart(text)).toBeNull());
});

describe('what was chosen of a product', () => {
  const offered = (sizes: string[] | null, flavors: string[] | null) => ({ ...bucket, sizes, flavors });
  const chosen = { selectedSize: '10 L', selectedFlavor: 'Banana' };

  it.each([
    ['can still be had', chosen, offered(['5 L', '10 L'], ['Banana']), null],
    ['can still be had, of a product with nothing to choose', none, offered(null, null), null],
    ['is gone with the product', chosen, undefined, 'Este produto não está mais disponível.'],
    [
      'is a size that is off',
      chosen,
      offered(['5 L'], ['Banana']),
      'O tamanho 10 L não está mais disponível.',
    ],
    [
      'is a size of a product that has none now',
      chosen,
      offered(null, ['Banana']),
      'O tamanho 10 L não está mais disponível.',
    ],
    ['is a flavour that is off', chosen, offered(['10 L'], []), 'O sabor Banana não está mais disponível.'],
    [
      'is a flavour of a product that has none now',
      chosen,
      offered(['10 L'], null),
      'O sabor Banana não está mais disponível.',
    ],
    ['lacks a size', none, offered(['10 L'], null), 'Agora este produto tem tamanhos: adicione de novo.'],
    ['lacks a flavour', none, offered(null, ['Banana']), 'Agora este produto tem sabores: adicione de novo.'],
  ])('%s', (_, choice, product, why) => {
    expect(whyGone(choice, product)).toBe(why);
  });
});
