// What an açaí of the demo is put together of, and what that costs: sizes, bases, ice creams, toppings.
import type { Allergen } from '@balcao/shared/menu/allergens.ts';
import type { Base, IceCream, Size, Topping, ToppingCategory } from '@balcao/shared/menu/menu.ts';
import { item } from './entry.ts';

export const SIZES: Size[] = (
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

export const BASES: Base[] = (
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

export const ICE_CREAMS: IceCream[] = (
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

export const TOPPINGS: Topping[] = Object.entries(TOPPING_ROWS)
  .flatMap(([category, rows]) => rows.map((row) => ({ category: category as ToppingCategory, row })))
  .map(({ category, row: [id, name, color, priceCents = 0] }, index) => ({
    ...item(`comp-${id}`, name, index),
    ...allergensOf(id),
    category,
    priceCents,
    color,
  }));
