// `POST /api/staff/orders/:id/difference`: what a change of a paid order left open is taken, or given back.
import { z } from 'zod';
import { Order, Tender, TerminalCard } from '../order/order.ts';

const common = {
  /** Sent twice it is booked once. */
  id: z.uuidv7('Identificação inválida. Recarregue a página e tente de novo.'),
  /** As it was on the screen; another amount is refused. */
  cents: z.int('Valor inválido').min(1, 'Valor inválido').max(100_000_00, 'Valor inválido'),
};

/** Amounts in centavos. */
export const DifferenceAsk = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('take'),
    method: Tender.shape.method,
    card: TerminalCard.optional(),
    /** What the customer handed over, of cash. */
    receivedCents: z.int().min(0).max(100_000_00).optional(),
    /** Cash that is about to be taken where the drawer stands: refused while that is closed. */
    drawer: z.literal('open').optional(),
  }),
  /** The way it was paid: by hand over the counter, online by an administrator. */
  z.object({ ...common, kind: z.literal('give-back') }),
]);
export type DifferenceAsk = z.infer<typeof DifferenceAsk>;

/** The order after it. */
export const SettledOrder = z.object({ order: Order });
