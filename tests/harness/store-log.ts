// A store's log for tests: hash-chained rows as the protocol wants them, and ways to break the chain.
import { createHash, randomUUID } from 'node:crypto';
import { chainInput, type ChangeRow, type RowBytes } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { v7 } from 'uuid';

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

export type StoreLog = ReturnType<typeof createStoreLog>;

export function createStoreLog() {
  const rows: ChangeRow[] = [];
  const waiting = new Set<() => void>();
  const log = {
    rows,
    lineage: randomUUID() as string,
    epoch: 1,
    head: () => ({ seq: rows.length, hash: rows.at(-1)?.hash ?? GENESIS_HASH }),

    append(kind: string, aggregateId: string, value: unknown, more: Partial<ChangeRow> = {}): ChangeRow {
      const { seq, hash: previous } = log.head();
      const body = JSON.stringify(value);
      const row = {
        seq: seq + 1,
        lineage: log.lineage,
        epoch: log.epoch,
        kind: kind as ChangeRow['kind'],
        aggregateId,
        sealed: false,
        proof: null,
        body,
        bodyHash: sha256(body),
        atMs: 1_000_000 + seq,
        ...more,
      };
      const chained: ChangeRow = { ...row, hash: more.hash ?? sha256(chainInput(previous, row)) };
      rows.push(chained);
      log.wake();
      return chained;
    },

    appendOrder: (order: Order, token: string): ChangeRow =>
      log.append('order', order.id, { order, trackingTokenHash: sha256(token) }),

    wake(): void {
      for (const resume of waiting) resume();
    },
    /** Calls back whenever there may be more rows; the returned function stops it. */
    onMore(resume: () => void): () => void {
      waiting.add(resume);
      return () => waiting.delete(resume);
    },
  };
  return log;
}

/** A row as a store of protocol 7 sends it. */
export const inBytes = (row: ChangeRow): RowBytes => ({
  ...row,
  body: row.body === null ? null : Buffer.from(row.body),
});

let numbers = 0;
/** An order of its own: id, code and numbers that no other one has. */
export function anOrder(changes: Partial<Order> = {}): Order {
  numbers += 1;
  const code = `T${String(numbers).padStart(9, '0')}`;
  const now = Date.now();
  return sampleOrder({
    id: v7(),
    code,
    simpleId: numbers,
    orderNumber: numbers,
    createdAtMs: now,
    updatedAtMs: now,
    ...changes,
  });
}
