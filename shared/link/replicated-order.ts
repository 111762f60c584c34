// The body of an 'order' row of the feed.
import { z } from 'zod';
import { Order } from '../order/order.ts';

/** The relay checks a bearer against the hash; only the store can make the token. */
export const ReplicatedOrder = z.object({ order: Order, trackingTokenHash: z.string().length(64) });
export type ReplicatedOrder = z.infer<typeof ReplicatedOrder>;
