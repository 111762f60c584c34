// Toppings as they are chosen, what somebody avoids, and what goes into the cart beside what is built.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { closeScreen, openScreen } from '../testing/screen.ts';
import { createStore } from 'jotai';
import { createElement, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { openShop } from '../testing/shop.ts';
import { markupOf, wordsOf } from '../testing/words.ts';
import { toastsAtom } from '../ui/toast.tsx';
import { AvoidFilter, Contains } from './allergens.tsx';
import { avoidedAtom } from './avoided.ts';
import { readyItem, type CartTopping } from './cart.ts';
import { loadCart } from './cart-state.ts';
import { Extras } from './extras.tsx';
import OrderAgain from './order-again.tsx';
import { sampleItem, sampleMenu } from './sample.ts';
import { ToppingPicker } from './topping-picker.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(closeScreen);

async function pick(
  begun: CartTopping[],
  more: { max?: number; atLimit?: 'toast' | 'disable'; menu?: Menu; mostOrdered?: string[] } = {},
) {
  const { menu = sampleMenu, max = 2, atLimit = 'toast', mostOrdered = [] } = more;
  const { store } = await openShop({ menu, store: { mostOrdered } });
  const held: { toppings: CartTopping[] } = { toppings: begun };
  const Picker = () => {
    const [toppings, setToppings] = useState(begun);
    held.toppings = toppings;
    return createElement(ToppingPicker, { menu, toppings, max, atLimit, cup: null, onChange: setToppings });
  };
  const page = await openScreen(createElement(Picker), { store });
  return {
    ...page,
    chosen: () => held.toppings.map(({ id, layer }) => `${id} ${layer}`),
    said: () => store.get(toastsAtom).map(({ title }) => title),
    off: (name: string) => new RegExp(`aria-label="${name}" aria-disabled="true"`).test(page.markup()),
  };
}
const banana = (layer: CartTopping['layer'] = 'TOP'): CartTopping => ({ id: 'banana', layer });
const granola: CartTopping = { id: 'granola', layer: 'TOP' };

describe('a topping', () => {
  it('is put on top, laid elsewhere, and taken away', async () => {
    const page = await pick([]);
    expect(page.words()).toMatch(
      /0 de 2 complementos Frutas Banana Kiwi Acabou Crocantes Granola Outros Creme de avelã \+ R\$ 3,50$/,
    );
    await page.tap('Banana');
    expect(page.chosen()).toEqual(['banana TOP']);
    await page.tap('Banana: Fundo');
    expect(page.chosen()).toEqual(['banana BOTTOM']);
    await page.tap('Banana');
    expect(page.chosen()).toEqual([]);
  });

  it('is had twice, in two layers, and no more than in each of three', async () => {
    const page = await pick([banana()], { max: 4 });
    await page.tap('Mais uma porção de Banana');
    expect(page.chosen()).toEqual(['banana TOP', 'banana MIDDLE']);
    await page.tap('Mais uma porção de Banana');
    expect(page.buttons()).not.toContain('Mais uma porção de Banana');
    // A tap on its name takes all of it away.
    await page.tap('Banana');
    expect(page.chosen()).toEqual([]);
  });

  it('that has run out cannot be put on, and can be taken off', async () => {
    const page = await pick([{ id: 'kiwi', layer: 'TOP' }], { max: 2 });
    expect(page.markup()).toContain('data-gone="true"');
    expect(page.buttons()).not.toContain('Mais uma porção de Kiwi');
    // Where it lies is still seen, and that is all.
    expect(page.buttons()).toContain('Kiwi: Topo (pressed)');
    expect([page.off('Kiwi: Topo'), page.off('Kiwi: Meio')]).toEqual([false, true]);
    // Nor does it come a second time by a tap on another layer.
    await page.tap('Kiwi: Meio');
    expect([page.chosen(), page.said()]).toEqual([['kiwi TOP'], []]);
    await page.tap('Kiwi Acabou');
    expect(page.chosen()).toEqual([]);
    expect(page.buttons()).toContain('Kiwi Acabou (off)');
    expect(page.markup()).not.toContain('data-gone');
  });

  it('beyond the limit is refused, with the reason where one looks', async () => {
    const page = await pick([banana(), granola]);
    expect(page.words()).toContain('2 de 2 Máximo 2 complementos');
    await page.tap('Creme de avelã + R$ 3,50');
    expect(page.said()).toEqual(['Limite atingido']);
    await page.tap('Mais uma porção de Banana');
    expect(page.chosen()).toHaveLength(2);
    expect(page.off('Banana: Meio')).toBe(false);
    await page.tap('Banana: Meio');
    expect(page.chosen()).toEqual(['banana MIDDLE', 'granola TOP']);
    await page.tap('Granola');
    expect(page.said()).toEqual([]);
  });

  it('beyond the limit cannot be pressed in the dialog', async () => {
    const page = await pick([banana(), granola], { atLimit: 'disable' });
    expect(page.markup()).toMatch(/aria-pressed="false" aria-disabled="true"[^>]*>.*?Creme de avelã/s);
    expect(page.off('Mais uma porção de Banana')).toBe(true);
    expect(page.off('Banana: Meio')).toBe(true);
    expect(page.off('Banana: Topo')).toBe(false);
    await page.tap('Banana: Meio');
    expect(page.chosen()).toEqual(['banana TOP', 'granola TOP']);
    const free = await pick([banana()], { atLimit: 'disable' });
    expect(free.off('Banana: Meio')).toBe(false);
    expect(free.off('Mais uma porção de Banana')).toBe(false);
  });

  it('of those that are ordered most is one tap away, four of them, while they last', async () => {
    const toppings = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
      ...sampleMenu.toppings[0]!,
      id,
      name: `T${id}`,
    }));
    const menu = { ...sampleMenu, toppings: [...toppings, { ...sampleMenu.toppings[3]!, id: 'kiwi' }] };
    const page = await pick([], {
      menu,
      mostOrdered: ['kiwi', 'e', 'd', 'c', 'b', 'a'],
      max: 1,
      atLimit: 'disable',
    });
    expect(page.words()).toContain('Mais pedidos + Te + Td + Tc + Tb Frutas');
    await page.tap('Adicionar Te');
    expect(page.chosen()).toEqual(['e TOP']);
    await page.tap('Adicionar Td');
    expect(page.chosen()).toEqual(['e TOP']);
    expect(page.said()).toEqual([]);
  });

  it('is looked for by its name once there are many', async () => {
    const toppings = Array.from({ length: 9 }, (_, at) => ({
      ...sampleMenu.toppings[0]!,
      id: `t${at}`,
      name: at === 0 ? 'Açaí' : `Fruta ${at}`,
    }));
    const page = await pick([], { menu: { ...sampleMenu, toppings }, mostOrdered: ['t1'] });
    await page.type('Procurar complemento', ' acai ');
    expect(page.words()).toMatch(/complementos Frutas Açaí$/);
    await page.type('Procurar complemento', 'kiwi');
    expect(page.words()).toContain('Nenhum complemento com este nome.');
    const few = await pick([], { menu: { ...sampleMenu, toppings: toppings.slice(1) } });
    expect(few.markup()).not.toContain('Procurar complemento');
  });
});

