// Reads what Mercado Pago says of a chargeback or a claim. Pure; what cannot be read becomes null, never a guess.
import { z } from 'zod';
import { dateOf } from './mercado-pago-payment.ts';
import type { Dispute } from './provider.ts';

const id = z.union([z.string(), z.number()]).transform(String).nullish();
const text = z.string().nullish();

export const ChargebackJson = z.looseObject({
  payment_id: id,
  payments: z.array(id).nullish(),
  date_documentation_deadline: text,
});

export const disputeOfChargeback = (json: z.infer<typeof ChargebackJson>): Dispute => ({
  paymentId: json.payments?.[0] ?? json.payment_id ?? null,
  dueAtMs: dateOf(json.date_documentation_deadline),
});

export const ClaimJson = z.looseObject({
  resource: text,
  resource_id: id,
  players: z
    .array(
      z.looseObject({ role: text, available_actions: z.array(z.looseObject({ due_date: text })).nullish() }),
    )
    .nullish(),
});

export const ClaimsJson = z.looseObject({ data: z.array(ClaimJson).nullish() });

/** The deadline is that of the shop's next action; the earliest, where there are several. */
export function disputeOfClaim(json: z.infer<typeof ClaimJson>): Dispute {
  const due = (json.players ?? [])
    .filter(({ role }) => role === 'respondent')
    .flatMap(({ available_actions: actions }) => actions ?? [])
    .flatMap(({ due_date: date }) => dateOf(date) ?? []);
  return {
    paymentId: json.resource === 'payment' ? (json.resource_id ?? null) : null,
    dueAtMs: due.length === 0 ? null : Math.min(...due),
  };
}
