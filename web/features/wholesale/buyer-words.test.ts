// What a wholesale buyer reads of a product and of a line of the cart: the price of now, of more of it, of before, and what is gone.
import { wholesaleCatalogue, type OfferedProduct } from '@balcao/shared/wholesale/catalogue.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { buttonsIn, markupOf, wordsIn } from '../../testing/words.ts';
import type { PricedLine } from './cart.ts';
import { CartLineRow } from './cart-line.tsx';
import { ProductCard } from './product-card.tsx';

const nothing = (): void => {};

describe('a product', () => {
  const [bucket] = wholesaleCatalogue(sampleWholesale()).products;
  const PRODUCT: OfferedProduct = {
    ...bucket!,
    description: 'Cremoso',
    sizes: ['10 L', '5 L'],
    flavors: ['Tradicional'],
    tiers: [{ from: 5, priceCents: 11_000 }],
  };
  const card = (changes: Partial<OfferedProduct>, inCart = 0): string =>
    markupOf(createElement(ProductCard, { product: { ...PRODUCT, ...changes }, inCart, onAdd: nothing }));

  it('says how many sizes and flavours it has, what it costs, and what more of it costs', () => {
    expect(wordsIn(card({}))).toBe(
      'Açaí em balde Cremoso 2 tamanhos 1 sabor a partir de 5 un.: R$ 110,00 R$ 120,00 Adicionar',
    );
    expect(wordsIn(card({ sizes: null, flavors: null, description: null }))).toMatch(
      /^Açaí em balde a partir de 5/,
    );
  });

  it('says how many of it lie in the cart', () => {
    for (const inCart of [1, 3])
      expect(wordsIn(card({}, inCart))).toContain(`R$ 120,00 ${inCart} no carrinho Adicionar`);
    expect(wordsIn(card({}))).not.toContain('no carrinho');
  });

  it('of which no size or no flavour is left cannot be added', () => {
    for (const changes of [{ sizes: [] }, { flavors: [] }]) {
      expect(buttonsIn(card(changes))).toEqual(['Açaí em balde está indisponível (off)']);
      expect(wordsIn(card(changes))).not.toContain('tamanho');
    }
    expect(buttonsIn(card({}))).toEqual(['Adicionar Açaí em balde']);
  });
});

describe('a line of the cart', () => {
  const LINE: PricedLine = {
    id: 'a',
    productId: 'balde',
    name: 'Açaí em balde',
    priceCents: 12_000,
    image: null,
    selectedSize: '10 L',
    selectedFlavor: 'Banana',
    quantity: 3,
    totalPriceCents: 36_000,
    nowCents: 12_000,
    listCents: 12_000,
    next: null,
    gone: null,
  };
  const row = (changes: Partial<PricedLine>): string =>
    markupOf(
      createElement(CartLineRow, { line: { ...LINE, ...changes }, onQuantity: nothing, onRemove: nothing }),
    );

  it('comes to as many as there are at the price of now', () => {
    expect(wordsIn(row({}))).toMatch(/^Açaí em balde R\$ 360,00 10 L · Banana R\$ 120,00 cada /);
    expect(wordsIn(row({ selectedSize: null, selectedFlavor: null }))).toMatch(
      /^Açaí em balde R\$ 360,00 R\$ 120,00 cada /,
    );
    expect(wordsIn(row({}))).not.toMatch(/em vez de|Mais|mudou|Remova para/);
  });

  it('that is many costs less each, and says what a few more would save', () => {
    expect(wordsIn(row({ nowCents: 11_000 }))).toContain(
      'R$ 330,00 10 L · Banana R$ 110,00 cada em vez de R$ 120,00',
    );
    const next = { more: 2, priceCents: 11_000 };
    expect(wordsIn(row({ next }))).toContain('Mais 2 un. e cada sai por R$ 110,00');
    expect(wordsIn(row({ next, gone: 'Acabou.' }))).not.toContain('cada sai por');
  });

  it('whose price changed says so, and one that is gone says that alone', () => {
    expect(wordsIn(row({ priceCents: 10_000 }))).toContain('Preço mudou: era R$ 100,00 , agora R$ 120,00');
    expect(wordsIn(row({ gone: 'Este produto saiu do catálogo.', priceCents: 10_000 }))).toContain(
      'Este produto saiu do catálogo. Remova para continuar.',
    );
    expect(wordsIn(row({ gone: 'Este produto saiu do catálogo.', priceCents: 10_000 }))).not.toContain(
      'mudou',
    );
    expect(buttonsIn(row({}))).toContain('Remover Açaí em balde 10 L · Banana');
  });
});
