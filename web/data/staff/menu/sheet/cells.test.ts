// Each kind of field in a cell of a file: written as a person reads it, read back as a person may have written it, and refused in words.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import type { CatalogSpec, FieldSpec } from '../editor/kind.ts';
import { cellsOf, readCell } from './columns.ts';
import { readFile } from './files.ts';

const LISTED = [
  { name: 'Pote', active: true },
  { name: 'Balde', active: false },
];
const FIELDS = {
  shows: { key: 'shows', label: 'Mostra', type: 'switch' },
  color: { key: 'color', label: 'Cor', type: 'color' },
  sizes: { key: 'sizes', label: 'Tamanhos', type: 'choices', listed: () => LISTED },
  goesWith: { key: 'goesWith', label: 'Acompanha', type: 'list' },
  unit: {
    key: 'unit',
    label: 'Unidade',
    type: 'select',
    options: () => [
      ['', 'Sem unidade'],
      ['kg', 'Quilo'],
      ['un', 'Peça'],
    ],
  },
  none: { key: 'none', label: 'Nada', type: 'select', options: () => [] },
} as const satisfies Record<string, FieldSpec>;
const read = (field: FieldSpec, text: string, known = '') =>
  readCell(field, text, { catalog: sampleCatalog(), known });

it.each<[keyof typeof FIELDS, string, ReturnType<typeof readCell>]>([
  ['shows', 'SIM', { value: 'true' }],
  ['shows', 'Não', { value: 'false' }],
  ['shows', 'talvez', { wrong: 'use sim ou não, e não “talvez”.' }],
  ['color', '#7D2F96', { value: '#7d2f96' }],
  ['color', '', { value: '' }],
  ['color', 'roxo', { wrong: '“roxo” não é uma cor como #7d2f96.' }],
  ['color', '#7d2f9', { wrong: '“#7d2f9” não é uma cor como #7d2f96.' }],
  ['goesWith', ' Colher |Guardanapo\n', { value: 'Colher\nGuardanapo' }],
  ['sizes', 'Pote | Balde', { value: 'Pote\nBalde' }],
  ['sizes', 'Pote | Saco', { wrong: '“Saco” não está na lista. Cadastre antes de importar.' }],
  ['unit', 'quilo', { value: 'kg' }],
  ['unit', 'un', { value: 'un' }],
  ['unit', '', { value: '' }],
  ['unit', 'sem unidade', { value: '' }],
  ['unit', 'Litro', { wrong: '“Litro” não existe. Use: Quilo, Peça.' }],
  ['none', '', { value: '' }],
  ['none', 'Litro', { wrong: '“Litro” não existe.' }],
])('of %s the cell “%s” is read so', (field, text, answer) => {
  expect(read(FIELDS[field], text)).toEqual(answer);
});

it('what an entry has already may stay, though it left the list', () => {
  expect(read(FIELDS.sizes, 'Saco', 'Saco')).toEqual({ value: 'Saco' });
});

describe('an entry as cells', () => {
  const spec: CatalogSpec<'toppings'> = {
    ...{ kind: 'toppings', title: 'Itens', one: 'o item', look: 'names', inactive: 'shown' },
    fields: Object.values(FIELDS),
    words: {
      ...{ add: '', empty: '', rowFailed: '', removeFailed: '' },
      saveFailed: () => '',
      saved: (title) => ({ title }),
      removed: (title) => ({ title }),
    },
    standard: () => ({}),
    check: () => ({}),
  };
  const catalog = sampleCatalog();
  const [entry] = catalog.toppings;

  it('says yes and no, lists one after another, and options by their names', () => {
    const more = {
      shows: true,
      color: '#7d2f96',
      sizes: ['Pote', 'Balde'],
      goesWith: ['Colher'],
      unit: 'kg',
    };
    expect(cellsOf(spec, catalog, { ...entry!, ...more })).toEqual([
      ...['banana', 'sim', '#7d2f96', 'Pote | Balde', 'Colher', 'Quilo', null],
      'sim',
    ]);
    expect(cellsOf(spec, catalog, { ...entry!, ...more, ...{ shows: false, active: false } })).toEqual([
      ...['banana', 'não', '#7d2f96', 'Pote | Balde', 'Colher', 'Quilo', null],
      'não',
    ]);
  });
});

it('a JSON of another program is read as it means it: true and false, lists, and nothing', async () => {
  const items = [
    { Nome: 'Mel', Ativo: true, Contém: ['soja', 'leite'] },
    { Nome: 'Uva', Ativo: false, Preço: 2.5, Contém: null },
  ];
  expect(await readFile(new File([JSON.stringify(items)], 'lista.json'))).toEqual({
    rows: [
      ['Nome', 'Ativo', 'Contém', 'Preço'],
      ['Mel', 'sim', 'soja\nleite', ''],
      ['Uva', 'não', '', 2.5],
    ],
  });
});
