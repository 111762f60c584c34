// An erasure: what the relay's copy, and every later restore, must forget as well. Names nobody.
// The log's own rows stay with their hashes; their bodies come as null.
import { z } from 'zod';
import type { ReplicatedRow } from './replicated-row.ts';

/** What was erased, by order ids or up to an order number; `scope` says how much of it. */
export const ErasureBody = z.discriminatedUnion('scope', [
  /** These orders are gone. */
  z.object({ scope: z.literal('orders'), orderIds: z.array(z.uuid()) }),
  /** Every order up to this number is gone, payments included. */
  z.object({ scope: z.literal('history'), upToNumber: z.number().int().min(0) }),
  /** These orders lost phone and observations, and stood in the log again, without them, before this row. */
  z.object({ scope: z.literal('person'), orderIds: z.array(z.uuid()) }),
  /** Every order up to this number lost phone and observations; no new rows were written for them. */
  z.object({ scope: z.literal('retention'), upToNumber: z.number().int().min(0) }),
  /** These wholesale orders lost everything about their buyers, and stood in the log again, without it, before this row. */
  z.object({ scope: z.literal('wholesale-person'), orderIds: z.array(z.uuid()) }),
]);
export type ErasureBody = z.infer<typeof ErasureBody>;

/** One row an erasure, under an id of its own. */
export const erasureRow = {
  kind: 'erasure',
  ids: '*',
  version: 1,
  sealed: false,
  body: ErasureBody,
} as const satisfies ReplicatedRow;
