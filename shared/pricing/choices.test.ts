// What may be chosen together, and the words for each choice that may not: every field, each alone and all at once.
import { describe, expect, it } from 'vitest';
import { PlaceItem } from '../order/place.ts';
import { sampleCatalog } from '../order/sample.ts';
import { priceList, quote } from './quote.ts';

const NOW_MS = 1_000;
const acai = { sizeId: 'p', baseId: 'acai', iceCreamId: 'ninho' };
const item = (fields: Record<string, unknown>) => PlaceItem.parse({ id: 'one', ...fields });
const topping = (id: string, layer = 'TOP') => ({ id, layer });

/** Pairs of field (within the first item) and message. */
function errorsOf(fields: Record<string, unknown>, catalog = sampleCatalog(), nowMs = NOW_MS) {
  const result = quote(priceList(catalog), [item(fields)], nowMs);
  return result.ok
    ? []
    : result.refusal.map(({ field, message }) => [field.replace('items[0].', ''), message]);
}

describe('[O4] an açaí', () => {
  it('needs size, base and ice cream, and is told of each', () => {
    expect(errorsOf({})).toEqual([
      ['sizeId', 'Escolha o tamanho'],
      ['baseId', 'Escolha a base'],
      ['iceCreamId', 'Escolha o sorvete'],
    ]);
  });

  it('is told of each part that the menu does not know', () => {
    const parts = {
      sizeId: 'x',
      baseId: 'x',
      iceCreamId: 'x',
      meioAMeio: true,
      secondaryIceCreamId: 'y',
      toppings: [topping('banana'), topping('x')],
    };
    expect(errorsOf(parts)).toEqual([
      ['sizeId', 'Tamanho não existe mais no cardápio. Escolha de novo.'],
      ['baseId', 'Base não existe mais no cardápio. Escolha de novo.'],
      ['iceCreamId', 'Sorvete não existe mais no cardápio. Escolha de novo.'],
      ['secondaryIceCreamId', 'Sorvete não existe mais no cardápio. Escolha de novo.'],
      ['toppings[1].id', 'Complemento não existe mais no cardápio. Escolha de novo.'],
    ]);
  });

  it('is told of each part that is sold out or switched off', () => {
    const { sizes, toppings, ...rest } = sampleCatalog();
    const catalog = {
      ...rest,
      sizes: sizes.map((size) => ({ ...size, active: false })),
      toppings: toppings.map((one) => ({ ...one, soldOutUntilMs: NOW_MS + 1 })),
    };
    const parts = {
      ...acai,
      baseId: 'cupuacu',
      meioAMeio: true,
      secondaryIceCreamId: 'uva',
      toppings: [topping('mel')],
    };
    expect(errorsOf(parts, catalog)).toEqual([
      ['sizeId', 'Pequeno acabou. Escolha outra opção.'],
      ['baseId', 'Cupuaçu acabou. Escolha outra opção.'],
      ['secondaryIceCreamId', 'Uva acabou. Escolha outra opção.'],
      ['toppings[0].id', 'Mel acabou. Escolha outra opção.'],
    ]);
  });

  it.each([
    [4_999, [['iceCreamId', 'Uva acabou. Escolha outra opção.']]],
    [5_000, []],
    [5_001, []],
  ])('has a flavour again at the very instant at which it is back: at %i', (nowMs, errors) => {
    expect(errorsOf({ ...acai, iceCreamId: 'uva' }, sampleCatalog(), nowMs)).toEqual(errors);
  });
});

describe('[O5] half-and-half', () => {
  const half = { ...acai, meioAMeio: true };

  it('is two different flavours', () => {
    expect(errorsOf({ ...half, secondaryIceCreamId: 'morango' })).toEqual([]);
    expect(errorsOf({ ...half, secondaryIceCreamId: 'ninho' })).toEqual([
      ['secondaryIceCreamId', 'No meio a meio os dois sabores devem ser diferentes'],
    ]);
  });

  it('asks for the flavours that are missing, the first, the second or both', () => {
    const first = ['iceCreamId', 'Escolha o sorvete'];
    const second = ['secondaryIceCreamId', 'Para meio a meio, escolha o segundo sabor de sorvete'];
    expect(errorsOf(half)).toEqual([second]);
    expect(errorsOf({ ...half, iceCreamId: null, secondaryIceCreamId: 'morango' })).toEqual([first]);
    expect(errorsOf({ ...half, iceCreamId: null })).toEqual([first, second]);
  });

  it('is what a second flavour is for', () => {
    expect(errorsOf({ ...acai, secondaryIceCreamId: 'morango' })).toEqual([
      ['secondaryIceCreamId', 'O segundo sabor só vale no meio a meio'],
    ]);
  });
});

