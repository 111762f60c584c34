// Live events of the orders that a ticket admits to.
import type { PublicOrder } from '@balcao/shared/http/orders.ts';
import { useEffect, useRef } from 'react';
import { openStream } from './stream.ts';

type Hearer = {
  onOrder: (order: PublicOrder) => void;
  /** After a reconnection something may have been missed. */
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
    let greeted = false;
    return openStream({
      url: () => `/api/live?ticket=${encodeURIComponent(latest.current.ticket ?? '')}`,
      events: ['hello', 'order'],
      onEvent: (event, data) => {
        if (event === 'order') latest.current.hearer.onOrder(data as PublicOrder);
        else if (greeted) latest.current.hearer.onReturn?.();
        else greeted = true;
      },
      onState: (state) => {
        if (state === 'lost') latest.current.hearer.onLost?.();
      },
    });
  }, [follow, orders]);
}
