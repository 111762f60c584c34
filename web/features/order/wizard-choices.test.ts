// What the wizard's steps offer: what has run out stands there and cannot be chosen, cups by their category, and where one was is kept.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { createElement } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleMenu } from '../../cart/sample.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop } from '../../testing/shop.ts';
import WizardPage from './wizard-page.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(closeScreen);

const NEXT = 'Continuar';
const CUPS = 'Taça Montada As favoritas da casa, no capricho.';
const [split] = sampleMenu.products;

async function order(menu: Menu = sampleMenu, path = '/pedido') {
  const { store } = await openShop({ menu });
  const page = await openScreen(createElement(WizardPage), { store, path });
  return {
    ...page,
    tap: async (...names: string[]) => {
      for (const name of names) await page.tap(name);
    },
    step: () => /Etapa \d de \d/.exec(page.words())?.[0],
    /** What stands there and cannot be chosen. */
    off: () => page.all('input[type="radio"]:disabled').map((one) => one.getAttribute('value')),
  };
}
const atStep = (step: number): void => {
  const chosen = { type: 'ACAI_MONTADO', size: 'p', base: 'acai', iceCream: 'ninho' };
  for (const [key, value] of Object.entries({ step: `${step}`, ...chosen })) stored.set(key, value);
};

describe('what has run out', () => {
  it.each([
    [2, 'sizes', 'g', 'Grande'],
    [3, 'bases', 'zero', 'Açaí zero'],
    [4, 'iceCreams', 'coco', 'Coco'],
  ] as const)('at step %i is off, with its name, and nothing else is', async (step, kind, id, name) => {
    atStep(step);
    const entries = sampleMenu[kind].map((one) => ({ ...one, soldOut: one.id === id }));
    const page = await order({ ...sampleMenu, [kind]: entries });
    expect(page.step()).toBe(`Etapa ${step} de 5`);
    expect(page.off()).toEqual([id]);
    expect(page.words()).toMatch(new RegExp(`${name} .*Acabou`));
  });

  it('of the cups is off as well', async () => {
    const cups = [split!, { ...split!, id: 'gone', name: 'Vaca preta', soldOut: true }];
    const page = await order({ ...sampleMenu, products: cups });
    await page.tap(CUPS, NEXT, 'Clássicas 2 taças', NEXT);
    expect(page.off()).toEqual(['gone']);
    expect(page.words()).toContain('Vaca preta Acabou R$ 22,00');
  });
});

describe('the cups', () => {
  const loose = {
    ...split!,
    id: 'loose',
    name: 'Vaca preta',
    categoryId: 'none',
    accompaniments: ['Calda', 'Canudo'],
  };

  it('stand by category, with its words or how many there are, and those of none at the end', async () => {
    const categories = sampleMenu.categories.map((one) => ({ ...one, description: 'As de sempre' }));
    const page = await order({ ...sampleMenu, categories, products: [loose, split!] });
    await page.tap(CUPS, NEXT);
    expect(page.words()).toContain('Clássicas As de sempre Outras taças 1 taça');
    await page.tap('Outras taças 1 taça', NEXT);
    // One without a description says what it comes with.
    expect(page.words()).toContain('Vaca preta Calda e Canudo R$ 22,00');
    expect(page.words()).not.toContain('Banana split');
  });

  it('that have no category are all there are', async () => {
    const page = await order({ ...sampleMenu, products: [loose] });
    await page.tap(CUPS, NEXT);
    expect(page.words()).toContain('Todas as taças 1 taça');
  });

  it('are not begun with where the shop makes none', async () => {
    const none = { ...sampleMenu, cupsEnabled: false };
    expect((await order(none, '/pedido?taca=split')).step()).toBe('Etapa 1 de 4');
    stored.set('step', '2').set('type', 'TACA_MONTADA');
    const left = await order(none);
    expect(left.step()).toBe('Etapa 1 de 4');
    expect(left.words()).toContain('Pequeno');
  });
});

