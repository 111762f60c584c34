import { describe, expect, test } from 'vitest';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import {
  chooseCategory,
  chooseCup,
  chooseIceCream,
  chooseType,
  draftOf,
  EMPTY_DRAFT,
  itemOf,
  mendDraft,
  setHalves,
  type Draft,
} from './draft.ts';
import { cupGroups } from './cup-groups.ts';
import { lackOf, lastReachableStep, stepsOf } from './steps.ts';

const off = { ...sampleMenu, cupsEnabled: false };
const cup = chooseType(EMPTY_DRAFT, 'TACA_MONTADA');
const cupNamed = (id: string) => sampleMenu.products.find((one) => one.id === id)!;
const withCup = (id: string, draft = cup) => chooseCup(draft, cupNamed(id), sampleMenu);
const acai: Draft = {
  ...chooseType(EMPTY_DRAFT, 'ACAI_MONTADO'),
  sizeId: 'p',
  baseId: 'acai',
  iceCreamId: 'ninho',
};

describe('the steps', () => {
  test('are four while the cup feature is off', () => {
    expect(stepsOf(EMPTY_DRAFT, off)).toEqual(['tamanho', 'base', 'sorvete', 'complementos']);
  });

  test('are five for an açaí', () => {
    expect(stepsOf(acai, sampleMenu)).toEqual(['tipo', 'tamanho', 'base', 'sorvete', 'complementos']);
  });

  test('are four for a cup that comes as it is, and end in a summary', () => {
    const steps = ['tipo', 'categoria', 'taca', 'resumo'];
    expect(stepsOf(chooseCategory(cup, 'classicas'), sampleMenu)).toEqual(steps);
    expect(stepsOf(withCup('split'), sampleMenu)).toEqual(steps);
  });

  test('are five for a cup to be built, which has one price and no size', () => {
    expect(stepsOf(withCup('livre'), sampleMenu)).toEqual([
      'tipo',
      'taca',
      'base',
      'sorvete',
      'complementos',
    ]);
  });

  test('a shop with only cups to be built asks for the cup at once', () => {
    const menu = { ...sampleMenu, products: sampleMenu.products.filter((one) => one.cupMode === 'escolha') };
    expect(stepsOf(cup, menu)[1]).toBe('taca');
  });

  test('a category without cups is not offered', () => {
    expect(cupGroups(sampleMenu).map((one) => one.id)).toEqual(['classicas']);
    const filled = (cupMode: 'pronta' | 'escolha', productType: 'TACA_MONTADA' | 'PRONTO') => ({
      ...sampleMenu,
      products: sampleMenu.products.map((one) =>
        one.id === 'livre' ? { ...one, categoryId: 'vazia', cupMode, productType } : one,
      ),
    });
    // One that is still to be built, or no cup at all, fills no category.
    for (const menu of [filled('escolha', 'TACA_MONTADA'), filled('pronta', 'PRONTO')])
      expect(cupGroups(menu).map((one) => one.id)).toEqual(['classicas']);
    expect(cupGroups(filled('pronta', 'TACA_MONTADA')).map((one) => one.id)).toEqual(['classicas', 'vazia']);
  });
});

describe('the cups that come as described', () => {
  const split = cupNamed('split');
  const groupsOf = (menu: typeof sampleMenu) =>
    cupGroups(menu).map(({ name, cups }) => [name, cups.map(({ id }) => id)]);

  test('are all offered, those of no category and of one that is not on the menu at the end', () => {
    const products = [null, 'desligada', 'classicas'].map((categoryId, at) => ({
      ...split,
      id: `cup-${at}`,
      categoryId,
    }));
    expect(groupsOf({ ...sampleMenu, products })).toEqual([
      ['Clássicas', ['cup-2']],
      ['Outras taças', ['cup-0', 'cup-1']],
    ]);
  });

  test('are offered also where the shop has no category at all', () => {
    const menu = { ...sampleMenu, categories: [] };
    expect(groupsOf(menu)).toEqual([['Todas as taças', ['split']]]);
    const draft = mendDraft(chooseCup(cup, split, menu), menu);
    expect(stepsOf(draft, menu)).toEqual(['tipo', 'categoria', 'taca', 'resumo']);
    expect(lastReachableStep(draft, menu)).toBe(3);
    expect(itemOf(draft, 'id', 2200)).toMatchObject({ productId: 'split', sizeId: null });
  });

  test('are none in a shop that has none', () => {
    expect(cupGroups({ ...sampleMenu, products: [cupNamed('livre')] })).toEqual([]);
  });
});

