// Orders that wait for their money at the counter.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { isPartlyPaid, leftOf, sumOfTenders } from '@balcao/shared/payment/tender.ts';
import { byAge } from '../../data/staff/board/board.ts';
import { boardAtom, panelAtom } from '../../data/staff/board/live.ts';
import { useAction } from '../../data/staff/action.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OrderItems } from '../../ui/staff/order-items.tsx';
import { orderName } from '../../ui/staff/order-text.ts';
import { useManagerPin } from '../../data/staff/pin/use-manager-pin.tsx';
import { backSentences } from '../../text/staff.ts';
import { useTimes } from '../../data/staff/times.ts';
import { WayToCancel } from '../../data/staff/board/unpaid-notice.tsx';
import { DifferenceCards, useOpenDifferences } from './difference-cards.tsx';
import { PaidDialog, type PaidResult } from './paid.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { KeptSaleCard } from './kept-sale-card.tsx';
import type { Sale } from './sale.ts';
import type { PayWay } from './sale-ticket.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { waitingSalesAtom } from './use-waiting-sales.ts';
import { isUnsold } from './waiting-sales.ts';
import { WaitingCard } from './waiting-card.tsx';

const WAYS = [
  ['cash', 'Dinheiro'],
  ['terminal', 'Maquininha'],
  ['pix', 'PIX'],
] as const satisfies readonly (readonly [PayWay, string])[];

type Props = {
  /** The order goes on the ticket again. */
  onChange: (order: Order) => void;
  /** Lines are added to the order, which stays the one that it is. */
  onAmend: (order: Order) => void;
  /** So does a sale that is kept on this device; answers whether there was room for it. */
  onResume: (sale: Sale) => boolean;
};

export function PendingScreen({ onChange, onAmend, onResume }: Props) {
  const { timeText } = useTimes();
  const board = useAtomValue(boardAtom);
  const panel = useAtomValue(panelAtom);
  const [paying, setPaying] = useState<{ order: Order; way: PayWay } | null>(null);
  const [splitting, setSplitting] = useState<Order | null>(null);
  const [paid, setPaid] = useState<PaidResult | null>(null);
  const [cancelling, setCancelling] = useState<Order | null>(null);
  const cancel = useAction();
  const { withPin, pinDialog } = useManagerPin();
  const kept = useAtomValue(waitingSalesAtom).filter(isUnsold);
  const differences = useOpenDifferences();
  const pending = [...(board?.orders.values() ?? []), ...(board?.begun.values() ?? [])]
    .filter((order) => order.status === 'PENDING')
    .sort(byAge);
  return (
    <section aria-label="Pagamentos pendentes" className="h-full overflow-y-auto p-2">
      {pending.length + differences.length === 0 && kept.length === 0 && (
        <p className="grid h-full place-items-center text-xl">Nenhum pedido esperando pagamento.</p>
      )}
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {kept.map((one) => (
          <KeptSaleCard key={one.keptId} kept={one} onResume={onResume} />
        ))}
        <DifferenceCards orders={differences} />
        {pending.map((order) => (
          <WaitingCard key={order.id} order={order} note={timeText(order.createdAtMs)}>
            <OrderItems items={order.items} />
            <p className="mt-auto flex items-baseline justify-between gap-2">
              <strong className="numbers text-3xl">{formatCents(order.totalCents)}</strong>
              {order.changeForCents !== null && (
                <span className="text-sm">troco para {formatCents(order.changeForCents)}</span>
              )}
              {isPartlyPaid(order) && (
                <span className="text-right">
                  Pago {formatCents(sumOfTenders(order.tenders))}
                  <br />
                  <strong>Falta {formatCents(leftOf(order))}</strong>
                </span>
              )}
            </p>
            <Ways
              order={order}
              onPay={(way) => setPaying({ order, way })}
              onSplit={() => setSplitting(order)}
              onChange={() => onChange(order)}
              onCancel={() => {
                // What went wrong with another order is not this one's.
                cancel.forgive();
                setCancelling(order);
              }}
            />
            {order.source !== 'counter' && !isPartlyPaid(order) && (
              <button type="button" className="btn h-12" onClick={() => onAmend(order)}>
                Acrescentar
              </button>
            )}
          </WaitingCard>
        ))}
      </ul>
      {board !== null && board.unpaidMore > 0 && (
        <p className="p-4 text-center">
          {board.unpaidMore === 1
            ? 'E mais 1 pedido não pago que não aparece aqui.'
            : `E mais ${board.unpaidMore} pedidos não pagos que não aparecem aqui.`}{' '}
          <WayToCancel />
        </p>
      )}
      {cancelling && (
        <ConfirmDialog
          title={`Cancelar o pedido ${orderName(cancelling, panel)}?`}
          confirm="Cancelar o pedido"
          size="kitchen"
          busy={cancel.busy}
          failed={cancel.failed}
          onClose={() => setCancelling(null)}
          onConfirm={() =>
            void cancel
              .run('Não deu para cancelar o pedido', () =>
                withPin((pin) =>
                  moveOrder(cancelling.id, { kind: 'cancel', reason: 'cliente', seen: 'PENDING', ...pin }),
                ),
              )
              .then((done) => {
                if (done) setCancelling(null);
              })
          }
        >
          <p className="text-lg">
            {isPartlyPaid(cancelling)
              ? `Ele sai da lista. ${backSentences(cancelling, 'Devolva ao cliente:')}`
              : 'Ele não foi pago e sai da lista.'}
          </p>
        </ConfirmDialog>
      )}
      {paying && (
        <PayDialog
          way={paying.way}
          subject={{ order: paying.order }}
          onClose={() => setPaying(null)}
          onDone={(result) => {
            setPaying(null);
            setPaid(result);
          }}
        />
      )}
      {splitting && (
        <SplitDialog
          subject={{ order: splitting }}
          onClose={() => setSplitting(null)}
          onDone={(result) => {
            setSplitting(null);
            setPaid(result);
          }}
        />
      )}
      {pinDialog}
      {paid && <PaidDialog result={paid} onDone={() => setPaid(null)} />}
    </section>
  );
}

type WaysProps = {
  order: Order;
  onPay: (way: PayWay) => void;
  onSplit: () => void;
  onChange: () => void;
  onCancel: () => void;
};

/** What is paid in part is paid on in parts, and nothing of it is changed before its money is back. */
function Ways({ order, onPay, onSplit, onChange, onCancel }: WaysProps) {
  const partly = isPartlyPaid(order);
  const ofCounter = order.source === 'counter';
  return (
    <>
      {!partly && (
        <div className="grid grid-cols-3 gap-1">
          {WAYS.map(([way, label]) => (
            <button key={way} type="button" className="btn btn-primary h-16 px-1" onClick={() => onPay(way)}>
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-1">
        <button
          type="button"
          className={`btn ${partly ? 'btn-primary h-16' : 'h-12'} px-1`}
          onClick={onSplit}
        >
          {partly ? 'Receber o resto' : 'Dividir'}
        </button>
        {ofCounter && !partly && (
          <button type="button" className="btn h-12 px-1" onClick={onChange}>
            Mudar
          </button>
        )}
        {(ofCounter || partly) && (
          <button type="button" className={`btn ${partly ? 'h-16' : 'h-12'} px-1`} onClick={onCancel}>
            Cancelar
          </button>
        )}
      </div>
    </>
  );
}
