// What the operator of the wholesale shop may save: a name and a price above nothing, and empty fields as nothing.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { storedOf, valuesOf } from '../../../data/staff/menu/editor/form.ts';
import { shownFields, type CatalogSpec, type Values } from '../../../data/staff/menu/editor/kind.ts';
import { wordsOf } from '../../../testing/words.ts';
import { CATEGORIES, FLAVORS, PRODUCTS, SIZES } from './kinds.tsx';

const product = {
  name: 'Caixa de açaí',
  priceCents: '120,00',
  categoryId: 'caixas',
  position: '3',
  description: 'Dez litros',
  image: 'foto',
  sizes: '10 L',
  flavors: 'Puro\nGuaraná',
  active: 'true',
};
const kept = {
  id: 'p',
  name: 'Balde',
  position: 0,
  active: true,
  description: null,
  priceCents: 9_900,
  image: null,
  categoryId: null,
  sizes: ['5 L', '10 L'],
  flavors: null,
  tiers: [],
};
const REQUIRED = 'Nome e preço são obrigatórios e o preço deve ser maior que zero.';
const POSITION = 'A posição deve ser um número inteiro, a partir de 0.';
const wrongOf = (spec: CatalogSpec, values: Values) =>
  spec.check(values, { catalog: null, entry: null })['form'] ?? null;

describe('a wholesale product', () => {
  it('is kept as it was typed, without blanks around', () => {
    const typed = { ...product, name: ' Caixa de açaí ', description: ' Dez litros ' };
    expect(storedOf(PRODUCTS.fields, typed)).toEqual({
      name: 'Caixa de açaí',
      priceCents: 12_000,
      categoryId: 'caixas',
      position: 3,
      description: 'Dez litros',
      image: 'foto',
      sizes: ['10 L'],
      flavors: ['Puro', 'Guaraná'],
      tiers: [],
      active: true,
    });
  });

  it('keeps what was left empty as nothing, and a position that was not given as 0', () => {
    const empty = { categoryId: '', position: ' ', description: '  ', image: '', sizes: '', flavors: '' };
    expect(storedOf(PRODUCTS.fields, { ...product, ...empty, active: 'false' })).toEqual({
      name: 'Caixa de açaí',
      priceCents: 12_000,
      categoryId: null,
      position: 0,
      description: null,
      image: null,
      sizes: null,
      flavors: null,
      tiers: [],
      active: false,
    });
  });

  it('is shown as it is kept, and stands last when it is new', () => {
    const { sizes, flavors, active } = valuesOf(PRODUCTS.fields, kept);
    expect({ sizes, flavors, active }).toEqual({ sizes: '5 L\n10 L', flavors: '', active: 'true' });
    expect(PRODUCTS.standard(7)).toEqual({ position: '7', active: 'true' });
  });

  it.each<[string, Partial<typeof product> & { tiers?: string }, string | null]>([
    ['no name', { name: '' }, REQUIRED],
    ['a name of blanks', { name: '   ' }, REQUIRED],
    ['no price', { priceCents: '' }, REQUIRED],
    ['a price in words', { priceCents: 'dez' }, REQUIRED],
    ['a price below nothing', { priceCents: '-1' }, REQUIRED],
    ['a price of nothing', { priceCents: '0,00' }, REQUIRED],
    ['neither name nor price', { name: '', priceCents: '' }, REQUIRED],
    ['a price of one centavo', { priceCents: '0,01' }, null],
    ['a price of a tenth of a centavo', { priceCents: '1,001' }, REQUIRED],
    ['a price by volume below its own', { tiers: '5 119,99' }, null],
    [
      'a price by volume that is no less than its own',
      { tiers: '5 120,00' },
      'Preço por volume: cada faixa deve ser mais barata do que a anterior e do que o preço do produto.',
    ],
    ['a position of 0', { position: '0' }, null],
    ['the last position', { position: '99999' }, null],
    ['a position of six digits', { position: '100000' }, POSITION],
    ['a position below 0', { position: '-1' }, POSITION],
    ['half a position', { position: '1,5' }, POSITION],
    ['a position in words', { position: '2a' }, POSITION],
  ])('with %s: the words that are said', (_name, typed, wrong) => {
    expect(wrongOf(PRODUCTS, { ...product, ...typed })).toBe(wrong);
  });
});

describe('a wholesale category', () => {
  const category = { name: ' Caixas ', description: ' ', position: '', active: 'true' };

  it('needs a name, keeps an empty description as nothing and stands at 0 unless told otherwise', () => {
    expect(storedOf(CATEGORIES.fields, category)).toEqual({
      name: 'Caixas',
      description: null,
      position: 0,
      active: true,
    });
    expect(
      storedOf(CATEGORIES.fields, {
        ...category,
        description: 'Para levar',
        position: ' 7 ',
        active: 'false',
      }),
    ).toEqual({ name: 'Caixas', description: 'Para levar', position: 7, active: false });
    expect(CATEGORIES.standard(4)).toMatchObject({ position: '0' });
  });

  it.each([
    [{ name: ' ' }, 'Nome da categoria é obrigatório.'],
    [{ name: '', position: 'x' }, 'Nome da categoria é obrigatório.'],
    [{ position: '-1' }, POSITION],
    [{ position: '1,5' }, POSITION],
    [{ position: '100000' }, POSITION],
    [{ position: '99999' }, null],
    [{ position: '0' }, null],
  ])('with %o says %s', (typed, wrong) => {
    expect(wrongOf(CATEGORIES, { ...category, ...typed })).toBe(wrong);
  });
});

