// Notices unpaid orders that come in a burst or fill what the store lets wait, and says so to the owner. Ends by itself once they are few.
import {
  hasRoomForCash,
  PLACED_PER_AWAITED_CASH,
  type OpenUnpaid,
  type UnpaidBounds,
} from '@balcao/shared/order/unpaid.ts';
import type { OrderContext } from '../orders/context.ts';
import { unpaidBoundsOf } from '../orders/unpaid.ts';
import type { Alarms } from './alarms.ts';

/** So many unpaid orders of customers within ten minutes are a burst: on a full evening most are paid by then. */
const BURST_ORDERS = 40;
const BURST_MS = 10 * 60_000;
export const UNPAID_CHECK_EVERY_MS = 30_000;
const ID = 'unpaid-orders';
/** The list of 'Cancelar vários' holds cash alone. With what stands before it no more than a phone shows, or its end is cut off. */
const WHERE =
  'Se são falsos, cancele de uma vez os que estão em Dinheiro, Pendentes; os outros estão em Pedidos e acabam sozinhos em duas horas.';

/** It is over when both are below half: an alarm must not flicker at its bound. */
export function troubleOfUnpaid(
  open: OpenUnpaid,
  recent: number,
  bounds: UnpaidBounds & { burst: number },
): { title: string; text: string } | null | 'lasting' {
  const max = bounds.remoteCashOrdersMax;
  if (!hasRoomForCash(open, bounds) || open.remote >= max * PLACED_PER_AWAITED_CASH)
    return {
      title: 'Muitos pedidos não pagos',
      text: `O site chegou ao limite de pedidos esperando pagamento. ${WHERE}`,
    };
  if (recent >= bounds.burst)
    return {
      title: 'Muitos pedidos não pagos',
      text: `Chegaram muitos pedidos não pagos em poucos minutos. ${WHERE}`,
    };
  const few =
    open.remoteCash * 2 < max && open.remote * 2 < max * PLACED_PER_AWAITED_CASH && recent * 2 < bounds.burst;
  return few ? null : 'lasting';
}

export function createUnpaidAlarm(deps: { orders: OrderContext; alarms: Alarms; clock: () => number }) {
  const { orders, alarms, clock } = deps;
  const { repository } = orders;

  return {
    checkUnpaid(): void {
      const recent = repository.unpaidPlacedSince(clock() - BURST_MS);
      const trouble = troubleOfUnpaid(repository.openUnpaid(null, null), recent, {
        ...unpaidBoundsOf(orders),
        burst: BURST_ORDERS * orders.unpaidOrdersFactor,
      });
      if (trouble === null) alarms.end(ID);
      else if (trouble !== 'lasting') alarms.raise(ID, trouble.title, trouble.text);
    },
  };
}
