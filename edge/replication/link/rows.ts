// How rows of the log are written to the link: as the relay that asks can read them.
import { ROWS_TYPE, type ChangeRow, type RowHead } from '@balcao/shared/link/changes.ts';

type Form = { type: string; write: (row: ChangeRow) => string };

const LINES: Form = { type: 'application/x-ndjson', write: (row) => `${JSON.stringify(row)}\n` };
const ROWS: Form = {
  type: ROWS_TYPE,
  write({ body, ...row }) {
    const head: RowHead = { ...row, bodyBytes: body === null ? null : Buffer.byteLength(body) };
    return `${JSON.stringify(head)}\n${body ?? ''}`;
  },
};

/** A relay older than protocol 7 accepts nothing in particular. */
export const formFor = (accept: string | undefined): Form => (accept === ROWS_TYPE ? ROWS : LINES);
