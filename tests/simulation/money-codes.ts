// Codes that are shown for orders which are called off then: what nobody paid ends at the provider, and what was paid all the same goes back.
import type { Order } from '@balcao/shared/order/order.ts';
import type { Seeded } from '../faults/seeded.ts';
import type { TestRelay } from '../harness/payments.ts';
import type { createLine } from './money-line.ts';

type Abandoned = { paymentId: string; cents: number; isPaid: boolean };

export function createAbandoned(deps: {
  begin: () => Promise<Order>;
  callOff: (orderId: string) => Promise<unknown>;
  relay: TestRelay;
  line: ReturnType<typeof createLine>;
  orderOf: (id: string) => Order;
  chance: Seeded;
  wrong: (text: string) => void;
}) {
  const { relay, line } = deps;
  const { control } = relay;
  let abandoned: Abandoned[] = [];

  return {
    /** Who pays all the same does so before the provider has heard of it. */
    async abandon(): Promise<void> {
      control.clearFaults();
      line.plug();
      const order = await deps.begin();
      const json = { order: { id: order.id, code: order.code, totalCents: order.totalCents } };
      const begun = await relay.edge('POST', '/edge/payments/pix', json);
      if (begun.status !== 200) throw new Error(`pix: ${JSON.stringify(begun.body)}`);
      const { attemptId, paymentId } = begun.body as { attemptId: string; paymentId: string };
      line.known.add(attemptId);
      const isPaid = deps.chance.chance(0.5);
      if (isPaid) line.cut();
      await deps.callOff(order.id);
      if (isPaid) control.approve(paymentId);
      else await line.quiet();
      // Nobody can pay it any more from then on, and not only once the relay looks.
      if (!isPaid && control.payment(paymentId).status !== 'cancelled')
        deps.wrong('a code of an order that was called off can still be paid');
      line.plug();
      relay.store.orders.set(order.id, deps.orderOf(order.id));
      abandoned.push({ paymentId, cents: order.totalCents, isPaid });
    },

    /** Once everybody had time for it. */
    judge(): void {
      for (const { paymentId, cents, isPaid } of abandoned) {
        const there = control.payment(paymentId);
        const backCents = Math.round(Number(there['transaction_amount_refunded'] ?? 0) * 100);
        if (isPaid ? backCents !== cents : there.status !== 'cancelled')
          deps.wrong(
            `a code of an order that was called off is ${there.status}: of ${cents} ${backCents} went back`,
          );
      }
      abandoned = [];
    },
  };
}
