// Placing a customer's order, and keeping on this device the proof of whose it is.
import type { PlacedOrder } from '@balcao/shared/http/orders.ts';
import { v7 as uuid } from 'uuid';
import { attemptAt } from '../../api/attempt.ts';
import { newClaim } from '../../api/claim.ts';
import { writeStored } from '../../api/device.ts';
import { keepOrder } from '../../api/kept-orders.ts';
import { outcomeOf, placeOrder, type OrderRequest } from '../../api/orders.ts';
import type { PlaceDeps } from '../../api/place-once.ts';
import { usePlacingOnce } from '../../api/use-placing.ts';

type Placed = { code: string; token: string; createdAtMs: number };

const deps: PlaceDeps<Omit<OrderRequest, 'id' | 'claim'>, PlacedOrder, Placed> = {
  place: placeOrder,
  outcomeOf,
  placedOf: ({ order, trackingToken }) => ({
    code: order.code,
    token: trackingToken,
    createdAtMs: order.createdAtMs,
  }),
  newId: () => uuid(),
  newClaim,
  ...attemptAt('checkout'),
};

export const usePlacing = (onPlaced: (placed: Placed & { earlier: boolean }) => void) =>
  usePlacingOnce(deps, (placed) => {
    keepOrder({ code: placed.code, token: placed.token, atMs: placed.createdAtMs });
    writeStored('orderCode', placed.code);
    onPlaced(placed);
  });
