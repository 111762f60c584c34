// A catalogue as a file: what is exported comes back as it was in each format, and what a file would do is said row by row before it is done.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { describe, expect, it } from 'vitest';
import { decodeText, readCsv } from '../../../data/staff/menu/sheet/csv.ts';
import { cellsOf, columnsOf } from '../../../data/staff/menu/sheet/columns.ts';
import { FORMATS, readFile, writeFile } from '../../../data/staff/menu/sheet/files.ts';
import { planImport, type Plan, type ReadCell } from '../../../data/staff/menu/sheet/plan.ts';
import { entriesOf, type CatalogSpec } from '../../../data/staff/menu/editor/kind.ts';
import { CUPS, MENU, READY_PRODUCTS } from './kinds.ts';

const catalog = { ...sampleCatalog(), ...sampleWholesale() };
const specOf = (kind: string): CatalogSpec => MENU.find(({ spec }) => spec.kind === kind)!.spec;
const TOPPINGS = specOf('toppings');
const [topping, other] = catalog.toppings;

const plan = (table: ReadCell[][], spec = TOPPINGS): Plan => {
  let made = 0;
  return planImport(spec, catalog, table, () => `novo-${(made += 1)}`);
};
const rowsOf = (read: Plan) => ('rows' in read ? read.rows : []);
const statesOf = (read: Plan) => rowsOf(read).map(({ state }) => state);
const patchesOf = (read: Plan) => ('patches' in read ? read.patches : []);
const troubleOf = (read: Plan) => ('trouble' in read ? read.trouble : null);
const file = (content: BlobPart, name: string) => new File([content], name);
const read = async (one: File) => {
  const answer = await readFile(one);
  return 'rows' in answer ? answer.rows : answer.trouble;
};

describe('what is exported', () => {
  it.each(
    [...MENU.map(({ spec }) => spec), CUPS, READY_PRODUCTS].flatMap((spec) =>
      FORMATS.map((format) => [spec.title, format, spec] as const),
    ),
  )('%s as %s is read again as it was: nothing would change', async (_title, format, spec) => {
    const own = entriesOf(spec, catalog).filter((entry) => spec.has?.(entry) ?? true);
    const titles = columnsOf(spec).map(({ title }) => title);
    const blob = await writeFile(
      format,
      titles,
      own.map((entry) => cellsOf(spec, catalog, entry)),
    );
    const rows = await read(file(await blob.arrayBuffer(), `lista.${format}`));
    if (own.length === 0) return;
    expect(rows).toBeInstanceOf(Array);
    const planned = plan(rows as ReadCell[][], spec);
    expect(rowsOf(planned).map(({ state, says }) => [state, says])).toEqual(own.map(() => ['same', []]));
    expect(patchesOf(planned)).toEqual([]);
  });

  it('opens in Brazilian Excel: a BOM, semicolons, decimals behind a comma, lines as Windows ends them', async () => {
    const blob = await writeFile('csv', ['Nome', 'Preço'], [['Açaí; puro', 12.5]]);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe('Nome;Preço\r\n"Açaí; puro";12,5\r\n');
  });
});

describe('a CSV', () => {
  it.each([
    ['semicolons', 'Nome;Preço\r\nMel;1,50\r\n'],
    ['commas and quotes', 'Nome,Preço\nMel,"1,50"\n'],
    ['tabs, and no end of the last line', 'Nome\tPreço\nMel\t1,50'],
    ['a BOM', '\uFEFFNome;Preço\nMel;1,50'],
  ])('with %s is read', (_name, text) => {
    expect(readCsv(text)).toEqual([
      ['Nome', 'Preço'],
      ['Mel', '1,50'],
    ]);
  });

  it('may name its separator, which is a line as the spreadsheet counts', () => {
    expect(readCsv('sep=,\nNome,Preço\n')).toEqual([[], ['Nome', 'Preço']]);
  });

  it('has quotes within quotes, lines within cells, and guards of formulas taken off', () => {
    expect(readCsv(`Nome;Outro\n"Mel ""puro""";"a\nb"\n'=1;'oi\n`)).toEqual([
      ['Nome', 'Outro'],
      ['Mel "puro"', 'a\nb'],
      ['=1', "'oi"],
    ]);
    expect(readCsv('Nome\n"Mel')).toBeNull();
  });

  it('is UTF-8, or what Excel in Brazil saves: Windows-1252, or UTF-16', () => {
    expect(decodeText(new TextEncoder().encode('Açaí'))).toBe('Açaí');
    expect(decodeText(new Uint8Array([0x41, 0xe7, 0x61, 0xed, 0x80]))).toBe('Açaí€');
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0, 0xe7, 0]))).toBe('Aç');
  });
});

