// Where the orders stand in some rows of the log: what is read together is summed up once for each order, however often it moved.
export type LogRow = { seq: number; kind: string; aggregateId: string };
/** Between which rows of the log an order's own stand. */
export type Seqs = { first: number | null; last: number | null };
export const NO_SEQS: Seqs = { first: null, last: null };

/** Each order of the rows with the first and the last of its own; `orderOfRow` says which order a row may have changed. */
export function seqsByOrder(
  rows: readonly LogRow[],
  orderOfRow: (kind: string, aggregateId: string) => string | undefined,
): Map<string, Seqs> {
  const found = new Map<string, Seqs>();
  for (const { seq, kind, aggregateId } of rows) {
    const orderId = orderOfRow(kind, aggregateId);
    if (orderId === undefined) continue;
    const before = found.get(orderId) ?? NO_SEQS;
    found.set(orderId, kind === 'order' ? { first: before.first ?? seq, last: seq } : before);
  }
  return found;
}
