// How an ingredient or a dessert is drawn, by its name: what shape, in what colour where the menu says none, in which vessel. Small tables on
// purpose: whatever they do not know is drawn as its category is.
import type { ToppingCategory } from '@balcao/shared/menu/menu.ts';

/** Drawings of `cup-parts.svg`. Those of `SPREAD` cover a layer from edge to edge, the others lie in it as pieces. */
export type Form = (typeof SPREAD | typeof PIECES)[number];
export const SPREAD = ['sauce', 'crumbs', 'powder', 'sprinkles', 'confetti'] as const;
export const PIECES = [
  'banana',
  'strawberry',
  'kiwi',
  'citrus',
  'berry',
  'cherry',
  'chunk',
  'cookie',
  'cream',
  'wafer',
] as const;

/** 'copo': an açaí's; 'taca': a glass on a foot; 'tigela': a bowl; 'shake': a tall glass; 'bebida': a glass with a straw. */
export type Vessel = 'copo' | 'taca' | 'tigela' | 'shake' | 'casquinha' | 'bebida';

/** Words of a name, the colour they say, and the form: the first row that is in the name and has one. */
const LOOKS: readonly (readonly [words: RegExp, color: string, form?: Form])[] = [
  [/^(calda|creme|cobertura|leite cond|doce de|mel$|caram|nut|gel[eé]ia)/, '', 'sauce'],
  [/wafer|canud|tubete/, '#d99a4e', 'wafer'],
  [/biscoito|cookie|oreo|bis$|brownie/, '#5a301c', 'cookie'],
  [/granulad|gotas/, '#5a301c', 'sprinkles'],
  [/choc|cacau|nut|avel/, '#5a301c'],
  [/confe|color|jujuba|bala/, '#e2521d', 'confetti'],
  [/granola|pa[cç]oca|amend|castanha|flocos|farofa/, '#c98a3a', 'crumbs'],
  [/banana/, '#fbe28c', 'banana'],
  [/morang|framb|vermelh/, '#d7263d', 'strawberry'],
  [/cereja|amarena/, '#c8102e', 'cherry'],
  [/kiwi/, '#8cc63f', 'kiwi'],
  [/lim[aã]o/, '#c5d84b', 'citrus'],
  [/menta|pistache|hortel/, '#9fcf8a'],
  [/uva|mirtilo|amora|jabut/, '#3b3f8f', 'berry'],
  [/a[cç]a[ií]/, '#4a1259'],
  [/laranja/, '#f7a823', 'citrus'],
  [/manga|marac|abacaxi|mel$|caram|doce/, '#e5a823'],
  [/chant|marsh|suspiro/, '#fff4dd', 'cream'],
  [/leite|ninho|coco|tapioca/, '#fff4dd', 'powder'],
  [/creme|[aá]gua/, '#fff4dd'],
];
const FORM_OF: Record<ToppingCategory, Form> = {
  frutas: 'chunk',
  caldas: 'sauce',
  crocantes: 'crumbs',
  '': 'chunk',
};

const COLOR_OF: Record<ToppingCategory, string> = {
  frutas: '#d7263d',
  caldas: '#7a3b12',
  crocantes: '#c98a3a',
  '': '#f2c14e',
};

const VESSELS: readonly (readonly [RegExp, Vessel])[] = [
  [/shake|vitamina|frap/, 'shake'],
  [/tigela|bowl|barca|cuia|split/, 'tigela'],
  [/casqu|cone/, 'casquinha'],
  [/copo/, 'copo'],
];

const rowOf = (name: string, has: 1 | 2) => LOOKS.find((row) => row[has] && row[0].test(name.toLowerCase()));

/** The colour that a name suggests. */
export const colorOf = (name: string): string | undefined => rowOf(name, 1)?.[1];

type Named = { name: string; category?: ToppingCategory; color?: string | null };

/** What a topping looks like: the menu's own colour first. */
export const toppingLook = ({ name, category = '', color }: Named): { form: Form; color: string } => ({
  form: category === 'caldas' ? 'sauce' : (rowOf(name, 2)?.[2] ?? FORM_OF[category]),
  color: color ?? colorOf(name) ?? COLOR_OF[category],
});

/** The same with cream: an ice cream's, a milk-shake's. */
export function creamyColorOf(name: string): string | undefined {
  const color = colorOf(name);
  return color && `color-mix(in srgb, ${color} 55%, #fff4dd)`;
}

/** In what a product is served, by its name. */
export const vesselOf = (name: string, isCup: boolean): Vessel =>
  VESSELS.find(([words]) => words.test(name.toLowerCase()))?.[1] ?? (isCup ? 'taca' : 'bebida');
