// Prices that were wanted from afar and not taken, because the store had another one than their author saw.
import { z } from 'zod';
import { RemotePrice } from '../menu/remote-price.ts';

/** One price to choose about, in centavos: `storedCents` is the store's, `wantedCents` was put in from afar by who saw `seenCents`. */
export const PriceConflict = RemotePrice.extend({ name: z.string(), storedCents: z.number().int().min(0) });
export type PriceConflict = z.infer<typeof PriceConflict>;
/** All that the asker may choose about. */
export const PriceConflicts = z.object({ conflicts: z.array(PriceConflict) });

/** Which of the two counts, with both as they were shown. */
export const PriceChoice = z.object({
  choice: z.enum(['stored', 'wanted']),
  storedCents: z.number().int().min(0),
  wantedCents: z.number().int().min(0),
});
export type PriceChoice = z.infer<typeof PriceChoice>;
