// CSV as Excel in Portuguese opens it: BOM, `;`, commas in numbers, CRLF. Cells that a spreadsheet would run as a formula
// are made text.

/** Stands at the beginning of a file, or Excel takes it for another encoding. */
export const BOM = '\uFEFF';

// A cell that begins with one of these is run by Excel, LibreOffice or Google Sheets (OWASP); so is one after a line break.
const FORMULA = /^[=+\-@\t\r\n|%]/;

/** One cell. Numbers are written as they are: only text can be a formula. */
export function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line, with its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(';')}\r\n`;

/** Centavos as `1234,50`: a number to a spreadsheet that speaks Portuguese. */
export const reais = (cents: number): number => Math.round(cents) / 100;
