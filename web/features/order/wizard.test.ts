// The wizard as it is gone through: what each step offers, how one goes on and back, what is missing, and what lies in the cart at its end.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { createStore } from 'jotai';
import { createElement, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readyItem } from '../../cart/cart.ts';
import { loadCart } from '../../cart/cart-state.ts';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { loadMenuAtom } from '../../data/shop.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import '../../cart/order-again.tsx';
import { closeScreen, openHook, openScreen } from '../../testing/screen.ts';
import { openShop, refused } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { useSelfAdvance } from './use-self-advance.ts';
import WizardPage from './wizard-page.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function order(path = '/pedido', shop: Parameters<typeof openShop>[0] = {}, state?: unknown) {
  const answers = shop.answers ?? {};
  const { store } = await openShop({ ...shop, answers });
  const page = await openScreen(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/pedido', element: createElement(WizardPage) }),
      createElement(Route, { path: '*', element: createElement('p') }),
    ),
    { store, path, state },
  );
  const tap = async (...names: string[]) => {
    for (const name of names) await page.tap(name);
  };
  const step = () => /Etapa \d de \d/.exec(page.words())?.[0];
  const menu = async (next: Menu) => {
    answers['GET /api/menu'] = next;
    await page.when(() => store.set(loadMenuAtom));
  };
  return {
    ...page,
    tap,
    tapNth: page.tap,
    step,
    menu,
    /** A finger on the card of this choice, which is not the click of a key on its radio button. */
    touch: (selector: string) =>
      page.when(() => page.body.querySelector<HTMLElement>(`label:has(${selector})`)?.click()),
    said: () => store.get(toastsAtom).map(({ title }) => title),
  };
}
const NEXT = 'Continuar';
const END = 'Finalizar Pedido';
const SMALL = 'Pequeno até 2 complementos R$ 15,00';

