// Lines that are added to an order after it was placed, and lines that are taken off: whether, by whom, and what it does to total, money and
// kitchen. Pure: new lines come with today's prices, lines that stay keep theirs. Rules O40 to O45.
import { concede, askedAgain } from '../pricing/concession.ts';
import { withPaidDifference } from '../payment/paid-difference.ts';
import type { PaymentFact } from '../payment/payment.ts';
import { isPartlyPaid, leftOf, tenderOfPayment } from '../payment/tender.ts';
import { quoteOf } from '../pricing/quote.ts';
import { accepted, refused, type Result } from '../result.ts';
import { ITEMS_PER_ORDER_MAX, LINE_CHANGES_MAX } from './lines-max.ts';
import type { Concession, LineChange, Order, OrderItem, OrderStatus } from './order.ts';
import type { Refusal, RefusalCode } from './refusal.ts';
import { isTakenByHand } from './taken-by-hand.ts';

/** What can be done to an order's lines. */
export const LINE_STEPS = ['add', 'take-off'] as const;
/** The columns of the table. */
export type LineStep = (typeof LINE_STEPS)[number];
/** How an order is paid, as far as a change of it is concerned; `given`: nothing was left to pay. */
export const PAID_AS = ['unpaid', 'by-hand', 'online', 'given'] as const;
/** One of them. */
export type PaidAs = (typeof PAID_AS)[number];
/** Whose it is: of whoever sells, of them with a manager, or of an administrator alone. */
type LineRight = 'seller' | 'manager' | 'admin';
/** `to`: where the order stands then; or why not. */
type LineCell = { to: OrderStatus; by: LineRight } | { refuse: RefusalCode };

const may = (to: OrderStatus, by: LineRight): LineCell => ({ to, by });
const no = (refuse: RefusalCode): LineCell => ({ refuse });
const all = (cell: LineCell): Record<PaidAs, Record<LineStep, LineCell>> => ({
  unpaid: { add: cell, 'take-off': cell },
  'by-hand': { add: cell, 'take-off': cell },
  online: { add: cell, 'take-off': cell },
  given: { add: cell, 'take-off': cell },
});
const begun = (to: OrderStatus): Record<PaidAs, Record<LineStep, LineCell>> => ({
  unpaid: { add: no('unpaid'), 'take-off': no('unpaid') },
  'by-hand': { add: may(to, 'seller'), 'take-off': no('in-preparation') },
  online: { add: may(to, 'seller'), 'take-off': no('in-preparation') },
  given: { add: may(to, 'seller'), 'take-off': no('in-preparation') },
});

/** Status × how it is paid × what is done: every cell decided. Adding costs nobody anything that was paid; taking off is a return. */
export const LINE_CHANGES: Record<OrderStatus, Record<PaidAs, Record<LineStep, LineCell>>> = {
  PENDING: {
    ...all(no('not-from-here')),
    unpaid: { add: may('PENDING', 'seller'), 'take-off': may('PENDING', 'seller') },
  },
  RECEBIDO: {
    unpaid: { add: no('unpaid'), 'take-off': no('unpaid') },
    'by-hand': { add: may('RECEBIDO', 'seller'), 'take-off': may('RECEBIDO', 'manager') },
    online: { add: may('RECEBIDO', 'seller'), 'take-off': may('RECEBIDO', 'admin') },
    given: { add: may('RECEBIDO', 'seller'), 'take-off': may('RECEBIDO', 'manager') },
  },
  PREPARING: begun('PREPARING'),
  // What came is still to be made.
  READY: begun('PREPARING'),
  DELIVERED: all(no('order-over')),
  CANCELLED: all(no('order-over')),
};

/** The row of the table that an order stands in. */
export function paidAsOf({
  status,
  paymentStatus,
  paymentMethod,
}: Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod'>): PaidAs {
  // Also what was received for a PIX that never came.
  if (status === 'PENDING' || paymentStatus === 'pending') return 'unpaid';
  if (paymentMethod === null) return 'given';
  return isTakenByHand(paymentMethod) ? 'by-hand' : 'online';
}

/** What is asked: the lines to come, priced today, the ids of those to go, and what its author saw. */
export type LineAsk = {
  id: string;
  add: readonly OrderItem[];
  takeOff: readonly string[];
  seen: LinesSeen;
  expectedTotalCents?: number | undefined;
};
/** As it stood on the screen of who asks: how often its lines had been changed, and whether it was paid. */
type LinesSeen = { changes: number; paid: boolean };

