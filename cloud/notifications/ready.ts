// Tells customers that their order is ready. The subscription itself is the reminder: what is ready and was not told yet is
// found by looking, so that neither a crash nor a lost wake keeps anybody waiting at a cold cup.
import { and, eq, isNull } from 'drizzle-orm';
import type { PushMessage } from '@balcao/shared/http/push.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../storage/open.ts';
import { orderBody, orders } from '../storage/schema.ts';
import { stableId } from '../storage/stable-id.ts';
import type { Messages } from './messages.ts';
import { pushSubscriptions } from './schema.ts';

const PER_ROUND_MAX = 200;
/** Who has not heard it by then has fetched it, or looked. */
const KEPT_MS = 30 * 60_000;

/** Numbers only: whoever looks at the screen of the phone learns nothing about the customer. */
export function readyMessage(order: Pick<Order, 'code' | 'simpleId' | 'panelNumber'>): PushMessage {
  const called =
    order.panelNumber === null ? `Pedido nº ${order.simpleId}` : `Número ${order.panelNumber} no painel`;
  return {
    title: 'Seu pedido está pronto!',
    body: `${called}: é só retirar no balcão.`,
    url: `/pedido/sucesso/${order.code}`,
    tag: `order-${order.code}`,
  };
}

export async function tellReady(deps: { db: Db; messages: Messages; clock: () => number }): Promise<void> {
  const { db, messages, clock } = deps;
  const due = await db
    .select({ storeId: pushSubscriptions.storeId, id: pushSubscriptions.id, body: orderBody })
    .from(pushSubscriptions)
    .innerJoin(
      orders,
      and(eq(orders.storeId, pushSubscriptions.storeId), eq(orders.id, pushSubscriptions.orderId)),
    )
    .where(and(isNull(pushSubscriptions.notifiedAtMs), eq(orders.status, 'READY')))
    .limit(PER_ROUND_MAX);
  for (const { storeId, id, body } of due) {
    const message = readyMessage(JSON.parse(body) as Order);
    await db.transaction(async (tx) => {
      const mine = await tx
        .update(pushSubscriptions)
        .set({ notifiedAtMs: clock() })
        .where(
          and(
            eq(pushSubscriptions.storeId, storeId),
            eq(pushSubscriptions.id, id),
            isNull(pushSubscriptions.notifiedAtMs),
          ),
        )
        .returning({ id: pushSubscriptions.id });
      if (mine.length === 0) return;
      await messages.write(tx, storeId, [
        { id: stableId('ready', id), subscriptionId: id, message, keptMs: KEPT_MS },
      ]);
    });
  }
}