describe('an açaí', () => {
  it('is put together step by step, and lies in the cart at its end', async () => {
    const page = await order();
    expect(page.step()).toBe('Etapa 1 de 5');
    expect(page.markup()).toMatch(/aria-valuemax="5" aria-valuenow="1"/);
    expect(page.words()).toContain('O que vai ser hoje? Monte um açaí do zero ou escolha uma taça da casa.');
    expect(page.buttons()).toContain('Voltar para o início');
    expect(page.markup()).toMatch(/aria-disabled="false"[^>]*>Continuar/);
    await page.tap('Açaí Montado Do copo ao topo, tudo escolhido por você.', NEXT, SMALL);
    expect(page.words()).toContain('Total R$ 15,00');
    await page.tap(NEXT, 'Açaí', NEXT, 'Ninho', NEXT);
    expect(page.step()).toBe('Etapa 5 de 5');
    expect(page.buttons()).toEqual(expect.arrayContaining(['Pedir só este', END]));
    await page.tap('Banana', END);
    expect(loadCart().cart).toMatchObject([
      {
        productId: null,
        sizeId: 'p',
        baseId: 'acai',
        iceCreamId: 'ninho',
        toppings: [{ id: 'banana', layer: 'TOP' }],
        priceCents: 1_500,
      },
    ]);
    expect(page.path()).toBe('/pedido/carrinho');
    expect(page.said()).toEqual([]);
    // What was being put together is forgotten.
    expect(stored.get('size')).toBeUndefined();
  });

  it('alone goes straight on to its buyer’s data', async () => {
    stored
      .set('step', '4')
      .set('type', 'ACAI_MONTADO')
      .set('size', 'p')
      .set('base', 'acai')
      .set('iceCream', 'ninho');
    const page = await order();
    expect(page.step()).toBe('Etapa 4 de 5');
    const onward = page.all('button').find(({ textContent }) => textContent === NEXT);
    await page.tap(NEXT);
    // The last one is another button: a press that begins on this one does not order.
    expect(onward?.isConnected).toBe(false);
    await page.tap('Pedir só este');
    expect(page.path()).toBe('/pedido/carrinho?passo=dados');
  });

  it('beside others in the cart is not ordered alone', async () => {
    stored.set('acai-cart', JSON.stringify([sampleItem]));
    stored
      .set('step', '5')
      .set('type', 'ACAI_MONTADO')
      .set('size', 'p')
      .set('base', 'acai')
      .set('iceCream', 'ninho');
    const page = await order();
    expect(page.buttons()).not.toContain('Pedir só este');
    expect(page.buttons()).toContain(END);
  });

  it('and another one after it both lie in the cart, and are there after a reload', async () => {
    for (const count of [1, 2]) {
      const begun = { step: '5', type: 'ACAI_MONTADO', size: 'p', base: 'acai', iceCream: 'ninho' };
      for (const [key, value] of Object.entries(begun)) stored.set(key, value);
      const page = await order();
      await page.tap(END);
      expect(page.path()).toBe('/pedido/carrinho');
      expect(loadCart()).toMatchObject({ corrupt: false });
      expect(loadCart().cart).toHaveLength(count);
    }
  });

  it('goes back one step at a time, and from the first to the start', async () => {
    const page = await order();
    await page.tap('Açaí Montado Do copo ao topo, tudo escolhido por você.', NEXT, SMALL, NEXT);
    expect(page.step()).toBe('Etapa 3 de 5');
    await page.tap('Voltar uma etapa');
    expect(page.step()).toBe('Etapa 2 de 5');
    await page.tap('Voltar uma etapa', 'Voltar para o início');
    expect(page.path()).toBe('/');
  });

  it('that was opened in its midst goes back as well', async () => {
    stored.set('step', '3').set('type', 'ACAI_MONTADO').set('size', 'p');
    const page = await order();
    await page.tap('Voltar uma etapa');
    expect(page.step()).toBe('Etapa 2 de 5');
  });

  it('goes back to the step at which it was opened, also after a reload further on', async () => {
    const { store } = await openShop();
    const Screen = () => {
      const [turn, setTurn] = useState(0);
      const reload = createElement('button', { onClick: () => setTurn(turn + 1) }, 'Recarregar');
      return createElement('div', null, reload, createElement(WizardPage, { key: turn }));
    };
    const page = await openScreen(createElement(Screen), { store, path: '/pedido' });
    await page.tap('Açaí Montado Do copo ao topo, tudo escolhido por você.');
    await page.tap(NEXT);
    await page.tap('Recarregar');
    expect(page.words()).toContain('Etapa 2 de 5');
    await page.tap('Voltar uma etapa');
    expect(page.words()).toContain('Etapa 1 de 5');
  });

  it('that one comes back to further on than it was begun is not led ahead by its choices', async () => {
    stored.set('step', '2').set('type', 'ACAI_MONTADO').set('size', 'p');
    const page = await order('/pedido', {}, { step: 4, depth: 2 });
    expect(page.step()).toBe('Etapa 3 de 5');
    await page.tap('Açaí');
    expect(page.step()).toBe('Etapa 3 de 5');
  });

  it('that was left on the device has nothing in it that has left the menu since', async () => {
    const toppings = ['gone', 'banana', 'granola', 'nutella'].map((id) => ({ id, layer: 'TOP' }));
    const begun = { step: '5', type: 'ACAI_MONTADO', size: 'p', base: 'acai', iceCream: 'ninho' };
    for (const [key, value] of Object.entries({ ...begun, toppings: JSON.stringify(toppings) }))
      stored.set(key, value);
    const page = await order();
    expect(page.words()).toContain('2 de 2 Máximo 2 complementos');
    await page.tap(END);
    expect(loadCart().cart[0]?.toppings.map(({ id }) => id)).toEqual(['banana', 'granola']);
  });

  it('is not further on than what was chosen', async () => {
    stored.set('step', '5').set('type', 'ACAI_MONTADO').set('size', 'p');
    expect((await order()).step()).toBe('Etapa 3 de 5');
  });

  it('says what is missing when one wants to go on, until it is chosen', async () => {
    const page = await order();
    const shown: (string | null)[] = [];
    page.window.Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      shown.push(this.querySelector('legend')?.textContent ?? null);
    };
    await page.tap(NEXT);
    expect(shown).toEqual(['Tipo']);
    expect(page.said()).toEqual(['Escolha o tipo']);
    expect(page.words()).toContain('Escolha entre Açaí Montado ou Taça Montada');
    await page.tap('Açaí Montado Do copo ao topo, tudo escolhido por você.');
    expect(page.said()).toEqual([]);
    await page.tap(NEXT);
    // Nobody has asked here yet.
    expect(page.words()).not.toContain('Escolha o tamanho');
  });

  it('in a smaller size keeps the toppings that fit', async () => {
    const toppings = [
      { id: 'banana', layer: 'TOP' },
      { id: 'granola', layer: 'TOP' },
      { id: 'nutella', layer: 'TOP' },
    ];
    stored
      .set('step', '2')
      .set('type', 'ACAI_MONTADO')
      .set('size', 'g')
      .set('toppings', JSON.stringify(toppings));
    const page = await order();
    await page.tap(SMALL);
    expect(JSON.parse(stored.get('toppings') ?? '')).toHaveLength(2);
  });

  it('in halves has two flavours that differ', async () => {
    stored.set('step', '4').set('type', 'ACAI_MONTADO').set('size', 'p').set('base', 'acai');
    const page = await order();
    expect(page.words()).not.toContain('Segundo sabor');
    await page.tap('Meio a meio Dois sabores no mesmo copo', 'Ninho');
    expect(page.words()).toMatch(/Primeiro sabor .*Segundo sabor Morango Coco /);
    await page.tap(NEXT);
    expect(page.said()).toEqual(['Escolha o segundo sabor']);
    await page.tapNth('Morango', 1);
    expect(stored.get('secondaryIceCream')).toBe('morango');
    expect(stored.get('iceCream')).toBe('ninho');
    await page.tap('Meio a meio Dois sabores no mesmo copo');
    expect(page.words()).not.toContain('Segundo sabor');
  });

  it('takes as many toppings as its size, and says so at the next', async () => {
    stored
      .set('step', '5')
      .set('type', 'ACAI_MONTADO')
      .set('size', 'p')
      .set('base', 'acai')
      .set('iceCream', 'ninho');
    const page = await order();
    await page.tap('Banana', 'Granola', 'Creme de avelã + R$ 3,50');
    expect(page.said()).toEqual(['Limite atingido']);
    expect(page.words()).toContain('2 de 2 Máximo 2 complementos');
    await page.tap('Banana');
    expect(page.said()).toEqual([]);
    expect(page.words()).toContain('1 de 2 complementos');
  });

  it('with a topping that ran out is brought there by who wants to go on', async () => {
    stored.set('step', '5').set('type', 'ACAI_MONTADO').set('size', 'p').set('base', 'acai');
    stored.set('iceCream', 'ninho').set('toppings', JSON.stringify([{ id: 'kiwi', layer: 'TOP' }]));
    const page = await order();
    const shown: (string | null)[] = [];
    page.window.Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      shown.push(this.textContent);
    };
    await page.tap(END);
    expect(page.said()).toEqual(['Kiwi acabou']);
    expect(shown).toEqual([expect.stringContaining('Kiwi')]);
  });

  it('with a base that ran out says so unasked, and does not go on', async () => {
    stored.set('step', '3').set('type', 'ACAI_MONTADO').set('size', 'p').set('base', 'zero');
    const page = await order();
    expect(page.words()).toContain('Açaí zero acabou. Escolha outra opção.');
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 3 de 5');
    expect(page.said()).toEqual(['Açaí zero acabou']);
  });
});

