// Placing a customer's order, and keeping on this device the proof of whose it is.
import type { PlacedOrder } from '@balcao/shared/http/orders.ts';
import { newId } from '../../data/new-id.ts';
import { attemptAt } from '../../data/attempt.ts';
import { newClaim } from '../../data/claim.ts';
import { placeItem } from '../../cart/cart.ts';
import { loadCart } from '../../cart/cart-state.ts';
import { readStored, writeStored } from '../../data/device.ts';
import { keepOrder } from '../../data/kept-orders.ts';
import { CART_KEY } from '../../data/stored-keys.ts';
import { cancelOrder, outcomeOf, placeOrder, type OrderRequest } from '../../data/orders.ts';
import type { PlaceDeps } from '../../data/place-once.ts';
import { usePlacingOnce } from '../../data/use-placing.ts';

type Placed = { code: string; token: string; createdAtMs: number };

const deps: PlaceDeps<Omit<OrderRequest, 'id' | 'claim'>, PlacedOrder, Placed> = {
  place: placeOrder,
  outcomeOf,
  placedOf: ({ order, trackingToken }) => ({
    code: order.code,
    token: trackingToken,
    createdAtMs: order.createdAtMs,
  }),
  itemsNow: () => loadCart().cart.map(placeItem),
  newId,
  newClaim,
  ...attemptAt('checkout'),
};

export const usePlacing = (onPlaced: (placed: Placed & { earlier: boolean }) => void) =>
  usePlacingOnce(deps, (placed) => {
    keepOrder({ code: placed.code, token: placed.token, atMs: placed.createdAtMs });
    // The cart was changed after an order had been made of it: of the two only this one is wanted. What was paid meanwhile stays.
    const before = readStored('orderCode');
    if (before !== null && before !== placed.code)
      cancelOrder(before).catch((error: unknown) =>
        console.warn('the earlier order was not called off', error),
      );
    writeStored('orderCode', placed.code);
    // What was sent earlier is not what is in the cart now.
    if (!placed.earlier) writeStored('again', readStored(CART_KEY) ?? '[]');
    onPlaced(placed);
  });