describe('what somebody avoids', () => {
  const menu: Menu = {
    ...sampleMenu,
    bases: [{ ...sampleMenu.bases[0]!, allergens: ['leite'] }],
    products: [{ ...sampleMenu.products[2]!, allergens: ['soja'] }],
  };

  it.each(['bases', 'iceCreams', 'toppings', 'products'] as const)('is found among its %s alone', (kind) => {
    const entries = sampleMenu[kind].map((one) => ({ ...one, allergens: ['soja' as const] }));
    const store = createStore();
    expect(
      wordsOf(createElement(AvoidFilter, { menu: { ...sampleMenu, [kind]: entries } }), store),
    ).toContain('sem soja');
  });

  it('is chosen of what the menu holds anywhere, kept on the device, and put back', async () => {
    const store = createStore();
    store.set(avoidedAtom, []);
    const page = await openScreen(createElement(AvoidFilter, { menu }), { store });
    expect(page.words()).toMatch(/^Alguma alergia\? Evitar sem leite sem soja /);
    await page.tap('sem leite');
    await page.tap('sem soja');
    expect(page.words()).toMatch(/^Sem leite e soja /);
    expect(page.buttons()).toEqual(['sem leite (pressed)', 'sem soja (pressed)']);
    expect(stored.get('avoid')).toBe('["leite","soja"]');
    await page.tap('sem leite');
    expect(stored.get('avoid')).toBe('["soja"]');
    await page.tap('sem soja');
    expect(stored.has('avoid')).toBe(false);
    expect(markupOf(createElement(AvoidFilter, { menu: sampleMenu }), store)).toBe('');
  });

  it('stands out where something holds any of it', () => {
    const store = createStore();
    store.set(avoidedAtom, ['leite']);
    const words = (allergens: ('leite' | 'soja')[]) => wordsOf(createElement(Contains, { allergens }), store);
    expect(words(['leite', 'soja'])).toBe('⚠ contém leite e soja');
    expect(words(['soja'])).toBe('contém soja');
    expect(words([])).toBe('');
    store.set(avoidedAtom, []);
  });
});