it('who goes on without a choice has the keyboard in the first that can be had', async () => {
  stored.set('step', '2').set('type', 'ACAI_MONTADO');
  const [small, large] = sampleMenu.sizes;
  const page = await order('/pedido', {
    menu: { ...sampleMenu, sizes: [{ ...small!, soldOut: true }, large!] },
  });
  await page.tap(NEXT);
  expect(page.step()).toBe('Etapa 2 de 5');
  const at = page.window.document.activeElement;
  expect([at?.getAttribute('name'), at?.getAttribute('value')]).toEqual(['tamanho', 'g']);
});

describe('a cup', () => {
  it('of which nothing is chosen yet is an empty glass, whatever an açaí was begun with', async () => {
    stored.set('step', '2').set('type', 'TACA_MONTADA').set('size', 'p').set('base', 'acai');
    const page = await order();
    expect(page.words()).toContain('Que tipo de taça?');
    expect(page.all('svg[role="img"]').map((one) => one.getAttribute('aria-label'))).toEqual([]);
  });

  it('as it comes is found by its category, and is read once more', async () => {
    const page = await order();
    await page.tap('Taça Montada As favoritas da casa, no capricho.', NEXT);
    expect(page.words()).toMatch(/Taças da casa Clássicas 1 taça Monte a sua Taça do seu jeito R\$ 28,00/);
    await page.tap('Clássicas 1 taça', NEXT, 'Banana split R$ 22,00', NEXT);
    expect(page.step()).toBe('Etapa 4 de 4');
    expect(page.words()).toContain('Banana split R$ 22,00');
    await page.tap(END);
    expect(loadCart().cart).toMatchObject([{ productId: 'split', baseId: null, priceCents: 2_200 }]);
  });

  it('of the address begins at its end, or with its base where it is built', async () => {
    expect((await order('/pedido?taca=split')).step()).toBe('Etapa 4 de 4');
    await closeScreen();
    stored = stubStorage();
    expect((await order('/pedido?taca=livre')).step()).toBe('Etapa 3 de 5');
    await closeScreen();
    stored = stubStorage();
    expect((await order('/pedido?taca=agua')).step()).toBe('Etapa 1 de 5');
  });

  it('of the address is begun in place of another one, and goes on where it was begun itself', async () => {
    stored.set('step', '4').set('type', 'TACA_MONTADA').set('product', 'livre').set('base', 'acai');
    stored.set('iceCream', 'ninho');
    expect((await order('/pedido?taca=livre')).step()).toBe('Etapa 4 de 5');
    const page = await order('/pedido?taca=split');
    expect(page.step()).toBe('Etapa 4 de 4');
    expect(page.words()).toContain('Banana split R$ 22,00');
  });

  it('that is built is chosen beside those that come as they are, and begins with its base', async () => {
    const page = await order();
    await page.tap('Taça Montada As favoritas da casa, no capricho.', NEXT, 'Clássicas 1 taça');
    await page.tap('Taça do seu jeito R$ 28,00');
    expect(page.step()).toBe('Etapa 2 de 5');
    expect(page.words()).toContain('Total R$ 28,00');
    // Of the two one is chosen.
    expect(page.all('input:checked').map((one) => one.getAttribute('value'))).toEqual(['livre']);
    await page.tap(NEXT);
    expect(page.words()).toContain('Qual a base?');
  });

  it('that is built has a base and flavours, and no size', async () => {
    const page = await order('/pedido?taca=livre');
    await page.tap('Açaí', NEXT, 'Ninho', NEXT, END);
    expect(loadCart().cart).toMatchObject([
      { productId: 'livre', sizeId: null, baseId: 'acai', priceCents: 2_800 },
    ]);
  });

  it('tells what it comes with and what it holds', async () => {
    const split = {
      ...sampleMenu.products[0]!,
      description: 'A da casa',
      accompaniments: ['Calda'],
      allergens: ['leite'] as ['leite'],
    };
    const page = await order('/pedido?taca=split', { menu: { ...sampleMenu, products: [split] } });
    expect(page.words()).toContain('A da casa contém leite Acompanha Calda');
  });

  it('none says that there is none', async () => {
    const page = await order('/pedido', { menu: { ...sampleMenu, products: [] } });
    await page.tap('Taça Montada As favoritas da casa, no capricho.', NEXT);
    expect(page.words()).toContain('Nenhuma taça no cardápio agora.');
    const built = await order('/pedido', { menu: { ...sampleMenu, products: [sampleMenu.products[1]!] } });
    expect(built.words()).not.toContain('Nenhuma taça');
  });
});

