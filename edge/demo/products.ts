// What the demo sells ready from its menu, and the categories that it stands in.
import type { Allergen } from '@balcao/shared/menu/allergens.ts';
import type { Catalog, Product } from '@balcao/shared/menu/menu.ts';
import { item } from './entry.ts';

export const CATEGORIES: Catalog['categories'] = (
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
  /** Of what it comes with as it is sold; what is put on it is ticked there. */
  holds?: Allergen[];
};

const PRODUCT_ROWS: ProductRow[] = [
  {
    id: 'taca-tropical',
    name: 'Taça Tropical',
    description: 'Açaí em camadas com creme de manga e granola, coberto de frutas frescas',
    priceCents: 2290,
    category: 'classicas',
    with: ['Morango', 'Banana', 'Kiwi', 'Granola', 'Canudo de wafer'],
    holds: ['castanhas', 'glúten', 'leite', 'soja'],
  },
  {
    id: 'taca-morango-ninho',
    name: 'Taça Morango com Leite em Pó',
    description: 'Açaí, creme de leite em pó e morangos, do fundo até o topo',
    priceCents: 2590,
    category: 'classicas',
    with: ['Morango', 'Creme de leite em pó', 'Calda de morango'],
    holds: ['leite'],
  },
  {
    id: 'taca-chocolatuda',
    name: 'Taça Chocolatuda',
    description: 'Chocolate, creme e pedaços de brownie com calda quente',
    priceCents: 2590,
    category: 'classicas',
    with: ['Brownie', 'Calda de chocolate', 'Confeitos', 'Cereja'],
    holds: ['glúten', 'leite', 'ovo', 'soja'],
  },
  {
    id: 'sundae-doce-de-leite',
    name: 'Sundae de Doce de Leite',
    description: 'Duas bolas, doce de leite mineiro, farofa de amendoim e chantilly',
    priceCents: 1890,
    category: 'sundaes',
    with: ['Doce de leite', 'Farofa de amendoim', 'Chantilly'],
    holds: ['amendoim', 'leite'],
  },
  {
    id: 'sundae-frutas-vermelhas',
    name: 'Sundae de Frutas Vermelhas',
    description: 'Morango e iogurte com calda de frutas vermelhas da casa',
    priceCents: 2090,
    category: 'sundaes',
    with: ['Mirtilo', 'Morango', 'Calda de frutas vermelhas'],
    holds: ['leite'],
  },
  {
    id: 'banana-split',
    name: 'Banana Split da Praça',
    description: 'Três bolas, três caldas, três chantillys e uma banana inteira',
    priceCents: 2790,
    category: 'sundaes',
    with: ['Banana', 'Calda de chocolate', 'Calda de morango', 'Caramelo', 'Paçoca'],
    holds: ['amendoim', 'leite', 'soja'],
  },
  {
    id: 'barca-para-dois',
    name: 'Barca para Dois',
    description: 'Um litro de açaí na barca, com frutas, granola e leite em pó à vontade',
    priceCents: 4990,
    category: 'especiais',
    with: ['Morango', 'Banana', 'Kiwi', 'Uva', 'Granola', 'Leite em pó'],
    holds: ['castanhas', 'glúten', 'leite'],
  },
  {
    id: 'petit-gateau',
    name: 'Petit Gâteau',
    description: 'Bolinho quente de chocolate que derrete por dentro, com sorvete de creme',
    priceCents: 2490,
    category: 'especiais',
    with: ['Sorvete de creme', 'Calda de caramelo', 'Morango'],
    holds: ['glúten', 'leite', 'ovo', 'soja'],
  },
  {
    id: 'taca-pacoca',
    name: 'Copo da Festa Junina',
    description: 'Açaí com banana, leite condensado e muita paçoca esfarelada',
    priceCents: 2190,
    category: 'especiais',
    with: ['Paçoca', 'Banana', 'Leite condensado'],
    holds: ['amendoim', 'leite'],
  },
  {
    id: 'taca-do-seu-jeito',
    name: 'Taça do Seu Jeito',
    description: 'A taça grande da casa: escolha base, sorvete e complementos',
    priceCents: 3490,
    category: 'do-seu-jeito',
    with: ['Canudo de wafer', 'Cereja'],
    mode: 'escolha',
    holds: ['glúten', 'leite', 'soja'],
  },
  {
    id: 'tigela-da-praca',
    name: 'Tigela da Praça',
    description: 'Na tigela, como no Norte: monte com tudo o que gosta',
    priceCents: 3790,
    category: 'do-seu-jeito',
    with: ['Granola', 'Banana'],
    mode: 'escolha',
    holds: ['castanhas', 'glúten'],
  },
  {
    id: 'milk-shake-acai',
    name: 'Milk-shake de Açaí',
    description: 'Açaí e sorvete de creme, com chantilly e granola',
    priceCents: 1790,
    category: 'milk-shakes',
    type: 'PRONTO',
    holds: ['castanhas', 'glúten', 'leite'],
  },
  {
    id: 'milk-shake-morango',
    name: 'Milk-shake de Morango',
    description: 'Sorvete de morango batido com leite bem gelado',
    priceCents: 1690,
    category: 'milk-shakes',
    type: 'PRONTO',
    holds: ['leite'],
  },
  {
    id: 'milk-shake-ovomalte',
    name: 'Milk-shake de Malte Crocante',
    description: 'Chocolate maltado com flocos que estalam',
    priceCents: 1790,
    category: 'milk-shakes',
    type: 'PRONTO',
    holds: ['glúten', 'leite', 'soja'],
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

export const products = (pictures: Record<string, string>): Product[] =>
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
        holds,
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
      ...(holds === undefined ? {} : { allergens: holds }),
    }),
  );
