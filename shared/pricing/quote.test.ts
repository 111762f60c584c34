import { describe, expect, it } from 'vitest';
import { PlaceItem } from '../order/place.ts';
import { sampleCatalog, sampleRequest } from '../order/sample.ts';
import { priceList, quote } from './quote.ts';

const list = priceList(sampleCatalog());
const NOW_MS = 1_000;
const item = (fields: Record<string, unknown>) => PlaceItem.parse({ id: 'one', ...fields });
const acai = { sizeId: 'p', baseId: 'acai', iceCreamId: 'ninho' };
const refusal = (...items: PlaceItem[]) => {
  const result = quote(list, items, NOW_MS);
  return result.ok ? [] : result.refusal;
};

describe('[O1] pricing', () => {
  it('makes an açaí from its size plus toppings that have a price, and takes the discount off the sum', () => {
    const result = quote(list, sampleRequest().items, NOW_MS);
    expect(result).toMatchObject({
      ok: true,
      value: { subtotalCents: 2850, discountPercent: 10, discountCents: 285, totalCents: 2565 },
    });
  });

  it('makes a cup from its product, also when its parts are chosen, and a drink from its product', () => {
    const result = quote(
      list,
      [
        item({ id: 'a', productId: 'taca' }),
        item({ id: 'b', productId: 'livre', ...acai, toppings: [{ id: 'nutella', layer: 'TOP' }] }),
        item({ id: 'c', productId: 'agua' }),
      ],
      NOW_MS,
    );
    expect(result.ok && result.value.items.map((line) => [line.kind, line.priceCents])).toEqual([
      ['cup', 3200],
      ['cup', 4250],
      ['product', 400],
    ]);
  });

  it('keeps the names as sold on the lines', () => {
    const result = quote(list, sampleRequest().items, NOW_MS);
    expect(result.ok && result.value.items[0]).toMatchObject({
      sizeName: 'Grande',
      baseName: 'Açaí',
      iceCreamName: 'Ninho',
      secondaryIceCreamName: 'Morango',
    });
  });
});

describe('[O4] [O5] choices that cannot be sold', () => {
  it.each([
    [
      'an unknown size',
      { ...acai, sizeId: 'xxl' },
      'items[0].sizeId',
      'Tamanho não existe mais no cardápio. Escolha de novo.',
    ],
    ['a missing size', { ...acai, sizeId: null }, 'items[0].sizeId', 'Escolha o tamanho'],
    [
      'an inactive base',
      { ...acai, baseId: 'cupuacu' },
      'items[0].baseId',
      'Cupuaçu acabou. Escolha outra opção.',
    ],
    [
      'a sold-out flavour',
      { ...acai, iceCreamId: 'uva' },
      'items[0].iceCreamId',
      'Uva acabou. Escolha outra opção.',
    ],
    [
      'half-and-half with one flavour',
      { ...acai, meioAMeio: true },
      'items[0].secondaryIceCreamId',
      'Para meio a meio, escolha o segundo sabor de sorvete',
    ],
    [
      'half-and-half with the same flavour twice',
      { ...acai, meioAMeio: true, secondaryIceCreamId: 'ninho' },
      'items[0].secondaryIceCreamId',
      'No meio a meio os dois sabores devem ser diferentes',
    ],
    [
      'a second flavour without half-and-half',
      { ...acai, secondaryIceCreamId: 'morango' },
      'items[0].secondaryIceCreamId',
      'O segundo sabor só vale no meio a meio',
    ],
    [
      'a ready cup with a size',
      { productId: 'taca', sizeId: 'p' },
      'items[0].sizeId',
      'Taça da Casa já vem pronto: não há o que escolher aqui',
    ],
    [
      'an unknown product',
      { productId: 'nada' },
      'items[0].productId',
      'Produto não existe mais no cardápio. Escolha de novo.',
    ],
  ])('refuses %s and names the field', (_case, fields, field, message) => {
    expect(refusal(item(fields))).toContainEqual({ field, message });
  });

  it('refuses more toppings than the size takes', () => {
    const toppings = ['banana', 'mel', 'granola'].map((id) => ({ id, layer: 'TOP' }));
    expect(refusal(item({ ...acai, toppings }))).toEqual([
      { field: 'items[0].toppings', message: 'Você pode selecionar no máximo 2 complementos' },
    ]);
  });

  it('sells a flavour again once its sold-out time has passed', () => {
    expect(quote(list, [item({ ...acai, iceCreamId: 'uva' })], 5_000).ok).toBe(true);
  });

  it('refuses cups while the cup feature is off', () => {
    const off = priceList(sampleCatalog({ enableTacaMontada: false }));
    const result = quote(off, [item({ productId: 'taca' })], NOW_MS);
    expect(result.ok).toBe(false);
  });

  it('names every wrong choice of every item at once', () => {
    expect(
      refusal(item({ id: 'a', ...acai, sizeId: 'xxl' }), item({ id: 'b', ...acai, baseId: 'nada' })).map(
        (error) => error.field,
      ),
    ).toEqual(['items[0].sizeId', 'items[1].baseId']);
  });

  it('refuses the same item id twice', () => {
    expect(refusal(item(acai), item(acai))).toContainEqual({
      field: 'items[1].id',
      message: 'O mesmo item aparece duas vezes no pedido',
    });
  });
});
