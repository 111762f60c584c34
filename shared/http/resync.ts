// What a store that got its past back still asks a person in the shop, and a way to sell on when the site says that it must not.
//   GET  /api/staff/relay/resync          what waits, and whether the store is held
//   POST /api/staff/relay/resync          accepts or refuses what waits
//   POST /api/staff/relay/keep-selling    this machine is the store, whatever the site says
// All in the shop's own network only, for administrators.
import { z } from 'zod';

/** One account, setting or key that came back from the site and differs from what is here. */
export const ParkedChange = z.object({
  /** Its row of the log. */
  seq: z.number().int(),
  what: z.string(),
  /** Null where there is none here. */
  now: z.string().nullable(),
  offered: z.string(),
  /** An account's password is another one. */
  secretDiffers: z.boolean(),
});
export type ParkedChange = z.infer<typeof ParkedChange>;

/** The answer of `GET`. */
export const Resync = z.object({
  /** Why nothing is sold, when the site is the reason. */
  held: z.enum(['behind', 'unconfirmed', 'fenced']).nullable(),
  waiting: z.array(ParkedChange),
});
export type Resync = z.infer<typeof Resync>;

/** The body of `POST /api/staff/relay/resync`, for all that waits at once. */
export const DecideResync = z.object({
  decision: z.enum(['accept', 'refuse']),
  /** The rows that the person saw: should others have come meanwhile, they look again. */
  seen: z.array(z.number().int()),
});
export type DecideResync = z.infer<typeof DecideResync>;

/** What is typed before a store sells although the site says that it must not. */
export const KEEP_SELLING_WORD = 'ESTA É A LOJA';
/** The body that lets the store sell without the site's word: the word must have been typed. */
export const KeepSelling = z.object({
  confirm: z.literal(KEEP_SELLING_WORD, `Digite ${KEEP_SELLING_WORD} para confirmar.`),
});