describe('an item of the cart', () => {
  it('is edited in its place, from its last step', async () => {
    stored.set('acai-cart', JSON.stringify([readyItem('w', 'agua', 400), sampleItem]));
    const page = await order('/pedido?editar=item-1');
    expect(page.step()).toBe('Etapa 5 de 5');
    await page.tap('Banana', 'Atualizar Item');
    expect(loadCart().cart.map(({ id }) => id)).toEqual(['w', 'item-1']);
    expect(loadCart().cart[1]?.toppings).toEqual([{ id: 'nutella', layer: 'TOP' }]);
    expect(page.store.get(toastsAtom)).toMatchObject([{ title: 'Item atualizado', text: 'Açaí Pequeno' }]);
  });

  it('is edited beside what was being put together, which goes on where it was; what was edited is done with', async () => {
    stored
      .set('step', '3')
      .set('type', 'ACAI_MONTADO')
      .set('size', 'g')
      .set('acai-cart', JSON.stringify([sampleItem]));
    const page = await order('/pedido?editar=item-1');
    await page.tap('Banana', 'Atualizar Item');
    expect([stored.get('step'), stored.get('size')]).toEqual(['3', 'g']);
    expect([...stored.keys()].filter((key) => key.startsWith('edit'))).toEqual([]);
  });

  it('is edited where one left it, also after a reload, and nothing else is offered beside it', async () => {
    stored.set('acai-cart', JSON.stringify([sampleItem])).set('again', JSON.stringify([sampleItem]));
    const page = await order('/pedido?editar=item-1');
    await page.tap(...Array.from({ length: 4 }, () => 'Voltar uma etapa'));
    expect(page.step()).toBe('Etapa 1 de 5');
    expect(page.words()).not.toContain('De novo');
    expect((await order('/pedido?editar=item-1')).step()).toBe('Etapa 1 de 5');
  });

  it('that another tab removes meanwhile is in the cart all the same', async () => {
    stored.set('acai-cart', JSON.stringify([readyItem('w', 'agua', 400), sampleItem]));
    const page = await order('/pedido?editar=item-1');
    stored.set('acai-cart', JSON.stringify([readyItem('w', 'agua', 400)]));
    await page.tap('Atualizar Item');
    expect(loadCart().cart).toMatchObject([{ id: 'w' }, { sizeId: 'p', baseId: 'acai' }]);
    expect(page.path()).toBe('/pedido/carrinho');
  });

  it('that was removed elsewhere is a new one; a cart that is full takes none', async () => {
    stored.set(
      'acai-cart',
      JSON.stringify(Array.from({ length: 40 }, (_, at) => readyItem(`w${at}`, 'agua', 400))),
    );
    stored
      .set('step', '5')
      .set('type', 'ACAI_MONTADO')
      .set('size', 'p')
      .set('base', 'acai')
      .set('iceCream', 'ninho');
    const page = await order('/pedido?editar=gone');
    await page.tap(END);
    expect(page.said()).toEqual(['Carrinho cheio']);
    expect(page.path()).toBe('/pedido?editar=gone');
    expect(loadCart().cart).toHaveLength(40);
    expect(stored.get('size')).toBe('p');
  });
});

