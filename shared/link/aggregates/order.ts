// An order: whole, with each change.
import { z } from 'zod';
import { ClaimHash } from '../../order/claim.ts';
import { Order } from '../../order/order.ts';
import type { ReplicatedRow } from './replicated-row.ts';

/** The relay checks a bearer against the hash; only the store can make the token. `claimHash`: so that a restored store still knows it. */
export const ReplicatedOrder = z.object({
  order: Order,
  trackingTokenHash: z.string().length(64),
  claimHash: ClaimHash.optional(),
});
export type ReplicatedOrder = z.infer<typeof ReplicatedOrder>;

/**
 * One row an order, under its id. 2: what staff gave away of it, if anything; 3: the parts in which it was paid by hand, how its lines were
 * changed, what is owed since, and the stations whose share is made; 4: what went back of a change, by its ways; 5: parts
 * that came through the provider, and the payment that one said by hand is; 6: what came through it of what a paid order still owed. An older reader
 * leaves all of them out, and reads such a part as the nearest way by hand.
 */
export const orderRow = {
  kind: 'order',
  ids: '*',
  version: 6,
  sealed: false,
  body: ReplicatedOrder,
} as const satisfies ReplicatedRow;
