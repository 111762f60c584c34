// What a part of the money does to an order: the part that ends it pays it. For decide.ts, which moves it on.
import { hasTenders, leftOf, mainMethodOf, withTender } from '../payment/tender.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { Order, Tender } from './order.ts';
import type { Refusal } from './refusal.ts';

/** Of money for a paid order. In parts it was paid in several ways, and none of them is named. */
export const paidOtherwise = (order: Order): Refusal => ({
  code: 'paid-otherwise',
  method: hasTenders(order) ? null : order.paymentMethod,
});

type InParts = Pick<Order, 'tenders' | 'paymentStatus' | 'paymentMethod' | 'changeForCents'>;

/** What is other in the order with one part more; null: it has that part already. */
export function takeTender(order: Order, tender: Tender): Result<InParts | null, Refusal> {
  if ((order.tenders ?? []).some(({ id }) => id === tender.id)) return accepted(null);
  if (order.status !== 'PENDING') return refused(paidOtherwise(order));
  const taken = withTender(order, tender);
  if (!taken.ok) return taken;
  const tenders = [...taken.value];
  const isPaid = leftOf({ totalCents: order.totalCents, tenders }) === 0;
  return accepted({
    tenders,
    paymentStatus: isPaid ? 'approved' : 'pending',
    paymentMethod: isPaid ? mainMethodOf(tenders) : 'cash',
    changeForCents: null,
  });
}

/** The order without that part, which goes on waiting for its money; null: it has no such part. */
export function withoutTender(order: Order, tenderId: string): Order | null {
  const { tenders = [], ...bare } = order;
  const rest = tenders.filter(({ id }) => id !== tenderId);
  if (rest.length === tenders.length) return null;
  return { ...bare, ...(rest.length > 0 && { tenders: rest }) };
}
