// Reads the log once per wake and hands each new order to every open stream; streams decide what they may show.
import type { Order } from '@balcao/shared/order/order.ts';
import type { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import type { Outbox } from '../../storage/outbox.ts';
import type { Wake } from '../../storage/wake.ts';

const BATCH = 100;

export type OrderChange = { seq: number; order: Order };
export type Broadcast = ReturnType<typeof createBroadcast>;

export function createBroadcast(outbox: Outbox, wake: Wake) {
  const listeners = new Set<(heard: OrderChange) => void>();
  let cursor = outbox.head().seq;

  function read(): void {
    // Nobody to tell: where the log has come to is looked up when somebody asks, not with every order.
    if (listeners.size === 0) return;
    for (;;) {
      const rows = outbox.after(cursor, BATCH);
      for (const row of rows) {
        cursor = row.seq;
        if (row.kind !== 'order' || row.body === null) continue;
        const { order } = JSON.parse(row.body) as ReplicatedOrder;
        for (const listener of listeners) listener({ seq: row.seq, order });
      }
      if (rows.length < BATCH) return;
    }
  }
  wake.on('log', read);

  return {
    head: (): number => (listeners.size === 0 ? outbox.head().seq : cursor),
    /** Returns the function that stops listening. */
    subscribe(listener: (heard: OrderChange) => void): () => void {
      if (listeners.size === 0) cursor = outbox.head().seq;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
