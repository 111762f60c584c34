// Catalogue forms: the texts of the specification, and that only what changed is sent.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../data/staff/draft.ts';
import { storedOf, valuesOf } from '../../../data/staff/menu/editor/form.ts';
import type { CatalogSpec, EditedKind } from '../../../data/staff/menu/editor/kind.ts';
import { positionOfNew, positionsAfterMove } from '../../../data/staff/menu/editor/reorder.ts';
import { CUPS, MENU, READY_PRODUCTS } from './kinds.ts';

const spec = (kind: EditedKind): CatalogSpec => MENU.find((one) => one.spec.kind === kind)!.spec;
const fields = (kind: EditedKind) => spec(kind).fields;
const check = (kind: EditedKind, values: Record<string, string>) =>
  spec(kind).check(values, { catalog: null, entry: null });

it('a size says how many toppings it takes, also one', () => {
  const size = sampleCatalog().sizes[0]!;
  const sizes = spec('sizes') as Extract<CatalogSpec<'sizes'>, { look: 'table' }>;
  const said = (maxToppings: number) => sizes.details({ ...size, maxToppings }, sampleCatalog());
  expect([said(1), said(3)]).toEqual([['até 1 complemento'], ['até 3 complementos']]);
});

describe('catalogue forms', () => {
  it('name each required field that is empty', () => {
    expect(check('sizes', {})).toEqual({
      name: 'O campo "Nome" é obrigatório.',
      priceCents: 'O campo "Preço" é obrigatório.',
      maxToppings: 'O campo "Máximo de complementos" é obrigatório.',
    });
    expect(check('toppings', { name: 'Mel' })).toEqual({ category: 'O campo "Categoria" é obrigatório.' });
    expect(check('products', {})).toMatchObject({
      productKind: 'O campo "O que é?" é obrigatório.',
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
  });

  it('asks first what it is, with the answers of its tab, and takes none for granted but a cup for a cup', () => {
    const asked = ({ fields, standard }: CatalogSpec) => {
      const [first] = fields;
      const options = first?.type === 'select' ? first.options(null, '').map(([value]) => value) : [];
      return { label: first?.label, options, standard: standard(3)['productKind'] ?? '' };
    };
    expect(asked(spec('products'))).toEqual({
      label: 'O que é?',
      options: ['', 'ready', 'ready-cup', 'built-cup', 'ready-acai'],
      standard: '',
    });
    expect(asked(CUPS)).toMatchObject({ options: ['', 'ready-cup', 'built-cup'], standard: 'ready-cup' });
    expect(asked(READY_PRODUCTS)).toMatchObject({ options: ['', 'ready', 'ready-acai'], standard: '' });
  });

  it('keeps the answer as the type and the mode that the specification names', () => {
    const kept = (productKind: string) => storedOf(fields('products'), { productKind });
    expect(kept('ready')).toMatchObject({ productType: 'PRONTO', cupMode: 'pronta' });
    expect(kept('built-cup')).toMatchObject({ productType: 'TACA_MONTADA', cupMode: 'escolha' });
    expect(kept('ready')).not.toHaveProperty('productKind');
    const cup = { ...sample!, productType: 'TACA_MONTADA', cupMode: 'escolha' } as const;
    const values = valuesOf(fields('products'), cup);
    expect(values).toMatchObject({ productKind: 'built-cup' });
    expect(changedFields(cup, storedOf(fields('products'), { ...values, productKind: 'ready' }))).toEqual({
      productType: 'PRONTO',
      cupMode: 'pronta',
    });
  });

  it('says of one that nobody can buy why not, first of all', () => {
    const catalog = sampleCatalog({ enableTacaMontada: false });
    const of = (productType: 'TACA_MONTADA' | 'PRONTO', active = true) =>
      READY_PRODUCTS.look === 'table'
        ? READY_PRODUCTS.details({ ...sample!, productType, active }, catalog)[0]
        : 'no table';
    expect(of('TACA_MONTADA')).toBe('Fora de venda: as taças estão desligadas na aba Taça');
    expect(of('TACA_MONTADA', false)).toBeNull();
    expect(of('PRONTO')).toBeNull();
  });
});

describe('ordering by hand', () => {
  const entries = ['a', 'b', 'c'].map((id, index) => ({ id, position: index + 1 }));

  it('puts a new entry behind what was dragged, and among the others where nothing was', () => {
    expect(positionOfNew([])).toBe(0);
    expect(positionOfNew([{ position: 0 }, { position: 0 }, {}])).toBe(0);
    expect(positionOfNew([{ position: 0 }, { position: 7 }, { position: 2 }])).toBe(8);
  });

  it('writes only the positions that change', () => {
    expect(positionsAfterMove(entries, 'c', 1)).toMatchObject([
      { id: 'c', position: 2 },
      { id: 'b', position: 3 },
    ]);
    expect(positionsAfterMove(entries, 'b', 1)).toEqual([]);
  });
});
