// The provider's statement as a file: its columns are those of Mercado Pago's report 'Todas as transações' as its documentation names them;
// no real file was tried. Pure.
import { accepted, refused, type Result } from '../result.ts';

/** One line of the statement. Amounts in centavos without their sign; the type says which way the money went. */
export type StatementLine = {
  line: number;
  providerPaymentId: string;
  reference: string;
  type: string;
  amountCents: number;
  feeCents: number;
  netCents: number;
};

/** Why a file cannot be read: columns that it lacks, or a line (from 1, the header being the first) whose amount is none. */
export type StatementRefusal =
  | { code: 'no-statement'; missing: string[] }
  | { code: 'unreadable-line'; line: number; column: string };

const COLUMNS = [
  'SOURCE_ID',
  'TRANSACTION_TYPE',
  'TRANSACTION_AMOUNT',
  'FEE_AMOUNT',
  'SETTLEMENT_NET_AMOUNT',
] as const;
const REFERENCE = 'EXTERNAL_REFERENCE';
const LINES_MAX = 100_000;

/** Reads the file's text; columns in any order, separated by comma, semicolon or tab. */
export function readStatement(csv: string): Result<StatementLine[], StatementRefusal> {
  const text = csv.replace(/^\uFEFF/, '');
  const headerLine = text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'));
  const separator = [',', ';', '\t'].reduce((best, candidate) =>
    headerLine.split(candidate).length > headerLine.split(best).length ? candidate : best,
  );
  const [header = [], ...records] = recordsOf(text, separator);
  const names = header.map((name) => name.trim().toUpperCase());
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) return refused({ code: 'no-statement', missing });
  const lines: StatementLine[] = [];
  for (const [index, record] of records.slice(0, LINES_MAX).entries()) {
    if (record.every((field) => field.trim() === '')) continue;
    const field = (name: string): string => record[names.indexOf(name)]?.trim() ?? '';
    const cents: Partial<Record<string, number>> = {};
    for (const name of COLUMNS.slice(2)) {
      const value = centsOfText(field(name));
      if (value === null) return refused({ code: 'unreadable-line', line: index + 2, column: name });
      cents[name] = Math.abs(value);
    }
    lines.push({
      line: index + 2,
      providerPaymentId: field('SOURCE_ID'),
      reference: field(REFERENCE),
      type: field('TRANSACTION_TYPE').toUpperCase(),
      amountCents: cents['TRANSACTION_AMOUNT'] ?? 0,
      feeCents: cents['FEE_AMOUNT'] ?? 0,
      netCents: cents['SETTLEMENT_NET_AMOUNT'] ?? 0,
    });
  }
  return accepted(lines);
}

/** Fields may stand in quotes, with the separator, line ends and doubled quotes within. */
function recordsOf(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    record.push(field);
    field = '';
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[index + 1] === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === separator) endField();
    else if (char === '\n') {
      endField();
      records.push(record);
      record = [];
    } else if (char !== '\r') field += char;
  }
  if (field !== '' || record.length > 0) {
    endField();
    records.push(record);
  }
  return records;
}

/** '1234.50', '-1.234,5' or '' (nothing) → centavos; null for what is no exact amount. */
export function centsOfText(text: string): number | null {
  if (text === '') return 0;
  const [, sign = '', whole = '', decimals = ''] =
    /^([+-]?)(\d{1,3}(?:[.,]?\d{3})*|\d+)(?:[.,](\d{1,2})0*)?$/.exec(text.replaceAll(/\s|R\$/g, '')) ?? [];
  if (whole === '') return null;
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? (sign === '-' ? -cents : cents) : null;
}
