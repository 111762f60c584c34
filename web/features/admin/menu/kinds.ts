// The retail catalogues: what each is called, the fields of its form, and how its entries are shown.
import { ALLERGENS } from '@balcao/shared/menu/allergens.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { isCup } from '@balcao/shared/menu/cup.ts';
import {
  obstacleOf,
  PRODUCT_KINDS,
  productKindOf,
  type Obstacle,
  type ProductKind,
} from '@balcao/shared/menu/product-kind.ts';
import { countText } from '../../../text/menu.ts';
import { ITEM_NOT_SAVED } from '../../../text/staff.ts';
import { checkFields } from '../../../data/staff/menu/editor/form.ts';
import {
  shownFields,
  type CatalogSpec,
  type FieldSpec,
  type Values,
} from '../../../data/staff/menu/editor/kind.ts';
import { previewOf, type MenuKind } from './entry-preview.tsx';

const name: FieldSpec = { key: 'name', label: 'Nome', type: 'text', required: true };
const description: FieldSpec = { key: 'description', label: 'Descrição', type: 'area' };
const color: FieldSpec = { key: 'color', label: 'Cor no copo desenhado', type: 'color' };
const allergens: FieldSpec = {
  key: 'allergens',
  label: 'Contém (alergênicos)',
  type: 'choices',
  listed: () => ALLERGENS.map((one) => ({ name: one, active: true })),
  none: [],
};
const price: FieldSpec = { key: 'priceCents', label: 'Preço', type: 'money', required: true };

/** What all of them say and do alike. `one`: 'o tamanho', 'a base'. */
const common = <K extends MenuKind>(kind: K, title: string, one: string, saveFailed = ITEM_NOT_SAVED) => {
  const add = `${one.startsWith('a ') ? 'Nova' : 'Novo'} ${one.slice(2)}`;
  return {
    kind,
    title,
    one,
    look: 'table' as const,
    sellable: true,
    inactive: 'on-request' as CatalogSpec['inactive'],
    words: {
      add,
      empty: `Nada aqui ainda. Toque em “${add}” para começar.`,
      saveFailed: () => saveFailed,
      rowFailed: ITEM_NOT_SAVED,
      removeFailed: 'Erro ao remover item',
      saved: (saved: string, isNew: boolean) => ({
        title: isNew ? `${saved} está no cardápio` : 'Alterações salvas',
        tone: 'success' as const,
      }),
      removed: (removed: string) => ({ title: `${removed} saiu do cardápio`, tone: 'success' as const }),
    },
    standard: (): Values => ({}),
    preview: (values: Values) => previewOf(kind, values),
  };
};

const checked = (fields: readonly FieldSpec[]) => ({
  fields,
  check: (values: Values, { entry }: { entry: object | null }) =>
    checkFields(shownFields(fields, values, entry === null), values),
});

const SIZES: CatalogSpec<'sizes'> = {
  ...common('sizes', 'Tamanhos', 'o tamanho'),
  ...checked([
    name,
    price,
    { key: 'maxToppings', label: 'Máximo de complementos', type: 'count', required: true },
  ]),
  details: ({ maxToppings }) => [`até ${countText(maxToppings, 'complemento', 'complementos')}`],
};
const BASES: CatalogSpec<'bases'> = {
  ...common('bases', 'Bases', 'a base'),
  ...checked([name, description, color, allergens]),
  details: (base) => [base.description],
};
const ICE_CREAMS: CatalogSpec<'iceCreams'> = {
  ...common('iceCreams', 'Sorvetes', 'o sorvete'),
  ...checked([name, description, color, allergens]),
  details: (iceCream) => [iceCream.description],
};
const TOPPINGS: CatalogSpec<'toppings'> = {
  ...common('toppings', 'Complementos', 'o complemento'),
  ...checked([
    name,
    {
      key: 'category',
      label: 'Categoria',
      type: 'select',
      required: true,
      empty: 'outros',
      options: () => [
        ['', 'Escolha…'],
        ['frutas', 'Frutas'],
        ['caldas', 'Caldas'],
        ['crocantes', 'Crocantes'],
        ['outros', 'Outros'],
      ],
    },
    { key: 'priceCents', label: 'Preço', type: 'money', hint: 'Vazio ou zero: sem custo.' },
    color,
    allergens,
  ]),
  details: ({ category }) => [category || 'Outros'],
};
const CATEGORY_FIELDS = [name, description, { key: 'position', label: 'Posição', type: 'count' }] as const;
const CATEGORIES: CatalogSpec<'categories'> = {
  ...common('categories', 'Categorias', 'a categoria', 'Erro ao salvar categoria'),
  fields: CATEGORY_FIELDS,
  check: (values) => ({
    ...checkFields(CATEGORY_FIELDS, values),
    ...((values['name'] ?? '').trim() === '' && { name: 'O nome da categoria é obrigatório.' }),
  }),
  sellable: false,
  inactive: 'shown',
  standard: (count) => ({ position: String(count + 1) }),
  details: (category) => [category.description],
};