/** The order after it; `change` null: it was done before. */
type LineDecision = { order: Order; change: LineChange | null };

type Wanted = { add: readonly unknown[]; takeOff: readonly unknown[] };
const stepsOf = ({ add, takeOff }: Wanted): LineStep[] => [
  ...(add.length > 0 ? (['add'] as const) : []),
  ...(takeOff.length > 0 ? (['take-off'] as const) : []),
];

/** Who may do it: of both steps at once the narrower right. A customer's unpaid order loses lines as it is called off: with a manager. */
export function lineRightOf(
  order: Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'source'>,
  ask: Wanted,
): LineRight {
  const row = LINE_CHANGES[order.status][paidAsOf(order)];
  const rights = stepsOf(ask).map((step) => row[step]);
  const has = (right: LineRight) => rights.some((cell) => 'by' in cell && cell.by === right);
  const isCustomers = order.status === 'PENDING' && order.source !== 'counter' && ask.takeOff.length > 0;
  return has('admin') ? 'admin' : has('manager') || isCustomers ? 'manager' : 'seller';
}

/** What the change does to the order, by the rules of SPEC.md. Refuses what the table refuses, and what its author could not have seen. */
export function decideLines(order: Order, ask: LineAsk, nowMs: number): Result<LineDecision, Refusal> {
  const before = order.changes ?? [];
  const known = before.find(({ id }) => id === ask.id);
  if (known) return isSame(known, ask) ? accepted({ order, change: null }) : refused({ code: 'id-reused' });
  if (isPartlyPaid(order)) return refused({ code: 'partly-paid', leftCents: leftOf(order) });
  let to: OrderStatus = order.status;
  for (const step of stepsOf(ask)) {
    const cell = LINE_CHANGES[order.status][paidAsOf(order)][step];
    if ('refuse' in cell) return refused(refusalOf(cell.refuse, order));
    to = cell.to;
  }
  const takenOff = order.items.filter(({ id }) => ask.takeOff.includes(id));
  if (before.length !== ask.seen.changes || takenOff.length !== ask.takeOff.length)
    return refused({ code: 'lines-stale' });
  if (ask.seen.paid !== (order.status !== 'PENDING')) return refused({ code: 'stale', status: order.status });

  const stay = order.items.filter((item) => !takenOff.includes(item));
  const wrong = whatIsWrong(order, ask, stay);
  if (wrong !== null) return refused(wrong);
  const items = [...stay, ...ask.add];
  const priced = pricedAnew(order, items);
  if (!priced.ok) return priced;
  const { totalCents } = priced.value;
  if (ask.expectedTotalCents !== undefined && ask.expectedTotalCents !== totalCents)
    return refused({ code: 'price-changed', totalCents });

  const change: LineChange = {
    id: ask.id,
    atMs: nowMs,
    addedIds: ask.add.map(({ id }) => id),
    takenOff,
    inKitchen: order.status !== 'PENDING',
  };
  // A station that has made its share may have more to make now.
  const { madeAt: _made, ...unmade } = order;
  const changed = {
    ...unmade,
    ...priced.value,
    status: to,
    changes: [...before, change],
    updatedAtMs: nowMs,
  };
  return accepted({ order: withMoney(order, changed), change });
}

/** The lines of now at their prices, less the discount that the order was sold at, less what was given away of it. Refuses more than is left. */
export function pricedAnew<Line extends Pick<OrderItem, 'priceCents'>>(
  { discountPercent, concession }: Pick<Order, 'discountPercent' | 'concession'>,
  lines: Line[],
): Result<ReturnType<typeof quoteOf<Line>> & { concession?: Concession }, Refusal> {
  const priced = quoteOf(lines, discountPercent);
  if (!concession) return accepted(priced);
  const conceded = concede(priced, askedAgain(concession));
  return conceded.ok ? conceded : refused({ code: 'invalid-order', errors: conceded.refusal });
}

