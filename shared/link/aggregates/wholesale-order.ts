// A wholesale order: whole, with each change.
import type { z } from 'zod';
import { ClaimHash } from '../../order/claim.ts';
import { WholesaleOrder } from '../../wholesale/order.ts';
import type { ReplicatedRow } from './replicated-row.ts';

/** `claimHash`: so that a restored store still knows who placed it. */
export const ReplicatedWholesale = WholesaleOrder.extend({ claimHash: ClaimHash.optional() });
export type ReplicatedWholesale = z.infer<typeof ReplicatedWholesale>;

/** One row a wholesale order, under its id. 2: wished date, terms and payment, which rows before it have not. */
export const wholesaleOrderRow = {
  kind: 'wholesale-order',
  ids: '*',
  version: 2,
  sealed: false,
  body: ReplicatedWholesale,
} as const satisfies ReplicatedRow;