describe('what is there to begin with', () => {
  it('is the size where the shop makes no cups, and what goes beside it', async () => {
    const page = await order('/pedido', { menu: { ...sampleMenu, cupsEnabled: false } });
    expect(page.step()).toBe('Etapa 1 de 4');
    expect(page.buttons()).toContain('Adicionar Água');
    await page.tap('Adicionar Água');
    expect(loadCart().cart).toMatchObject([{ productId: 'agua', priceCents: 400 }]);
    expect(page.said()).toEqual(['Adicionado ao carrinho']);
  });

  it('is an açaí by the address, but for what was begun already', async () => {
    expect((await order('/pedido?tipo=acai')).step()).toBe('Etapa 2 de 5');
    stored.set('step', '3').set('type', 'ACAI_MONTADO').set('size', 'p');
    await closeScreen();
    const kept = new Map(stored);
    stored = stubStorage();
    for (const [key, value] of kept) stored.set(key, value);
    expect((await order('/pedido?tipo=acai')).step()).toBe('Etapa 3 de 5');
  });

  it('is what was begun already, also by that address, where the shop makes no cups', async () => {
    const menu = { ...sampleMenu, cupsEnabled: false };
    stored.set('step', '2').set('size', 'p');
    const page = await order('/pedido?tipo=acai', { menu });
    expect(page.step()).toBe('Etapa 2 de 4');
    expect(page.words()).toContain('R$ 15,00');
  });

  it('is what was ordered last, with one tap', async () => {
    stored.set('again', JSON.stringify([sampleItem]));
    const page = await order();
    await page.until(() => page.words().includes('De novo'));
    // Who has begun with another one is asked no more.
    await page.tap('Açaí Montado Do copo ao topo, tudo escolhido por você.', NEXT);
    expect(page.step()).toBe('Etapa 2 de 5');
    expect(page.words()).not.toContain('De novo');
    await page.tap('Voltar uma etapa');
    expect(page.words()).toContain('De novo Açaí Pequeno R$ 16,65');
    await page.tap('De novo Açaí Pequeno R$ 16,65');
    expect(page.path()).toBe('/pedido/carrinho?passo=dados');
  });

  it('takes the keyboard nowhere; each step after it is read from its heading', async () => {
    const page = await order();
    const isAt = (): string => {
      const at = page.window.document.activeElement;
      return at === page.body ? 'nowhere' : `${at?.localName} ${at?.textContent}`;
    };
    expect(isAt()).toBe('nowhere');
    await page.tap('Açaí Montado Do copo ao topo, tudo escolhido por você.', NEXT);
    expect(isAt()).toBe('h1 Qual o tamanho da fome?');
    await page.tap('Voltar uma etapa');
    expect(isAt()).toBe('h1 O que vai ser hoje?');
  });

  it('is the word that the menu is being opened, while it is on its way', async () => {
    const page = await openScreen(createElement(WizardPage), { store: createStore(), path: '/pedido' });
    expect(page.words()).toBe('Abrindo o cardápio…');
  });

  it('is a menu that is asked for again where it did not come', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const answers: Record<string, unknown> = { 'GET /api/menu': refused(503, 'Sem internet.') };
    const page = await order('/pedido', { answers });
    expect(page.words()).toBe('O cardápio não chegou Sem internet. Tentar de novo');
    answers['GET /api/menu'] = sampleMenu;
    await page.tap('Tentar de novo');
    expect(page.step()).toBe('Etapa 1 de 5');
  });
});

