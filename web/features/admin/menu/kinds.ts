// The six catalogues: what each is called, and the fields of its form.
import type { Catalog, EntryKind } from '@balcao/shared/menu/menu.ts';

export type MenuKind = Extract<
  EntryKind,
  'sizes' | 'bases' | 'iceCreams' | 'toppings' | 'categories' | 'products'
>;

export type FieldSpec = {
  key: string;
  label: string;
  type:
    | 'text'
    | 'area'
    | 'money'
    | 'count'
    | 'color'
    | 'topping-category'
    | 'product-category'
    | 'image'
    | 'list'
    | 'cup-mode'
    | 'product-type';
  required?: true;
  hint?: string;
  /** Shown for these products only. */
  only?: 'TACA_MONTADA' | 'not-cup';
};

export type KindSpec = {
  kind: MenuKind;
  slug: string;
  title: string;
  /** 'tamanho', 'base'… for buttons and messages. */
  one: string;
  /** Grammatical gender, for 'Novo' and 'Nova'. */
  female: boolean;
  fields: readonly FieldSpec[];
};

const name: FieldSpec = { key: 'name', label: 'Nome', type: 'text', required: true };
const description: FieldSpec = { key: 'description', label: 'Descrição', type: 'area' };
const color: FieldSpec = { key: 'color', label: 'Cor no copo desenhado', type: 'color' };

export const KINDS: readonly KindSpec[] = [
  {
    kind: 'sizes',
    slug: 'tamanhos',
    title: 'Tamanhos',
    one: 'tamanho',
    female: false,
    fields: [
      name,
      { key: 'priceCents', label: 'Preço', type: 'money', required: true },
      { key: 'maxToppings', label: 'Máximo de complementos', type: 'count', required: true },
    ],
  },
  {
    kind: 'bases',
    slug: 'bases',
    title: 'Bases',
    one: 'base',
    female: true,
    fields: [name, description, color],
  },
  {
    kind: 'iceCreams',
    slug: 'sorvetes',
    title: 'Sorvetes',
    one: 'sorvete',
    female: false,
    fields: [name, description, color],
  },
  {
    kind: 'toppings',
    slug: 'complementos',
    title: 'Complementos',
    one: 'complemento',
    female: false,
    fields: [
      name,
      { key: 'category', label: 'Categoria', type: 'topping-category', required: true },
      { key: 'priceCents', label: 'Preço', type: 'money', hint: 'Vazio ou zero: sem custo.' },
      color,
    ],
  },
  {
    kind: 'categories',
    slug: 'categorias',
    title: 'Categorias',
    one: 'categoria',
    female: true,
    fields: [name, description, { key: 'position', label: 'Posição', type: 'count' }],
  },
  {
    kind: 'products',
    slug: 'produtos',
    title: 'Produtos',
    one: 'produto',
    female: false,
    fields: [
      name,
      { key: 'priceCents', label: 'Preço', type: 'money', required: true },
      { key: 'categoryId', label: 'Categoria', type: 'product-category' },
      { key: 'productType', label: 'Tipo', type: 'product-type', only: 'not-cup' },
      { key: 'cupMode', label: 'Como é vendida', type: 'cup-mode', only: 'TACA_MONTADA' },
      description,
      { key: 'accompaniments', label: 'Acompanha', type: 'list', hint: 'Um por linha.' },
      { key: 'image', label: 'Foto', type: 'image' },
    ],
  },
];

export type AnyEntry = Catalog[MenuKind][number];

/** The fields as an open record: forms read and write them by name; the store judges the values. */
export const fieldsOf = (entry: AnyEntry): Record<string, unknown> => ({ ...entry });

export const entriesOf = (catalog: Catalog, kind: MenuKind): readonly AnyEntry[] => catalog[kind];
