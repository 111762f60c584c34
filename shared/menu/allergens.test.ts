import { describe, expect, it } from 'vitest';
import { ENTRY_SCHEMAS } from './menu.ts';
import { ALLERGENS, holdsAny, tickedAllergens, type Allergen } from './allergens.ts';

const topping = (...allergens: Allergen[]) =>
  ENTRY_SCHEMAS.toppings.parse({ id: 'x', name: 'Paçoca', allergens });

describe('what an ingredient holds', () => {
  it.each(['bases', 'iceCreams', 'toppings', 'products'] as const)(
    'is kept of %s, and of older ones unknown',
    (kind) => {
      const fields = { id: 'x', name: 'Paçoca', priceCents: 1, productType: 'PRONTO' };
      expect(ENTRY_SCHEMAS[kind].parse({ ...fields, allergens: ['amendoim', 'leite'] }).allergens).toEqual([
        'amendoim',
        'leite',
      ]);
      expect(ENTRY_SCHEMAS[kind].parse(fields)).not.toHaveProperty('allergens');
      expect(ENTRY_SCHEMAS[kind].safeParse({ ...fields, allergens: ['pedra'] }).success).toBe(false);
    },
  );

  it('is told of the whole menu in one order, and only what is ticked somewhere', () => {
    expect(tickedAllergens([topping('soja', 'leite'), topping(), {}, topping('amendoim')])).toEqual([
      'amendoim',
      'leite',
      'soja',
    ]);
    expect(tickedAllergens([{}, topping()])).toEqual([]);
    expect(tickedAllergens([topping(...ALLERGENS)])).toEqual([...ALLERGENS]);
  });

  it.each([
    [['amendoim'], ['amendoim'], true],
    [['amendoim', 'leite'], ['soja', 'leite'], true],
    [['amendoim'], ['leite'], false],
    [['amendoim'], [], false],
    [[], ['leite'], false],
  ] as const)('%j is avoided by %j: %s', (held, avoided, hit) => {
    expect(holdsAny(topping(...held), avoided)).toBe(hit);
  });

  it('is not known to be avoided where nobody ticked anything', () => {
    expect(holdsAny({}, ['leite'])).toBe(false);
  });
});
