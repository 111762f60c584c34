import { describe, expect, it } from 'vitest';
import { sampleCatalog } from '../order/sample.ts';
import { FIRST_RUN_STEPS, firstRunSteps, sellsAnything, type FirstRunFacts } from './first-run.ts';

const nothing = Object.fromEntries(FIRST_RUN_STEPS.map((id) => [id, false])) as FirstRunFacts;

describe('the first run', () => {
  it('lists every step in its order, open until its fact is there', () => {
    const steps = firstRunSteps({ ...nothing, owner: true, menu: true }, []);
    expect(steps.map(({ id }) => id)).toEqual([...FIRST_RUN_STEPS]);
    expect(steps.filter(({ state }) => state === 'done').map(({ id }) => id)).toEqual(['owner', 'menu']);
    expect(steps.filter(({ state }) => state === 'open')).toHaveLength(FIRST_RUN_STEPS.length - 2);
  });

  it('keeps a skipped step on the list until it is done after all', () => {
    const stateOf = (facts: FirstRunFacts) =>
      firstRunSteps(facts, ['printer']).find(({ id }) => id === 'printer')?.state;
    expect(stateOf(nothing)).toBe('skipped');
    expect(stateOf({ ...nothing, printer: true })).toBe('done');
  });
});

describe('whether anything is sold', () => {
  const catalog = sampleCatalog();
  const off = <T extends { active: boolean }>(entries: T[]): T[] =>
    entries.map((entry) => ({ ...entry, active: false }));

  it('takes all that an açaí is made of, or one product', () => {
    expect(sellsAnything(catalog)).toBe(true);
    expect(sellsAnything({ ...catalog, products: [] })).toBe(true);
    expect(sellsAnything({ ...catalog, products: [], bases: off(catalog.bases) })).toBe(false);
  });

  it('does not count cups that are switched off', () => {
    const cups = {
      ...catalog,
      sizes: [],
      products: catalog.products.filter(({ productType }) => productType === 'TACA_MONTADA'),
    };
    const withCups = (enableTacaMontada: boolean) =>
      sellsAnything({ ...cups, settings: { ...catalog.settings, enableTacaMontada } });
    expect(withCups(true)).toBe(true);
    expect(withCups(false)).toBe(false);
  });

  it.each(['sizes', 'bases', 'iceCreams'] as const)('takes %s, of which one is enough', (part) => {
    const acai = { ...catalog, products: [] };
    expect(sellsAnything({ ...acai, [part]: [] })).toBe(false);
    const entries: readonly { active: boolean }[] = catalog[part];
    const switchedTo = (active: (at: number) => boolean) =>
      entries.map((entry, at) => ({ ...entry, active: active(at) }));
    expect(sellsAnything({ ...acai, [part]: switchedTo(() => false) })).toBe(false);
    expect(sellsAnything({ ...acai, [part]: switchedTo((at) => at === 1) })).toBe(true);
  });

  it('is a drink alone, while it is switched on, or an açaí as described', () => {
    const drinks = { ...catalog, sizes: [], products: catalog.products.filter(({ id }) => id === 'agua') };
    const closed = { ...drinks, settings: { ...catalog.settings, enableTacaMontada: false } };
    expect(sellsAnything(closed)).toBe(true);
    expect(sellsAnything({ ...drinks, products: off(drinks.products) })).toBe(false);
    const made = drinks.products.map((one) => ({ ...one, productType: 'ACAI_MONTADO' as const }));
    expect(sellsAnything({ ...closed, products: made })).toBe(true);
  });
});
