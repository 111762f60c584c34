// What became of the money, in the customer's words: also what the store has not heard of yet.
import type { OrderMoney } from '@balcao/shared/http/orders.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order, OrderPaymentStatus } from '@balcao/shared/order/order.ts';
import { paymentLabel } from '../text/order.ts';

export type MoneyState = {
  /** `kept` is nothing to talk about. */
  state: 'kept' | 'unheard' | 'returning' | 'returned' | 'returned-part' | 'returned-second';
  text: string | null;
};

const UNPAID = new Set<OrderPaymentStatus>(['pending', 'in_process', 'rejected', 'expired', 'cancelled']);
const WHEN = 'No PIX o valor volta em instantes; no cartão, em até duas faturas.';

/** What a paid order that was called off still owes the customer; null where nothing was paid, or `moneyState` has the words. */
export function dueBack(
  order: Pick<Order, 'status' | 'paymentStatus' | 'totalCents'>,
  { receivedCents, returnedCents, returning }: OrderMoney,
): string | null {
  if (order.status !== 'CANCELLED' || order.paymentStatus !== 'approved' || returning) return null;
  if (receivedCents > returnedCents)
    return `A loja vai devolver os ${formatCents(receivedCents - returnedCents)} que você pagou. ${WHEN}`;
  return receivedCents === 0
    ? `Você pagou ${formatCents(order.totalCents)} no balcão: a loja devolve lá, na hora.`
    : null;
}

const COME: Partial<Record<MoneyState['state'], string>> = {
  unheard: 'Pagamento recebido',
  returning: 'Pagamento recebido',
  returned: 'Devolvido',
  'returned-part': 'Devolvido em parte',
};

/** How an order is paid: money that has come is not awaited, whatever the store has heard. */
export const paidText = (order: Parameters<typeof paymentLabel>[0], state: MoneyState['state']): string =>
  (UNPAID.has(order.paymentStatus) && COME[state]) || paymentLabel(order);

export function moneyState(paymentStatus: OrderPaymentStatus, money: OrderMoney): MoneyState {
  const online = onlineState(paymentStatus, money);
  if (!money.handedBackCents) return online;
  const atCounter = `No balcão devolvemos ${formatCents(money.handedBackCents)}.`;
  return { ...online, text: online.text ? `${online.text} ${atCounter}` : atCounter };
}

function onlineState(paymentStatus: OrderPaymentStatus, money: OrderMoney): MoneyState {
  const { receivedCents, returnedCents, returning } = money;
  if (receivedCents === 0) return { state: 'kept', text: null };
  if (returnedCents >= receivedCents)
    return { state: 'returned', text: `Devolvemos ${formatCents(returnedCents)}. ${WHEN}` };
  if (returning) return { state: 'returning', text: `Estamos devolvendo o seu pagamento. ${WHEN}` };
  if (paymentStatus === 'approved' && returnedCents > 0)
    return {
      state: 'returned-second',
      text: `O pedido foi pago duas vezes: devolvemos ${formatCents(returnedCents)}. ${WHEN}`,
    };
  if (returnedCents > 0)
    return { state: 'returned-part', text: `Devolvemos ${formatCents(returnedCents)} deste pedido. ${WHEN}` };
  if (UNPAID.has(paymentStatus))
    return {
      state: 'unheard',
      text: 'Estamos avisando a loja. Se ela não responder em alguns minutos, o valor volta sozinho para você.',
    };
  return { state: 'kept', text: null };
}
