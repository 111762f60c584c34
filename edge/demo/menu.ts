// A real-looking açaí shop for `npm start` and tests: what it sells, what that costs, how it presents itself.
import type { Allergen } from '@balcao/shared/menu/allergens.ts';
import type {
  Base,
  Catalog,
  IceCream,
  PaymentSetting,
  Product,
  Size,
  Topping,
  ToppingCategory,
} from '@balcao/shared/menu/menu.ts';
import { wholesaleCatalog } from './wholesale.ts';

const item = (id: string, name: string, position: number) => ({
  id,
  name,
  position,
  active: true,
  soldOutUntilMs: null,
});

const SIZES: Size[] = (
  [
    ['pequeno', 'Pequeno 300 ml', 1490, 2],
    ['medio', 'Médio 500 ml', 1990, 3],
    ['grande', 'Grande 700 ml', 2490, 5],
    ['gigante', 'Gigante 1 litro', 3290, 8],
  ] as const
).map(([id, name, priceCents, maxToppings], index) => ({
  ...item(`tamanho-${id}`, name, index),
  priceCents,
  maxToppings,
}));

/** What each of the demo's ingredients holds, by its id without the kind; where none is named, nothing is ticked. */
const HOLDS: Record<string, readonly Allergen[]> = {
  creme: ['leite'],
  chocolate: ['leite', 'soja'],
  flocos: ['leite', 'soja'],
  napolitano: ['leite', 'soja'],
  ninho: ['leite'],
  'doce-de-leite': ['leite'],
  pacoca: ['amendoim'],
  pistache: ['castanhas', 'leite'],
  menta: ['leite', 'soja'],
  'iogurte-amarena': ['leite'],
  'leite-condensado': ['leite'],
  'calda-chocolate': ['leite', 'soja'],
  'creme-ninho': ['leite'],
  'creme-avela': ['castanhas', 'leite', 'soja'],
  granola: ['castanhas', 'glúten'],
  'leite-em-po': ['leite'],
  amendoim: ['amendoim'],
  granulado: ['leite', 'soja'],
  biscoito: ['glúten', 'leite', 'soja'],
  gotas: ['leite', 'soja'],
  castanha: ['castanhas'],
};
const allergensOf = (id: string) => (HOLDS[id] ? { allergens: [...HOLDS[id]] } : {});

const BASES: Base[] = (
  [
    ['acai', 'Açaí Tradicional', 'Cremoso, batido na hora com xarope de guaraná', '#4a1259'],
    ['acai-banana', 'Açaí com Banana', 'A mistura preferida da praça, docinha e encorpada', '#6a2f6b'],
    ['acai-morango', 'Açaí com Morango', 'Açaí e morango batidos juntos, com um toque azedinho', '#7d1d52'],
    ['acai-zero', 'Açaí Zero Açúcar', 'Só a polpa e banana madura: nada de açúcar', '#3a0f45'],
    ['cupuacu', 'Creme de Cupuaçu', 'Branquinho, perfumado e levemente ácido', '#f4e7c5'],
  ] as const
).map(([id, name, description, color], index) => ({
  ...item(`base-${id}`, name, index),
  description,
  color,
}));

const ICE_CREAMS: IceCream[] = (
  [
    ['creme', 'Creme', 'O clássico de baunilha', '#fbe6b0'],
    ['chocolate', 'Chocolate', 'Cacau 50 %, bem intenso', '#6b3f2a'],
    ['morango', 'Morango', 'Com pedacinhos da fruta', '#f08fa2'],
    ['flocos', 'Flocos', 'Creme com lascas de chocolate', '#f3ead7'],
    ['napolitano', 'Napolitano', 'Creme, chocolate e morango numa bola só', '#e9b7a4'],
    ['ninho', 'Leite em Pó', 'Docinho, com leite em pó de verdade', '#fff2d6'],
    ['doce-de-leite', 'Doce de Leite', 'Doce de leite mineiro, sem economia', '#cf9350'],
    ['pacoca', 'Paçoca', 'Amendoim torrado e um pouco de sal', '#d8a560'],
    ['coco', 'Coco Queimado', 'Coco ralado tostado no tacho', '#efe0c4'],
    ['maracuja', 'Maracujá', 'Azedinho, com sementes', '#f2b632'],
    ['limao', 'Limão-Siciliano', 'Refrescante e leve', '#eef0a8'],
    ['pistache', 'Pistache', 'Pistache torrado e moído na casa', '#a9bf7a'],
    ['menta', 'Menta com Chocolate', 'Gelado duas vezes', '#9fd8c0'],
    ['ceu-azul', 'Céu Azul', 'O azul que a criançada pede', '#7fbfe3'],
    ['iogurte-amarena', 'Iogurte com Amarena', 'Iogurte natural e calda de cereja', '#e6b3c2'],
  ] as const
).map(([id, name, description, color], index) => ({
  ...item(`sorvete-${id}`, name, index),
  ...allergensOf(id),
  description,
  color,
}));