/** Each answer to 'O que é?': in a row of the table, in the form, and where customers and the counter find it. */
const KINDS: Record<ProductKind, { short: string; label: string; about: string }> = {
  ready: {
    short: 'Produto pronto',
    label: 'Bebida ou produto pronto',
    about: 'No site, em “Para acompanhar”. No balcão, em “Bebidas e produtos”.',
  },
  'ready-cup': {
    short: 'Taça pronta',
    label: 'Taça pronta: vem como descrita',
    about: 'No site, em “Taça Montada”, na sua categoria. No balcão, em “Taças”.',
  },
  'built-cup': {
    short: 'Taça à escolha',
    label: 'Taça à escolha: o cliente monta',
    about:
      'No site, em “Taça Montada”: o cliente escolhe base, sorvete e complementos, pelo preço da taça. No balcão, em “Taças”.',
  },
  'ready-acai': {
    short: 'Açaí montado',
    label: 'Açaí montado',
    about:
      'Vem como descrito, pelo seu preço. No site, em “Para acompanhar”. No balcão, em “Bebidas e produtos”.',
  },
};
const isKind = (value: string): value is ProductKind => Object.hasOwn(KINDS, value);
const OBSTACLES: Record<Obstacle, string> = {
  'cups-off': 'Fora de venda: as taças estão desligadas na aba Taça',
  'no-base': 'Fora de venda: não há base no cardápio',
  'no-ice-cream': 'Fora de venda: não há sorvete no cardápio',
};
/** The first question about a product: one answer decides where it is sold and what is chosen of it. */
const whatItIs = (...kinds: ProductKind[]): FieldSpec => ({
  key: 'productKind',
  label: 'O que é?',
  type: 'select',
  required: true,
  wide: true,
  options: () => [['', 'Escolha…'], ...kinds.map((kind) => [kind, KINDS[kind].label] as const)],
  about: (value) => (isKind(value) ? KINDS[value].about : undefined),
  parts: {
    read: (entry) => ('productType' in entry ? productKindOf(entry) : ''),
    stored: (value) => (isKind(value) ? PRODUCT_KINDS[value] : {}),
  },
});
const PRODUCT_FAILED = 'Erro ao salvar produto';
const productFields = (...kinds: ProductKind[]) =>
  checked([
    whatItIs(...kinds),
    name,
    price,
    {
      key: 'categoryId',
      label: 'Categoria',
      type: 'select',
      options: (catalog, value) => [
        ['', 'Sem categoria'],
        ...(catalog?.categories
          .filter((one) => one.active || one.id === value)
          .map((one) => [one.id, one.name] as const) ?? []),
      ],
    },
    description,
    { key: 'accompaniments', label: 'Acompanha', type: 'list', hint: 'Um por linha.' },
    allergens,
    { key: 'image', label: 'Foto', type: 'image' },
  ]);
const PRODUCTS: CatalogSpec<'products'> = {
  ...common('products', 'Produtos', 'o produto', PRODUCT_FAILED),
  ...productFields('ready', 'ready-cup', 'built-cup', 'ready-acai'),
  inactive: 'shown',
  details: (product, catalog) => {
    const obstacle = product.active ? obstacleOf(product, catalog) : null;
    return [
      obstacle && OBSTACLES[obstacle],
      KINDS[productKindOf(product)].short,
      categoryName(catalog, product.categoryId),
      product.description,
    ];
  },
};
const categoryName = ({ categories }: Catalog, id: string | null): string | null =>
  categories.find((one) => one.id === id)?.name ?? null;

/** The Cardápio tab, each under its address. */
export const MENU: readonly { slug: string; spec: CatalogSpec }[] = [
  { slug: 'tamanhos', spec: SIZES },
  { slug: 'bases', spec: BASES },
  { slug: 'sorvetes', spec: ICE_CREAMS },
  { slug: 'complementos', spec: TOPPINGS },
  { slug: 'categorias', spec: CATEGORIES },
  { slug: 'produtos', spec: PRODUCTS },
];

/** The Taça tab. */
export const CUPS: CatalogSpec<'products'> = {
  ...PRODUCTS,
  ...common('products', 'Taças', 'a taça', PRODUCT_FAILED),
  ...productFields('ready-cup', 'built-cup'),
  inactive: 'shown',
  standard: () => ({ productKind: 'ready-cup' }),
  has: isCup,
};

/** Configurações › Produtos: drinks and what is sold as it comes. */
export const READY_PRODUCTS: CatalogSpec<'products'> = {
  ...PRODUCTS,
  ...productFields('ready', 'ready-acai'),
  has: (product) => !isCup(product),
};
