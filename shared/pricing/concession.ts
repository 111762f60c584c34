// What staff give away of a sale: how much it is, whether it can be, and whether it needs a manager. The store decides by it, the counter shows it.
import { discountOf } from '../money.ts';
import type { Concession, ConcessionKind } from '../order/order.ts';
import type { ConcessionAsk } from '../order/place.ts';
import type { FieldError } from '../order/refusal.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { Quote } from './quote.ts';

/** What each is called on screens and slips. */
export const CONCESSION_NAMES: Record<ConcessionKind, string> = {
  discount: 'Desconto',
  courtesy: 'Cortesia',
  'staff-meal': 'Refeição de funcionário',
};

/** Of what is charged, in centavos; a part is rounded as the shop's own discount is, and not bounded. */
export function concessionCents(ask: ConcessionAsk, chargedCents: number): number {
  if (ask.kind !== 'discount') return chargedCents;
  return 'percent' in ask.off ? discountOf(chargedCents, ask.off.percent) : ask.off.cents;
}

/** The quote with what is given away taken off. Refuses nothing at all, and more than is charged. */
export function concede<Q extends Pick<Quote, 'totalCents'>>(
  quote: Q,
  ask: ConcessionAsk,
): Result<Q & { concession: Concession }, FieldError[]> {
  const { totalCents: chargedCents } = quote;
  const cents = concessionCents(ask, chargedCents);
  if (cents < 1) return wrong('Não há o que descontar.');
  if (cents > chargedCents) return wrong('O desconto não pode passar do total da venda.');
  return accepted({
    ...quote,
    concession: { kind: ask.kind, reason: ask.reason, cents, ...percentOf(ask) },
    totalCents: chargedCents - cents,
  });
}

const percentOf = (ask: ConcessionAsk): { percent?: number } =>
  ask.kind === 'discount' && 'percent' in ask.off ? { percent: ask.off.percent } : {};

/** What was given away of an order, as it is asked for anew; a part of which no percent is known stays the amount that it was. */
export function askedAgain({ kind, reason, cents, percent }: Concession): ConcessionAsk {
  if (kind !== 'discount') return { kind, reason };
  return { kind, reason, off: percent === undefined ? { cents } : { percent } };
}

const wrong = (message: string) => refused([{ field: 'concession', message }]);

/**
 * Whether who stands at the counter may give so much away without a manager: the owner's limit, in percent of what is charged. Rounded as a
 * discount of that percentage is: ten percent are within a limit of ten.
 */
export const isWithinLimit = (cents: number, chargedCents: number, percentMax: number): boolean =>
  cents <= discountOf(chargedCents, percentMax);