type ToppingRow = readonly [id: string, name: string, color: string, priceCents?: number];

const TOPPING_ROWS: Record<Exclude<ToppingCategory, ''>, readonly ToppingRow[]> = {
  frutas: [
    ['morango', 'Morango', '#d7263d'],
    ['banana', 'Banana', '#fbe28c'],
    ['kiwi', 'Kiwi', '#8cc63f'],
    ['manga', 'Manga', '#f5a623'],
    ['uva', 'Uva Verde', '#a3c45a'],
    ['abacaxi', 'Abacaxi', '#f2d24b'],
    ['maca', 'Maçã', '#c9e2a0'],
    ['mirtilo', 'Mirtilo', '#3b3f8f', 350],
    ['cereja', 'Cereja em Calda', '#c8102e', 200],
  ],
  caldas: [
    ['leite-condensado', 'Leite Condensado', '#f6e7bd'],
    ['calda-chocolate', 'Calda de Chocolate', '#4e2a1a'],
    ['calda-morango', 'Calda de Morango', '#c21f3a'],
    ['caramelo', 'Caramelo', '#c77a1f'],
    ['mel', 'Mel', '#e5a823'],
    ['doce-de-leite', 'Doce de Leite', '#b9752f'],
    ['creme-ninho', 'Creme de Leite em Pó', '#fff4dd', 400],
    ['creme-avela', 'Creme de Avelã', '#5c3420', 450],
  ],
  crocantes: [
    ['granola', 'Granola', '#c08a4a'],
    ['pacoca', 'Paçoca', '#dba865'],
    ['leite-em-po', 'Leite em Pó', '#fff8e7'],
    ['amendoim', 'Amendoim Triturado', '#c99a5b'],
    ['flocos-arroz', 'Flocos de Arroz', '#f3dfb0'],
    ['coco-ralado', 'Coco Ralado', '#fdfaf2'],
    ['granulado', 'Granulado', '#3a1d10'],
    ['confeitos', 'Confeitos Coloridos', '#e2521d'],
    ['biscoito', 'Biscoito de Chocolate', '#2f2320'],
    ['gotas', 'Gotas de Chocolate', '#5a301c', 200],
    ['castanha', 'Castanha-de-Caju', '#e3c08a', 300],
  ],
};

const TOPPINGS: Topping[] = Object.entries(TOPPING_ROWS)
  .flatMap(([category, rows]) => rows.map((row) => ({ category: category as ToppingCategory, row })))
  .map(({ category, row: [id, name, color, priceCents = 0] }, index) => ({
    ...item(`comp-${id}`, name, index),
    ...allergensOf(id),
    category,
    priceCents,
    color,
  }));

const CATEGORIES: Catalog['categories'] = (
  [
    ['classicas', 'Taças Clássicas', 'As que todo mundo conhece, caprichadas'],
    ['sundaes', 'Sundaes e Banana Split', 'Sorvete, calda quente e chantilly'],
    ['especiais', 'Especiais da Casa', 'Para dividir, ou não'],
    ['do-seu-jeito', 'Do Seu Jeito', 'Você escolhe tudo, nós montamos'],
    ['milk-shakes', 'Milk-shakes', 'Batidos na hora, 500 ml'],
    ['bebidas', 'Bebidas', 'Geladinhas, para acompanhar'],
  ] as const
).map(([id, name, description], position) => ({
  id: `cat-${id}`,
  name,
  description,
  position,
  active: true,
}));

type ProductRow = {
  id: string;
  name: string;
  description: string;
  priceCents: number;
  category: string;
  with?: string[];
  type?: Product['productType'];
  mode?: Product['cupMode'];
};

