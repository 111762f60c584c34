// The wholesale catalogues: what the operator may save of each, and how its entries are shown.
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { formatCents, parseCents } from '@balcao/shared/money.ts';
import type { CatalogSpec, FieldSpec, Values } from '../../../data/staff/menu/editor/kind.ts';
import { tiersTrouble } from '../../../data/staff/menu/editor/tiers.ts';
import { countText } from '../../../text/menu.ts';
import {
  BUYER,
  CATEGORY_NAME_REQUIRED,
  deleteFailedText,
  doneText,
  KINDS,
  NAME_REQUIRED,
  OPERATOR,
  POSITION_WRONG,
  PRODUCT_REQUIRED,
  saveFailedText,
  type WholesaleKind,
} from '../texts.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { PACK } from '../pack.ts';

const name: FieldSpec = { key: 'name', label: 'Nome', type: 'text', required: true };
const position: FieldSpec = { key: 'position', label: 'Posição', type: 'count', hint: 'Menor vem primeiro.' };
const description: FieldSpec = { key: 'description', label: 'Descrição', type: 'area' };
const active: FieldSpec = { key: 'active', label: 'Ativo', type: 'switch', shown: (_, isNew) => !isNew };

/** What the page says of a category or a product that could not be kept; of a size or a flavour it says what the message says. */
const besideOf = (kind: WholesaleKind, what: 'criar' | 'atualizar' | 'excluir'): { beside?: string } =>
  kind === 'category' || kind === 'product' ? { beside: `Erro ao ${what} ${KINDS[kind].one}` } : {};

const loadingOf = (title: string) => ({ title, retry: BUYER.tryAgain, stale: true as const });

const common = (kind: WholesaleKind, title: string, add: string, empty: string) => ({
  title,
  one: `${KINDS[kind].article} ${KINDS[kind].one}`,
  inactive: 'shown' as CatalogSpec['inactive'],
  words: {
    add,
    empty,
    saveFailed: (isNew: boolean) => ({
      lead: saveFailedText(kind),
      ...besideOf(kind, isNew ? 'criar' : 'atualizar'),
    }),
    rowFailed: { lead: saveFailedText(kind) },
    removeFailed: { lead: deleteFailedText(kind), ...besideOf(kind, 'excluir') },
    saved: (_: string, isNew: boolean) => ({
      title: OPERATOR.success,
      text: doneText(kind, isNew ? 'cri' : 'atualiz'),
      tone: 'success' as const,
    }),
    removed: () => ({ title: OPERATOR.success, text: doneText(kind, 'exclu'), tone: 'success' as const }),
    invalid: OPERATOR.invalid,
  },
  loading: loadingOf(`Erro: Erro ao carregar ${title.toLowerCase()}`),
});

/** One sentence for the whole form. */
const oneError = (...wrong: (string | false)[]): { form?: string } => {
  const first = wrong.find((text) => text !== false);
  return first === undefined ? {} : { form: first };
};
const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';
const misplaced = (values: Values): string | false =>
  !/^\d{0,5}$/.test((values['position'] ?? '').trim()) && POSITION_WRONG;

const inCategory = ({ wholesaleProducts }: Catalog, id: string): number =>
  wholesaleProducts.filter((product) => product.active && product.categoryId === id).length;

export const CATEGORIES: CatalogSpec<'wholesaleCategories'> = {
  ...common('category', 'Categorias', 'Nova Categoria', 'Nenhuma categoria criada'),
  kind: 'wholesaleCategories',
  fields: [name, position, description, active],
  standard: () => ({ position: '0', active: 'true' }),
  check: (values) => oneError(isBlank(values['name']) && CATEGORY_NAME_REQUIRED, misplaced(values)),
  look: 'cards',
  columns: 'sm:grid-cols-2 xl:grid-cols-3',
  body: (category, catalog) => (
    <>
      {category.description !== null && <p className="text-sm">{category.description}</p>}
      <p className="text-sm">
        Posição {category.position} · {countText(inCategory(catalog, category.id), 'produto', 'produtos')}
      </p>
    </>
  ),
};

