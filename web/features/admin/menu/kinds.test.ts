// Catalogue forms: the texts of the specification, and that only what changed is sent.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../data/staff/draft.ts';
import { storedOf, valuesOf } from '../../../data/staff/menu/editor/form.ts';
import { shownFields, type CatalogSpec, type EditedKind } from '../../../data/staff/menu/editor/kind.ts';
import { positionsAfterMove } from '../../../data/staff/menu/editor/reorder.ts';
import { CUPS, MENU, READY_PRODUCTS } from './kinds.ts';

const spec = (kind: EditedKind): CatalogSpec => MENU.find((one) => one.spec.kind === kind)!.spec;
const fields = (kind: EditedKind) => spec(kind).fields;
const check = (kind: EditedKind, values: Record<string, string>) =>
  spec(kind).check(values, { catalog: null, entry: null });

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
    expect(storedOf(fields('toppings'), values)).toMatchObject({
      category: '',
      priceCents: 0,
      color: null,
    });
  });

  it('send only the fields that differ, so that another person keeps theirs', () => {
    const [size] = sampleCatalog().sizes;
    const values = { ...valuesOf(fields('sizes'), size!), priceCents: '16,50' };
    expect(changedFields(size!, storedOf(fields('sizes'), values))).toEqual({ priceCents: 1650 });
  });
});

describe('what a form shows and what the store keeps', () => {
  it('is the same again, field by field', () => {
    const [size] = sampleCatalog().sizes;
    const values = valuesOf(fields('sizes'), size!);
    expect(values).toMatchObject({ name: 'Pequeno', priceCents: '15,00', maxToppings: '2' });
    expect(storedOf(fields('sizes'), values)).toMatchObject({
      name: 'Pequeno',
      priceCents: 1500,
      maxToppings: 2,
    });
  });

  it('takes nothing for zero, and a list line by line without the empty ones', () => {
    const ofProducts = fields('products');
    const list = ofProducts.find(({ type }) => type === 'list');
    expect(storedOf(ofProducts, { [list!.key]: ' Calda \n\n Farofa ' })).toMatchObject({
      [list!.key]: ['Calda', 'Farofa'],
    });
    expect(storedOf(fields('sizes'), { name: 'P' })).toMatchObject({ priceCents: 0, maxToppings: 0 });
  });

  it('shows a topping of no category among the others, and one of a category in it', () => {
    const [fruit] = sampleCatalog().toppings;
    expect(valuesOf(fields('toppings'), fruit!)).toMatchObject({ category: 'frutas' });
    expect(valuesOf(fields('toppings'), { ...fruit!, category: '' } as typeof fruit & object)).toMatchObject({
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

describe('the part of the products that a tab edits', () => {
  const products = [
    { id: 'a', productType: 'TACA_MONTADA' },
    { id: 'b', productType: 'PRONTO' },
    { id: 'c', productType: 'ACAI_MONTADO' },
  ] as const;
  const [sample] = sampleCatalog().products;
  const idsIn = (part: CatalogSpec) =>
    products.map((one) => ({ ...sample!, ...one })).flatMap((one) => (part.has?.(one) ? one.id : []));

  it('is the cups under Taça, and what is no cup under Produtos', () => {
    expect(idsIn(CUPS)).toEqual(['a']);
    expect(idsIn(READY_PRODUCTS)).toEqual(['b', 'c']);
    expect(CUPS.standard(3)).toMatchObject({ productType: 'TACA_MONTADA' });
    expect(READY_PRODUCTS.standard(3)).toMatchObject({ productType: 'ACAI_MONTADO' });
  });

  it('asks how a cup is sold, and of what type anything else is', () => {
    const keys = (values: Record<string, string>) =>
      shownFields(CUPS.fields, values, true).map(({ key }) => key);
    expect(keys({ productType: 'TACA_MONTADA' })).toContain('cupMode');
    expect(keys({ productType: 'TACA_MONTADA' })).not.toContain('productType');
    expect(keys({ productType: 'PRONTO' })).toContain('productType');
    expect(keys({ productType: 'PRONTO' })).not.toContain('cupMode');
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
