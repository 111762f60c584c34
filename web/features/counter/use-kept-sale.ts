// The ticket that the counter's screens work on: kept on the device, and true to what became of its order elsewhere.
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { orderEventAtom } from '../../data/staff/board/live.ts';
import { sessionAtom } from '../../data/staff/session/session.ts';
import { KEPT_SALE_KEY, keepSale, loadSale } from './kept-sale.ts';
import { withoutOrder } from './sale.ts';

/** The ticket as this device keeps it, the same in every tab: two tabs that went on from one ticket would send two sales under one id. */
export function useKeptSale() {
  const session = useAtomValue(sessionAtom);
  const userId = 'me' in session ? session.me.id : '';
  const [sale, setSale] = useState(() => loadSale(userId, Date.now()));
  useEffect(() => keepSale(sale, userId, Date.now()), [sale, userId]);
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === KEPT_SALE_KEY) setSale(loadSale(userId, Date.now()));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [userId]);
  // Called off from Pendentes, or lapsed: what the ticket is paid as then is another order.
  const { order } = useAtomValue(orderEventAtom);
  useEffect(() => {
    if (order?.status === 'CANCELLED') setSale((before) => withoutOrder(before, order.id));
  }, [order]);
  return [sale, setSale] as const;
}
