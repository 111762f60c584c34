import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { draftOf, EMPTY_DRAFT, type Draft } from './draft.ts';
import { clearDraft, readDraft, writeDraft } from './stored-draft.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';

const draft = draftOf(sampleItem, sampleMenu);

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

describe('the stored wizard', () => {
  test('comes back at the step and with the choices it was left at', () => {
    writeDraft({ draft, step: 3 }, null);
    expect(readDraft(null)).toEqual({ draft, step: 3 });
  });

  test('keeps each choice under a name of its own', () => {
    writeDraft({ draft, step: 3 }, null);
    expect(Object.fromEntries(stored)).toMatchObject({
      step: '4',
      type: 'ACAI_MONTADO',
      size: 'p',
      base: 'acai',
      iceCream: 'ninho',
    });
    expect(stored.has('product')).toBe(false);
  });

  const cup: Draft = {
    type: 'TACA_MONTADA',
    categoryId: 'a-category',
    productId: 'a-product',
    sizeId: 'a-size',
    baseId: 'a-base',
    iceCreamId: 'a-flavour',
    meioAMeio: true,
    secondaryIceCreamId: 'another-flavour',
    toppings: [
      { id: 'one', layer: 'BOTTOM' },
      { id: 'two', layer: 'MIDDLE' },
      { id: 'three', layer: 'TOP' },
    ],
  };

  test.each<[string, Draft]>([
    ['a cup with everything', cup],
    ['an açaí with everything', { ...cup, type: 'ACAI_MONTADO' }],
    ['one without halves', { ...cup, meioAMeio: false, secondaryIceCreamId: null }],
    ['nothing chosen', EMPTY_DRAFT],
  ])('comes back choice by choice, also over an earlier one: %s', (_name, kept) => {
    for (const before of [cup, EMPTY_DRAFT]) {
      writeDraft({ draft: before, step: 4 }, null);
      writeDraft({ draft: kept, step: 0 }, null);
      expect(readDraft(null)).toEqual({ draft: kept, step: 0 });
    }
  });

  test('holds each choice by its own name, and none of what was not chosen', () => {
    writeDraft({ draft: cup, step: 1 }, null);
    expect(Object.fromEntries(stored)).toEqual({
      step: '2',
      type: 'TACA_MONTADA',
      category: 'a-category',
      product: 'a-product',
      size: 'a-size',
      base: 'a-base',
      iceCream: 'a-flavour',
      meioAMeio: 'true',
      secondaryIceCream: 'another-flavour',
      toppings: JSON.stringify(cup.toppings),
    });
    writeDraft({ draft: EMPTY_DRAFT, step: 0 }, null);
    expect(Object.fromEntries(stored)).toEqual({ step: '1' });
  });

  test.each([
    ['1', 0],
    ['6', 5],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['two', null],
    ['', null],
  ])('a step "%s" in storage is the step %s', (step, index) => {
    writeDraft({ draft: cup, step: 2 }, null);
    stored.set('step', step);
    expect(readDraft(null)?.step ?? null).toBe(index);
  });

  test('what an older page or somebody else wrote is no choice', () => {
    writeDraft({ draft: cup, step: 1 }, null);
    stored.set('type', 'PRONTO');
    stored.set('meioAMeio', 'false');
    stored.set('size', '');
    expect(readDraft(null)?.draft).toEqual({ ...cup, type: null, meioAMeio: false, sizeId: null });
  });

  test('is nothing after clearing', () => {
    writeDraft({ draft, step: 3 }, null);
    clearDraft(null);
    expect(stored.size).toBe(0);
    expect(readDraft(null)).toBeNull();
  });

  test('an edit of a cart item does not disturb what was being put together', () => {
    writeDraft({ draft, step: 2 }, null);
    writeDraft({ draft: { ...draft, sizeId: 'g' }, step: 4 }, 'item-1');
    expect(readDraft(null)?.draft.sizeId).toBe('p');
    expect(readDraft('item-1')?.draft.sizeId).toBe('g');
    expect(readDraft('item-2')).toBeNull();
    clearDraft('item-1');
    expect(readDraft(null)?.step).toBe(2);
    expect([...stored.keys()].filter((key) => key.startsWith('edit-'))).toEqual([]);
  });

  test('nonsense in storage is no topping', () => {
    writeDraft({ draft, step: 1 }, null);
    stored.set('toppings', '[{"id":1},"x",{"id":"banana","layer":"TOP"}]');
    expect(readDraft(null)?.draft.toppings).toEqual([{ id: 'banana', layer: 'TOP' }]);
    stored.set('toppings', '{"id":"banana","layer":"TOP"}');
    expect(readDraft(null)?.draft.toppings).toEqual([]);
    stored.set('toppings', '{');
    expect(readDraft(null)?.draft.toppings).toEqual([]);
  });
});
