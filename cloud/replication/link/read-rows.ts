// What the relay reads of a store's rows: whether they follow the cursor, and what the newest of each aggregate says. Without the database.
import { isUtf8 } from 'node:buffer';
import { hash as hashOf } from 'node:crypto';
import { ZodError } from 'zod';
import { AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import { chainInput, type RowBytes } from '@balcao/shared/link/changes.ts';
import { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { withoutErased, type Erased, type Erasure } from '../../shop/orders/erasure.ts';
import { orderRow } from '../../shop/orders/replica.ts';

export type Cursor = { seq: number; hash: string };

/** What came cannot be the continuation of what is here. */
export class BrokenLog extends Error {}

const sha256 = (content: string | Uint8Array): string => hashOf('sha256', content);
const decoder = new TextDecoder();

/** Checks that the rows follow the cursor without a gap and that every hash is what it must be. */
export function verifyRows(rows: readonly RowBytes[], cursor: Cursor): Cursor {
  let { seq, hash } = cursor;
  for (const row of rows) {
    if (row.seq !== seq + 1) throw new BrokenLog(`row ${row.seq} came after ${seq}`);
    if (row.body !== null && sha256(row.body) !== row.bodyHash)
      throw new BrokenLog(`row ${row.seq} does not match its body`);
    // The database keeps it as text, which it could not.
    if (row.body !== null && (!isUtf8(row.body) || row.body.includes(0)))
      throw new BrokenLog(`row ${row.seq} is no text`);
    if (sha256(chainInput(hash, row)) !== row.hash)
      throw new BrokenLog(`row ${row.seq} does not follow from the one before`);
    ({ seq, hash } = row);
  }
  return { seq, hash };
}

export type ReadRow = {
  row: RowBytes;
  /** Of an order, what is asked for. A batch of whole orders would live as long as the batch, and the collector would move them all. */
  known: ReturnType<typeof orderRow> | null;
  wholesale: WholesaleOrder | null;
  alarm: AlarmBody | null;
  erasure: Erasure | null;
  setAside: string | null;
};

/** What the relay itself reads of a row. Kinds it does not know are the store's business; they are kept as they are. */
export function readRow(row: RowBytes): ReadRow {
  const unparsed: ReadRow = { row, known: null, wholesale: null, alarm: null, erasure: null, setAside: null };
  if (row.body === null || row.sealed) return unparsed;
  try {
    switch (row.kind) {
      case 'order':
        return { ...unparsed, known: knownOf(ReplicatedOrder.parse(jsonOf(row.body))) };
      case 'wholesale-order':
        return { ...unparsed, wholesale: WholesaleOrder.parse(jsonOf(row.body)) };
      case 'alarm':
        return { ...unparsed, alarm: AlarmBody.parse(jsonOf(row.body)) };
      case 'erasure':
        return { ...unparsed, erasure: { seq: row.seq, body: ErasureBody.parse(jsonOf(row.body)) } };
      default:
        return unparsed;
    }
  } catch (error) {
    const path = error instanceof ZodError ? (error.issues[0]?.path.join('.') ?? '') : null;
    return {
      ...unparsed,
      setAside: `${row.kind}: ${path === null ? 'no JSON' : `${path} is not as expected`}`,
    };
  }
}

const jsonOf = (body: Uint8Array): unknown => JSON.parse(decoder.decode(body));

const knownOf = ({ order, trackingTokenHash }: ReplicatedOrder) => orderRow(order, trackingTokenHash);

/** Whether it is written by the one statement that writes every row. */
export const isPlain = ({ row, wholesale, alarm, erasure, setAside }: ReadRow): boolean =>
  wholesale === null &&
  alarm === null &&
  erasure === null &&
  setAside === null &&
  (row.kind !== 'order' || row.body !== null);

export const goneOrders = (rows: readonly ReadRow[]): string[] =>
  rows.flatMap(({ row }) => (row.kind === 'order' && row.body === null ? [row.aggregateId] : []));

/** The row as it may be kept. */
export function withoutPerson(read: ReadRow, erased: Erased): ReadRow {
  if (read.row.body === null || erased === null) return read;
  // Read as before, so that what this version does not know of is not kept of a person either.
  const stored = ReplicatedOrder.parse(jsonOf(read.row.body));
  const order = withoutErased(stored.order, erased);
  if (order === null) return { ...read, known: null, row: { ...read.row, body: null } };
  const cleaned = { ...stored, order };
  return {
    ...read,
    known: knownOf(cleaned),
    row: { ...read.row, body: Buffer.from(JSON.stringify(cleaned)) },
  };
}
