import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { draftOf } from './draft.ts';
import { clearDraft, readDraft, writeDraft } from './stored-draft.ts';

const draft = draftOf(sampleItem, sampleMenu);

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
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
  });

  test('nonsense in storage is no topping', () => {
    writeDraft({ draft, step: 1 }, null);
    stored.set('toppings', '[{"id":1},"x",{"id":"banana","layer":"TOP"}]');
    expect(readDraft(null)?.draft.toppings).toEqual([{ id: 'banana', layer: 'TOP' }]);
    stored.set('toppings', '{');
    expect(readDraft(null)?.draft.toppings).toEqual([]);
  });
});
