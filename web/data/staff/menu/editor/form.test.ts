// Which prices are asked about before they are kept, and what several of a list are kept as.
import { describe, expect, it } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { storedOf, unusualPrice, valuesOf, valuesOfCopy } from './form.ts';
import type { FieldSpec } from './kind.ts';

const asked = (priceCents: number, known: number, others: readonly number[] = []) =>
  unusualPrice(priceCents, { known, others }) !== null;

describe('a price is asked about', () => {
  it.each([
    ['less than three times the one before', 599, 200, false],
    ['three times the one before', 600, 200, false],
    ['more than three times', 601, 200, true],
    ['more than a third of it', 201, 600, false],
    ['a third of it', 200, 600, false],
    ['less than a third', 199, 600, true],
    ['nothing at all', 0, 600, false],
    ['the same', 1_234_56, 1_234_56, false],
  ])('that is %s', (_name, priceCents, known, isAsked) => {
    expect(asked(priceCents, known)).toBe(isAsked);
  });

  it('for the first time by the dearest of its kind, and in an empty menu above R$ 300,00', () => {
    expect(asked(600, 0, [100, 200])).toBe(false);
    expect(asked(601, 0, [100, 200])).toBe(true);
    expect(asked(1_234_56, 0, [100, 200])).toBe(true);
    expect(asked(50, 0, [1000, 2000])).toBe(false);
    expect(asked(300_00, 0)).toBe(false);
    expect(asked(1_234_56, 0, [0, 0])).toBe(true);
  });
});

it('what stands around a text is not kept of it', () => {
  const fields: readonly FieldSpec[] = [{ key: 'name', label: 'Nome', type: 'text' }];
  expect(storedOf(fields, { name: '  Mel de engenho ' })).toEqual({ name: 'Mel de engenho' });
});

describe('a copy', () => {
  const fields: readonly FieldSpec[] = [
    { key: 'name', label: 'Nome', type: 'text' },
    { key: 'priceCents', label: 'Preço', type: 'money' },
    { key: 'position', label: 'Posição', type: 'count' },
    { key: 'active', label: 'Ativo', type: 'switch' },
  ];
  const of = (more: object) => ({ ...sampleCatalog().products[0]!, name: 'Suco', priceCents: 750, ...more });

  it('has what the other has, a name of its own, a place of its own, and is switched on', () => {
    expect(
      valuesOfCopy(fields, of({ position: 3, active: false }), { position: '9', active: 'true' }),
    ).toEqual({ name: 'Suco (cópia)', priceCents: '7,50', position: '9', active: 'true' });
  });

  it('has a name that is no longer than a name may be', () => {
    for (const length of [71, 72, 73, 80]) {
      const { name } = valuesOfCopy(fields, of({ name: 'x'.repeat(length) }), {});
      expect(name).toBe(`${'x'.repeat(Math.min(72, length))} (cópia)`);
    }
  });
});

describe('several of a list', () => {
  const field = (none?: readonly []) => ({
    key: 'allergens',
    label: 'Contém',
    type: 'choices' as const,
    listed: () => [],
    ...(none && { none }),
  });

  it('are kept in their order, and none of them as the field has it', () => {
    expect(storedOf([field([])], { allergens: 'leite\nsoja' })).toEqual({ allergens: ['leite', 'soja'] });
    expect(storedOf([field([])], { allergens: '' })).toEqual({ allergens: [] });
    expect(storedOf([field()], { allergens: '' })).toEqual({ allergens: null });
  });

  it('are none of an entry that was kept before anybody could tick them', () => {
    const entry = {
      id: 'x',
      name: 'Mel',
      position: 0,
      active: true,
      soldOutUntilMs: null,
      category: '' as const,
      priceCents: 0,
      color: null,
    };
    expect(valuesOf([field([])], entry)).toEqual({ allergens: '' });
    expect(valuesOf([field([])], { ...entry, allergens: ['leite', 'soja'] })).toEqual({
      allergens: 'leite\nsoja',
    });
  });
});
