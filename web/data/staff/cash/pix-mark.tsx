// Beside an order that was paid with the shop's static code, whole or in part: whether anything proves it.
import type { Order } from '@balcao/shared/order/order.ts';
import { useLoaded } from '../resource.ts';

/** Nothing for any other order, and for one that is proved or settled. */
export function PixMark({ order }: { order: Order }) {
  const { id, paymentMethod, tenders = [], changes, updatedAtMs } = order;
  // Of a difference the order itself does not say how it was paid.
  const isAsked =
    paymentMethod === 'pix_manual' ||
    changes !== undefined ||
    tenders.some(({ method, proved }) => method === 'pix_manual' && proved === undefined);
  const { value } = useLoaded(isAsked ? 'GET /api/staff/static-pix' : null, { turn: updatedAtMs });
  const isOne = (one: { orderId: string }): boolean => one.orderId === id;
  const stateText = value?.unconfirmed.some(isOne)
    ? 'não confirmado'
    : value?.lost.some(isOne)
      ? 'não recebido'
      : null;
  if (stateText === null) return null;
  return <span className="badge badge-warning ml-2 font-semibold">PIX {stateText}</span>;
}
