// `GET /link/hello` (store → relay): who this database is and how far its log goes.
import { z } from 'zod';

/** The hash before the first row. */
export const GENESIS_HASH = '0'.repeat(64);

/** The answer; the relay compares it with what it holds before it follows the log. */
export const Hello = z.object({
  protocol: z.number().int().positive(),
  storeId: z.uuid(),
  /** This database's identity: a new empty one has another. */
  lineage: z.uuid(),
  /** Raised at each restore. */
  epoch: z.number().int().positive(),
  lastSeq: z.number().int().min(0),
  lastHash: z.string().length(64),
  version: z.string(),
  /** This run of this machine: two machines with one card image differ in nothing else. Older stores do not say. */
  instance: z.uuid().optional(),
});
export type Hello = z.infer<typeof Hello>;
