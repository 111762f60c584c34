// What the demo shop sells to other shops. One price per product: its sizes are the same amount, packed otherwise.
import type { Catalog, WholesaleField, WholesaleProduct } from '@balcao/shared/menu/menu.ts';

const WHOLESALE_SIZES = [
  '1 balde de 10 L',
  '2 baldes de 5 L',
  '1 balde de 5 L',
  '5 potes de 1 L',
  'Caixa com 40',
  '2 caixas com 20',
  'Saco de 5 kg',
  '5 sacos de 1 kg',
];
const WHOLESALE_FLAVORS = [
  'Tradicional',
  'Com Guaraná',
  'Com Banana',
  'Com Morango',
  'Zero Açúcar',
  'Creme',
  'Chocolate',
  'Morango',
  'Flocos',
  'Napolitano',
  'Coco',
  'Limão',
  'Maracujá',
  'Uva',
  'Abacaxi',
  'Leite em Pó',
  'Doce de Leite',
  'Pistache',
  'Paçoca',
  'Caramelo',
  'Mel e Castanhas',
  'Frutas Secas',
];

const WHOLESALE_CATEGORIES: Catalog['wholesaleCategories'] = (
  [
    ['acai', 'Açaí e Cremes', 'Direto da fábrica, congelado a -18 °C'],
    ['sorvetes', 'Sorvetes de Massa', 'Para sorveterias, restaurantes e buffets'],
    ['picoles', 'Picolés', 'Caixas fechadas'],
    ['complementos', 'Complementos', 'O que vai por cima e em volta'],
  ] as const
).map(([id, name, description], position) => ({
  id: `atacado-${id}`,
  name,
  description,
  position,
  active: true,
}));

type WholesaleRow = {
  id: string;
  name: string;
  description: string;
  priceCents: number;
  category: string;
  sizes: string[] | null;
  flavors: string[] | null;
};

const WHOLESALE_ROWS: WholesaleRow[] = [
  {
    id: 'atacado-acai-tradicional',
    name: 'Açaí Cremoso 10 L',
    description: 'Açaí médio, pronto para servir',
    priceCents: 12990,
    category: 'acai',
    sizes: ['1 balde de 10 L', '2 baldes de 5 L'],
    flavors: ['Tradicional', 'Com Guaraná', 'Zero Açúcar'],
  },
  {
    id: 'atacado-acai-premium',
    name: 'Açaí Premium 10 L',
    description: 'Açaí grosso, batido com fruta de verdade',
    priceCents: 16990,
    category: 'acai',
    sizes: ['1 balde de 10 L', '2 baldes de 5 L'],
    flavors: ['Com Banana', 'Com Morango'],
  },
  {
    id: 'atacado-cupuacu',
    name: 'Creme de Cupuaçu 5 L',
    description: 'Polpa selecionada de Belém do Pará',
    priceCents: 9490,
    category: 'acai',
    sizes: ['1 balde de 5 L', '5 potes de 1 L'],
    flavors: null,
  },
  {
    id: 'atacado-sorvete-massa',
    name: 'Sorvete de Massa 10 L',
    description: 'Linha tradicional, rende 120 bolas',
    priceCents: 13990,
    category: 'sorvetes',
    sizes: ['1 balde de 10 L', '2 baldes de 5 L'],
    flavors: ['Creme', 'Chocolate', 'Morango', 'Flocos', 'Napolitano', 'Coco', 'Limão', 'Maracujá'],
  },
  {
    id: 'atacado-sorvete-premium',
    name: 'Sorvete Premium 5 L',
    description: 'Mais creme, menos ar',
    priceCents: 11490,
    category: 'sorvetes',
    sizes: ['1 balde de 5 L', '5 potes de 1 L'],
    flavors: ['Pistache', 'Leite em Pó', 'Doce de Leite', 'Paçoca'],
  },
  {
    id: 'atacado-picole-fruta',
    name: 'Picolé de Fruta (40 un.)',
    description: 'À base de água, sem lactose',
    priceCents: 7990,
    category: 'picoles',
    sizes: ['Caixa com 40', '2 caixas com 20'],
    flavors: ['Morango', 'Limão', 'Maracujá', 'Uva', 'Abacaxi'],
  },
  {
    id: 'atacado-picole-cremoso',
    name: 'Picolé Cremoso com Cobertura (40 un.)',
    description: 'Casquinha crocante por fora',
    priceCents: 11990,
    category: 'picoles',
    sizes: ['Caixa com 40', '2 caixas com 20'],
    flavors: ['Chocolate', 'Coco', 'Leite em Pó', 'Doce de Leite'],
  },
  {
    id: 'atacado-granola',
    name: 'Granola Crocante 5 kg',
    description: 'Assada com mel, não murcha no açaí',
    priceCents: 8990,
    category: 'complementos',
    sizes: ['Saco de 5 kg', '5 sacos de 1 kg'],
    flavors: ['Tradicional', 'Mel e Castanhas', 'Frutas Secas'],
  },
  {
    id: 'atacado-caldas',
    name: 'Calda 1,3 kg',
    description: 'Bisnaga com bico dosador',
    priceCents: 2490,
    category: 'complementos',
    sizes: null,
    flavors: ['Chocolate', 'Morango', 'Caramelo'],
  },
  {
    id: 'atacado-casquinhas',
    name: 'Casquinhas (200 un.)',
    description: 'Crocantes, embaladas em caixa reforçada',
    priceCents: 4490,
    category: 'complementos',
    sizes: null,
    flavors: null,
  },
];

/** Cheaper by volume, of some. */
const TIERS: Readonly<Record<string, WholesaleProduct['tiers']>> = {
  'atacado-acai-tradicional': [
    { from: 5, priceCents: 12490 },
    { from: 10, priceCents: 11990 },
  ],
  'atacado-casquinhas': [{ from: 10, priceCents: 3990 }],
};

const wholesaleProducts = (pictures: Record<string, string>): WholesaleProduct[] =>
  WHOLESALE_ROWS.map(({ category, ...row }, position) => ({
    ...row,
    tiers: TIERS[row.id] ?? [],
    position,
    active: true,
    image: pictures[row.id] ?? null,
    categoryId: `atacado-${category}`,
  }));

const WHOLESALE_FIELDS: WholesaleField[] = [
  { id: 'name', enabled: true, required: true },
  { id: 'phone', enabled: true, required: true },
  { id: 'cpf_cnpj', enabled: true, required: false },
  { id: 'address', enabled: true, required: true },
  { id: 'observations', enabled: true, required: false },
];

const options = (prefix: string, names: readonly string[]) =>
  names.map((name, index) => ({ id: `${prefix}-${index + 1}`, name, active: true }));

/** The wholesale part of the catalogue. `pictures`: the image of each product by its id. */
export const wholesaleCatalog = (pictures: Record<string, string>) => ({
  wholesaleCategories: WHOLESALE_CATEGORIES,
  wholesaleProducts: wholesaleProducts(pictures),
  wholesaleSizes: options('atacado-tamanho', WHOLESALE_SIZES),
  wholesaleFlavors: options('atacado-sabor', WHOLESALE_FLAVORS),
  wholesaleFields: WHOLESALE_FIELDS,
});
