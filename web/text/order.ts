// An order's states and payment in the customer's words.
import type { ReadyTime } from '@balcao/shared/store/ready-time.ts';
import type { OrderPaymentStatus, OrderStatus, PaymentMethod } from '@balcao/shared/order/order.ts';

/** PENDING and RECEBIDO are both 'Pedido Recebido' to the customer. */
export const STATUS_LABELS: Record<OrderStatus, string> = {
  PENDING: 'Pedido Recebido',
  RECEBIDO: 'Pedido Recebido',
  PREPARING: 'Em Preparo',
  READY: 'Pronto',
  DELIVERED: 'Entregue',
  CANCELLED: 'Cancelado',
};

export const UNPAID = 'Falta pagar para a cozinha começar.';
/** What an order that is not paid yet waits for. */
export function unpaidText(order: {
  status: OrderStatus;
  paymentStatus: OrderPaymentStatus;
  paymentMethod: PaymentMethod | null;
}): string | null {
  if (order.status !== 'PENDING') return null;
  if (order.paymentMethod === 'cash') return 'Pague no balcão para a cozinha começar.';
  if (order.paymentStatus === 'in_process') return 'Seu pagamento está em análise.';
  return UNPAID;
}

/** What the way to its payment is called. */
export const payText = (order: {
  paymentStatus: OrderPaymentStatus;
  paymentMethod: PaymentMethod | null;
}): string =>
  order.paymentMethod === 'cash'
    ? 'Pagar de outro jeito'
    : order.paymentStatus === 'in_process'
      ? 'Ver o pagamento'
      : 'Pagar agora';

/** How long the kitchen takes: as it did in its last hour, or as the specification has it while nothing is known. */
export const readyText = (readyTime: ReadyTime | null | undefined): string =>
  readyTime ? `${readyTime.fromMinutes}-${readyTime.toMinutes} minutos` : '15-20 minutos';

export const limitReached = (max: number) => ({
  title: 'Limite atingido',
  text: `Você pode selecionar no máximo ${max} complementos`,
});