/** Unpaid: what was begun online was for another amount, and a note for change must be above the total. Paid: the difference is owed. */
function withMoney(before: Order, after: Order): Order {
  if (before.status === 'PENDING') {
    const { paymentMethod, changeForCents, totalCents } = after;
    const isOnline = paymentMethod !== null && !isTakenByHand(paymentMethod);
    return {
      ...after,
      ...(isOnline ? { paymentMethod: null, paymentStatus: 'pending' as const } : {}),
      changeForCents: changeForCents !== null && changeForCents > totalCents ? changeForCents : null,
    };
  }
  return owing(after, (before.balanceCents ?? 0) + after.totalCents - before.totalCents);
}

/** The order with so much still to be paid, or below 0 to be given back. */
export function owing({ balanceCents: _before, ...order }: Order, cents: number): Order {
  return cents === 0 ? order : { ...order, balanceCents: cents };
}

function whatIsWrong(order: Order, ask: LineAsk, stay: readonly OrderItem[]): Refusal | null {
  const wrong = (field: string, message: string): Refusal => ({
    code: 'invalid-order',
    errors: [{ field, message }],
  });
  const gone = (order.changes ?? []).flatMap(({ takenOff }) => takenOff);
  const used = new Set([...order.items, ...gone].map(({ id }) => id));
  if (ask.add.some(({ id }) => used.has(id)))
    return wrong('add', 'O mesmo item aparece duas vezes no pedido');
  const count = stay.length + ask.add.length;
  if (count === 0) return wrong('takeOff', 'Para tirar tudo, cancele o pedido.');
  if (count > ITEMS_PER_ORDER_MAX)
    return wrong('add', `Um pedido pode ter no máximo ${ITEMS_PER_ORDER_MAX} itens`);
  return (order.changes?.length ?? 0) >= LINE_CHANGES_MAX
    ? wrong('add', `Um pedido pode ser mudado no máximo ${LINE_CHANGES_MAX} vezes`)
    : null;
}

const isSame = (change: LineChange, { add, takeOff }: LineAsk): boolean =>
  JSON.stringify([change.addedIds, change.takenOff.map(({ id }) => id).toSorted()]) ===
  JSON.stringify([add.map(({ id }) => id), [...takeOff].toSorted()]);

function refusalOf(code: RefusalCode, order: Order): Refusal {
  switch (code) {
    case 'unpaid':
    case 'in-preparation':
      return { code };
    case 'order-over':
    case 'not-from-here':
      return { code, status: order.status };
    default:
      throw new Error(`the table of lines cannot refuse with ${code}`);
  }
}

/** What became of a difference: it was paid, or given back. `cents` is the amount that was on the screen. */
type DifferenceStep = { kind: 'take' | 'give-back'; cents: number };

/** The order without what was owed; refuses an amount that is not, or no longer, what is owed that way. */
export function settleDifference(
  order: Order,
  { kind, cents }: DifferenceStep,
  nowMs: number,
): Result<Order, Refusal> {
  if (order.status === 'CANCELLED') return refused({ code: 'order-over', status: order.status });
  if (kind === 'give-back' && order.paymentStatus === 'pending') return refused({ code: 'unpaid' });
  const balanceCents = order.balanceCents ?? 0;
  const owedCents = kind === 'take' ? balanceCents : -balanceCents;
  if (cents < 1 || owedCents !== cents) return refused({ code: 'difference-changed', cents: balanceCents });
  return accepted({ ...owing(order, 0), updatedAtMs: nowMs });
}

/** A payment that came through the provider for a difference, under the id of that. */
type PaidThere = Pick<PaymentFact, 'attemptId' | 'method' | 'amountCents'> & { part: string };

/**
 * The order that owes so much less, by a payment of the provider; null where it does not owe that much. Of what was given away whole it is the
 * first money.
 */
export function payDifference(
  order: Order,
  { part: id, attemptId, method, amountCents }: PaidThere,
  nowMs: number,
): Order | null {
  const balanceCents = order.balanceCents ?? 0;
  if (order.status === 'CANCELLED' || balanceCents < amountCents) return null;
  const paid = withPaidDifference(order, {
    id,
    cents: amountCents,
    atMs: nowMs,
    proved: { attemptId, method },
  });
  const paymentMethod =
    order.paymentMethod ?? tenderOfPayment({ part: id, attemptId, method, amountCents }).method;
  return { ...owing(paid, balanceCents - amountCents), paymentMethod, updatedAtMs: nowMs };
}
