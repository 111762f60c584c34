// Takes an order's money part by part: what is paid and left as the store says it, whichever device took it, and each part sent until it is
// answered.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { leftOf } from '@balcao/shared/payment/tender.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { newId } from '../../data/new-id.ts';
import { ApiError, sentenceOf } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { boardAtom } from '../../data/staff/board/live.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import { useManagerPin } from '../../data/staff/pin/use-manager-pin.tsx';
import type { Way } from './split-amounts.tsx';
import { createSplitParts, type SplitNews } from './split-parts.ts';
import { useSalePayment, type Subject } from './use-payment.ts';

/** A part as it was chosen. */
export type Part = Omit<Extract<StaffMove, { kind: 'take-tender' }>, 'kind' | 'id'>;

type Ends = {
  onPricesChanged: (() => void) | undefined;
  /** A part is in, and not the last: what was on the ticket is an order that waits. */
  onTaken: () => void;
  /** The last part is in. */
  onPaid: (order: Order) => void;
  /** It was called off elsewhere. */
  onCancelled: () => void;
  /** Whether the screen of a part that may come by itself is shown. */
  isFollowed: boolean;
};

const WAY_OF: Record<Part['method'], Way> = { cash: 'cash', terminal: 'terminal', pix_manual: 'pix' };

export function useSplitPayment(asked: Subject, ends: Ends) {
  const { onPricesChanged, isFollowed } = ends;
  const action = useAction();
  const { withPin, pinDialog } = useManagerPin();
  const [known, setKnown] = useState<Order | null>('order' in asked ? asked.order : null);
  const order = useNewest(known);
  const payment = useSalePayment(order === null ? asked : { order }, {
    onPricesChanged,
    onDone: () => undefined,
  });
  const [parts] = useState(() => createSplitParts(newId));
  const [waiting, setWaiting] = useState<Part | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const forgive = (): void => {
    action.forgive();
    setQuestion(null);
  };

  const keep = async (): Promise<Order> => {
    const { order: placed } = await payment.orderOf();
    setKnown((before) => before ?? placed);
    return placed;
  };

  const take = (part: Part): void =>
    void action.run('Erro ao confirmar pagamento', async () => {
      setQuestion(null);
      const placed = await keep();
      const { id } = placed;
      const partId = parts.idOf(WAY_OF[part.method], part.cents);
      try {
        const besideParts = parts.seen((order ?? placed).tenders ?? []);
        came(await moveOrder(id, { kind: 'take-tender', id: partId, ...part, besideParts }));
      } catch (error) {
        const partIds = error instanceof ApiError ? partIdsOf(error) : [];
        if (partIds.length > 0) {
          // The words ask, and nothing failed: who sends it again has read of these.
          parts.heardOf(partIds);
          setQuestion(sentenceOf(error));
          return;
        }
        if (!(error instanceof ApiError) || error.problem.code !== 'drawer-closed') throw error;
        setWaiting(part);
      }
    });
  const tell = (after: Order, news: SplitNews | null): void => {
    if (news === 'taken') ends.onTaken();
    if (news === 'paid') ends.onPaid(after);
    if (news === 'cancelled') ends.onCancelled();
  };
  /** A part is in: by an answer, or by itself through the provider. */
  const came = (after: Order): void => {
    setKnown(after);
    tell(after, parts.told(after));
  };
  // A code or a terminal may be paid after somebody went back, and the rest of the order elsewhere.
  useEffect(() => {
    const news = order === null ? null : parts.news(order, { isFollowed, busy: action.busy });
    if (order === null || news === null) return;
    // What an answer said that was lost is over with it.
    forgive();
    tell(order, news);
  });
  const giveBack = (id: string): Promise<boolean> =>
    action.run('Não deu para devolver', async () => {
      if (order === null) return;
      setKnown(await withPin((pin) => moveOrder(order.id, { kind: 'give-tender-back', id, ...pin })));
    });

  return {
    busy: action.busy,
    failed: action.failed,
    /** Whether what was said by hand is money that came, or may come, by itself; another tap says that it is not. */
    question,
    forgive,
    totalCents: payment.totalCents,
    leftCents: order === null ? payment.totalCents : leftOf(order),
    tenders: order?.tenders ?? [],
    orderOf: async () => ({ order: await keep() }),
    take,
    came,
    /** The id of the part that is being paid, by hand or by itself. */
    partId: parts.idOf,
    leavePart: parts.leave,
    /** The list of parts was on the screen as the next way was chosen. */
    sawParts: () => parts.saw((order?.tenders ?? []).flatMap(({ id, proved }) => (proved ? [id] : []))),
    giveBack,
    pinDialog: payment.pinDialog ?? pinDialog,
    asksForDrawer: waiting !== null,
    leaveDrawer: () => setWaiting(null),
    goOn: () => {
      setWaiting(null);
      if (waiting !== null) take(waiting);
    },
  };
}

const partIdsOf = ({ problem: { partIds } }: ApiError): string[] =>
  Array.isArray(partIds) ? partIds.filter((id) => typeof id === 'string') : [];

/** What another device took meanwhile counts here too. */
function useNewest(known: Order | null): Order | null {
  const board = useAtomValue(boardAtom);
  if (known === null) return null;
  const live = board?.orders.get(known.id) ?? board?.begun.get(known.id);
  return live !== undefined && live.updatedAtMs > known.updatedAtMs ? live : known;
}