it('a wholesale category says how many products are sold in it', () => {
  if (CATEGORIES.look !== 'cards') throw new Error('categories are cards');
  const product = { ...kept, categoryId: 'caixas' };
  const catalog = {
    ...sampleCatalog(),
    wholesaleProducts: [product, { ...product, id: 'q', active: false }, { ...kept, id: 'r' }],
  };
  const category = { id: 'caixas', name: 'Caixas', position: 2, active: true, description: null };
  const card = createElement('div', null, CATEGORIES.body(category, catalog));
  expect(wordsOf(card)).toBe('Posição 2 · 1 produto');
});

describe('a wholesale size', () => {
  const size = (id: string, name: string, active = true) => ({ id, name, active });
  const catalog = {
    ...sampleCatalog(),
    wholesaleSizes: [size('a', '5 L'), size('b', '10 L'), size('c', '20 L', false)],
    wholesaleProducts: [kept, { ...kept, id: 'q', sizes: ['10 L'] }],
  };
  const patches = (entry: { id: string; name: string; active: boolean } | null, name: string) =>
    SIZES.patches?.(catalog, { id: entry?.id ?? 'new', entry, values: { name } });
  const own = (id: string, name: string) => ({ kind: 'wholesaleSizes', id, fields: { name, active: true } });

  it('needs a name, and one that no other size has', () => {
    const wrong = (name: string, entry: ReturnType<typeof size> | null = null) =>
      SIZES.check({ name }, { catalog, entry })['form'];
    expect(wrong(' ')).toBe('Nome é obrigatório.');
    expect(wrong(' 5 L')).toBe('Já existe um tamanho com este nome.');
    expect(wrong('5 L', size('a', '5 L'))).toBeUndefined();
    expect(wrong('20 L')).toBeUndefined();
  });

  it('comes back under its old name instead of standing there twice', () => {
    expect(patches(null, '20 L')).toEqual([own('c', '20 L')]);
    expect(patches(null, ' 50 L ')).toEqual([own('new', '50 L')]);
  });

  it('is renamed in the products that have it', () => {
    expect(patches(size('a', '5 L'), '6 L')).toEqual([
      own('a', '6 L'),
      { kind: 'wholesaleProducts', id: 'p', fields: { sizes: ['6 L', '10 L'] } },
    ]);
    expect(patches(size('a', '5 L'), '5 L')).toEqual([own('a', '5 L')]);
    // What a product has under both names it has once.
    expect(patches(size('a', '5 L'), '10 L')).toEqual([
      own('a', '10 L'),
      { kind: 'wholesaleProducts', id: 'p', fields: { sizes: ['10 L'] } },
    ]);
  });
});

describe('a wholesale flavour', () => {
  const flavor = { id: 'a', name: 'Puro', active: true };
  const catalog = {
    ...sampleCatalog(),
    wholesaleFlavors: [flavor],
    wholesaleProducts: [{ ...kept, flavors: ['Puro', 'Banana'] }],
  };

  it('needs a name, and one that no other flavour has', () => {
    const wrong = (name: string) => FLAVORS.check({ name }, { catalog, entry: null })['form'];
    expect(wrong('  ')).toBe('Nome é obrigatório.');
    expect(wrong('Puro')).toBe('Já existe um sabor com este nome.');
    expect(wrong('Guaraná')).toBeUndefined();
  });

  it('is made active, and renamed in the products that have it', () => {
    expect(FLAVORS.patches?.(catalog, { id: 'new', entry: null, values: { name: ' Guaraná ' } })).toEqual([
      { kind: 'wholesaleFlavors', id: 'new', fields: { name: 'Guaraná', active: true } },
    ]);
    expect(FLAVORS.patches?.(catalog, { id: 'a', entry: flavor, values: { name: 'Açaí puro' } })).toEqual([
      { kind: 'wholesaleFlavors', id: 'a', fields: { name: 'Açaí puro', active: true } },
      { kind: 'wholesaleProducts', id: 'p', fields: { flavors: ['Açaí puro', 'Banana'] } },
    ]);
  });
});

describe('the form of one that is new', () => {
  const form = ({ fields }: CatalogSpec, isNew: boolean) => shownFields(fields, {}, isNew);
  const labels = (spec: CatalogSpec, isNew: boolean): string[] => form(spec, isNew).map(({ label }) => label);

  it.each([
    ['a category', CATEGORIES],
    ['a product', PRODUCTS],
  ])('asks all of %s but whether it is active, which is asked of one that is there', (_, spec) => {
    expect(labels(spec, true)).not.toContain('Ativo');
    expect(labels(spec, false)).toEqual([...labels(spec, true), 'Ativo']);
  });

  it.each([
    ['a size', SIZES],
    ['a flavour', FLAVORS],
  ])('of %s is a name; of one that is there it says that products are renamed too', (_, spec) => {
    const hints = (isNew: boolean) => form(spec, isNew).map(({ hint }) => hint);
    expect([labels(spec, true), labels(spec, false)]).toEqual([['Nome'], ['Nome']]);
    expect([hints(true), hints(false)]).toEqual([
      [undefined],
      ['O nome muda também nos produtos que o usam.'],
    ]);
  });
});
