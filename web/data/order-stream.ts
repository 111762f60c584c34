// Live events of the orders that a ticket admits to.
import type { TrackedOrder } from '@balcao/shared/http/orders.ts';
import { useEffect, useRef } from 'react';
import { openStream } from './stream.ts';

type Hearer = {
  onOrder: (order: TrackedOrder) => void;
  /** The stream has begun (again): what changed between reading the orders and hearing of them must be read. */
  onReturn?: () => void;
  /** The connection broke, or the ticket has expired: reading the orders again brings a new one. */
  onLost?: () => void;
};

/**
 * Follows while `ticket` is not null. A newer ticket is used at the next connection; the stream is opened anew only when
 * `orders` (which orders it is for) changes.
 */
export function useOrderStream(ticket: string | null, orders: string, hearer: Hearer): void {
  const latest = useRef({ ticket, hearer });
  useEffect(() => {
    latest.current = { ticket, hearer };
  });

  const follow = ticket !== null;
  useEffect(() => {
    if (!follow) return;
    return openStream({
      url: () => `/api/live?ticket=${encodeURIComponent(latest.current.ticket ?? '')}`,
      events: ['hello', 'order'],
      onEvent: (event, data) => {
        if (event === 'order') latest.current.hearer.onOrder(data as TrackedOrder);
        else latest.current.hearer.onReturn?.();
      },
      onState: (state) => {
        if (state === 'lost') latest.current.hearer.onLost?.();
      },
    });
  }, [follow, orders]);
}
