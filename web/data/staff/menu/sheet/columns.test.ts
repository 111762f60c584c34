// Prices by volume in a cell of a file.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import type { FieldSpec } from '../editor/kind.ts';
import { readCell } from './columns.ts';

const field: FieldSpec = { key: 'tiers', label: 'Preço por volume', type: 'tiers' };
const read = (text: string) => readCell(field, text, { catalog: sampleCatalog(), known: '' });

it('are read step by step, however they are spaced, and none is none', () => {
  expect(read('10 5,50 | 20  5,00')).toEqual({ value: '10 5,50\n20 5,00' });
  expect(read('10 5,50')).toEqual({ value: '10 5,50' });
  expect(read('')).toEqual({ value: '' });
});

it('are refused in words where a step is no step', () => {
  for (const text of ['dez 5,50', '1 5,50', '10', '10 5,50 | 10 5,00', '10 5,50 | 20 6,00'])
    expect(read(text)).toEqual({ wrong: expect.stringMatching(/^Preço por volume: /) as string });
});
