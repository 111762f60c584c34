// What a paid order still owed and came through the provider: beside its parts, which add up to the whole. Pure and without schemas, for screens
// import it.
import type { Order, PaidDifference, Tender } from '../order/order.ts';

type InParts = Pick<Order, 'tenders' | 'paidDifferences'>;
/** Money of a part, or of a difference, that is with the provider; amounts in centavos. */
export type ProvedPart = Pick<Tender, 'id' | 'cents'> & { proved: NonNullable<Tender['proved']> };

/** The parts and the differences of an order that the provider has, the parts first. */
export const provedPartsOf = ({ tenders = [], paidDifferences = [] }: InParts): ProvedPart[] => [
  ...tenders.flatMap(({ id, cents, proved }) => (proved === undefined ? [] : [{ id, cents, proved }])),
  ...paidDifferences,
];

/** Whether its money came in parts, each by a way of its own. */
export const isPaidInParts = ({ tenders, paidDifferences }: InParts): boolean =>
  tenders !== undefined || paidDifferences !== undefined;

/** The order with a difference that was paid, in the place of one of the same id. */
export function withPaidDifference(order: Order, difference: PaidDifference): Order {
  const { paidDifferences = [] } = order;
  const isKnown = paidDifferences.some(({ id }) => id === difference.id);
  return {
    ...order,
    paidDifferences: isKnown
      ? paidDifferences.map((one) => (one.id === difference.id ? difference : one))
      : [...paidDifferences, difference],
  };
}
