import { describe, expect, it } from 'vitest';
import { nextSort, sortRows } from './sort.tsx';

const rows = [
  { name: 'Égua', cents: 10 },
  { name: 'abacaxi', cents: null },
  { name: 'Taça 10', cents: 9 },
  { name: 'Taça 9', cents: 100 },
];
const keys = {
  name: (row: (typeof rows)[number]) => row.name,
  cents: (row: (typeof rows)[number]) => row.cents,
};
const names = (by: Parameters<typeof sortRows<(typeof rows)[number], 'name' | 'cents'>>[2]) =>
  sortRows(rows, keys, by).map((row) => row.name);

describe('a table that sorts', () => {
  it('orders words as Portuguese does, and numbers in words by their size', () => {
    expect(names({ column: 'name', down: false })).toEqual(['abacaxi', 'Égua', 'Taça 9', 'Taça 10']);
  });

  it('orders numbers by size, either way, with what has none at the end', () => {
    expect(names({ column: 'cents', down: false })).toEqual(['Taça 10', 'Égua', 'Taça 9', 'abacaxi']);
    expect(names({ column: 'cents', down: true })).toEqual(['Taça 9', 'Égua', 'Taça 10', 'abacaxi']);
  });

  it('goes up, down, and back to the order it came in', () => {
    const up = nextSort<'name' | 'cents'>(null, 'name');
    const down = nextSort(up, 'name');
    expect([up, down, nextSort(down, 'name')]).toEqual([
      { column: 'name', down: false },
      { column: 'name', down: true },
      null,
    ]);
    expect(nextSort(down, 'cents')).toEqual({ column: 'cents', down: false });
    expect(names(null)).toEqual(rows.map((row) => row.name));
  });
});
