// Sending a wholesale order, once however often it is pressed, reloaded or lost on the way.
import type { PlacedWholesale } from '@balcao/shared/http/wholesale.ts';
import type { z } from 'zod';
import { newId } from '../../data/new-id.ts';
import { attemptAt } from '../../data/attempt.ts';
import { newClaim } from '../../data/claim.ts';
import type { PlaceDeps } from '../../data/place-once.ts';
import { WHOLESALE_ATTEMPT_KEY } from '../../data/stored-keys.ts';
import { usePlacingOnce } from '../../data/use-placing.ts';
import { placeLine } from './cart.ts';
import { loadCart } from './cart-state.ts';
import { placeWholesale, wholesaleOutcomeOf, type WholesaleRequest } from '../../data/wholesale.ts';

type Sent = { code: string; orderNumber: number };

const attempt = attemptAt(WHOLESALE_ATTEMPT_KEY);
const deps: PlaceDeps<Omit<WholesaleRequest, 'id' | 'claim'>, z.infer<typeof PlacedWholesale>, Sent> = {
  place: placeWholesale,
  outcomeOf: wholesaleOutcomeOf,
  placedOf: ({ order }) => ({ code: String(order.orderNumber), orderNumber: order.orderNumber }),
  itemsNow: () => loadCart().map(placeLine),
  newId,
  newClaim,
  ...attempt,
};

/** `onSent` also when an order that was sent before a reload turns out to have arrived. */
export const useSending = (onSent: (sent: Sent & { earlier: boolean }) => void) =>
  usePlacingOnce(deps, (sent) => {
    // The next order of the same things is a new one.
    attempt.clear();
    onSent(sent);
  });