describe('[O5] toppings', () => {
  const all = ['banana', 'mel', 'granola', 'nutella'].map((id) => topping(id));
  const most = (count: number) => [['toppings', `Você pode selecionar no máximo ${count} complementos`]];

  it.each([
    ['p', 0, []],
    ['p', 1, []],
    ['p', 2, []],
    ['p', 3, most(2)],
    ['g', 3, []],
    ['g', 4, []],
  ] as const)('are as many as the size takes: %s with %i', (sizeId, count, errors) => {
    expect(errorsOf({ ...acai, sizeId, toppings: all.slice(0, count) })).toEqual(errors);
  });

  it('count over all layers', () => {
    const toppings = [topping('banana', 'BOTTOM'), topping('mel', 'MIDDLE'), topping('granola', 'TOP')];
    expect(errorsOf({ ...acai, toppings })).toEqual(most(2));
  });

  it('are as many as one likes while no size is chosen: the size is what is missing', () => {
    expect(errorsOf({ ...acai, sizeId: null, toppings: all })).toEqual([['sizeId', 'Escolha o tamanho']]);
  });

  it('of a cup are as many as the largest size on the menu takes, whatever size is sent', () => {
    const cup = { ...acai, productId: 'livre' };
    expect(errorsOf({ ...cup, toppings: all })).toEqual([]);
    const { sizes, ...rest } = sampleCatalog();
    const smaller = { ...rest, sizes: sizes.map((size) => ({ ...size, active: size.id === 'p' })) };
    expect(errorsOf({ ...cup, sizeId: 'g', toppings: all }, smaller)).toEqual(most(2));
    expect(errorsOf({ ...cup, toppings: all }, { ...rest, sizes: [] })).toEqual(most(3));
  });

  it('may be the same in two layers, not twice in one', () => {
    expect(errorsOf({ ...acai, toppings: [topping('mel', 'BOTTOM'), topping('mel', 'TOP')] })).toEqual([]);
    expect(errorsOf({ ...acai, toppings: [topping('mel'), topping('banana')] })).toEqual([]);
    expect(
      errorsOf({ ...acai, sizeId: 'g', toppings: [topping('banana'), topping('mel'), topping('mel')] }),
    ).toEqual([['toppings[2]', 'Mel aparece duas vezes na mesma camada']]);
  });
});

describe('[O4] what is sold as it is', () => {
  it.each([
    ['taca', 'Taça da Casa'],
    ['agua', 'Água'],
  ])('%s takes no choice at all, and is told of each', (productId, name) => {
    const nothing = `${name} já vem pronto: não há o que escolher aqui`;
    const everything = {
      productId,
      ...acai,
      secondaryIceCreamId: 'morango',
      meioAMeio: true,
      toppings: [topping('mel')],
    };
    expect(errorsOf(everything)).toEqual([
      ['sizeId', nothing],
      ['baseId', nothing],
      ['iceCreamId', nothing],
      ['secondaryIceCreamId', nothing],
      ['meioAMeio', `${name} já vem pronto: não há meio a meio`],
      ['toppings', `${name} já vem pronto: não leva complementos`],
    ]);
    expect(errorsOf({ productId })).toEqual([]);
  });

  it('is a drink also where the menu says of it how cups are made', () => {
    const { products, ...rest } = sampleCatalog();
    const catalog = { ...rest, products: products.map((one) => ({ ...one, cupMode: 'escolha' as const })) };
    expect(errorsOf({ productId: 'agua' }, catalog)).toEqual([]);
    expect(errorsOf({ productId: 'taca' }, catalog)).toHaveLength(2);
  });

  it('and is gone from the menu is told once, whatever else was chosen', () => {
    expect(errorsOf({ productId: 'x', sizeId: 'x' })).toEqual([
      ['productId', 'Produto não existe mais no cardápio. Escolha de novo.'],
    ]);
  });

  it('and is sold out is named', () => {
    const { products, ...rest } = sampleCatalog();
    const catalog = { ...rest, products: products.map((one) => ({ ...one, active: false })) };
    expect(errorsOf({ productId: 'agua' }, catalog)).toEqual([
      ['productId', 'Água acabou. Escolha outra opção.'],
    ]);
  });
});

describe('[O5] while cups are switched off', () => {
  const off = sampleCatalog({ enableTacaMontada: false });
  const cupsOff = [['productId', 'Taças montadas não estão disponíveis no momento']];

  it('no cup is sold, ready or built', () => {
    expect(errorsOf({ productId: 'taca' }, off)).toEqual(cupsOff);
    expect(errorsOf({ productId: 'livre', ...acai }, off)).toEqual(cupsOff);
  });

  it('all else is', () => {
    expect(errorsOf({ productId: 'agua' }, off)).toEqual([]);
    expect(errorsOf(acai, off)).toEqual([]);
  });
});

it('[O4] of an item that stands three times the second and the third are named', () => {
  const items = [
    item({ ...acai, id: 'a' }),
    item(acai),
    item({ ...acai, id: 'a' }),
    item({ ...acai, id: 'a' }),
  ];
  const message = 'O mesmo item aparece duas vezes no pedido';
  expect(quote(priceList(sampleCatalog()), items, NOW_MS)).toEqual({
    ok: false,
    refusal: [
      { field: 'items[2].id', message },
      { field: 'items[3].id', message },
    ],
  });
});
