// How an entry of the menu looks to customers while it is edited: in the words of the wizard and of the menu, its cup in its own colours.
import { createElement, Fragment } from 'react';
import { describe, expect, it } from 'vitest';
import { openMenu } from '../../../testing/menu-screen.ts';
import { markupOf, wordsIn } from '../../../testing/words.ts';
import { previewOf, type MenuKind } from './entry-preview.tsx';

type Values = Record<string, string>;
const markup = (kind: MenuKind, values: Values): string =>
  markupOf(createElement(Fragment, null, previewOf(kind, values))).replaceAll('\u00a0', ' ');
const words = (kind: MenuKind, values: Values): string => wordsIn(markup(kind, values));

describe('an entry as customers will see it', () => {
  it.each<[MenuKind, Values, string]>([
    [
      'sizes',
      { name: 'Médio 500 ml', priceCents: '19,90', maxToppings: '3' },
      'Médio 500 ml até 3 complementos R$ 19,90',
    ],
    ['sizes', { name: 'Mini', priceCents: '9,90', maxToppings: '1' }, 'Mini até 1 complemento R$ 9,90'],
    ['sizes', { name: 'Mini', priceCents: '9,90', maxToppings: '0' }, 'Mini sem complementos R$ 9,90'],
    ['sizes', { name: 'Mini', priceCents: 'nove', maxToppings: '' }, 'Mini sem complementos'],
    ['bases', { name: ' Cupuaçu ', description: 'Do Pará' }, 'Cupuaçu Do Pará'],
    ['iceCreams', { name: 'Creme', description: ' ' }, 'Creme'],
    ['toppings', { name: 'Nutella', priceCents: '3,50', category: 'caldas' }, 'Nutella + R$ 3,50'],
    ['toppings', { name: 'Banana', priceCents: '0,00', category: 'frutas' }, 'Banana'],
    ['toppings', { name: 'Banana', priceCents: '', category: 'frutas' }, 'Banana'],
    ['categories', { name: 'Especiais', description: 'Da casa' }, 'Especiais Da casa'],
    ['products', { name: 'Água', priceCents: '4,00', description: '' }, 'Água R$ 4,00'],
    ['bases', { name: '  ' }, 'Sem nome ainda'],
  ])('of %s, %j says "%s"', (kind, values, said) => {
    expect(words(kind, values)).toBe(said);
  });

  it('a product says its own words, and what it comes with where it has none', () => {
    const cup = { name: 'Taça Livre', priceCents: '22,00', accompaniments: 'Morango\n\nNutella\nGranola' };
    expect(words('products', cup)).toBe('Taça Livre R$ 22,00 Morango, Nutella e Granola');
    expect(words('products', { ...cup, description: 'A da casa' })).toBe('Taça Livre R$ 22,00 A da casa');
  });

  it('a product is its photo', () => {
    expect(markup('products', { name: 'Mista', image: 'abc' })).toContain('/abc');
  });

  it('a product without a photo is the cup or the drink that it is', () => {
    const drawn = (productKind: string) => markup('products', { name: 'Mista', productKind });
    expect(drawn('ready')).toContain('#bebida');
    expect(drawn('ready-cup')).toContain('#taca');
    expect(drawn('built-cup')).toContain('#taca');
    expect(drawn('ready')).not.toContain('#taca');
  });

  it.each<[MenuKind, Values, string]>([
    ['bases', { name: 'X' }, 'filling'],
    ['iceCreams', { name: 'X' }, 'scoop'],
    ['toppings', { name: 'Banana', category: 'frutas' }, 'banana'],
    // What its name does not tell its category does.
    ['toppings', { name: 'X', category: 'caldas' }, 'sauce'],
    ['toppings', { name: 'X', category: 'crocantes' }, 'crumbs'],
  ])('of %s, %j is drawn in its own colour as the %s', (kind, values, part) => {
    const html = markup(kind, { ...values, color: '#00ff7f' });
    const [, filling] = /#filling"[^>]*style="color:([^"]*)"/.exec(html) ?? [];
    const pieces = [...html.matchAll(/style="color:([^"]*)"><use[^>]*#(\w+)"/g)];
    const colours = new Map<string | undefined, string | undefined>([
      ...pieces.map(([, colour, name]) => [name, colour] as const),
      ['filling', filling],
    ]);
    expect([...colours].filter(([, colour]) => colour === '#00ff7f')).toEqual([[part, '#00ff7f']]);
  });

  it('follows what is typed', async () => {
    const { screen } = await openMenu('complementos');
    const seen = () => screen.all('[data-preview]')[0]?.textContent?.replaceAll('\u00a0', ' ');
    await screen.tap('Editar Nutella');
    expect(seen()).toBe('Nutella+ R$ 3,50');
    await screen.type('Nome', 'Nutella cremosa');
    await screen.type('Preço (R$)', '4');
    expect(seen()).toBe('Nutella cremosa+ R$ 4,00');
  });
});
