// The whole history of one order.
import { formatCode } from '@balcao/shared/order/code.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { givenBackOf } from '@balcao/shared/payment/given-back.ts';
import { TENDER_NAMES } from '@balcao/shared/payment/tender-names.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { Fragment } from 'react';
import { orderTitle, phoneText } from '../../../ui/staff/order-text.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { OrderItems } from '../../../ui/staff/order-items.tsx';
import { useStoreAway } from '../../../data/staff/session/shell.tsx';
import { CONSUMPTION, METHOD_NAMES, STATUS_NAMES } from '../../../text/staff.ts';
import { CANCEL_REASONS, SOURCE_NAMES } from '../order-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { PixMark } from '../../../data/staff/cash/pix-mark.tsx';
import { PaymentState } from './order-table.tsx';
import { OrderSlips } from './order-slips.tsx';
import { RefundForm } from './refund-form.tsx';

export function OrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const away = useStoreAway();
  return (
    <Dialog title={`Pedido ${orderTitle(order)}`} onClose={onClose} wide>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 self-start">
          <dt>Status</dt>
          <dd className="font-semibold">
            {order.status === 'PENDING' ? 'Recebido, aguardando pagamento' : STATUS_NAMES[order.status]}
            {order.cancelReason !== null && ` · ${CANCEL_REASONS[order.cancelReason]}`}
          </dd>
          <dt>Telefone</dt>
          <dd className="numbers font-semibold">{phoneText(order.customerPhone)}</dd>
          <dt>Painel</dt>
          <dd className="numbers font-semibold">{order.panelNumber ?? 'sem número'}</dd>
          <dt>Código</dt>
          <dd className="numbers font-semibold">{formatCode(order.code)}</dd>
          <dt>Origem</dt>
          <dd>{SOURCE_NAMES[order.source]}</dd>
          <dt>Consumo</dt>
          <dd>{CONSUMPTION[order.consumptionType]}</dd>
          <dt>Pagamento</dt>
          <dd>
            <PaymentState order={order} />
            <PixMark order={order} />
            {order.changeForCents !== null && ` Troco para ${formatCents(order.changeForCents)}`}
          </dd>
        </dl>
        <OrderTimes order={order} />
      </div>
      <h3 className="mt-5 mb-2 text-lg">Itens</h3>
      <OrderItems items={order.items} prices />
      <OrderTotals order={order} />
      {order.observations !== '' && (
        <p className="mt-4 rounded-xl border-2 border-base-300 p-3 whitespace-pre-line">
          <strong>Observações:</strong> {order.observations}
        </p>
      )}
      {!away && (
        <>
          <OrderSlips order={order} />
          <RefundForm order={order} />
          <ContestFile order={order} />
        </>
      )}
    </Dialog>
  );
}

function OrderTimes({ order }: { order: Order }) {
  const { dateTime } = useTimes();
  const times = [
    ['Feito', order.createdAtMs],
    ['Recebido', order.receivedAtMs],
    ['Preparo iniciado', order.preparingAtMs],
    ['Pronto', order.readyAtMs],
    ['Entregue', order.deliveredAtMs],
  ] as const;
  return (
    <ol className="flex flex-col gap-1 self-start border-l-4 border-primary pl-4">
      {times.map(
        ([name, atMs]) =>
          atMs !== null && (
            <li key={name}>
              <span className="font-semibold">{name}</span>: {dateTime(atMs)}
            </li>
          ),
      )}
      {order.status === 'CANCELLED' && (
        <li>
          <span className="font-semibold">Cancelado</span>: {dateTime(order.updatedAtMs)}
        </li>
      )}
    </ol>
  );
}

function OrderTotals({ order }: { order: Order }) {
  return (
    <dl className="numbers mt-3 ml-auto grid w-fit grid-cols-[auto_auto] gap-x-6 text-right">
      {(order.discountCents > 0 || order.concession) && (
        <>
          <dt>Subtotal</dt>
          <dd>{formatCents(order.subtotalCents)}</dd>
        </>
      )}
      {order.discountCents > 0 && (
        <>
          <dt>Desconto ({order.discountPercent}%)</dt>
          <dd>-{formatCents(order.discountCents)}</dd>
        </>
      )}
      {order.concession && (
        <>
          <dt>
            {CONCESSION_NAMES[order.concession.kind]} ({order.concession.reason})
          </dt>
          <dd>-{formatCents(order.concession.cents)}</dd>
        </>
      )}
      <dt className="text-xl font-extrabold">Total</dt>
      <dd className="text-xl font-extrabold">{formatCents(order.totalCents)}</dd>
      {givenBackOf(order).map(({ method, card, cents }) => (
        <Fragment key={`${method} ${card}`}>
          <dt>Devolvido ({card === null ? METHOD_NAMES[method] : TENDER_NAMES[card]})</dt>
          <dd>{formatCents(cents)}</dd>
        </Fragment>
      ))}
      {order.balanceCents !== undefined && (
        <>
          <dt className="font-bold">{order.balanceCents > 0 ? 'Falta receber' : 'A devolver'}</dt>
          <dd className="font-bold">{formatCents(Math.abs(order.balanceCents))}</dd>
        </>
      )}
    </dl>
  );
}

/** For the bank's question: a PIX that its payer disputes (MED), a card that is charged back. */
function ContestFile({ order: { id, receivedAtMs } }: { order: Order }) {
  if (receivedAtMs === null) return null;
  return (
    <section className="mt-5">
      <h3 className="mb-2 text-lg">Contestação</h3>
      <p className="mb-2 max-w-prose text-sm">
        Se o banco perguntar por este pagamento (MED ou estorno), um PDF com o pedido, os horários, a entrega,
        o pagamento e as devoluções. Do cliente, só o final do telefone.
      </p>
      <a className="btn min-h-9" href={`/api/staff/orders/${id}/contest.pdf`} download>
        Arquivo para contestação
      </a>
    </section>
  );
}
