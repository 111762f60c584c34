// What may be done with a wholesale order as it stands.
import type { WholesaleMove } from '@balcao/shared/http/wholesale.ts';
import { isPhone } from '@balcao/shared/wholesale/fields.ts';
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { isWholesaleOpen } from '@balcao/shared/wholesale/status-text.ts';
import { Check, CookingPot, MessageCircle, Printer, X } from 'lucide-react';
import { whatsappAbout } from '../../../ui/whatsapp.ts';

type Props = {
  order: WholesaleOrder;
  /** The store cannot be reached: nothing but the chat works. */
  isAway: boolean;
  busy: boolean;
  onMove: (kind: WholesaleMove['kind']) => void;
  onCancel: () => void;
  onPrint: () => void;
  onSeen: () => void;
};

export function OrderActions({ order, isAway, busy, onMove, onCancel, onPrint, onSeen }: Props) {
  const chat =
    order.customerPhone !== null && isPhone(order.customerPhone)
      ? chatWith(order, order.customerPhone)
      : null;
  return (
    <div className="mt-auto flex flex-wrap gap-2 *:grow *:basis-2/5">
      {!isAway && (
        <>
          {order.status === 'NOVO' && (
            <button type="button" className="btn btn-primary" disabled={busy} onClick={() => onMove('start')}>
              <CookingPot aria-hidden className="size-5" /> Iniciar Preparo
            </button>
          )}
          {order.status === 'EM_ANDAMENTO' && (
            <button
              type="button"
              className="btn btn-primary"
              disabled={busy}
              onClick={() => onMove('finish')}
            >
              <Check aria-hidden className="size-5" /> Finalizar Pedido
            </button>
          )}
          {isWholesaleOpen(order.status) && (
            <button type="button" className="btn btn-outline btn-error" disabled={busy} onClick={onCancel}>
              <X aria-hidden className="size-5" /> Cancelar
            </button>
          )}
          <button
            type="button"
            className="btn"
            aria-label={`Imprimir pedido nº ${order.orderNumber}`}
            disabled={busy}
            onClick={onPrint}
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
  );
}

const chatWith = ({ orderNumber, customerName }: WholesaleOrder, phone: string): string | null =>
  whatsappAbout(
    `https://wa.me/55${phone}`,
    `Olá${customerName === null ? '' : `, ${customerName}`}! Sobre o seu pedido de atacado nº ${orderNumber}:`,
  );
