// What a draft keeps of a choice when another is made, and what today's menu lets stand of one that was stored.
import { describe, expect, it } from 'vitest';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import {
  chooseCategory,
  chooseCup,
  chooseIceCream,
  chooseType,
  draftOf,
  EMPTY_DRAFT,
  isReadyCup,
  itemOf,
  mendDraft,
  setHalves,
  type Draft,
} from './draft.ts';

const acai: Draft = {
  ...EMPTY_DRAFT,
  type: 'ACAI_MONTADO',
  sizeId: 'p',
  baseId: 'acai',
  iceCreamId: 'ninho',
  toppings: sampleItem.toppings,
};
const built: Draft = { ...acai, type: 'TACA_MONTADA', productId: 'livre' };
const ready: Draft = { ...EMPTY_DRAFT, type: 'TACA_MONTADA', categoryId: 'classicas', productId: 'split' };
const cupNamed = (id: string) => sampleMenu.products.find((one) => one.id === id)!;
const withCup = (id: string, changes: object) => ({
  ...sampleMenu,
  products: sampleMenu.products.map((one) => (one.id === id ? { ...one, ...changes } : one)),
});

describe('a choice', () => {
  it('of the kind that is chosen already changes nothing; of the other forgets the cup and keeps the rest', () => {
    expect(chooseType(built, 'TACA_MONTADA')).toBe(built);
    expect(chooseType(built, 'ACAI_MONTADO')).toEqual({ ...acai, productId: null });
    expect(chooseType(ready, 'ACAI_MONTADO')).toMatchObject({ categoryId: null, productId: null });
  });

  it('of a category forgets the cup of another', () => {
    expect(chooseCategory(ready, 'vazia')).toEqual({ ...ready, categoryId: 'vazia', productId: null });
  });

  it('of a cup is one of its category', () => {
    expect(chooseCup(EMPTY_DRAFT, cupNamed('split'), sampleMenu)).toMatchObject({
      productId: 'split',
      categoryId: 'classicas',
    });
    expect(chooseCup(ready, cupNamed('livre'), sampleMenu).categoryId).toBeNull();
  });

  it('of a flavour that was the second half leaves that half open, of another one does not', () => {
    const halves = { ...acai, meioAMeio: true, secondaryIceCreamId: 'coco' };
    expect(chooseIceCream(halves, 'coco')).toEqual({
      ...halves,
      iceCreamId: 'coco',
      secondaryIceCreamId: null,
    });
    expect(chooseIceCream(halves, 'morango')).toEqual({ ...halves, iceCreamId: 'morango' });
  });

  it('of one flavour forgets the second half, of halves keeps it', () => {
    const halves = { ...acai, meioAMeio: true, secondaryIceCreamId: 'coco' };
    expect(setHalves(halves, false)).toEqual({ ...acai, meioAMeio: false, secondaryIceCreamId: null });
    expect(setHalves(halves, true)).toEqual(halves);
    expect(setHalves(acai, true)).toEqual({ ...acai, meioAMeio: true });
  });

  it('is a cup as it comes by its category, never an açaí', () => {
    expect(isReadyCup({ ...ready, productId: null })).toBe(true);
    expect(isReadyCup(built)).toBe(false);
    expect(isReadyCup({ ...acai, categoryId: 'classicas', productId: 'split' })).toBe(false);
  });
});

