// Cancels many unpaid orders at once: one transaction, an outcome for each. What was paid meanwhile is left alone.
import type { UnpaidOutcome } from '@balcao/shared/http/staff.ts';
import type { CancelReason } from '@balcao/shared/order/order.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { changeOrder, type Alongside } from './change-order.ts';
import type { OrderContext } from './context.ts';

export const cancelUnpaid = (
  context: OrderContext,
  ids: readonly string[],
  reason: CancelReason,
  alongside: Alongside,
): UnpaidOutcome[] =>
  inTransaction(context.db, () =>
    ids.map((id): UnpaidOutcome => {
      const cancelled = changeOrder(context, id, { kind: 'cancel', reason, seen: 'PENDING' }, alongside);
      if (cancelled.ok) return { id, outcome: 'cancelled' };
      return { id, outcome: cancelled.refusal.code === 'order-not-found' ? 'gone' : 'paid' };
    }),
  );
