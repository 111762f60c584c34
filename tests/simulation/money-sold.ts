// What was sold and paid online in the month of money, what is left of it, and whether all that was asked back has gone.
import type { Order } from '@balcao/shared/order/order.ts';
import type { Online } from '../../edge/testing/trading.ts';

/** A payment at the provider. */
export type Payment = {
  id: string;
  attemptId: string;
  way: Online;
  cents: number;
  /** What people asked to go back of it, one amount for each time. */
  asked: number[];
  /** Which of it the shop may not have heard of yet. */
  unheard: number[];
  /** Given back in the provider's panel, by nobody of the shop. */
  panelCents: number;
  taken: boolean;
  /** What the shop's books have of it by now. */
  bookedCents: number;
};
/** An order that was paid online. */
export type Sold = {
  order: Order;
  payments: Payment[];
  isInParts: boolean;
  isOver: boolean;
  hand: number;
  /** How often its lines were changed, and what of its money is too much since then. */
  changes: number;
  tooMuchCents: number;
};

/** Of all of them. */
export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
/** What of a payment nobody has asked to go back, in centavos. */
export const leftOf = ({ cents, asked, panelCents, taken }: Payment): number =>
  taken ? 0 : cents - sum(asked) - panelCents;
const sorted = (numbers: readonly number[]): string => numbers.toSorted((a, b) => a - b).join();

/** How one begins of which so much was paid by hand. */
export const unchanged = (hand: number) => ({ isOver: false, hand, changes: 0, tooMuchCents: 0 });

/** Of which payments so much goes: of the first as much as it has. */
export function partsOf(sold: Sold, cents: number): [Payment, number][] {
  let rest = cents;
  return sold.payments.flatMap((payment) => {
    const part = Math.min(rest, leftOf(payment));
    rest -= part;
    return part === 0 ? [] : [[payment, part] as [Payment, number]];
  });
}
/** What of all its payments nobody has asked to go back, in centavos. */
export const allLeft = ({ payments }: Sold): number => sum(payments.map(leftOf));

/** Each amount that was asked for, once; with all that is left goes what was asked before and had not reached the provider. */
const isAll = ({ isOver }: Sold, { asked }: Payment, amounts: readonly number[]): boolean =>
  isOver ? sum(amounts) === sum(asked) : sorted(amounts) === sorted(asked);
/** Holds what people asked for against what the provider gave back, and against the shop's books. */
export function judgeSold(
  sold: Sold,
  {
    goneOf,
    orderOf,
    book,
    wrong,
  }: {
    goneOf: (payment: Payment) => number[];
    orderOf: (id: string) => Order;
    book: (payment: Payment, cents: number) => void;
    wrong: (text: string) => void;
  },
): void {
  for (const payment of sold.payments) {
    const amounts = goneOf(payment);
    if (!isAll(sold, payment, amounts))
      wrong(
        `of a payment of ${payment.cents} should go back ${sorted(payment.asked)}, and went ${sorted(amounts)}`,
      );
    if (!sold.isInParts && !sold.isOver) book(payment, payment.cents - sum(amounts));
    if (payment.bookedCents !== payment.cents - sum(amounts))
      wrong(
        `${payment.bookedCents} of a payment are booked, of which the provider has ${payment.cents - sum(amounts)}`,
      );
  }
  for (const payment of sold.payments) payment.unheard = [];
  const { status, balanceCents = 0 } = orderOf(sold.order.id);
  if (!sold.isOver && balanceCents !== -sold.tooMuchCents)
    wrong(`${sold.tooMuchCents} of an order are too much, and it says ${-balanceCents}`);
  if ((status === 'CANCELLED') !== sold.isOver)
    wrong(`an order that is ${sold.isOver ? '' : 'not '}called off is ${status}`);
}
