// What the shop asks of every wholesale order: how much at least, on which days it brings it, how it is paid. Pure.
import type { Settings } from '../menu/menu.ts';
import { formatCents } from '../money.ts';
import { addDays, weekdayOf } from '../store/calendar.ts';

/** `minimumCents` 0: any order will do. `weekdays` from 0 for Sunday; none: the day is arranged with the shop. */
export type WholesaleRules = {
  minimumCents: number;
  weekdays: number[];
  leadDays: number;
  terms: string;
};

/** Of a shop that has set nothing. */
export const NO_RULES: WholesaleRules = { minimumCents: 0, weekdays: [], leadDays: 1, terms: '' };

/** As the shop has set them. */
export const rulesOf = (
  settings: Pick<
    Settings,
    'wholesaleMinimumCents' | 'wholesaleDeliveryWeekdays' | 'wholesaleLeadDays' | 'wholesaleTerms'
  >,
): WholesaleRules => ({
  minimumCents: settings.wholesaleMinimumCents,
  weekdays: [...new Set(settings.wholesaleDeliveryWeekdays)].sort((a, b) => a - b),
  leadDays: settings.wholesaleLeadDays,
  terms: settings.wholesaleTerms,
});

/** How far ahead a buyer may wish, in days after `today`. */
export const DELIVERY_DAYS_MAX = 60;

/** The days (YYYY-MM-DD) that a buyer may wish for, on a day of the store's own time zone; the next one first. */
export function deliveryDays({ weekdays, leadDays }: WholesaleRules, today: string): string[] {
  const days: string[] = [];
  if (weekdays.length === 0) return days;
  for (let ahead = leadDays; ahead <= DELIVERY_DAYS_MAX; ahead += 1) {
    const day = addDays(today, ahead);
    if (weekdays.includes(weekdayOf(day))) days.push(day);
  }
  return days;
}

/** How much is still missing; 0 when it is enough. */
export const missingCents = ({ minimumCents }: WholesaleRules, totalCents: number): number =>
  Math.max(0, minimumCents - totalCents);

/** Said by page and server alike, to a buyer whose cart is too small. */
export const minimumMessage = (missing: number): string =>
  `Faltam ${formatCents(missing)} para o pedido mínimo`;
