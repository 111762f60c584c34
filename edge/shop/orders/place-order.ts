// Placing an order: price it, number it, save it whole with its log row in one transaction. Same id, same answer.
import { hash, randomBytes } from 'node:crypto';
import { codeFromBytes } from '@balcao/shared/ids.ts';
import { newOrder } from '@balcao/shared/order/new-order.ts';
import type { Concession, Order, OrderSource } from '@balcao/shared/order/order.ts';
import type { PlaceOrder } from '@balcao/shared/order/place.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { concede } from '@balcao/shared/pricing/concession.ts';
import { quote, type Quote } from '@balcao/shared/pricing/quote.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { describeClosed } from '@balcao/shared/store/closed-text.ts';
import { openState } from '@balcao/shared/store/opening.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { OrderContext } from './context.ts';
import { RESTORED_REQUEST } from './order-repository.ts';
import { callOffReplaced } from './replaced.ts';
import { makeRoomForUnpaid } from './unpaid.ts';

/** `fresh` is false when it was there already; `replaced`: the orders that it stands for. */
export type PlacedSale = { order: Order; fresh: boolean; replaced: readonly Order[] };
/** Who gives something away, and whether so much is theirs to give. */
export type Giver = {
  name: string;
  mayGive: (concession: Concession, chargedCents: number) => Refusal | null;
};

/** Answers the order as saved. Without a giver nothing is given away, whatever is asked. */
export function placeOrder(
  context: OrderContext,
  request: PlaceOrder,
  source: OrderSource,
  /** A digest of the address it comes from; null when nobody knows it. */
  caller: string | null = null,
  giver: Giver | null = null,
): Result<PlacedSale, Refusal> {
  const { db, repository, menu, clock } = context;
  const requestHash = hashRequest(request);
  const placed = inTransaction(db, (): Result<PlacedSale, Refusal> => {
    const known = repository.byId(request.id);
    if (known) {
      const before = repository.requestHashOf(request.id);
      return before === requestHash ||
        (before === RESTORED_REQUEST &&
          isSameRequest(request, { ...known, claimHash: repository.claimHashOf(known.id) }))
        ? accepted({ order: known, fresh: false, replaced: [] })
        : refused({ code: 'id-reused' });
    }

    const nowMs = clock();
    // Closed hours and pause stop customers, never the counter.
    if (source !== 'counter') {
      const open = openState(menu.catalog().settings, nowMs, context.timeZone);
      if (open.state === 'closed' || open.state === 'paused') {
        return refused({ code: 'store-closed', reason: describeClosed(open, context.timeZone) });
      }
    }
    const priced = pricedFor(context, request, giver, nowMs);
    if (!priced.ok) return priced;
    if (request.expectedTotalCents !== undefined && request.expectedTotalCents !== priced.value.totalCents) {
      return refused({ code: 'price-changed', totalCents: priced.value.totalCents });
    }

    const full = makeRoomForUnpaid(context, { phone: request.customerPhone, caller, source, nowMs });
    if (full !== null) return refused(full);
    const replaced = callOffReplaced(context, request.replaces ?? [], nowMs);
    if (!replaced.ok) return replaced;

    const order = newOrder(request, priced.value, {
      code: codeFromBytes(randomBytes(16)),
      number: context.nextNumber(),
      source,
      nowMs,
    });
    repository.insert(order, requestHash, {
      claimHash: request.claimHash ?? null,
      caller,
      concessionBy: order.concession ? (giver?.name ?? null) : null,
    });
    context.log(order);
    return accepted({ order, fresh: true, replaced: replaced.value });
  });
  if (placed.ok && placed.value.fresh) context.wake.notify('log');
  return placed;
}

/** What the items cost, less what is given away. */
function pricedFor(
  { menu }: OrderContext,
  request: PlaceOrder,
  giver: Giver | null,
  nowMs: number,
): Result<Quote, Refusal> {
  const priced = quote(menu.priceList(), request.items, nowMs);
  if (!priced.ok) return refused({ code: 'invalid-order', errors: priced.refusal });
  if (request.concession === undefined || giver === null) return priced;
  const conceded = concede(priced.value, request.concession);
  if (!conceded.ok) return refused({ code: 'invalid-order', errors: conceded.refusal });
  const { concession } = conceded.value;
  const refusal = giver.mayGive(concession, priced.value.totalCents);
  return refusal === null ? conceded : refused(refusal);
}

/** Of an order that came back without what was asked: the same claim, and the same items under the names that its browser gave them. */
export const isSameRequest = (
  request: { claimHash?: string | undefined; items: readonly { id: string }[] },
  known: { claimHash: string | null; items: readonly { id: string }[] },
): boolean =>
  (request.claimHash ?? null) === known.claimHash &&
  JSON.stringify(request.items.map(({ id }) => id)) === JSON.stringify(known.items.map(({ id }) => id));

// What was asked, in one form: the parsed request, so that key order and blanks do not matter.
const hashRequest = (request: PlaceOrder): string => hash('sha256', JSON.stringify(request));
