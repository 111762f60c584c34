// One wholesale order, with what may be done with it now.
import type { WholesaleMove } from '@balcao/shared/http/wholesale.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { dayWithWeekday } from '@balcao/shared/store/calendar.ts';
import { formatPhone } from '@balcao/shared/phone.ts';
import { formatTaxId, isPhone } from '@balcao/shared/wholesale/fields.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { isWholesaleOpen } from '@balcao/shared/wholesale/status-text.ts';
import { useSetAtom } from 'jotai';
import { Check, CookingPot, Eye, MessageCircle, Printer, X } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { useStoreAway } from '../../../data/staff/session/shell.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { counted } from '../../../text/menu.ts';
import { OPERATOR } from '../texts.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { whatsappAbout } from '../../../ui/whatsapp.ts';
import { PaymentMark } from './payment-mark.tsx';
import { WholesaleBadge } from '../status-badge.tsx';

type Props = {
  order: WholesaleOrder;
  /** Nobody has seen it, or done anything with it, since it came: the bell rings. */
  fresh: boolean;
  onSeen: () => void;
  onChanged: (order: WholesaleOrder) => void;
};

export function OrderCard({ order, fresh, onSeen, onChanged }: Props) {
  const action = useAction();
  const away = useStoreAway();
  const toast = useToast();
  const turn = useSetAtom(wholesaleTurnAtom);
  const { dateTime } = useTimes();
  const [cancelling, setCancelling] = useState(false);
  const units = order.items.reduce((sum, item) => sum + item.quantity, 0);
  const chat =
    order.customerPhone !== null && isPhone(order.customerPhone)
      ? chatWith(order, order.customerPhone)
      : null;

  const move = (kind: WholesaleMove['kind']) => {
    onSeen();
    void action.run({ lead: OPERATOR.statusFailed, beside: OPERATOR.statusNotUpdated }, async () => {
      try {
        const moved = await call('POST /api/staff/wholesale/orders/{id}/moves', {
          params: { id: order.id },
          body: { kind, seen: order.status },
        });
        setCancelling(false);
        toast({ ...OPERATOR.statusChanged, tone: 'success' });
        onChanged(moved.order);
      } catch (error) {
        // Somebody else was quicker: the list shows it.
        if (error instanceof ApiError && error.status === 409) turn((now) => now + 1);
        throw error;
      }
    });
  };

  const print = () => {
    onSeen();
    void action
      .run('Não foi possível imprimir', () =>
        call('POST /api/staff/wholesale/orders/{id}/print', { params: { id: order.id } }),
      )
      .then((done) => {
        if (done) toast({ title: `Pedido nº ${order.orderNumber} foi para a impressora`, tone: 'success' });
      });
  };

  return (
    <li
      className={`flex flex-col gap-3 rounded-3xl bg-base-100 p-5 ${fresh ? 'outline-3 outline-accent' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="text-xl">Pedido nº {order.orderNumber}</h2>
          <p className="text-sm">{dateTime(order.createdAtMs)}</p>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-1">
          <WholesaleBadge status={order.status} />
          {fresh && (
            <button
              type="button"
              className="btn btn-sm min-h-9 bg-accent text-accent-content"
              aria-label={`Vi o pedido nº ${order.orderNumber}`}
              onClick={onSeen}
            >
              <Eye aria-hidden className="size-4" /> Vi
            </button>
          )}
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <Fact label="Cliente" value={order.customerName ?? 'N/A'} />
        <Fact label="Telefone" value={order.customerPhone && formatPhone(order.customerPhone)} />
        <Fact label="CPF/CNPJ" value={order.customerCpfCnpj && formatTaxId(order.customerCpfCnpj)} />
        <Fact label="Endereço" value={order.customerAddress} />
        <Fact label="Entrega" value={order.wishedDate && dayWithWeekday(order.wishedDate)} />
        <Fact label="Pagamento" value={order.terms} />
      </dl>
      <ul className="flex flex-col gap-1 border-y border-base-300 py-2">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-3">
            <span className="min-w-0">
              <span className="numbers font-semibold">{item.quantity} x</span> {item.productName}
              <span className="block text-sm">
                {[
                  item.selectedSize === null ? null : `Tamanho: ${item.selectedSize}`,
                  item.selectedFlavor === null ? null : `Sabor: ${item.selectedFlavor}`,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </span>
            <span className="numbers whitespace-nowrap">{formatCents(item.totalPriceCents)}</span>
          </li>
        ))}
      </ul>
      {order.observations !== '' && (
        <p className="rounded-2xl bg-base-200 p-3 text-sm">
          <strong className="block">Observações</strong>
          {order.observations}
        </p>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm">
          {counted(order.items.length, 'item', 'itens')} · {counted(units, 'unidade', 'unidades')}
        </span>
        <span className="numbers text-xl font-bold">Total {formatCents(order.totalCents)}</span>
      </p>
      <PaymentMark order={order} onChanged={onChanged} />
      {action.failed !== null && (
        <p role="alert" className="text-sm font-semibold text-error">
          {action.failed}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        {!away && (
          <>
            {order.status === 'NOVO' && (
              <button
                type="button"
                className="btn btn-primary flex-1"
                disabled={action.busy}
                onClick={() => move('start')}
              >
                <CookingPot aria-hidden className="size-5" /> Iniciar Preparo
              </button>
            )}
            {order.status === 'EM_ANDAMENTO' && (
              <button
                type="button"
                className="btn btn-primary flex-1"
                disabled={action.busy}
                onClick={() => move('finish')}
              >
                <Check aria-hidden className="size-5" /> Finalizar Pedido
              </button>
            )}
            {isWholesaleOpen(order.status) && (
              <button
                type="button"
                className="btn btn-outline btn-error"
                disabled={action.busy}
                onClick={() => setCancelling(true)}
              >
                <X aria-hidden className="size-5" /> Cancelar
              </button>
            )}
            <button
              type="button"
              className="btn"
              aria-label={`Imprimir pedido nº ${order.orderNumber}`}
              disabled={action.busy}
              onClick={print}
            >
              <Printer aria-hidden className="size-5" /> Imprimir
            </button>
          </>
        )}
        {chat !== null && (
          <a
            href={chat}
            target="_blank"
            rel="noopener"
            className="btn"
            onClick={onSeen}
            aria-label={`WhatsApp de ${order.customerName ?? 'quem pediu'}, pedido nº ${order.orderNumber}`}
          >
            <MessageCircle aria-hidden className="size-5" /> WhatsApp
          </a>
        )}
      </div>
      {cancelling && !away && (
        <ConfirmDialog
          title={`Cancelar o pedido nº ${order.orderNumber}?`}
          confirm="Cancelar o pedido"
          busy={action.busy}
          failed={action.failed}
          onConfirm={() => move('cancel')}
          onClose={() => setCancelling(false)}
        >
          <p>Não dá para desfazer. Combine antes com {order.customerName ?? 'quem pediu'}.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (value === null || value === '') return null;
  return (
    <>
      <dt className="font-semibold">{label}</dt>
      <dd className="min-w-0 break-words">{value}</dd>
    </>
  );
}

const chatWith = ({ orderNumber, customerName }: WholesaleOrder, phone: string): string | null =>
  whatsappAbout(
    `https://wa.me/55${phone}`,
    `Olá${customerName === null ? '' : `, ${customerName}`}! Sobre o seu pedido de atacado nº ${orderNumber}:`,
  );
