// CSV as Brazilian Excel and others write it, read into cells: `;` or `,` or tabs, quotes, a BOM or none, UTF-8 or Windows-1252. Pure.

const FORMULA_GUARD = /^'(?=[=+\-@|%])/;

/** Text of a file: UTF-8 where it is that, else what Excel saves as 'CSV' in Brazil. UTF-16 is what it saves as 'Texto Unicode'. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The cells, line by line; blank lines stay, so that a line has the number that a spreadsheet shows. Null where a quote is never closed. */
export function readCsv(text: string): string[][] | null {
  const body = text.replace(/^\uFEFF/, '');
  const separatorLine = /^sep=(.)\r?\n/i.exec(body);
  const content = separatorLine ? body.slice(separatorLine[0].length) : body;
  const separator = separatorLine?.[1] ?? separatorOf(content);
  const rows = splitCells(content, separator);
  // The line that names the separator is one of the file's lines too.
  return rows === null || !separatorLine ? rows : [[], ...rows];
}

/** What stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const first = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string): number => first.split(separator).length;
  return [';', '\t', ','].reduce((best, one) => (count(one) > count(best) ? one : best));
}

function splitCells(text: string, between: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    row.push(cell.replace(FORMULA_GUARD, '').trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (letter === between) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (quoted) return null;
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