describe('what goes beside it', () => {
  it('is all that is no cup, while it lasts', async () => {
    const products = [
      ...sampleMenu.products,
      { ...sampleMenu.products[2]!, id: 'suco', name: 'Suco', soldOut: true, image: 'foto' },
    ];
    const { store } = await openShop({ menu: { ...sampleMenu, products } });
    const page = await openScreen(createElement(Extras, { menu: { ...sampleMenu, products } }), { store });
    expect(page.words()).toBe('Para acompanhar Água R$ 4,00 Suco Acabou');
    expect(page.buttons()).toEqual(['Adicionar Água', 'Adicionar Suco (off)']);
    expect(page.all('img').map((one) => one.getAttribute('src'))).toEqual(['/api/images/foto?w=320']);
    await page.tap('Adicionar Água');
    expect(loadCart().cart).toMatchObject([{ productId: 'agua', priceCents: 400 }]);
    expect(store.get(toastsAtom)).toMatchObject([{ title: 'Adicionado ao carrinho', text: 'Água' }]);
    await page.tap('Adicionar Água');
    expect(loadCart().cart).toHaveLength(2);
  });

  it('does not go into a cart that is full', async () => {
    stored.set(
      'acai-cart',
      JSON.stringify(Array.from({ length: 40 }, (_, at) => readyItem(`w${at}`, 'agua', 400))),
    );
    const { store } = await openShop();
    const page = await openScreen(createElement(Extras, { menu: sampleMenu }), { store });
    await page.tap('Adicionar Água');
    expect(loadCart().cart).toHaveLength(40);
    expect(store.get(toastsAtom)).toMatchObject([{ title: 'Carrinho cheio' }]);
  });
});

it('the last order goes into a cart as far as that takes it: one beyond forty would be no cart any more', async () => {
  const full = Array.from({ length: 40 }, (_, at) => readyItem(`w${at}`, 'agua', 400));
  stored.set('acai-cart', JSON.stringify(full)).set('again', JSON.stringify([sampleItem]));
  const { store } = await openShop();
  const page = await openScreen(createElement(OrderAgain, { menu: sampleMenu }), { store });
  await page.tap('De novo Açaí Pequeno R$ 16,65');
  expect(loadCart()).toEqual({ cart: full, corrupt: false });
});

it('the last order goes into the cart again, at the prices of now less the discount; without one there is nothing', async () => {
  const { store } = await openShop();
  expect(wordsOf(createElement(OrderAgain, { menu: sampleMenu }), store)).toBe('');
  stored.set('again', JSON.stringify([sampleItem]));
  const page = await openScreen(createElement(OrderAgain, { menu: sampleMenu }), { store });
  expect(page.words()).toBe('De novo Açaí Pequeno R$ 16,65');
  await page.tap('De novo Açaí Pequeno R$ 16,65');
  expect(loadCart().cart).toMatchObject([{ sizeId: 'p' }]);
  expect(loadCart().cart[0]?.id).not.toBe('item-1');
  expect(page.path()).toBe('/pedido/carrinho?passo=dados');
});