describe('what a step needs', () => {
  test.each([
    ['tipo', EMPTY_DRAFT, 'tipo'],
    ['categoria', cup, 'categoria'],
    ['taca', chooseCategory(cup, 'classicas'), 'taca'],
    ['tamanho', EMPTY_DRAFT, 'tamanho'],
    ['base', EMPTY_DRAFT, 'base'],
    ['sorvete', EMPTY_DRAFT, 'sorvete'],
    ['sorvete', setHalves(acai, true), 'segundo'],
  ] as const)('%s: its choice', (step, draft, what) => {
    expect(lackOf(step, draft, sampleMenu)).toEqual({ kind: 'missing', what });
  });

  test('a choice that has run out keeps one from going on, by its name', () => {
    expect(lackOf('base', { ...acai, baseId: 'zero' }, sampleMenu)).toEqual({
      kind: 'sold-out',
      name: 'Açaí zero',
    });
    const halves = { ...setHalves(acai, true), secondaryIceCreamId: 'coco' };
    const iceCreams = sampleMenu.iceCreams.map((one) => ({ ...one, soldOut: one.id === 'coco' }));
    expect(lackOf('sorvete', halves, { ...sampleMenu, iceCreams })).toEqual({
      kind: 'sold-out',
      name: 'Coco',
    });
    expect(lackOf('sorvete', { ...halves, meioAMeio: false }, { ...sampleMenu, iceCreams })).toBeNull();
    const toppings = [{ id: 'kiwi', layer: 'TOP' as const }];
    expect(lackOf('complementos', { ...acai, toppings }, sampleMenu)).toEqual({
      kind: 'sold-out',
      name: 'Kiwi',
    });
  });

  test('toppings may be none', () => {
    expect(lackOf('complementos', acai, sampleMenu)).toBeNull();
  });

  test('nobody gets past the first step that lacks something', () => {
    expect(lastReachableStep({ ...acai, baseId: null }, sampleMenu)).toBe(2);
    expect(lastReachableStep(acai, sampleMenu)).toBe(4);
  });
});

describe('a draft', () => {
  test('the second flavour is never the first', () => {
    const both = { ...setHalves(acai, true), secondaryIceCreamId: 'coco' };
    expect(chooseIceCream(both, 'coco').secondaryIceCreamId).toBeNull();
    expect(chooseIceCream(both, 'morango').secondaryIceCreamId).toBe('coco');
  });

  test('turning half-and-half off forgets the second flavour', () => {
    const both = { ...setHalves(acai, true), secondaryIceCreamId: 'coco' };
    expect(setHalves(both, false).secondaryIceCreamId).toBeNull();
  });

  test('falls back to an açaí when cups are turned off, and keeps the rest', () => {
    const built = { ...withCup('livre'), sizeId: 'p', baseId: 'acai' };
    expect(mendDraft(built, off)).toMatchObject({
      type: 'ACAI_MONTADO',
      productId: null,
      sizeId: 'p',
      baseId: 'acai',
    });
  });

  test('forgets what has left the menu and keeps what has only run out', () => {
    const mended = mendDraft({ ...acai, sizeId: 'xxl', baseId: 'zero', iceCreamId: 'gone' }, sampleMenu);
    expect(mended).toMatchObject({ sizeId: null, baseId: 'zero', iceCreamId: null });
  });

  test('drops toppings that a smaller limit has no room for', () => {
    const many = ['banana', 'granola', 'nutella'].map((id) => ({ id, layer: 'TOP' as const }));
    expect(mendDraft({ ...acai, toppings: many }, sampleMenu).toppings).toHaveLength(2);
  });

  test('is the same object when nothing has to be mended', () => {
    expect(mendDraft(acai, sampleMenu)).toBe(acai);
  });

  test('a cup that comes as it is carries no choices into the cart', () => {
    const draft = {
      ...withCup('split'),
      sizeId: 'g',
      baseId: 'acai',
      toppings: sampleItem.toppings,
    };
    expect(itemOf(draft, 'id', 2200)).toMatchObject({
      productId: 'split',
      sizeId: null,
      baseId: null,
      toppings: [],
    });
  });

  test('an açaí carries no product, also after a cup had been looked at', () => {
    expect(itemOf({ ...acai, productId: 'livre' }, 'id', 1500).productId).toBeNull();
  });

  test('an item of the cart becomes a draft and the same item again', () => {
    const halves = { ...sampleItem, meioAMeio: true, secondaryIceCreamId: 'coco' };
    for (const item of [sampleItem, halves, { ...halves, productId: 'livre', sizeId: null }]) {
      expect(itemOf(draftOf(item, sampleMenu), item.id, item.priceCents)).toEqual(item);
    }
  });

  test('editing stands at toppings, and at the summary for a cup that comes as it is', () => {
    const last = (item: typeof sampleItem) => stepsOf(draftOf(item, sampleMenu), sampleMenu).at(-1);
    expect(last(sampleItem)).toBe('complementos');
    expect(
      last({ ...sampleItem, productId: 'split', sizeId: null, baseId: null, iceCreamId: null, toppings: [] }),
    ).toBe('resumo');
  });

  test('a cup that has left the menu is edited as a cup: another one is asked for, and no size of an açaí', () => {
    const gone = { ...sampleItem, productId: 'gone', sizeId: null };
    const draft = mendDraft(draftOf(gone, sampleMenu), sampleMenu);
    expect(draft.type).toBe('TACA_MONTADA');
    const steps = stepsOf(draft, sampleMenu);
    expect(steps).not.toContain('tamanho');
    expect(steps[lastReachableStep(draft, sampleMenu)]).toBe('categoria');
  });
});
