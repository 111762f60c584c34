// The parts of what is paid by hand: what they add up to, what is left, what may be taken next, and how an amount is divided among people.
// Pure; amounts in centavos. Without schemas, for screens import it.
import type { Order, PaymentMethod, Tender } from '../order/order.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { PaymentFact } from './payment.ts';

/** So many parts of one order, at most. */
export const TENDERS_MAX = 30;
/** So many people share one amount, at most. */
export const PERSONS_MAX = 20;

const AS_BY_HAND: Record<PaymentFact['method'], Pick<Tender, 'method' | 'card'>> = {
  pix: { method: 'pix_manual', card: null },
  credit_card: { method: 'terminal', card: 'credito' },
  debit_card: { method: 'terminal', card: 'debito' },
};

/** The part that a payment of the provider is. */
export const tenderOfPayment = ({
  part,
  attemptId,
  method,
  amountCents,
}: Pick<PaymentFact, 'attemptId' | 'method' | 'amountCents'> & { part: string }): Omit<Tender, 'atMs'> => ({
  id: part,
  ...AS_BY_HAND[method],
  cents: amountCents,
  receivedCents: null,
  proved: { attemptId, method },
});

/** What the parts add up to. */
export const sumOfTenders = (tenders: readonly Pick<Tender, 'cents'>[] | undefined): number =>
  (tenders ?? []).reduce((sum, { cents }) => sum + cents, 0);

/** Whether staff hold money of the order that came in parts: of one that was called off they gave it back. */
export const hasTenders = ({ status, tenders }: Pick<Order, 'status' | 'tenders'>): boolean =>
  status !== 'CANCELLED' && tenders !== undefined && tenders.length > 0;

/** Whether a part is paid and a part is not. */
export const isPartlyPaid = (order: Pick<Order, 'status' | 'tenders'>): boolean =>
  order.status === 'PENDING' && hasTenders(order);

/** What is still to be paid of an order that is paid in parts, or of one that nothing is paid of. */
export const leftOf = ({
  totalCents,
  tenders,
}: {
  totalCents: number;
  tenders?: readonly Pick<Tender, 'cents'>[] | undefined;
}): number => Math.max(0, totalCents - sumOfTenders(tenders));

/** What goes back of the money that was handed over; of cash alone. */
export const changeOfTender = ({ cents, receivedCents }: Pick<Tender, 'cents' | 'receivedCents'>): number =>
  receivedCents === null ? 0 : receivedCents - cents;

/** Why a part is not taken: nothing, more than is left, change of what gives none, or too many parts. */
type TenderRefusal = { code: 'tender-too-much'; leftCents: number } | { code: 'change-too-small' };

/** The parts with one more, or why it may not be. Never more than is left: what is above it is change, and that is of cash. */
export function withTender(
  order: Pick<Order, 'totalCents' | 'tenders'>,
  tender: Tender,
): Result<readonly Tender[], TenderRefusal> {
  const before = order.tenders ?? [];
  const leftCents = leftOf(order);
  if (tender.cents < 1 || tender.cents > leftCents || before.length >= TENDERS_MAX)
    return refused({ code: 'tender-too-much', leftCents });
  if (tender.receivedCents !== null && (tender.method !== 'cash' || tender.receivedCents < tender.cents))
    return refused({ code: 'change-too-small' });
  // The last of so many must end it, or nothing could.
  if (before.length === TENDERS_MAX - 1 && tender.cents < leftCents)
    return refused({ code: 'tender-too-much', leftCents });
  return accepted([...before, tender]);
}

/** Of the ways of the parts the one that brought the most, of equals the first: what a reader of one way is told. */
export function mainMethodOf(tenders: readonly Pick<Tender, 'method' | 'cents'>[]): PaymentMethod | null {
  const sums = new Map<PaymentMethod, number>();
  for (const { method, cents } of tenders) sums.set(method, (sums.get(method) ?? 0) + cents);
  let main: PaymentMethod | null = null;
  for (const [method, cents] of sums) if (main === null || cents > (sums.get(main) ?? 0)) main = method;
  return main;
}

/** The shares of so many people: whole centavos that add up, what does not divide on the first. */
export function divideAmong(cents: number, persons: number): number[] {
  const share = Math.floor(cents / persons);
  return Array.from({ length: persons }, (_, at) => (at === 0 ? cents - share * (persons - 1) : share));
}
