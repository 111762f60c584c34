import { expect, it } from 'vitest';
import { assignToStation, takerOf, thingsOf } from './stations.ts';

const bar = { id: 'bar', name: 'Bar', takes: ['acai'], printerId: null };
const copa = { id: 'copa', name: 'Copa', takes: [] as string[], printerId: null };

it('a thing stands at one station, however often it is moved', () => {
  const there = assignToStation([bar, copa], 'acai', 'copa');
  expect(there.map(({ takes }) => takes)).toEqual([[], ['acai']]);
  expect(takerOf(there, 'acai')).toBe('copa');
  const back = assignToStation(assignToStation(there, 'acai', 'bar'), 'acai', 'bar');
  expect(back.map(({ takes }) => takes)).toEqual([['acai'], []]);
});

it('what nobody took stands at the first', () => {
  expect(takerOf([bar, copa], 'cup')).toBe('bar');
  expect(takerOf([], 'cup')).toBe('');
});

it('the owner chooses for açaí, ready cups and each category', () => {
  const categories = [{ id: 'b', name: 'Bebidas' }] as never;
  expect(thingsOf({ categories })).toEqual([
    { thing: 'acai', label: 'Açaí montado' },
    { thing: 'cup', label: 'Taças e copos prontos' },
    { thing: 'category:b', label: 'Bebidas' },
  ]);
});