const PRODUCT_ROWS: ProductRow[] = [
  {
    id: 'taca-tropical',
    name: 'Taça Tropical',
    description: 'Açaí em camadas com creme de manga e granola, coberto de frutas frescas',
    priceCents: 2290,
    category: 'classicas',
    with: ['Morango', 'Banana', 'Kiwi', 'Granola', 'Canudo de wafer'],
  },
  {
    id: 'taca-morango-ninho',
    name: 'Taça Morango com Leite em Pó',
    description: 'Açaí, creme de leite em pó e morangos, do fundo até o topo',
    priceCents: 2590,
    category: 'classicas',
    with: ['Morango', 'Creme de leite em pó', 'Calda de morango'],
  },
  {
    id: 'taca-chocolatuda',
    name: 'Taça Chocolatuda',
    description: 'Chocolate, creme e pedaços de brownie com calda quente',
    priceCents: 2590,
    category: 'classicas',
    with: ['Brownie', 'Calda de chocolate', 'Confeitos', 'Cereja'],
  },
  {
    id: 'sundae-doce-de-leite',
    name: 'Sundae de Doce de Leite',
    description: 'Duas bolas, doce de leite mineiro, farofa de amendoim e chantilly',
    priceCents: 1890,
    category: 'sundaes',
    with: ['Doce de leite', 'Farofa de amendoim', 'Chantilly'],
  },
  {
    id: 'sundae-frutas-vermelhas',
    name: 'Sundae de Frutas Vermelhas',
    description: 'Morango e iogurte com calda de frutas vermelhas da casa',
    priceCents: 2090,
    category: 'sundaes',
    with: ['Mirtilo', 'Morango', 'Calda de frutas vermelhas'],
  },
  {
    id: 'banana-split',
    name: 'Banana Split da Praça',
    description: 'Três bolas, três caldas, três chantillys e uma banana inteira',
    priceCents: 2790,
    category: 'sundaes',
    with: ['Banana', 'Calda de chocolate', 'Calda de morango', 'Caramelo', 'Paçoca'],
  },
  {
    id: 'barca-para-dois',
    name: 'Barca para Dois',
    description: 'Um litro de açaí na barca, com frutas, granola e leite em pó à vontade',
    priceCents: 4990,
    category: 'especiais',
    with: ['Morango', 'Banana', 'Kiwi', 'Uva', 'Granola', 'Leite em pó'],
  },
  {
    id: 'petit-gateau',
    name: 'Petit Gâteau',
    description: 'Bolinho quente de chocolate que derrete por dentro, com sorvete de creme',
    priceCents: 2490,
    category: 'especiais',
    with: ['Sorvete de creme', 'Calda de caramelo', 'Morango'],
  },
  {
    id: 'taca-pacoca',
    name: 'Copo da Festa Junina',
    description: 'Açaí com banana, leite condensado e muita paçoca esfarelada',
    priceCents: 2190,
    category: 'especiais',
    with: ['Paçoca', 'Banana', 'Leite condensado'],
  },
  {
    id: 'taca-do-seu-jeito',
    name: 'Taça do Seu Jeito',
    description: 'A taça grande da casa: escolha base, sorvete e complementos',
    priceCents: 3490,
    category: 'do-seu-jeito',
    with: ['Canudo de wafer', 'Cereja'],
    mode: 'escolha',
  },
  {
    id: 'tigela-da-praca',
    name: 'Tigela da Praça',
    description: 'Na tigela, como no Norte: monte com tudo o que gosta',
    priceCents: 3790,
    category: 'do-seu-jeito',
    with: ['Granola', 'Banana'],
    mode: 'escolha',
  },
  {
    id: 'milk-shake-acai',
    name: 'Milk-shake de Açaí',
    description: 'Açaí e sorvete de creme, com chantilly e granola',
    priceCents: 1790,
    category: 'milk-shakes',
    type: 'PRONTO',
  },
  {
    id: 'milk-shake-morango',
    name: 'Milk-shake de Morango',
    description: 'Sorvete de morango batido com leite bem gelado',
    priceCents: 1690,
    category: 'milk-shakes',
    type: 'PRONTO',
  },
  {
    id: 'milk-shake-ovomalte',
    name: 'Milk-shake de Malte Crocante',
    description: 'Chocolate maltado com flocos que estalam',
    priceCents: 1790,
    category: 'milk-shakes',
    type: 'PRONTO',
  },
  {
    id: 'suco-laranja',
    name: 'Suco de Laranja',
    description: 'Espremido na hora, 400 ml',
    priceCents: 1090,
    category: 'bebidas',
    type: 'PRONTO',
  },
  {
    id: 'suco-abacaxi-hortela',
    name: 'Suco de Abacaxi com Hortelã',
    description: 'Da fruta, 400 ml',
    priceCents: 1190,
    category: 'bebidas',
    type: 'PRONTO',
  },
  {
    id: 'agua-de-coco',
    name: 'Água de Coco',
    description: 'No coco, bem gelado',
    priceCents: 990,
    category: 'bebidas',
    type: 'PRONTO',
  },
  {
    id: 'guarana-lata',
    name: 'Guaraná Lata',
    description: '350 ml',
    priceCents: 690,
    category: 'bebidas',
    type: 'PRONTO',
  },
  {
    id: 'agua-mineral',
    name: 'Água Mineral',
    description: 'Sem gás, 500 ml',
    priceCents: 400,
    category: 'bebidas',
    type: 'PRONTO',
  },
  {
    id: 'agua-com-gas',
    name: 'Água com Gás',
    description: '500 ml',
    priceCents: 450,
    category: 'bebidas',
    type: 'PRONTO',
  },
];