describe('today’s menu', () => {
  it('lets stand what it still has', () => {
    for (const draft of [acai, built, ready, EMPTY_DRAFT]) expect(mendDraft(draft, sampleMenu)).toBe(draft);
  });

  it('takes a cup away that is no cup any more, or not there', () => {
    expect(mendDraft({ ...built, productId: 'agua' }, sampleMenu).productId).toBeNull();
    expect(mendDraft({ ...built, productId: 'gone' }, sampleMenu).productId).toBeNull();
  });

  it('takes a cup from an açaí', () => {
    expect(mendDraft({ ...acai, productId: 'livre', categoryId: 'classicas' }, sampleMenu)).toEqual(acai);
  });

  it('finds a chosen cup where it stands now', () => {
    expect(mendDraft({ ...ready, categoryId: null }, sampleMenu)).toEqual(ready);
    expect(mendDraft({ ...ready, categoryId: 'gone' }, sampleMenu)).toEqual(ready);
    expect(isReadyCup(mendDraft(ready, withCup('split', { categoryId: null })))).toBe(true);
    expect(isReadyCup(mendDraft(ready, withCup('split', { cupMode: 'escolha' })))).toBe(false);
  });

  it('keeps the category of a cup as it comes, and of none that is built', () => {
    expect(mendDraft({ ...ready, productId: null }, sampleMenu).categoryId).toBe('classicas');
    expect(mendDraft({ ...ready, productId: null, categoryId: 'gone' }, sampleMenu).categoryId).toBeNull();
    expect(mendDraft({ ...built, categoryId: 'classicas' }, sampleMenu).categoryId).toBeNull();
  });

  it('keeps a second flavour only of halves, never the first again, and only what is there', () => {
    const halves = { ...acai, meioAMeio: true };
    expect(mendDraft({ ...halves, secondaryIceCreamId: 'coco' }, sampleMenu).secondaryIceCreamId).toBe(
      'coco',
    );
    expect(mendDraft({ ...acai, secondaryIceCreamId: 'coco' }, sampleMenu).secondaryIceCreamId).toBeNull();
    expect(mendDraft({ ...halves, secondaryIceCreamId: 'ninho' }, sampleMenu).secondaryIceCreamId).toBeNull();
    expect(mendDraft({ ...halves, secondaryIceCreamId: 'gone' }, sampleMenu).secondaryIceCreamId).toBeNull();
  });

  it('drops toppings that it has not, then those beyond the size’s limit from the end', () => {
    const top = (id: string) => ({ id, layer: 'TOP' as const });
    const toppings = ['gone', 'banana', 'granola', 'nutella'].map(top);
    expect(mendDraft({ ...acai, toppings }, sampleMenu).toppings).toEqual(['banana', 'granola'].map(top));
    // Sold out stays, for the screen to say so.
    expect(mendDraft({ ...acai, toppings: [top('kiwi')] }, sampleMenu).toppings).toEqual([top('kiwi')]);
  });

  it('lets a cup have as many toppings as the largest size takes, whatever size an açaí had before', () => {
    const toppings = ['banana', 'granola', 'nutella', 'kiwi'].map((id) => ({ id, layer: 'TOP' as const }));
    for (const sizeId of ['p', null]) {
      const cup = { ...built, sizeId, toppings: [...toppings, { id: 'banana', layer: 'BOTTOM' as const }] };
      expect(mendDraft(cup, sampleMenu).toppings).toEqual(toppings);
    }
  });

  it('drops no topping while no size is chosen, also when the chosen one has gone', () => {
    expect(mendDraft({ ...acai, sizeId: 'gone' }, sampleMenu)).toMatchObject({
      sizeId: null,
      toppings: sampleItem.toppings,
    });
  });
});

it('an item of the cart is edited as what it is: with its category only where its cup comes as it is', () => {
  const categorised = withCup('livre', { categoryId: 'classicas' });
  expect(draftOf({ ...sampleItem, productId: 'livre' }, categorised)).toMatchObject({
    type: 'TACA_MONTADA',
    categoryId: null,
  });
  expect(draftOf({ ...sampleItem, productId: 'split' }, sampleMenu).categoryId).toBe('classicas');
  expect(draftOf(sampleItem, sampleMenu)).toMatchObject({ type: 'ACAI_MONTADO', categoryId: null });
});

it('of a cup nothing is shown or priced before the cup is chosen, whatever an açaí had before', () => {
  const undecided = chooseType(acai, 'TACA_MONTADA');
  expect(itemOf(undecided, 'id', 0)).toMatchObject({ sizeId: null, baseId: null, toppings: [] });
});

it('a cup that is built has no size, though an açaí before it had one', () => {
  expect(itemOf(built, 'id', 0)).toMatchObject({ productId: 'livre', sizeId: null, baseId: 'acai' });
  expect(itemOf(acai, 'id', 0)).toMatchObject({ productId: null, sizeId: 'p' });
});
