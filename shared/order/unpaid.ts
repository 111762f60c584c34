// Customers' orders that are open and unpaid: how many there may be, when they end, how many of them staff are shown. Rules O20 to O23.
// Pure, and without zod, for the app downloads it.
import type { Order, OrderSource } from './order.ts';
import type { Refusal } from './refusal.ts';

/** As so many orders one sale of the counter may have been sent before it was changed, at most. */
export const REPLACED_MAX = 20;
/** Of the orders on the board that wait for cash: of more, the counter's come first, then those of the shop's Wi-Fi, then the newest. */
export const UNPAID_SHOWN_MAX = 100;
/** Nothing paid for so long after an order was placed: it expires. */
export const UNPAID_MS_MAX = 2 * 3_600_000;
/** So many remote orders may be open and unpaid for each one that may wait for cash. Those that wait for nothing yet are in nobody's way. */
export const PLACED_PER_AWAITED_CASH = 4;

/** The owner's settings, see `Settings`. */
export type UnpaidBounds = {
  unpaidPerPhoneMax: number;
  unpaidPerAddressMax: number;
  unpaidPerLanAddressMax: number;
  remoteCashOrdersMax: number;
};

/** What is open and unpaid at the moment, without what staff took at the counter. */
export type OpenUnpaid = {
  ofPhone: number;
  /** From the caller's address; 0 when nobody knows it. */
  ofCaller: number;
  remote: number;
  /** Of the remote ones, those for which cash was chosen. */
  remoteCash: number;
};

/** Why one more order of a customer is not taken, or null. Staff are never asked. */
export function boundReached(
  source: Exclude<OrderSource, 'counter'>,
  open: OpenUnpaid,
  bounds: UnpaidBounds,
): Extract<Refusal, { code: 'too-many-unpaid' }> | null {
  const perAddress = source === 'relay' ? bounds.unpaidPerAddressMax : bounds.unpaidPerLanAddressMax;
  if (open.ofPhone >= bounds.unpaidPerPhoneMax) return reached('phone', bounds.unpaidPerPhoneMax);
  if (open.ofCaller >= perAddress) return reached('address', perAddress);
  const remoteMax = bounds.remoteCashOrdersMax * PLACED_PER_AWAITED_CASH;
  if (source === 'relay' && open.remote >= remoteMax) return reached('store', remoteMax);
  return null;
}

const reached = (by: 'phone' | 'address' | 'store', max: number) =>
  ({ code: 'too-many-unpaid', by, max }) as const;

/** Whether one more remote order may wait for cash. */
export const hasRoomForCash = (open: Pick<OpenUnpaid, 'remoteCash'>, bounds: UnpaidBounds): boolean =>
  open.remoteCash < bounds.remoteCashOrdersMax;

/**
 * When a remote order that waits for cash ends: so many minutes after cash was chosen. Choosing it anew, with another note, begins the
 * minutes again, but not beyond the two hours that any unpaid order has (or the minutes themselves, where the owner set more).
 */
export const remoteCashEndsAtMs = (
  order: Pick<Order, 'createdAtMs' | 'updatedAtMs'>,
  minutes: number,
): number =>
  Math.min(
    order.updatedAtMs + minutes * 60_000,
    order.createdAtMs + Math.max(minutes * 60_000, UNPAID_MS_MAX),
  );

/** A server that is asked from its own machine, or through a proxy that it does not know, sees everybody under this one address. */
export const isEverybodysAddress = (address: string): boolean =>
  /^(::ffff:)?127\./i.test(address) || address === '::1' || address === 'unknown';