describe('a file that cannot be used', () => {
  it.each([
    ['too long', file(new Uint8Array(2_000_001), 'a.csv'), 'O arquivo é grande demais: o limite é 2 MB.'],
    [
      'a broken XLSX',
      file('PK?', 'a.xlsx'),
      'Não deu para ler a planilha. Salve de novo como .xlsx, ou use CSV.',
    ],
    ['no JSON', file('[{', 'a.json'), 'O arquivo JSON não está completo ou tem um erro.'],
    [
      'another JSON',
      file('{}', 'a.json'),
      'O JSON precisa ser uma lista de itens, como o que se exporta aqui.',
    ],
    ['open quotes', file('Nome\n"', 'a.csv'), 'O arquivo tem aspas que não fecham.'],
  ])('says so: %s', async (_name, one, words) => expect(await read(one)).toBe(words));

  it('is none of just 2 MB', async () => {
    expect(await readFile(file(new Uint8Array(2_000_000), 'a.csv'))).toHaveProperty('rows');
  });

  it('an old XLS is named as such', async () => {
    expect(await read(file('abc', 'a.xls'))).toMatch(/^Este arquivo não é um XLSX\./);
  });

  it.each([
    [[['Valor'], ['1']], 'A primeira linha precisa dar nome às colunas, e uma delas ser “Código” ou “Nome”.'],
    [[], 'A primeira linha precisa dar nome às colunas, e uma delas ser “Código” ou “Nome”.'],
    [
      [
        ['Nome', 'nome'],
        ['a', 'b'],
      ],
      'A coluna “Nome” aparece duas vezes.',
    ],
    [[['Nome'], ['']], 'O arquivo não tem nenhuma linha além dos títulos.'],
  ])('%j: %s', (table, words) => expect(troubleOf(plan(table))).toBe(words));

  it('has no more changes than one request takes', () => {
    const many = (count: number) => [
      ['Nome', 'Categoria'],
      ...Array.from({ length: count }, (_, index) => [`Item ${index}`, 'Frutas']),
    ];
    expect(patchesOf(plan(many(500)))).toHaveLength(500);
    expect(troubleOf(plan(many(501)))).toBe('De uma vez entram até 500 mudanças; este arquivo tem 501.');
  });
});

