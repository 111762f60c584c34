// The ticket of this counter as it is kept on the device: a reload, a crash or a look at another page loses nothing of it, and what was
// sent before is sent again under the same id. Never another person's: the ticket of whoever signed in before is dropped.
import type { ConsumptionType } from '@balcao/shared/order/order.ts';
import type { ConcessionAsk } from '@balcao/shared/order/place.ts';
import { parseCart } from '../../cart/cart.ts';
import { readJson, removeStored, writeStored } from '../../data/device.ts';
import { askedItem, mayBePlaced, newSale, type Sale } from './sale.ts';

export const KEPT_SALE_KEY = 'balcao-staff-sale';
/** A ticket of yesterday is nobody's sale today. */
export const KEPT_SALE_MS_MAX = 12 * 3_600_000;

/** Without `placed`: asked again, the store answers with the order that it has. */
export type KeptSale = Omit<Sale, 'placed' | 'items' | 'concession'> & {
  items: unknown;
  /** Absent in what was kept before anything could be given away. */
  concession?: ConcessionAsk | null;
  userId: string;
  atMs: number;
};

/** Nothing is kept of a ticket on which nothing stands. */
export function keepSale(sale: Sale, userId: string, nowMs: number): void {
  if (sale.items.length === 0 && sale.phone === '' && sale.observations === '' && !mayBePlaced(sale)) {
    removeStored(KEPT_SALE_KEY);
    return;
  }
  const kept = keptOf(sale, userId, nowMs);
  // Written by every tab as soon as one has changed it: what stands there already is not written again, or they would never be done.
  const before = readJson(KEPT_SALE_KEY, isKeptSale);
  if (before !== null && sameJson({ ...before, atMs: 0 }, { ...kept, atMs: 0 })) return;
  writeStored(KEPT_SALE_KEY, JSON.stringify(kept));
}

/** The ticket as text keeps it. */
export function keptOf(sale: Sale, userId: string, atMs: number): KeptSale {
  const { id, consumptionType, phone, observations, concession, sent, earlier } = sale;
  const items = sale.items.map((item) => ({ ...askedItem(item), priceCents: item.priceCents }));
  return { id, items, consumptionType, phone, observations, concession, sent, earlier, userId, atMs };
}

/** The ticket that was kept; null when its items cannot be read. */
export function saleOf(kept: KeptSale): Sale | null {
  const items = parseCart(JSON.stringify(kept.items));
  if (items === null) return null;
  const { id, consumptionType, phone, observations, concession = null, sent, earlier } = kept;
  return { id, items, consumptionType, phone, observations, concession, sent, earlier, placed: null };
}

/** The ticket that was left, or a new one. */
export function loadSale(userId: string, nowMs: number): Sale {
  const kept = readJson(KEPT_SALE_KEY, isKeptSale);
  if (kept === null || kept.userId !== userId || nowMs - kept.atMs > KEPT_SALE_MS_MAX) return newSale();
  return saleOf(kept) ?? newSale();
}

const sameJson = (a: KeptSale, b: KeptSale): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether stored JSON has the form of a ticket; its items are looked at by `saleOf`. */
export function isKeptSale(value: unknown): value is KeptSale {
  if (typeof value !== 'object' || value === null) return false;
  const {
    consumptionType,
    sent,
    earlier,
    atMs,
    concession = null,
    ...texts
  } = value as Record<string, unknown>;
  return (
    (['local', 'takeaway'] satisfies ConsumptionType[]).some((one) => one === consumptionType) &&
    (sent === null || typeof sent === 'string') &&
    Array.isArray(earlier) &&
    earlier.every((id) => typeof id === 'string') &&
    typeof atMs === 'number' &&
    (concession === null || isConcessionAsk(concession)) &&
    ['id', 'phone', 'observations', 'userId'].every((key) => typeof texts[key] === 'string')
  );
}

function isConcessionAsk(value: unknown): value is ConcessionAsk {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, reason, off } = value as Record<string, unknown>;
  if (typeof reason !== 'string') return false;
  if (kind !== 'discount') return kind === 'courtesy' || kind === 'staff-meal';
  if (typeof off !== 'object' || off === null) return false;
  const [amount, ...more] = Object.entries(off);
  return (
    more.length === 0 &&
    (amount?.[0] === 'percent' || amount?.[0] === 'cents') &&
    Number.isSafeInteger(amount[1])
  );
}
