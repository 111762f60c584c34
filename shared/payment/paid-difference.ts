// What was still to be paid of an order whose lines had changed and came through the provider: kept with its last change. Pure and without
// schemas, for screens import it.
import type { Order, PaidDifference, Tender } from '../order/order.ts';

type InParts = Pick<Order, 'tenders' | 'changes'>;
/** Money of a part, or of a difference, that is with the provider; amounts in centavos. */
export type ProvedPart = Pick<Tender, 'id' | 'cents'> & { proved: NonNullable<Tender['proved']> };

/** The differences of an order that the provider has. */
export const paidDifferencesOf = ({ changes = [] }: Pick<Order, 'changes'>): PaidDifference[] =>
  changes.flatMap(({ paid = [] }) => paid);

/** The parts and the differences of an order that the provider has, the parts first. */
export const provedPartsOf = ({ tenders = [], changes }: InParts): ProvedPart[] => [
  ...tenders.flatMap(({ id, cents, proved }) => (proved === undefined ? [] : [{ id, cents, proved }])),
  ...paidDifferencesOf({ changes }),
];

/** Whether its money came in parts, each by a way of its own. */
export const isPaidInParts = ({ tenders, changes }: InParts): boolean =>
  tenders !== undefined || paidDifferencesOf({ changes }).length > 0;

/** The order with a difference that was paid, in the place of one of the same id; of an order whose lines never changed there is none. */
export function withPaidDifference(order: Order, difference: PaidDifference): Order {
  const last = order.changes?.at(-1);
  if (last === undefined) throw new Error('an order whose lines never changed has no difference');
  const isKnown = paidDifferencesOf(order).some(({ id }) => id === difference.id);
  const changes = (order.changes ?? []).map((change) => {
    if (!isKnown) return change === last ? { ...change, paid: [...(change.paid ?? []), difference] } : change;
    const paid = change.paid?.map((one) => (one.id === difference.id ? difference : one));
    return paid === undefined ? change : { ...change, paid };
  });
  return { ...order, changes };
}
