// The body of an 'order' row of the feed.
import { z } from 'zod';
import { ClaimHash } from '../../order/claim.ts';
import { Order } from '../../order/order.ts';

/** The relay checks a bearer against the hash; only the store can make the token. `claimHash`: so that a restored store still knows it. */
export const ReplicatedOrder = z.object({
  order: Order,
  trackingTokenHash: z.string().length(64),
  claimHash: ClaimHash.optional(),
});
export type ReplicatedOrder = z.infer<typeof ReplicatedOrder>;