export const PRODUCTS: CatalogSpec<'wholesaleProducts'> = {
  ...common('product', 'Produtos', 'Novo Produto', 'Nenhum produto criado'),
  kind: 'wholesaleProducts',
  // The one list whose words the specification sets: what its buyers read, too.
  loading: loadingOf(BUYER.loadFailed),
  fields: [
    name,
    { key: 'priceCents', label: 'Preço', type: 'money', required: true },
    {
      key: 'categoryId',
      label: 'Categoria',
      type: 'select',
      options: (catalog, value) => [
        ['', 'Sem categoria'],
        ...(catalog?.wholesaleCategories ?? [])
          .filter((one) => one.active || one.id === value)
          .map((one) => [one.id, one.name] as const),
      ],
    },
    position,
    description,
    { key: 'sizes', label: 'Tamanhos', type: 'choices', listed: ({ wholesaleSizes }) => wholesaleSizes },
    { key: 'flavors', label: 'Sabores', type: 'choices', listed: ({ wholesaleFlavors }) => wholesaleFlavors },
    { key: 'tiers', label: 'Preço por volume', type: 'tiers' },
    { key: 'image', label: 'Foto', type: 'image' },
    active,
  ],
  standard: (count) => ({ position: String(count), active: 'true' }),
  check: (values) =>
    oneError(
      (isBlank(values['name']) || !parseCents(values['priceCents'] ?? '')) && PRODUCT_REQUIRED,
      misplaced(values),
      tiersTrouble(values['tiers'] ?? '', parseCents(values['priceCents'] ?? '') ?? 0) ?? false,
    ),
  look: 'cards',
  columns: 'sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  picture: (product) => (
    <ProductPicture
      image={product.image}
      cup={PACK}
      width={960}
      className={`aspect-4/3 w-full ${product.active ? '' : 'opacity-50 grayscale'}`}
    />
  ),
  body: (product, catalog) => (
    <>
      <p className="numbers text-lg font-bold">{formatCents(product.priceCents)}</p>
      <p className="text-sm">
        {catalog.wholesaleCategories.find((one) => one.id === product.categoryId)?.name ?? 'Sem categoria'}
      </p>
      <p className="text-sm">
        {[
          product.sizes && countText(product.sizes.length, 'tamanho', 'tamanhos'),
          product.flavors && countText(product.flavors.length, 'sabor', 'sabores'),
          product.tiers.length > 0
            ? countText(product.tiers.length, 'preço por volume', 'preços por volume')
            : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
    </>
  ),
};

/** The names that products choose from. `listed`: where a product holds them. */
function options<K extends 'wholesaleSizes' | 'wholesaleFlavors'>(
  kind: K,
  of: 'size' | 'flavor',
  [title, one]: readonly [string, string],
  listed: 'sizes' | 'flavors',
): CatalogSpec<K> {
  return {
    ...common(of, title, `Novo ${one}`, `Nada aqui ainda. Toque em “Novo ${one}” para começar.`),
    kind,
    inactive: 'hidden',
    look: 'names',
    fields: [
      { ...name, wide: true, shown: (_, isNew) => isNew },
      {
        ...name,
        wide: true,
        shown: (_, isNew) => !isNew,
        hint: 'O nome muda também nos produtos que o usam.',
      },
    ],
    standard: () => ({}),
    check(values, { catalog, entry }) {
      const typed = (values['name'] ?? '').trim();
      const isNameTaken = catalog?.[kind].some(
        (other) => other.active && other.id !== entry?.id && other.name === typed,
      );
      return oneError(
        typed === '' && NAME_REQUIRED,
        isNameTaken === true && `Já existe um ${one.toLowerCase()} com este nome.`,
      );
    },
    patches(catalog, { id, entry, values }) {
      const typed = (values['name'] ?? '').trim();
      // One of that name that was switched off comes back instead of standing there twice.
      const before = entry ?? catalog[kind].find((other) => !other.active && other.name === typed);
      // Products know their sizes and flavours by name.
      const products = catalog.wholesaleProducts.flatMap((product) => {
        const names = product[listed];
        if (!entry || entry.name === typed || !names?.includes(entry.name)) return [];
        const renamed = [...new Set(names.map((other) => (other === entry.name ? typed : other)))];
        return [{ kind: 'wholesaleProducts' as const, id: product.id, fields: { [listed]: renamed } }];
      });
      return [{ kind, id: before?.id ?? id, fields: { name: typed, active: true } }, ...products];
    },
  };
}

export const SIZES = options('wholesaleSizes', 'size', ['Tamanhos', 'Tamanho'], 'sizes');
export const FLAVORS = options('wholesaleFlavors', 'flavor', ['Sabores', 'Sabor'], 'flavors');