describe('a menu that changes meanwhile', () => {
  const begun = () =>
    stored.set('step', '3').set('type', 'ACAI_MONTADO').set('size', 'p').set('base', 'acai');

  it('keeps what vanished in its place as sold out, and says what was chosen of it', async () => {
    begun();
    const page = await order();
    await page.menu({ ...sampleMenu, bases: [sampleMenu.bases[1]!] });
    expect(page.words()).toContain('Açaí acabou. Escolha outra opção.');
    expect(page.said()).toEqual(['Açaí acabou']);
    // There it stays, whatever else changes after it.
    await page.menu({ ...sampleMenu, bases: [sampleMenu.bases[1]!], discountPercent: 5 });
    expect(page.words()).toContain('Açaí acabou. Escolha outra opção.');
    // It is there again: nothing in red says otherwise.
    await page.menu(sampleMenu);
    expect(page.words()).not.toContain('Açaí acabou');
    expect(page.said()).toEqual([]);
  });

  it('says what has run out once, and not again as one goes on choosing or something else changes', async () => {
    begun().set('toppings', JSON.stringify([{ id: 'banana', layer: 'TOP' }]));
    const other = { ...sampleMenu.bases[0]!, id: 'cupuacu', name: 'Cupuaçu' };
    const menu = { ...sampleMenu, bases: [sampleMenu.bases[0]!, other] };
    const page = await order('/pedido', { menu });
    const toppings = menu.toppings.map((one) => ({ ...one, soldOut: one.id === 'banana' }));
    await page.menu({ ...menu, toppings });
    expect(page.said()).toEqual(['Banana acabou']);
    page.store.set(toastsAtom, []);
    await page.tap('Cupuaçu');
    await page.menu({ ...menu, toppings, discountPercent: 5 });
    expect(page.said()).toEqual([]);
  });

  it('moves nothing under one’s eyes where the step is the same', async () => {
    begun();
    const page = await order();
    const tops: unknown[] = [];
    Object.assign(page.window, { scrollTo: (to: unknown) => tops.push(to) });
    await page.menu({ ...sampleMenu, discountPercent: 5 });
    expect(page.step()).toBe('Etapa 3 de 5');
    expect(tops).toEqual([]);
  });

  it('without cups goes on with an açaí', async () => {
    stored.set('step', '2').set('type', 'TACA_MONTADA');
    const page = await order();
    await page.menu({ ...sampleMenu, cupsEnabled: false });
    expect(page.said()).toEqual(['Taça Montada saiu do cardápio']);
    expect(stored.get('type')).toBe('ACAI_MONTADO');
  });

  it('that takes steps away leaves one at the same step', async () => {
    begun();
    const page = await order();
    await page.menu({ ...sampleMenu, cupsEnabled: false });
    expect(page.step()).toBe('Etapa 2 de 4');
    expect(page.words()).toContain('Qual a base?');
    expect(page.said()).toEqual([]);
  });
});