it('of two halves each has its own flavour marked, and the first is none of the second’s', async () => {
  atStep(4);
  stored.set('meioAMeio', 'true').set('secondaryIceCream', 'morango');
  const page = await order();
  const chosen = (group: string) =>
    page.all(`input[name="${group}"]:checked`).map((one) => one.getAttribute('value'));
  expect([chosen('sorvete'), chosen('segundo')]).toEqual([['ninho'], ['morango']]);
  expect(page.all('input[name="segundo"][value="ninho"]')).toEqual([]);
});

it('toppings beyond the limit can still be tapped: the tap says why not', async () => {
  atStep(5);
  stored.set(
    'toppings',
    JSON.stringify([
      { id: 'banana', layer: 'TOP' },
      { id: 'granola', layer: 'TOP' },
    ]),
  );
  const page = await order();
  expect(page.words()).toContain('2 de 2 Máximo 2 complementos');
  expect(page.all('li [aria-disabled="true"]')).toEqual([]);
});

it('where one stands is kept on the device, step by step', async () => {
  const page = await order();
  await page.tap('Açaí Montado Do copo ao topo, tudo escolhido por você.', NEXT);
  expect(stored.get('step')).toBe('2');
  await page.tap('Pequeno até 2 complementos R$ 15,00', NEXT);
  expect(stored.get('step')).toBe('3');
  await page.tap('Voltar uma etapa');
  expect(stored.get('step')).toBe('2');
});

it.each([
  [3, 'bases'],
  [4, 'iceCreams'],
  [5, 'toppings'],
] as const)('at step %i each choice says what it holds that somebody may not eat', async (step, kind) => {
  atStep(step);
  const entries = sampleMenu[kind].map((one, at) => ({
    ...one,
    allergens: at === 0 ? ['soja' as const] : [],
  }));
  const page = await order({ ...sampleMenu, [kind]: entries });
  expect(page.words().match(/contém soja/g)).toHaveLength(1);
  expect(page.words()).toMatch(new RegExp(`${entries[0]?.name}( \\+ R\\$ [\\d,]+)? contém soja`));
});

it('a cup says what it holds where it is chosen, and its photo stands beside it and beside the steps', async () => {
  const cup = { ...split!, allergens: ['soja' as const], image: 'f'.repeat(64) };
  const page = await order({ ...sampleMenu, products: [cup] });
  const photos = () => page.all('img').filter((one) => one.getAttribute('src')?.includes(cup.image)).length;
  await page.tap(CUPS, NEXT);
  expect(photos()).toBe(1);
  await page.tap('Clássicas 1 taça', NEXT);
  expect(page.words()).toContain('Banana split contém soja');
  expect(photos()).toBe(1);
  await page.tap('Banana split contém soja R$ 22,00', NEXT);
  // That of the summary, and that of what is being put together.
  const shown = page.all('[role="img"] img').map((one) => one.getAttribute('src'));
  expect(new Set(shown)).toEqual(new Set([`/api/images/${cup.image}?w=320`]));
  expect(photos()).toBe(shown.length + 1);
});

it('a larger size is drawn as a larger cup', async () => {
  atStep(2);
  const page = await order();
  const outlines = page.all('label').map((one) => one.querySelector('svg path')?.getAttribute('d'));
  expect(outlines).toHaveLength(2);
  expect(new Set(outlines).size).toBe(2);
});

it.each([
  ['/pedido', '/pedido?tipo=acai', 'Etapa 2 de 5'],
  ['/pedido?tipo=acai', '/pedido?taca=split', 'Etapa 4 de 4'],
  ['/pedido?taca=split', '/pedido?taca=livre', 'Etapa 3 de 5'],
])('who goes from %s on to %s begins what that address is for', async (from, to, step) => {
  const { store } = await openShop();
  const onward = createElement(Link, { to }, 'Adiante');
  const page = await openScreen(createElement('div', null, onward, createElement(WizardPage)), {
    store,
    path: from,
  });
  await page.tap('Adiante');
  expect(/Etapa \d de \d/.exec(page.words())?.[0]).toBe(step);
});
