// Takes an order's money part by part: what is paid and left as the store says it, whichever device took it, and each part sent until it is
// answered.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { leftOf } from '@balcao/shared/payment/tender.ts';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { newId } from '../../data/new-id.ts';
import { ApiError } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { boardAtom } from '../../data/staff/board/live.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import { useManagerPin } from '../../data/staff/pin/use-manager-pin.tsx';
import { usePayment, type Subject } from './use-payment.ts';

/** A part as it was chosen. */
export type Part = Omit<Extract<StaffMove, { kind: 'take-tender' }>, 'kind' | 'id'>;

type Ends = {
  onPricesChanged: (() => void) | undefined;
  /** A part is in, and not the last: what was on the ticket is an order that waits. */
  onTaken: () => void;
  /** The last part is in. */
  onPaid: (order: Order) => void;
};

export function useSplit(asked: Subject, { onPricesChanged, onTaken, onPaid }: Ends) {
  const action = useAction();
  const { withPin, pinDialog } = useManagerPin();
  const [known, setKnown] = useState<Order | null>('order' in asked ? asked.order : null);
  const order = useNewest(known);
  const payment = usePayment(order === null ? asked : { order }, {
    onPricesChanged,
    onDone: () => undefined,
  });
  /** Of the part that was not answered yet: sent again it is the same one. */
  const tenderId = useRef<string | null>(null);
  const [waiting, setWaiting] = useState<Part | null>(null);

  const keep = async (): Promise<Order> => {
    const { order: placed } = await payment.orderOf();
    setKnown((before) => before ?? placed);
    return placed;
  };

  const take = (part: Part): void =>
    void action.run('Erro ao confirmar pagamento', async () => {
      const { id } = await keep();
      // It was booked, only its answer was lost: the next part is another one.
      if (order?.tenders?.some((one) => one.id === tenderId.current)) tenderId.current = null;
      tenderId.current ??= newId();
      try {
        const after = await moveOrder(id, { kind: 'take-tender', id: tenderId.current, ...part });
        tenderId.current = null;
        setKnown(after);
        if (after.status === 'PENDING') onTaken();
        else onPaid(after);
      } catch (error) {
        if (!(error instanceof ApiError) || error.problem.code !== 'drawer-closed') throw error;
        setWaiting(part);
      }
    });
  /** A part came by itself, through the provider. */
  const came = (after: Order): void => {
    tenderId.current = null;
    setKnown(after);
    if (after.status === 'PENDING') onTaken();
    else onPaid(after);
  };
  const giveBack = (id: string): Promise<boolean> =>
    action.run('Não deu para devolver', async () => {
      if (order === null) return;
      setKnown(await withPin((pin) => moveOrder(order.id, { kind: 'give-tender-back', id, ...pin })));
    });

  return {
    busy: action.busy,
    failed: action.failed,
    forgive: action.forgive,
    totalCents: payment.totalCents,
    leftCents: order === null ? payment.totalCents : leftOf(order),
    tenders: order?.tenders ?? [],
    orderOf: async () => ({ order: await keep() }),
    take,
    came,
    /** The id of the part that is being paid, by hand or by itself. */
    partId: () => (tenderId.current ??= newId()),
    giveBack,
    pinDialogs: [payment.pinDialog, pinDialog],
    asksForDrawer: waiting !== null,
    leaveDrawer: () => setWaiting(null),
    goOn: () => {
      setWaiting(null);
      if (waiting !== null) take(waiting);
    },
  };
}

/** What another device took meanwhile counts here too. */
function useNewest(known: Order | null): Order | null {
  const board = useAtomValue(boardAtom);
  if (known === null) return null;
  const live = board?.orders.get(known.id) ?? board?.begun.get(known.id);
  return live !== undefined && live.updatedAtMs > known.updatedAtMs ? live : known;
}