describe('a tap on the last choice of a step', () => {
  const tapped = async (target: object, steps = 1) => {
    vi.useFakeTimers();
    const advance = vi.fn<() => boolean>(() => true);
    // Each step has choices of its own.
    const choices = Array.from({ length: steps }, () => new EventTarget());
    const hook = await openHook(() => {
      const [index, setIndex] = useState(0);
      const self = useSelfAdvance(index, advance);
      self.choices.current = choices[index] as HTMLDivElement;
      return { ...self, setIndex };
    });
    await hook.when(() => hook.now().setIndex(steps - 1));
    const tap = (): Promise<void> =>
      hook.when(
        () =>
          void choices
            .at(-1)
            ?.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: target })),
      );
    await tap();
    return { ...hook, advance, tap };
  };
  /** What lies in the card of a choice that can be had, or is that card. */
  const inCard = (prototype: object) =>
    Object.assign(Object.create(prototype) as object, { closest: () => ({ querySelector: () => ({}) }) });

  it('leads on by itself once it was seen, and the next step’s button rests for a moment', async () => {
    await openHook(() => null);
    const hook = await tapped(inCard(Element.prototype));
    await hook.later(249);
    expect(hook.advance).not.toHaveBeenCalled();
    await hook.later(1);
    expect(hook.advance).toHaveBeenCalledTimes(1);
    expect(hook.now().resting).toBe(true);
    await hook.later(1_000);
    expect(hook.now().resting).toBe(false);
  });

  it('leads on from a later step as from the first', async () => {
    await openHook(() => null);
    const hook = await tapped(inCard(Element.prototype), 2);
    await hook.later(250);
    expect(hook.advance).toHaveBeenCalledTimes(1);
  });

  it('begins the moment anew where one chooses otherwise within it', async () => {
    await openHook(() => null);
    const hook = await tapped(inCard(Element.prototype));
    await hook.later(200);
    await hook.tap();
    await hook.later(249);
    expect(hook.advance).not.toHaveBeenCalled();
    await hook.later(1);
    expect(hook.advance).toHaveBeenCalledTimes(1);
  });

  it('of a keyboard does not', async () => {
    await openHook(() => null);
    const hook = await tapped(inCard(HTMLInputElement.prototype));
    await hook.later(1_000);
    expect(hook.advance).not.toHaveBeenCalled();
  });
});