const products = (pictures: Record<string, string>): Product[] =>
  PRODUCT_ROWS.map(
    (
      {
        id,
        name,
        description,
        priceCents,
        category,
        with: accompaniments = [],
        type = 'TACA_MONTADA',
        mode = 'pronta',
      },
      index,
    ) => ({
      ...item(id, name, index),
      description,
      priceCents,
      image: pictures[id] ?? null,
      categoryId: `cat-${category}`,
      accompaniments,
      productType: type,
      cupMode: mode,
    }),
  );

const PAYMENT_METHODS: PaymentSetting[] = [
  {
    id: 'pix',
    enabled: true,
    displayName: 'PIX',
    description: 'Aprovado na hora, com o QR Code ou copia e cola',
    position: 0,
  },
  {
    id: 'credit_card',
    enabled: true,
    displayName: 'Cartão de Crédito',
    description: 'Pague agora, com segurança, pelo Mercado Pago',
    position: 1,
  },
  {
    id: 'cash',
    enabled: true,
    displayName: 'Dinheiro',
    description: 'Pague no balcão ao retirar',
    position: 2,
  },
];

/** The demo's catalogue. `pictures`: the image of each product by its id, and of the shop under 'logo'. */
export function demoCatalog(pictures: Record<string, string>): Catalog {
  return {
    sizes: SIZES,
    bases: BASES,
    iceCreams: ICE_CREAMS,
    toppings: TOPPINGS,
    categories: CATEGORIES,
    products: products(pictures),
    paymentMethods: PAYMENT_METHODS,
    ...wholesaleCatalog(pictures),
    settings: {
      storeName: 'Açaí da Praça',
      storeAddress: 'Praça das Mangueiras, 128 – Centro',
      storePhone: '(11) 5555-0128',
      legalName: 'Açaí da Praça Ltda.',
      taxId: '11.222.333/0001-81',
      instagramUrl: 'https://www.instagram.com/acaidapraca.exemplo',
      whatsappUrl: 'https://wa.me/5511955550128',
      logo: pictures['logo'] ?? null,
      openingHoursText: '',
      // Day and night: a demo takes orders whenever somebody tries it.
      openingHours: {
        weekly: Array.from({ length: 7 }, () => [{ opens: '00:00', closes: '00:00' }]),
        holidays: [],
      },
      specialDiscountPercent: 5,
      enableTacaMontada: true,
      attendantDiscountPercentMax: 10,
      panelNames: false,
      kitchenWarnMinutes: 5,
      kitchenLateMinutes: 8,
      stations: [],
      remoteCashMinutes: 45,
      unpaidPerPhoneMax: 3,
      unpaidPerAddressMax: 6,
      unpaidPerLanAddressMax: 12,
      remoteCashOrdersMax: 60,
      feePercents: {},
      wholesaleMinimumCents: 0,
      wholesaleDeliveryWeekdays: [],
      wholesaleLeadDays: 1,
      wholesaleTerms: '',
      pausedUntilMs: null,
    },
  };
}
