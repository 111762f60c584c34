// Facts of payments that the provider's books know nothing of: for the evenings that are written out.
import { v7 as uuidv7 } from 'uuid';
import type { Store } from '../../edge/store.ts';
import type { Placed } from '../faults/shop-client.ts';
import type { Promised } from '../faults/shop-crowd.ts';
import type { RelaySide } from './sides.ts';

/** `attempts`: of each order the one that its facts are about. */
export function createMadeUpFacts(
  world: { store: () => Store; relay: (host: 'relay') => RelaySide },
  attempts: Map<string, string>,
) {
  /** As if the relay had heard of money, whatever the provider says. */
  return async function tellFact(one: Promised & { placed: Placed }, status: string): Promise<void> {
    if (one.host !== 'relay') return;
    const { id } = one.body;
    // Whoever pays online after all has not chosen cash any more.
    one.cash = false;
    const attemptId = attempts.get(id) ?? uuidv7();
    attempts.set(id, attemptId);
    await world.relay('relay').relay.commands.enqueue(world.store().identity.storeId, {
      id: uuidv7(),
      kind: 'payment.fact',
      payload: {
        attemptId,
        orderId: id,
        provider: 'mercadopago',
        providerPaymentId: '1',
        method: 'pix',
        status: status as 'approved',
        statusDetail: null,
        amountCents: one.placed.order.totalCents,
        refundedCents: 0,
        mismatch: null,
        observedAtMs: Date.now(),
      },
    });
  };
}