describe('a touch on a card of the wizard', () => {
  const atStep = async (step: number, more: Record<string, string> = {}, menu = sampleMenu) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const begun = {
      step: `${step}`,
      type: 'ACAI_MONTADO',
      size: 'p',
      base: 'acai',
      iceCream: 'ninho',
      ...more,
    };
    for (const [key, value] of Object.entries(begun)) stored.set(key, value);
    return await order('/pedido', { menu });
  };

  it('leads on by itself; a press out of habit that follows does not skip the step that is there now', async () => {
    const page = await atStep(2);
    const tops: unknown[] = [];
    Object.assign(page.window, { scrollTo: (to: unknown) => tops.push(to) });
    await page.touch('[value="g"]');
    expect(stored.get('size')).toBe('g');
    expect(page.step()).toBe('Etapa 2 de 5');
    expect(page.markup()).toMatch(/aria-disabled="false"[^>]*>Continuar/);
    await page.later(250);
    expect(page.step()).toBe('Etapa 3 de 5');
    expect(page.markup()).toMatch(/aria-disabled="true"[^>]*>Continuar/);
    // The next step is read from its top.
    expect(tops).toEqual([{ top: 0 }]);
    await page.later(900);
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 3 de 5');
    await page.later(100);
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 4 de 5');
  });

  it('is of somebody who has seen the step: what they press next is meant for it', async () => {
    const page = await atStep(2);
    await page.touch('[value="p"]');
    await page.later(250);
    await page.touch('[value="acai"]');
    await page.later(0);
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 4 de 5');
  });

  it('rests after each step for as long, also where the one before had not rested out', async () => {
    const page = await atStep(2);
    await page.touch('[value="p"]');
    await page.later(250);
    await page.touch('[value="acai"]');
    await page.later(0);
    await page.later(250);
    expect(page.step()).toBe('Etapa 4 de 5');
    await page.later(900);
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 4 de 5');
    await page.later(100);
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 5 de 5');
  });

  it('leads nowhere where one has gone back meanwhile, or on by hand', async () => {
    const page = await atStep(3);
    await page.touch('[value="acai"]');
    await page.tap('Voltar uma etapa');
    expect(page.step()).toBe('Etapa 2 de 5');
    await page.later(250);
    expect(page.step()).toBe('Etapa 2 de 5');
    await page.touch('[value="g"]');
    await page.later(0);
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 3 de 5');
    await page.later(250);
    expect(page.step()).toBe('Etapa 3 de 5');
  });

  it('leads nowhere while something is missing, and Continuar says what', async () => {
    const page = await atStep(4, { meioAMeio: 'true' });
    await page.touch('[value="morango"]');
    await page.later(250);
    await page.tap(NEXT);
    expect(page.step()).toBe('Etapa 4 de 5');
    expect(page.said()).toEqual(['Escolha o segundo sabor']);
  });

  it('that has run out leads nowhere, nor does the switch of the two halves', async () => {
    const iceCreams = sampleMenu.iceCreams.map((one) => ({ ...one, soldOut: one.id === 'coco' }));
    const page = await atStep(4, {}, { ...sampleMenu, iceCreams });
    await page.touch('[value="coco"]');
    await page.later(250);
    expect(page.step()).toBe('Etapa 4 de 5');
    await page.touch('[role="switch"]');
    await page.touch('[role="switch"]');
    expect(stored.has('meioAMeio')).toBe(false);
    await page.later(250);
    expect(page.step()).toBe('Etapa 4 de 5');
  });
});
