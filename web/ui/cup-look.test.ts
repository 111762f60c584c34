// What a name looks like: the menu's own colour first, then the tables, then the category.
import { expect, it } from 'vitest';
import { colorOf, creamyColorOf, toppingLook, vesselOf } from './cup-look.ts';

it.each([
  ['Banana', 'frutas', 'banana'],
  ['Morango', 'frutas', 'strawberry'],
  ['Kiwi', 'frutas', 'kiwi'],
  ['Uva Verde', 'frutas', 'berry'],
  ['Mirtilo', 'frutas', 'berry'],
  ['Cereja em Calda', 'frutas', 'cherry'],
  ['Manga', 'frutas', 'chunk'],
  ['Melancia', 'frutas', 'chunk'],
  ['Melão', 'frutas', 'chunk'],
  ['Leite Condensado', 'caldas', 'sauce'],
  ['Calda de Morango', 'caldas', 'sauce'],
  ['Mel', 'caldas', 'sauce'],
  ['Redução de Morango', 'caldas', 'sauce'],
  ['O que ninguém conhece', 'caldas', 'sauce'],
  ['Granola', 'crocantes', 'crumbs'],
  ['Paçoca', 'crocantes', 'crumbs'],
  ['Leite em Pó', 'crocantes', 'powder'],
  ['Coco Ralado', 'crocantes', 'powder'],
  ['Granulado', 'crocantes', 'sprinkles'],
  ['Confeitos Coloridos', 'crocantes', 'confetti'],
  ['Biscoito de Chocolate', 'crocantes', 'cookie'],
  ['O que ninguém conhece', 'crocantes', 'crumbs'],
  ['Creme de Avelã', '', 'sauce'],
  ['Chantilly', '', 'cream'],
  ['Canudo de wafer', '', 'wafer'],
  ['O que ninguém conhece', '', 'chunk'],
] as const)('draws %s of the category "%s" as %s', (name, category, form) => {
  expect(toppingLook({ name, category }).form).toBe(form);
});

it("takes the menu's colour, then the name's, then the category's", () => {
  expect(toppingLook({ name: 'Morango', category: 'frutas', color: '#123456' }).color).toBe('#123456');
  expect(toppingLook({ name: 'Calda de Morango', category: 'caldas', color: null }).color).toBe('#d7263d');
  expect(toppingLook({ name: 'Pitaia', category: 'frutas' }).color).toBe('#d7263d');
  expect(toppingLook({ name: 'Pitaia', category: 'crocantes' }).color).toBe('#c98a3a');
  expect(colorOf('Pitaia')).toBeUndefined();
  expect(colorOf('CHOCOLATE')).toBe('#5a301c');
  expect(creamyColorOf('Pitaia')).toBeUndefined();
  expect(creamyColorOf('Morango')).toContain('#d7263d');
});

it.each([
  ['Taça Tropical', true, 'taca'],
  ['Tigela da Praça', true, 'tigela'],
  ['Barca para Dois', true, 'tigela'],
  ['Banana Split', true, 'tigela'],
  ['Copo da Festa Junina', true, 'copo'],
  ['Casquinha', true, 'casquinha'],
  ['Milk-shake de Açaí', false, 'shake'],
  ['Vitamina de Banana', false, 'shake'],
  ['Suco de Laranja', false, 'bebida'],
  ['Água', false, 'bebida'],
] as const)('serves %s (a cup: %s) in %s', (name, isCup, vessel) => {
  expect(vesselOf(name, isCup)).toBe(vessel);
});
