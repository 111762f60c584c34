// What stands still between the store and its site, and what an administrator can do about it. The store asks the relay for it
// under the same path below `/edge`, signed by its device key.
//   GET /api/staff/relay/held · POST /api/staff/relay/held/:id/retry · POST /api/staff/relay/held/:id/discard
//   POST /api/staff/relay/start-over
import { z } from 'zod';

/** A command of the site that the store could not read, or that it is too old for. */
export const HeldCommand = z.object({
  id: z.uuid(),
  kind: z.string(),
  orderId: z.string(),
  orderCode: z.string().nullable(),
  state: z.enum(['set-aside', 'deferred']),
  createdAtMs: z.number(),
  /** Not where the customer was told that it failed, and not once what they sent was forgotten. */
  canRetry: z.boolean(),
  /** Never news about money. */
  canDiscard: z.boolean(),
});
export type HeldCommand = z.infer<typeof HeldCommand>;

/** The answer of `GET`, which the relay gives and the store passes on. */
export const HeldWork = z.object({
  /** How the site sees the store's log. */
  condition: z.enum(['following', 'rolled-back', 'quarantined', 'fenced', 'incompatible']),
  /** Rows of the log that the site holds. */
  rows: z.number(),
  /** Oldest first. */
  commands: z.array(HeldCommand),
});
export type HeldWork = z.infer<typeof HeldWork>;

/** What is typed before the site throws its copy of the log away. */
export const START_OVER_WORD = 'A LOJA ESTÁ CERTA';
/** The body that makes the site forget its copy of the log: the word must have been typed. */
export const StartOver = z.object({
  confirm: z.literal(START_OVER_WORD, `Digite ${START_OVER_WORD} para confirmar.`),
});
