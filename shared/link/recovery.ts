// How a store gets its past back from the relay. The relay says what it knows over the link (`POST /link/restore`); the store
// then asks for it under `/edge/restore*`, signed by its device key: the log after what it has, and what else it lost.
import { z } from 'zod';
import { Order } from '../order/order.ts';
import { ReceivedRow } from './changes.ts';

/** How the relay judged the store's log at the handshake, when it does not follow it. */
export const HELD_CONDITIONS = ['rolled-back', 'quarantined', 'fenced', 'incompatible'] as const;

/** Beside a 401 to a machine whose key was the store's: a person put another in its place. Its value is that one's succession, or 1. */
export const REPLACED_HEADER = 'balcao-replaced';

/** `POST /link/restore` (relay → store): why it is not followed, and how far the relay knows its log. */
export const ReplicationVerdict = z.object({
  condition: z.enum(HELD_CONDITIONS),
  seq: z.number().int().min(0),
  hash: z.string().length(64),
  /** Beside 'fenced': the word of the machine that took this one's place, made with the recovery code. Relays before protocol 8 have none. */
  succession: z.string().max(300).nullable().optional(),
});
export type ReplicationVerdict = z.infer<typeof ReplicationVerdict>;

/** `GET /link/restore` (relay → store) and what the store's own screens show of a resync. */
export const ResyncProgress = z.object({
  state: z.enum(['none', 'running', 'waiting', 'done']),
  /** Rows of the log that are here, of those that the relay has. */
  seq: z.number().int(),
  of: z.number().int(),
});
export type ResyncProgress = z.infer<typeof ResyncProgress>;

/** `GET /edge/restore`: what the relay has of a store. */
export const RecoverySummary = z.object({
  /** Null when it never followed a log. */
  lineage: z.uuid().nullable(),
  epoch: z.number().int(),
  seq: z.number().int(),
  hash: z.string().length(64),
  /** The highest order number it ever heard of, in a row or in an answer to a customer. */
  orderNumberMax: z.number().int(),
  /** Orders that the store answered for, but whose row of the log never came: acknowledged, so they exist. */
  strays: z.array(Order),
  images: z.array(z.object({ hash: z.string(), variant: z.string() })),
});
export type RecoverySummary = z.infer<typeof RecoverySummary>;

/** `GET /edge/restore/rows?after=SEQ`: rows in order; of each aggregate only the newest has its body. */
export const RecoveryPage = z.object({ rows: z.array(ReceivedRow) });
export type RecoveryPage = z.infer<typeof RecoveryPage>;
/** Rows of the log in one answer, at most. */
export const RECOVERY_PAGE_ROWS = 500;
