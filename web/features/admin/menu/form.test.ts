// Catalogue forms: the texts of the specification, and that only what changed is sent.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { changedFields, checkValues, followEntry, storedOf, valuesOf } from './form.ts';
import { KINDS, type KindSpec, type MenuKind } from './kinds.ts';
import { positionsAfterMove } from './reorder.ts';

const spec = (kind: MenuKind): KindSpec => KINDS.find((one) => one.kind === kind)!;
const check = (kind: MenuKind, values: Record<string, string>) =>
  checkValues(spec(kind), spec(kind).fields, values);

describe('catalogue forms', () => {
  it('name each required field that is empty', () => {
    expect(check('sizes', {})).toEqual({
      name: 'O campo "Nome" é obrigatório.',
      priceCents: 'O campo "Preço" é obrigatório.',
      maxToppings: 'O campo "Máximo de complementos" é obrigatório.',
    });
    expect(check('toppings', { name: 'Mel' })).toEqual({ category: 'O campo "Categoria" é obrigatório.' });
    expect(check('products', {})).toMatchObject({
      name: 'O campo "Nome" é obrigatório.',
      priceCents: 'O campo "Preço" é obrigatório.',
    });
    expect(check('categories', { name: '  ' })).toEqual({ name: 'O nome da categoria é obrigatório.' });
  });

  it('refuse a size that costs nothing, a negative number of toppings, and a price that is none', () => {
    expect(check('sizes', { name: 'P', priceCents: '0', maxToppings: '-1' })).toEqual({
      priceCents: 'Preço inválido: O preço deve ser maior que zero.',
      maxToppings: 'Valor inválido',
    });
    expect(check('sizes', { name: 'P', priceCents: 'doze', maxToppings: '2' })).toHaveProperty('priceCents');
  });

  it('let a topping be free and belong to the others', () => {
    const values = { name: 'Mel', category: 'outros', priceCents: '' };
    expect(check('toppings', values)).toEqual({});
    expect(storedOf(spec('toppings').fields, values)).toMatchObject({
      category: '',
      priceCents: 0,
      color: null,
    });
  });

  it('send only the fields that differ, so that another person keeps theirs', () => {
    const [size] = sampleCatalog().sizes;
    const values = { ...valuesOf(spec('sizes'), size!), priceCents: '16,50' };
    expect(changedFields(size!, storedOf(spec('sizes').fields, values))).toEqual({ priceCents: 1650 });
  });
});

describe('what a form shows and what the store keeps', () => {
  it('is the same again, field by field', () => {
    const [size] = sampleCatalog().sizes;
    const values = valuesOf(spec('sizes'), size!);
    expect(values).toMatchObject({ name: 'Pequeno', priceCents: '15,00', maxToppings: '2' });
    expect(storedOf(spec('sizes').fields, values)).toMatchObject({
      name: 'Pequeno',
      priceCents: 1500,
      maxToppings: 2,
    });
  });

  it('takes nothing for zero, and a list line by line without the empty ones', () => {
    const fields = spec('products').fields;
    const list = fields.find(({ type }) => type === 'list');
    expect(storedOf(fields, { [list!.key]: ' Calda \n\n Farofa ' })).toMatchObject({
      [list!.key]: ['Calda', 'Farofa'],
    });
    expect(storedOf(spec('sizes').fields, { name: 'P' })).toMatchObject({ priceCents: 0, maxToppings: 0 });
  });

  it('shows a topping of no category among the others, and one of a category in it', () => {
    const [fruit] = sampleCatalog().toppings;
    expect(valuesOf(spec('toppings'), fruit!)).toMatchObject({ category: 'frutas' });
    expect(valuesOf(spec('toppings'), { ...fruit!, category: '' } as typeof fruit & object)).toMatchObject({
      category: 'outros',
    });
  });

  it.each([
    ['0', true],
    ['7', true],
    ['99999', true],
    ['100000', false],
    ['2,5', false],
    ['2x', false],
  ])('takes %s toppings: %s', (maxToppings, isTaken) => {
    expect('maxToppings' in check('sizes', { name: 'P', priceCents: '1', maxToppings })).toBe(!isTaken);
  });

  it('lets what may be free cost nothing, and says how a price is written', () => {
    expect(check('toppings', { name: 'Mel', category: 'caldas', priceCents: '0' })).toEqual({});
    expect(check('toppings', { name: 'Mel', category: 'caldas', priceCents: 'x' })).toEqual({
      priceCents: 'Preço inválido: use um valor como 12,50.',
    });
  });
});

describe('an entry that somebody else saves meanwhile', () => {
  const [before] = sampleCatalog().sizes;
  const open = valuesOf(spec('sizes'), before!);

  it('changes the fields that were not touched here, and no others', () => {
    const now = { ...before!, name: 'Novo nome', maxToppings: 7 };
    expect(
      followEntry(spec('sizes'), { before: before!, now, typed: { ...open, priceCents: '16,50' } }),
    ).toEqual({
      values: { ...open, name: 'Novo nome', maxToppings: '7', priceCents: '16,50' },
      theirs: [],
    });
  });

  it('leaves what was typed where both changed the same field, and says what it is now', () => {
    const now = { ...before!, priceCents: 1200 };
    expect(
      followEntry(spec('sizes'), { before: before!, now, typed: { ...open, priceCents: '16,50' } }),
    ).toEqual({
      values: { ...open, priceCents: '16,50' },
      theirs: [{ label: 'Preço', text: '12,00' }],
    });
  });
});

describe('ordering by hand', () => {
  const entries = ['a', 'b', 'c'].map((id, index) => ({ id, position: index + 1 }));

  it('writes only the positions that change', () => {
    expect(positionsAfterMove(entries, 'c', 1)).toMatchObject([
      { id: 'c', position: 2 },
      { id: 'b', position: 3 },
    ]);
    expect(positionsAfterMove(entries, 'b', 1)).toEqual([]);
  });
});