describe('a row', () => {
  const head = ['Código', 'Nome', 'Categoria', 'Preço', 'Ativo'];
  const one = (cells: ReadCell[]) => plan([head, cells]);

  it('with a code changes that entry, and only what differs, with the price that was seen', () => {
    const read = plan([
      ['código', 'PREÇO (R$)'],
      [topping!.id, '9,99'],
    ]);
    expect(patchesOf(read)).toEqual([
      {
        kind: 'toppings',
        id: topping!.id,
        fields: { priceCents: 999 },
        seen: { priceCents: topping!.priceCents },
      },
    ]);
    expect(rowsOf(read)).toMatchObject([{ line: 2, name: topping!.name, state: 'changed' }]);
  });

  it('without a code is known by its name, whatever the case and the accents', () => {
    const read = plan([
      ['Nome', 'Ativo'],
      [other!.name.toUpperCase(), 'não'],
    ]);
    expect(patchesOf(read)).toMatchObject([{ id: other!.id, fields: { active: false } }]);
    expect(rowsOf(read)[0]?.says).toContain('Fica desligado');
  });

  it('of a code that nobody has is new under that code', () => {
    const read = one(['pacoca', 'Paçoca', 'Frutas', '1', '']);
    expect(patchesOf(read)).toMatchObject([{ id: 'pacoca', fields: { name: 'Paçoca' } }]);
  });

  it('that says “sim” of what is switched on already changes nothing of that', () => {
    const read = one([topping!.id, topping!.name, 'Frutas', '9,99', 'sim']);
    expect(rowsOf(read)[0]?.says.filter((text) => text.startsWith('Fica'))).toEqual([]);
  });

  it('of a name that nobody has stands behind all that there is, one after another', () => {
    const read = plan([['Nome'], ['Especiais'], ['Sazonais']], specOf('categories'));
    const last = catalog.categories.length;
    expect(patchesOf(read).map(({ fields }) => fields['position'])).toEqual([last + 1, last + 2]);
  });

  it('of a name that nobody has is new, a number in a spreadsheet is a price', () => {
    const read = one(['', 'Paçoca', 'crocantes', 1.5, 'sim']);
    expect(statesOf(read)).toEqual(['new']);
    expect(patchesOf(read)).toMatchObject([
      {
        kind: 'toppings',
        id: 'novo-1',
        fields: { name: 'Paçoca', category: 'crocantes', priceCents: 150, active: true },
      },
    ]);
    expect(patchesOf(read)[0]).not.toHaveProperty('seen');
  });

  it.each<[string, ReadCell[], RegExp]>([
    [
      'a price in words',
      [topping!.id, 'x', 'Frutas', 'dois reais', 'sim'],
      /^Preço inválido: use um valor como 12,50\.$/,
    ],
    [
      'a price above the highest',
      [topping!.id, 'x', 'Frutas', '10.000,01', 'sim'],
      /^Preço: a loja não aceita/,
    ],
    ['no name', [topping!.id, '', 'Frutas', '1', 'sim'], /O campo "Nome" é obrigatório\./],
    ['a name that is too long', [topping!.id, 'x'.repeat(81), 'Frutas', '1', ''], /^Nome: a loja não aceita/],
    [
      'a category that is none',
      [topping!.id, 'x', 'Frutos', '1', 'sim'],
      /^Categoria: “Frutos” não existe\. Use: Frutas, /,
    ],
    ['neither yes nor no', [topping!.id, 'x', 'Frutas', '1', 'talvez'], /^Ativo: use sim ou não\./],
    ['neither code nor name', ['', '', 'Frutas', '1', 'sim'], /^Falta o código ou o nome\./],
  ])('with %s is wrong, and is not sent', (_name, cells, words) => {
    const read = one(cells);
    expect(statesOf(read)).toEqual(['wrong']);
    expect(rowsOf(read)[0]?.says.join(' ')).toMatch(words);
    expect(patchesOf(read)).toEqual([]);
  });

  it('that stands there twice is wrong the second time, by code and by a new name', () => {
    const read = plan([
      head,
      [topping!.id, topping!.name, '', '1', ''].map((cell, at) => (at === 2 ? 'Frutas' : cell)),
      [],
      [topping!.id, topping!.name, 'Frutas', '2', ''],
      ['', 'Paçoca', 'Frutas', '1', ''],
      ['', 'PAÇOCA', 'Frutas', '1', ''],
    ]);
    expect(rowsOf(read).map(({ line, state, says }) => [line, state, says[0]])).toMatchObject([
      [2, expect.anything(), expect.anything()],
      [4, 'wrong', 'Este item já está na linha 2.'],
      [5, 'new', undefined],
      [6, 'wrong', 'Este item já está na linha 5.'],
    ]);
  });

  it('of a name that two have is wrong without a code', () => {
    const twins = { ...catalog, toppings: [topping!, { ...topping!, id: 'outro', position: 4 }] };
    const table = (code: string) => [
      ['Código', 'Nome', 'Preço'],
      [code, topping!.name, '9'],
    ];
    const planned = (code: string) => planImport(TOPPINGS, twins, table(code), () => 'x');
    expect([statesOf(planned('')), statesOf(planned('outro'))]).toEqual([['wrong'], ['changed']]);
    // Where it stands is nobody's to change but who drags it.
    expect(patchesOf(planned('outro'))[0]?.fields).toEqual({ priceCents: 900 });
  });

  it('has a price that a spreadsheet reckoned, to the centavo', () => {
    const reckoned = [
      ['Código', 'Preço'],
      [topping!.id, 3 * 8.1],
    ];
    expect(patchesOf(plan(reckoned))).toMatchObject([{ fields: { priceCents: 2430 } }]);
  });

  it('of another list is wrong: a cup is no drink', () => {
    const cup = { ...catalog.products[0]!, id: 'taça', productType: 'TACA_MONTADA' as const };
    const planned = planImport(
      READY_PRODUCTS,
      { ...catalog, products: [cup] },
      [['Código'], ['taça']],
      () => 'x',
    );
    expect(rowsOf(planned)[0]?.says).toEqual(['Este código é de um item de outra lista.']);
  });

  it.each([
    [3, false],
    [4, true],
  ])('whose price is %d times what it was is marked: %s', (factor, unusual) => {
    const priced = catalog.sizes[0]!;
    const read = plan(
      [
        ['Código', 'Preço'],
        [priced.id, (priced.priceCents * factor) / 100],
      ],
      specOf('sizes'),
    );
    expect(rowsOf(read)).toMatchObject([{ state: 'changed', unusual }]);
  });

  it('says which columns are not used', () => {
    const read = plan([
      // A column without a name says nothing that could be missed.
      ['Nome', 'Fornecedor', '', ' '],
      [topping!.name, 'Zé', '1', ''],
    ]);
    expect('unknown' in read && read.unknown).toEqual(['Fornecedor']);
  });
});
