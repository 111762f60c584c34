// What the operator of the wholesale shop may save: a name and a price above nothing, and empty fields as nothing.
import { describe, expect, it } from 'vitest';
import { changedOf, checkCategory, checkProduct } from './entry-form.ts';

const product = {
  name: 'Caixa de açaí',
  price: '120,00',
  categoryId: 'caixas',
  position: '3',
  description: 'Dez litros',
  image: 'foto',
  sizes: ['10 L'],
  flavors: ['Puro', 'Guaraná'],
  active: true,
};
const REQUIRED = 'Nome e preço são obrigatórios e o preço deve ser maior que zero.';
const POSITION = 'A posição deve ser um número inteiro, a partir de 0.';

describe('a wholesale product', () => {
  it('is kept as it was typed, without blanks around', () => {
    expect(checkProduct({ ...product, name: ' Caixa de açaí ', description: ' Dez litros ' })).toEqual({
      wrong: null,
      fields: {
        name: 'Caixa de açaí',
        priceCents: 12_000,
        categoryId: 'caixas',
        position: 3,
        description: 'Dez litros',
        image: 'foto',
        sizes: ['10 L'],
        flavors: ['Puro', 'Guaraná'],
        active: true,
      },
    });
  });

  it('keeps what was left empty as nothing, and a position that was not given as 0', () => {
    const { fields } = checkProduct({
      ...product,
      categoryId: 'none',
      position: ' ',
      description: '  ',
      image: null,
      sizes: [],
      flavors: [],
      active: false,
    });
    expect(fields).toEqual({
      name: 'Caixa de açaí',
      priceCents: 12_000,
      categoryId: null,
      position: 0,
      description: null,
      image: null,
      sizes: null,
      flavors: null,
      active: false,
    });
  });

  it.each<[string, Partial<typeof product>, string | null]>([
    ['no name', { name: '' }, REQUIRED],
    ['a name of blanks', { name: '   ' }, REQUIRED],
    ['no price', { price: '' }, REQUIRED],
    ['a price in words', { price: 'dez' }, REQUIRED],
    ['a price below nothing', { price: '-1' }, REQUIRED],
    ['a price of nothing', { price: '0,00' }, REQUIRED],
    ['neither name nor price', { name: '', price: '' }, REQUIRED],
    ['a price of one centavo', { price: '0,01' }, null],
    ['a position of 0', { position: '0' }, null],
    ['the last position', { position: '99999' }, null],
    ['a position of six digits', { position: '100000' }, POSITION],
    ['a position below 0', { position: '-1' }, POSITION],
    ['half a position', { position: '1,5' }, POSITION],
    ['a position in words', { position: '2a' }, POSITION],
  ])('with %s: the words that are said', (_name, typed, wrong) => {
    const checked = checkProduct({ ...product, ...typed });
    expect(checked.wrong).toBe(wrong);
    expect(checked.fields === null).toBe(wrong !== null);
  });
});

describe('a wholesale category', () => {
  const category = { name: ' Caixas ', description: ' ', position: '', active: true };

  it('needs a name, keeps an empty description as nothing and stands at 0 unless told otherwise', () => {
    expect(checkCategory(category)).toEqual({
      wrong: null,
      fields: { name: 'Caixas', description: null, position: 0, active: true },
    });
    expect(
      checkCategory({ ...category, description: 'Para levar', position: ' 7 ', active: false }).fields,
    ).toEqual({ name: 'Caixas', description: 'Para levar', position: 7, active: false });
  });

  it.each([
    [{ name: ' ' }, 'Nome da categoria é obrigatório.'],
    [{ name: '', position: 'x' }, 'Nome da categoria é obrigatório.'],
    [{ position: '-1' }, POSITION],
    [{ position: '100000' }, POSITION],
    [{ position: '99999' }, null],
  ])('with %o says %s', (typed, wrong) => {
    expect(checkCategory({ ...category, ...typed }).wrong).toBe(wrong);
  });
});

it('sends only what differs, lists by what is in them', () => {
  const before = { id: 'x', name: 'Caixa', sizes: ['10 L'], flavors: null, active: true };
  expect(changedOf(before, { name: 'Caixa', sizes: ['10 L'], flavors: null, active: true })).toEqual({});
  expect(
    changedOf(before, { name: 'Balde', sizes: ['5 L', '10 L'], flavors: ['Puro'], active: false }),
  ).toEqual({
    name: 'Balde',
    sizes: ['5 L', '10 L'],
    flavors: ['Puro'],
    active: false,
  });
});
