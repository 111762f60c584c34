// Where a file of a catalogue is read to: separators within a title, a last line without its end, codes as long as may be, and names that
// stand in another list as well.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { expect, it } from 'vitest';
import { readCsv } from '../../../data/staff/menu/sheet/csv.ts';
import { planImport } from '../../../data/staff/menu/sheet/plan.ts';
import { READY_PRODUCTS } from './kinds.ts';

const catalog = { ...sampleCatalog(), ...sampleWholesale() };
const WHAT = 'O que é?';
const planned = (table: string[][]) => {
  const plan = planImport(READY_PRODUCTS, catalog, table, () => 'novo');
  return 'rows' in plan ? plan.rows.map(({ state }, at) => [state, plan.patches[at]?.id]) : plan.trouble;
};

it('a separator within the quotes of a title separates nothing', () => {
  expect(readCsv('"Nome, apelido, marca";Preço\n"Mel";5')).toEqual([
    ['Nome, apelido, marca', 'Preço'],
    ['Mel', '5'],
  ]);
});

it('a last line that is not ended is one of its lines, of a single column too', () => {
  expect(readCsv('Nome\nMel\nUva')).toEqual([['Nome'], ['Mel'], ['Uva']]);
});

it.each([
  [64, ['new', 'x'.repeat(64)]],
  [65, ['wrong', undefined]],
])('a code of %i characters', (length, row) => {
  const table = [
    ['Código', 'Nome', 'Preço', WHAT],
    ['x'.repeat(length), 'Suco', '9,00', 'Bebida ou produto pronto'],
  ];
  expect(planned(table)).toEqual([row]);
});

it('a drink that is called as a cup is another one: no cup is changed by the list of drinks', () => {
  const cup = catalog.products.find(({ id }) => id === 'taca')!;
  const table = [
    ['Nome', 'Preço', WHAT],
    [cup.name, '9,00', 'Bebida ou produto pronto'],
  ];
  expect(planned(table)).toEqual([['new', 'novo']]);
});
