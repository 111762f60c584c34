// Commands from the relay: each has one effect and one outcome, kept under its id for ever, however often it is sent.
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { readCommand, type Command, type Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import type { Result } from '@balcao/shared/result.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { inbox } from '../../storage/schema/replication.ts';
import { changeOrder } from '../../shop/orders/change-order.ts';
import type { OrderContext } from '../../shop/orders/context.ts';
import type { PaymentFacts } from '../../shop/orders/payment-facts.ts';
import { placeOrder } from '../../shop/orders/place-order.ts';
import { cancelOwn } from '../../shop/orders/cancel-own.ts';
import { chooseCash } from '../../shop/orders/unpaid.ts';
import type { Wholesale } from '../../shop/wholesale/wholesale.ts';

export type Inbox = { applyCommand(command: unknown): Outcome | { status: 'malformed' } };

export function createInbox(
  context: OrderContext,
  facts: PaymentFacts,
  wholesale: Pick<Wholesale, 'place' | 'withdraw' | 'repository'>,
): Inbox {
  const { db, tokens } = context;
  const processed = db
    .select()
    .from(inbox)
    .where(eq(inbox.id, sql.placeholder('id')))
    .prepare();

  const outcomeOf = (result: Result<Order, Refusal>): Outcome =>
    result.ok
      ? {
          status: 'done',
          order: result.value,
          trackingToken: tokens.tokenOf(result.value.id),
          trackingTokenHash: tokens.hashOf(result.value.id),
        }
      : { status: 'refused', refusal: result.refusal };

  const wholesaleOutcome = (result: Result<WholesaleOrder, Refusal>): Outcome =>
    result.ok
      ? { status: 'wholesale', wholesale: result.value }
      : { status: 'refused', refusal: result.refusal };

  function runCommand(command: Command): Outcome {
    switch (command.kind) {
      case 'order.place': {
        const placed = placeOrder(context, command.payload.order, 'relay', command.caller ?? null);
        return outcomeOf(placed.ok ? { ok: true, value: placed.value.order } : placed);
      }
      case 'order.withdraw':
        if (!isPlacedBy(context.repository.claimHashOf(command.payload.orderId), command.payload))
          return NOT_FOUND;
        return outcomeOf(
          changeOrder(context, command.payload.orderId, { kind: 'cancel', reason: 'retirado' }),
        );
      case 'order.choose-cash':
        return outcomeOf(chooseCash(context, command.payload.orderId, command.payload.changeForCents));
      case 'order.cancel':
        return outcomeOf(cancelOwn(context, command.payload.orderId));
      case 'payment.fact':
        return outcomeOf(facts.apply(command.payload));
      case 'wholesale.place':
        return wholesaleOutcome(wholesale.place(command.payload.wholesale, 'relay'));
      case 'wholesale.withdraw':
        if (!isPlacedBy(wholesale.repository.claimHashOf(command.payload.orderId), command.payload))
          return NOT_FOUND;
        return wholesaleOutcome(wholesale.withdraw(command.payload.orderId));
    }
  }

  return {
    applyCommand(message) {
      const received = readCommand(message);
      if (received.status !== 'readable') return received;
      const { command } = received;
      const requestHash = createHash('sha256')
        .update(JSON.stringify([command.kind, command.payload]))
        .digest('hex');
      const earlier = processed.get({ id: command.id });
      if (earlier)
        return earlier.requestHash === requestHash
          ? (JSON.parse(earlier.outcome) as Outcome)
          : { status: 'refused', refusal: { code: 'id-reused' } };

      return inTransaction(db, () => {
        const outcome = runCommand(command);
        // A fact about an order that is not here yet must not be answered for ever with 'not found'.
        const mayComeLater = outcome.status === 'refused' && outcome.refusal.code === 'order-not-found';
        if (!mayComeLater) {
          db.insert(inbox)
            .values({
              id: command.id,
              kind: command.kind,
              requestHash,
              outcome: JSON.stringify(outcome),
              atMs: context.clock(),
            })
            .run();
        }
        return outcome;
      });
    },
  };
}

const NOT_FOUND: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };

/** Whether the placement that is taken back can be the one that made the order. */
const isPlacedBy = (claimHash: string | null, withdrawal: { claimHash?: string | undefined }): boolean =>
  claimHash === null || claimHash === withdrawal.claimHash;
