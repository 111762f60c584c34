// What a report's button saves: a file that opens with its accents in a spreadsheet, or no button where there is nothing in it.
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../../../testing/screen.ts';
import { CsvButton } from './csv-button.tsx';

const open = (rows: (string | number)[][]) =>
  openScreen(createElement(CsvButton, { title: 'Vendas', file: 'vendas', columns: ['Açaí', 'Valor'], rows }));

it('begins with the mark by which Brazilian Excel knows its letters, and is called as it says', async () => {
  const screen = await open([['Pequeno; com mel', '15,00']]);
  await screen.tap('Baixar Vendas (CSV)');
  expect((await screen.saved()).map(([name]) => name)).toEqual(['vendas.csv']);
  // As bytes: whoever reads a file as text does not see its mark.
  const [file] = vi.mocked(URL.createObjectURL).mock.lastCall ?? [];
  if (!(file instanceof Blob)) throw new Error('no file was saved');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('Açaí;Valor\r\n"Pequeno; com mel";15,00\r\n');
});

it('is not offered where nothing would be in it', async () => {
  expect((await open([])).buttons()).toEqual([]);
});
