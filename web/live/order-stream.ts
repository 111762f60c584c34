// Live events of the orders that a ticket admits to.
import type { PublicOrder } from '@balcao/shared/http/orders.ts';
import { useEffect, useRef } from 'react';
import { openStream, type StreamState } from './stream.ts';

type Hearer = {
  onOrder: (order: PublicOrder) => void;
  /** After a reconnection something may have been missed. */
  onReturn?: () => void;
  onState?: (state: StreamState) => void;
};

/** Follows while `ticket` is not null. */
export function useOrderStream(ticket: string | null, hearer: Hearer): void {
  const latest = useRef(hearer);
  useEffect(() => {
    latest.current = hearer;
  });

  useEffect(() => {
    if (ticket === null) return;
    let greeted = false;
    return openStream({
      url: () => `/api/live?ticket=${encodeURIComponent(ticket)}`,
      events: ['hello', 'order'],
      onEvent: (event, data) => {
        if (event === 'order') latest.current.onOrder(data as PublicOrder);
        else if (greeted) latest.current.onReturn?.();
        else greeted = true;
      },
      onState: (state) => latest.current.onState?.(state),
    });
  }, [ticket]);
}
