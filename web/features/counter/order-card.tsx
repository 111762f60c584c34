// One order whole, over the list: what is in it, what it cost and how it was paid, and what can still be done to it.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isTakenByHand } from '@balcao/shared/order/taken-by-hand.ts';
import { tenderName } from '@balcao/shared/payment/tender-names.ts';
import { isPartlyPaid, leftOf } from '@balcao/shared/payment/tender.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import { mayChange } from './amendment.ts';
import { Balance } from './balance.tsx';
import { useState } from 'react';
import { PixMark } from '../../data/staff/cash/pix-mark.tsx';
import { useAction } from '../../data/staff/action.ts';
import { moveOrder } from '../../data/staff/board/move.ts';
import { useManagerPin } from '../../data/staff/pin/use-manager-pin.tsx';
import { useTimes } from '../../data/staff/times.ts';
import {
  backSentences,
  CONSUMPTION,
  moneyBackText,
  sentBackText,
  STATUS_NAMES,
  wayText,
} from '../../text/staff.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OrderItems } from '../../ui/staff/order-items.tsx';
import { orderName, phoneText } from '../../ui/staff/order-text.ts';
import { Failed } from '../../ui/staff/failed.tsx';
import { useToast } from '../../ui/toast.tsx';

type Props = {
  order: Order;
  /** Lines are added to it, or taken off. */
  onChange: (order: Order) => void;
  onPrint: () => void;
  /** Why it could not be printed. */
  failed: string | null;
  onClose: () => void;
};

/** Of what was paid online an administrator gives the money back; what is handed over or over stays as it is. */
const mayBeTakenBack = ({ status, paymentMethod }: Order): boolean =>
  status !== 'DELIVERED' &&
  status !== 'CANCELLED' &&
  (status === 'PENDING' || paymentMethod === null || isTakenByHand(paymentMethod));

export function OrderCard({ order, failed, onChange, onPrint, onClose }: Props) {
  const { timeText } = useTimes();
  const panel = useAtomValue(panelAtom);
  const [taking, setTaking] = useState(false);
  const { customerPhone, observations, status } = order;
  return (
    <Dialog
      title={`Pedido ${orderName(order, panel)}`}
      onClose={onClose}
      wide
      actions={
        <>
          <button type="button" className="btn h-16 flex-1" onClick={onPrint}>
            Imprimir
          </button>
          {mayChange(order, 'add') && (
            <button
              type="button"
              className="btn h-16 flex-1"
              onClick={() => {
                onChange(order);
                onClose();
              }}
            >
              Mudar
            </button>
          )}
          {mayBeTakenBack(order) && (
            <button type="button" className="btn btn-error h-16 flex-1" onClick={() => setTaking(true)}>
              Cancelar
            </button>
          )}
        </>
      }
    >
      <p className="mb-3">
        <strong>{status === 'PENDING' ? 'Aguardando pagamento' : STATUS_NAMES[status]}</strong>
        {[
          timeText(order.createdAtMs),
          `#${order.simpleId}`,
          CONSUMPTION[order.consumptionType],
          phoneText(customerPhone),
        ]
          .map((text) => ` · ${text}`)
          .join('')}
        <PixMark order={order} />
      </p>
      <OrderItems items={order.items} prices />
      <Amounts order={order} />
      {observations !== '' && (
        <p className="mt-3 rounded-xl border-2 border-base-300 p-3 whitespace-pre-line">{observations}</p>
      )}
      <Failed text={failed} className="mt-3" />
      {taking && <TakeBack order={order} onClose={() => setTaking(false)} onDone={onClose} />}
    </Dialog>
  );
}

function Amounts({ order }: { order: Order }) {
  const { concession, discountCents, subtotalCents, totalCents, tenders = [] } = order;
  const rows = [
    ...(discountCents > 0 || concession ? [['Subtotal', formatCents(subtotalCents)]] : []),
    ...(discountCents > 0 ? [['Desconto Especial', `−${formatCents(discountCents)}`]] : []),
    ...(concession
      ? [[`${CONCESSION_NAMES[concession.kind]} (${concession.reason})`, `−${formatCents(concession.cents)}`]]
      : []),
  ] as const;
  return (
    <dl className="numbers mt-3 ml-auto grid w-fit grid-cols-[auto_auto] gap-x-6 text-right">
      {rows.map(([name, amount]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <dt className="text-xl font-extrabold">
        Total <span className="text-base font-normal">{wayText(order)}</span>
      </dt>
      <dd className="text-xl font-extrabold">
        {formatCents(totalCents)}
        <Balance order={order} />
      </dd>
      {tenders.map((tender) => (
        <div key={tender.id} className="contents">
          <dt>{tenderName(tender)}</dt>
          <dd>{formatCents(tender.cents)}</dd>
        </div>
      ))}
      {isPartlyPaid(order) && (
        <>
          <dt className="font-bold">Falta</dt>
          <dd className="font-bold">{formatCents(leftOf(order))}</dd>
        </>
      )}
    </dl>
  );
}

type TakeBackProps = { order: Order; onClose: () => void; onDone: () => void };

function TakeBack({ order, onClose, onDone }: TakeBackProps) {
  const action = useAction();
  const toast = useToast();
  const { withPin, pinDialog } = useManagerPin();
  const panel = useAtomValue(panelAtom);
  const name = orderName(order, panel);
  const back = moneyBackText(order);
  const takeBack = () =>
    void action
      .run({ lead: 'Não deu para cancelar o pedido.' }, () =>
        withPin((pin) =>
          moveOrder(order.id, { kind: 'cancel', reason: 'cliente', seen: order.status, ...pin }),
        ),
      )
      .then((done) => {
        if (!done) return;
        const text = [`Pedido ${name}.`, sentBackText(order) ?? ''].join(' ').trim();
        if (back !== null) toast({ title: `Devolva ${back}`, text, durationMs: 12_000 });
        onDone();
      });
  return (
    <>
      <ConfirmDialog
        title={`Cancelar o pedido ${name}?`}
        confirm="Cancelar o pedido"
        size="kitchen"
        busy={action.busy}
        failed={action.failed}
        onClose={onClose}
        onConfirm={takeBack}
      >
        <p className="text-lg">
          O pedido sai da cozinha e da lista. {backSentences(order, 'Devolva ao cliente:')}
        </p>
      </ConfirmDialog>
      {pinDialog}
    </>
  );
}
