// What is ready, to be handed over with one tap; and what is still being made, for the question 'is mine ready?'.
import { useAtomValue, useSetAtom } from 'jotai';
import { HandPlatter, Undo2 } from 'lucide-react';
import { UNDO_DELIVERY_MS_MAX } from '@balcao/shared/order/decide.ts';
import { readCustomerName } from '@balcao/shared/order/customer-name.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { byAge } from '../../data/staff/board/board.ts';
import { boardAtom, clockSkewAtom, pendingMovesAtom, panelAtom } from '../../data/staff/board/live.ts';
import { tapAtom } from '../../data/staff/board/taps.ts';
import { Balance } from './balance.tsx';
import { OrderItems } from '../../ui/staff/order-items.tsx';
import {
  besideName,
  isPastNumber,
  itemTitle,
  minutesSince,
  numberedName,
  orderName,
  phoneText,
} from '../../ui/staff/order-text.ts';
import { useTimes } from '../../data/staff/times.ts';
import { ScrollRegion } from '../../ui/staff/scroll-region.tsx';
import { projectOrder } from '../../data/staff/board/pending-moves.ts';
import { AWAITS_PICKUP, CONSUMPTION } from '../../text/staff.ts';
import { useNow } from '../../ui/now.ts';

/** Above so many cards each names its items alone, so that the number that is asked for is in sight. */
const WHOLE_CARDS_MAX = 4;

export function PickupScreen() {
  const board = useAtomValue(boardAtom);
  const panel = useAtomValue(panelAtom);
  const pendingMoves = useAtomValue(pendingMovesAtom);
  const tap = useSetAtom(tapAtom);
  const now = useNow(5_000) + useAtomValue(clockSkewAtom);
  const open = [...(board?.orders.values() ?? [])].sort(byAge);
  const ready = open.filter((order) => order.status === 'READY');
  const making = open.filter((order) => order.status === 'RECEBIDO' || order.status === 'PREPARING');
  const undoable = (board?.delivered ?? []).filter(
    (order) => now - (order.deliveredAtMs ?? 0) < UNDO_DELIVERY_MS_MAX,
  );
  return (
    <div className="h-full gap-2 overflow-y-auto p-2 max-sm:space-y-2 sm:grid sm:grid-cols-[1fr_19rem]">
      <section aria-label="Prontos para entregar" className="min-h-0 overflow-y-auto">
        {ready.length === 0 && (
          <p className="grid h-full place-items-center text-xl">Nenhum pedido pronto agora.</p>
        )}
        <ul className="grid gap-2 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]">
          {ready.map((order) => (
            <ReadyCard
              key={order.id}
              order={order}
              short={ready.length > WHOLE_CARDS_MAX}
              sending={projectOrder(order, pendingMoves).status === 'DELIVERED'}
              onDeliver={() => void tap(order.id, { kind: 'deliver', seen: 'READY' })}
            />
          ))}
        </ul>
      </section>
      <ScrollRegion
        className="flex min-h-0 flex-col gap-2 rounded-2xl bg-base-100 p-3"
        label="Em preparo e entregues"
      >
        {undoable.map((order) => (
          <button
            key={order.id}
            type="button"
            className="btn h-16 shrink-0"
            onClick={() => void tap(order.id, { kind: 'undo-delivery', seen: 'DELIVERED' })}
          >
            <Undo2 aria-hidden className="size-5" /> Desfazer entrega {numberedName(order, panel)}
          </button>
        ))}
        <h2 className="text-lg">Em preparo ({making.length})</h2>
        <ul>
          {making.map((order) => (
            <li
              key={order.id}
              className="flex items-baseline justify-between gap-2 border-b border-base-300 py-1"
            >
              <span className="numbers text-2xl font-extrabold">{orderName(order, panel)}</span>
              <span className="min-w-0 flex-1 truncate text-sm">
                {readCustomerName(order.observations).name ||
                  (order.status === 'PREPARING' ? 'em preparo' : 'na fila')}
                {isPastNumber(order, panel) && ` · ${besideName(order, panel)}`}
              </span>
              <span className="numbers text-sm">{minutesSince(order.createdAtMs, now)} min</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </div>
  );
}

/** Who is called: the name that was asked for, or the phone. */
function CustomerText({ order }: { order: Order }) {
  const { name } = readCustomerName(order.observations);
  return name === '' ? phoneText(order.customerPhone) : <strong className="text-2xl">{name}</strong>;
}

type ReadyCardProps = { order: Order; short: boolean; sending: boolean; onDeliver: () => void };

function ReadyCard({ order, short, sending, onDeliver }: ReadyCardProps) {
  const panel = useAtomValue(panelAtom);
  const { timeText } = useTimes();
  return (
    <li>
      <div
        role="group"
        aria-label={`Pedido ${orderName(order, panel)}`}
        className="flex h-full flex-col gap-2 rounded-2xl border-l-8 border-success bg-base-100 p-3"
      >
        <p className="flex items-start justify-between gap-2">
          <span className="numbers text-6xl leading-none font-extrabold">{orderName(order, panel)}</span>
          <span className="text-right text-sm">
            {besideName(order, panel)}
            {order.readyAtMs !== null && ` · pronto às ${timeText(order.readyAtMs)}`}
            <br />
            <CustomerText order={order} />
            <br />
            <strong className="text-success">{AWAITS_PICKUP}</strong>
          </span>
        </p>
        <p className="text-sm font-bold">{CONSUMPTION[order.consumptionType]}</p>
        {short ? (
          <p className="line-clamp-2 leading-tight">{order.items.map(itemTitle).join(' · ')}</p>
        ) : (
          <OrderItems items={order.items} />
        )}
        <Balance order={order} />
        <button
          type="button"
          className={`btn btn-success mt-auto text-xl! ${short ? 'h-14' : 'h-16'}`}
          disabled={sending}
          onClick={onDeliver}
        >
          <HandPlatter aria-hidden className="size-6" /> {sending ? 'Enviando…' : 'Entregar'}
        </button>
      </div>
    </li>
  );
}
