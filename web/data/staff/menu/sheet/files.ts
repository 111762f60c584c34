// Files of a catalogue: written as CSV, XLSX or JSON, and read back into rows of cells. The XLSX libraries are fetched when they are needed.
import { BOM, csvLine } from '@balcao/shared/csv.ts';
import type { Cell } from './columns.ts';
import { decodeText, readCsv } from './csv.ts';
import type { ReadCell } from './plan.ts';

export const FORMATS = ['csv', 'xlsx', 'json'] as const;
export type Format = (typeof FORMATS)[number];
/** A catalogue of 500 products is a tenth of it. */
export const FILE_BYTES_MAX = 2_000_000;

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export async function writeFile(
  format: Format,
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> {
  switch (format) {
    case 'csv':
      return new Blob([BOM + [titles, ...rows].map(csvLine).join('')], { type: 'text/csv' });
    case 'json': {
      const objects = rows.map((cells) =>
        Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? null])),
      );
      return new Blob([`${JSON.stringify(objects, null, 2)}\n`], { type: 'application/json' });
    }
    case 'xlsx': {
      const { default: writeXlsxFile } = await import('write-excel-file/universal');
      const sheet = [
        titles.map((title) => ({ value: title, fontWeight: 'bold' as const })),
        ...rows.map((cells) => cells.map((cell) => cell)),
      ];
      const written = await writeXlsxFile(sheet, { columns: titles.map(() => ({ width: 24 })) }).toBlob();
      return new Blob([written], { type: XLSX_TYPE });
    }
  }
}

/** The rows, or why there are none, in words. */
export type FileRead = { rows: ReadCell[][] } | { trouble: string };

export async function readFile(file: File): Promise<FileRead> {
  if (file.size > FILE_BYTES_MAX) return { trouble: 'O arquivo é grande demais: o limite é 2 MB.' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Every XLSX is a ZIP, whatever the file is called.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readXlsx(bytes);
  if (/\.xlsx?$/i.test(file.name))
    return {
      trouble: 'Este arquivo não é um XLSX. No Excel, salve como “Pasta de Trabalho do Excel (.xlsx)”.',
    };
  const text = decodeText(bytes);
  if (/^\uFEFF?\s*[[{]/.test(text)) return readJson(text);
  const rows = readCsv(text);
  return rows === null ? { trouble: 'O arquivo tem aspas que não fecham.' } : { rows };
}

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<FileRead> {
  const { readSheet } = await import('read-excel-file/universal');
  try {
    const rows = await readSheet(bytes.buffer);
    return { rows: rows.map((row) => row.map(cellOf)) };
  } catch {
    return { trouble: 'Não deu para ler a planilha. Salve de novo como .xlsx, ou use CSV.' };
  }
}

function readJson(text: string): FileRead {
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { trouble: 'O arquivo JSON não está completo ou tem um erro.' };
  }
  if (!Array.isArray(read) || read.length === 0 || !read.every(isRecord))
    return { trouble: 'O JSON precisa ser uma lista de itens, como o que se exporta aqui.' };
  const titles = [...new Set(read.flatMap((item) => Object.keys(item)))];
  return { rows: [titles, ...read.map((item) => titles.map((title) => cellOf(item[title])))] };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cellOf(value: unknown): ReadCell {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.map(String).join('\n');
  return '';
}
