// PIX to the shop's own static code that came once its order had been called off: the shop has it, and a person alone can give it back. Rule P34.
import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { GIVEN_BY_HAND } from '@balcao/shared/payment/review-item.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { orders as orderRows } from '../../storage/schema/orders.ts';
import { staticPix } from '../../storage/schema/payments.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { readDeletedWithPix } from '../cash/deleted-with-pix.ts';
import type { OrderContext } from '../orders/context.ts';
import { GONE, NOT_OFFERED } from './refund-problems.ts';
import { codeOfTxid, partOf } from './static-pix.ts';

/** The end of the name under which it is listed. */
const SUFFIX = '.late-pix';

/** The drawer's books. */
export type LatePixBooks = {
  gaveBack(actor: Actor, order: Pick<Order, 'id'>, part?: string): void;
  /** What of an order's money by that way staff still hold. */
  heldCents(orderId: string, method: 'pix_manual'): number;
};

type Late = { txid: string; orderId: string; order: Order | null; part: string; cents: number; atMs: number };
const nameOf = (order: Order | null): string =>
  order === null ? 'Pedido excluído' : `Pedido #${order.simpleId}, cancelado`;

export function createLateStaticPix(deps: { orders: OrderContext; audit: Audit; books: LatePixBooks }) {
  const { orders, audit, books } = deps;
  const { db } = orders;
  const ofCancelled = inArray(
    staticPix.orderId,
    db.select({ id: orderRows.id }).from(orderRows).where(eq(orderRows.status, 'CANCELLED')),
  );

  /** Newest first; of one order no more than staff still hold, for the rest went back when it was cancelled. */
  function listLate(): Late[] {
    const heldByOrder = new Map<string, number>();
    return db
      .select()
      .from(staticPix)
      .where(
        and(
          inArray(staticPix.state, ['proved', 'received']),
          isNotNull(staticPix.regainedAtMs),
          or(ofCancelled, inArray(staticPix.orderId, readDeletedWithPix(db))),
        ),
      )
      .orderBy(desc(staticPix.regainedAtMs))
      .all()
      .flatMap((row): Late[] => {
        const { txid, orderId } = row;
        const order = orders.repository.byId(orderId);
        const part = partOf(db, row, { code: codeOfTxid(txid) });
        if (part === undefined) return [];
        const heldCents = heldByOrder.get(orderId) ?? books.heldCents(orderId, 'pix_manual');
        const cents = Math.min(heldCents, row.amountCents);
        heldByOrder.set(orderId, heldCents - cents);
        return cents > 0 ? [{ txid, orderId, order, part, cents, atMs: row.regainedAtMs ?? row.atMs }] : [];
      });
  }

  return {
    isOne: (id: string): boolean => id.endsWith(SUFFIX),

    /** Each as it stands among what is to be resolved. */
    unresolved: (): UnresolvedPayment[] =>
      listLate().map(({ txid, orderId, order, cents, atMs }) => ({
        id: `${txid}${SUFFIX}`,
        orderId,
        simpleId: order?.simpleId ?? null,
        code: order?.code ?? null,
        amountCents: cents,
        atMs,
        reason: `${nameOf(order)}: o PIX de ${formatCents(cents)} na chave da loja (transação ${txid}) chegou depois. Devolva a quem pagou pelo aplicativo do banco.`,
        ...GIVEN_BY_HAND,
      })),

    /** A person gave it back: it is booked as gone now, and listed no more. */
    resolve(actor: Actor, id: string, action: UnresolvedPayment['action']): Result<null, Problem> {
      if (action !== GIVEN_BY_HAND.action) return refused(NOT_OFFERED);
      const isGiven = inTransaction(db, () => {
        const late = listLate().find(({ txid }) => `${txid}${SUFFIX}` === id);
        if (late === undefined) return false;
        const { orderId, order, part, cents } = late;
        books.gaveBack(actor, { id: orderId }, part);
        const ofWhat =
          order === null
            ? 'de um pedido excluído, que chegou depois'
            : `do pedido nº ${order.simpleId}, que chegou depois de cancelado`;
        audit.record(
          actor,
          'order',
          'static-pix',
          `disse que já devolveu o PIX de ${formatCents(cents)} ${ofWhat}`,
        );
        return true;
      });
      if (!isGiven) return refused(GONE);
      orders.wake.notify('log');
      return accepted(null);
    },
  };
}
