// From the tap on a way to pay to the answer: the order is placed, paid, asked to wait, or kept here until the store is back.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { ApiError, call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import { reachableAtom } from '../../data/staff/board/live.ts';
import { useManagerPin } from '../../data/staff/pin/use-manager-pin.tsx';
import { sessionAtom } from '../../data/staff/session/session.ts';
import type { PaidResult } from './paid.tsx';
import { placeSale, type Placed, type Sale } from './sale.ts';
import { changeWaitingSalesAtom } from './use-waiting-sales.ts';
import { isUnheard } from './waiting-sales.ts';

/** Somebody stands there with the money in their hand: what is not answered by then is kept, and sent later. */
const CASH_MS_MAX = 5_000;
/** The same while it is known that the store does not answer. */
const CASH_UNHEARD_MS_MAX = 2_000;

/** Either a sale that becomes an order here, or an order that waits for its money. */
export type Subject =
  | {
      sale: Sale;
      totalCents: number;
      onSending: (sale: Sale) => void;
      onPlaced: (placed: Placed) => void;
    }
  | { order: Order };

type Confirm = Omit<Extract<StaffMove, { kind: 'confirm-payment' }>, 'kind' | 'seen'>;
type Ends = { onPricesChanged: (() => void) | undefined; onDone: (result: PaidResult) => void };

export function useSalePayment(subject: Subject, { onPricesChanged, onDone }: Ends) {
  const action = useAction();
  const keep = useKeep(subject);
  const { withPin, pinDialog } = useManagerPin();
  const isHeard = useAtomValue(reachableAtom);
  /** What is confirmed as soon as the drawer is open. */
  const [waiting, setWaiting] = useState<{ move: Confirm; receivedCents: number | null } | null>(null);
  const totalCents = totalOf(subject);

  /** The order, placed now if it is not yet. The same sale asked for twice is one order. */
  const orderOf = async (
    settings: { timeoutMs?: number } = {},
    onSending?: (sale: Sale) => void,
  ): Promise<{ order: Order; trackingToken: string | null }> => {
    if ('order' in subject) return { order: subject.order, trackingToken: null };
    try {
      const sending = (sale: Sale) => {
        onSending?.(sale);
        subject.onSending(sale);
      };
      const { sale, totalCents: asked } = subject;
      const placed = await withPin((pin) => placeSale(sale, asked, sending, { ...settings, ...pin }));
      subject.onPlaced(placed);
      return placed;
    } catch (error) {
      if (isPricesChanged(error)) onPricesChanged?.();
      throw error;
    }
  };

  const confirm = (move: Confirm, receivedCents: number | null) =>
    void action.run('Erro ao confirmar pagamento', async () => {
      const settings =
        receivedCents === null ? {} : { timeoutMs: isHeard ? CASH_MS_MAX : CASH_UNHEARD_MS_MAX };
      let asked = 'sale' in subject ? subject.sale : null;
      try {
        const { order } = await orderOf(settings, (sale) => (asked = sale));
        const paid = await moveOrder(
          order.id,
          { kind: 'confirm-payment', expectedTotalCents: order.totalCents, ...move },
          settings,
        );
        onDone({ kind: 'paid', order: paid, receivedCents });
      } catch (error) {
        if (error instanceof ApiError && error.problem.code === 'drawer-closed')
          setWaiting({ move, receivedCents });
        else if (asked !== null && receivedCents !== null && isUnheard(error) && keep(asked, receivedCents))
          onDone({ kind: 'kept', totalCents, receivedCents });
        else throw error;
      }
    });
  const later = () =>
    void action.run('Não deu para guardar o pedido', async () => {
      const { order, trackingToken } = await orderOf();
      const reply = await call('POST /api/orders/{code}/cash', {
        params: { code: order.code },
        body: { changeForCents: null },
        token: trackingToken,
      });
      onDone({ kind: 'paid', order: reply.order, receivedCents: null });
    });

  /** Nothing is to be paid: the store receives it as it is placed. */
  const give = () =>
    void action.run('Não deu para registrar', async () => {
      const { order } = await orderOf();
      onDone({ kind: 'paid', order, receivedCents: null });
    });

  /** The provider has the money: nothing is left to confirm. */
  const paid = (order: Order) => onDone({ kind: 'paid', order, receivedCents: null });

  return {
    busy: action.busy,
    failed: action.failed,
    totalCents,
    orderOf,
    confirm,
    later,
    give,
    paid,
    pinDialog,
    asksForDrawer: waiting !== null,
    leaveDrawer: () => setWaiting(null),
    goOn: () => {
      setWaiting(null);
      if (waiting !== null) confirm(waiting.move, waiting.receivedCents);
    },
  };
}

/** Keeps a sale whose money was taken; answers whether the device could. */
function useKeep(subject: Subject): (sale: Sale, receivedCents: number) => boolean {
  const change = useSetAtom(changeWaitingSalesAtom);
  const session = useAtomValue(sessionAtom);
  return (sale, receivedCents) => {
    if (!('sale' in subject)) return false;
    const kept = {
      keptId: sale.id,
      sale,
      totalCents: totalOf(subject),
      receivedCents,
      askedCents: subject.totalCents,
      userId: 'me' in session ? session.me.id : '',
      atMs: Date.now(),
      outcome: null,
    };
    return change((sales) => [...sales, kept]);
  };
}

const totalOf = (subject: Subject): number =>
  'order' in subject
    ? subject.order.totalCents
    : (subject.sale.placed?.order.totalCents ?? subject.totalCents);

const isPricesChanged = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.problem.code === 'price-changed' || error.problem.code === 'invalid-order');
