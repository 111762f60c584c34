// Beside an order that was paid with the shop's static code: whether anything proves it.
import type { Order } from '@balcao/shared/order/order.ts';
import { useLoaded } from '../resource.ts';

/** Nothing for any other order, and for one that is proved or settled. */
export function PixMark({ order: { id, paymentMethod, updatedAtMs } }: { order: Order }) {
  const isAsked = paymentMethod === 'pix_manual';
  const { value } = useLoaded(isAsked ? 'GET /api/staff/static-pix' : null, { turn: updatedAtMs });
  const isOne = (one: { orderId: string }): boolean => one.orderId === id;
  const word = value?.unconfirmed.some(isOne)
    ? 'não confirmado'
    : value?.lost.some(isOne)
      ? 'não recebido'
      : null;
  if (word === null) return null;
  return <span className="badge badge-warning ml-2 font-semibold">PIX {word}</span>;
}
