// What a search and the filters leave of a catalogue.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { EVERYTHING, filtersOf, findEntries, isEverything, NONE, type Wanted } from './find.ts';
import type { CatalogSpec } from './kind.ts';

const [sample] = sampleCatalog().toppings;
const of = (id: string, name: string, more: object = {}) => ({ ...sample!, id, name, ...more });
const toppings = [
  of('a', 'Açaí em pó', { category: '' }),
  of('b', 'Banana', { category: 'frutas', active: false }),
  of('c', 'Calda de AÇAÍ', { category: 'caldas', soldOutUntilMs: 2_000 }),
];
const spec = {
  kind: 'toppings',
  fields: [
    { key: 'name', label: 'Nome', type: 'text' },
    { key: 'category', label: 'Categoria', type: 'select', options: () => [] },
  ],
} as unknown as CatalogSpec;
const found = (wanted: Partial<Wanted>) =>
  findEntries(spec, toppings, { ...EVERYTHING, ...wanted }, 1_999).map(({ id }) => id);

describe('a catalogue', () => {
  it('is whole where nothing is asked', () => {
    expect(found({ text: '  ' })).toEqual(['a', 'b', 'c']);
    expect(isEverything({ ...EVERYTHING, fields: { category: '' } })).toBe(true);
    expect(isEverything({ ...EVERYTHING, state: 'active' })).toBe(false);
  });

  it('is searched by name, whatever the accents and the case', () => {
    expect(found({ text: ' acai ' })).toEqual(['a', 'c']);
    expect(found({ text: 'manga' })).toEqual([]);
  });

  it('is narrowed by every select of its form, none chosen among them', () => {
    expect(filtersOf(spec).map(({ key }) => key)).toEqual(['category']);
    expect(found({ fields: { category: 'frutas' } })).toEqual(['b']);
    expect(found({ fields: { category: NONE } })).toEqual(['a']);
    expect(found({ text: 'acai', fields: { category: 'caldas' } })).toEqual(['c']);
  });

  it('is narrowed by what can be had: on, off, and out until a moment that has not come', () => {
    expect(found({ state: 'active' })).toEqual(['a', 'c']);
    expect(found({ state: 'inactive' })).toEqual(['b']);
    expect(found({ state: 'sold-out' })).toEqual(['c']);
    const later = findEntries(spec, toppings, { ...EVERYTHING, state: 'sold-out' }, 2_000);
    expect(later).toEqual([]);
  });
});
