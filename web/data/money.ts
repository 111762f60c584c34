// What became of the money, in the customer's words: also what the store has not heard of yet.
import type { OrderMoney } from '@balcao/shared/http/orders.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type {
  Order,
  OrderPaymentStatus,
  OrderStatus,
  PaymentMethod,
  Tender,
} from '@balcao/shared/order/order.ts';

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

const METHOD_LABELS: Record<PaymentMethod, string> = {
  pix: 'PIX',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
  cash: 'Dinheiro',
  pix_manual: 'PIX (manual)',
  terminal: 'Maquininha',
};

const PAYMENT_LABELS: Record<OrderPaymentStatus, string> = {
  pending: 'Aguardando pagamento',
  in_process: 'Pagamento em análise',
  approved: 'Pago',
  rejected: 'Pagamento recusado',
  expired: 'Pagamento expirado',
  cancelled: 'Pagamento cancelado',
  partially_refunded: 'Devolvido em parte',
  refunded: 'Devolvido',
  charged_back: 'Contestado',
};

/** What is still to be paid of an order of which a part is paid; none, or below 0, of others. As `leftOf` of shared/payment/tender.ts, whose rules of taking a part customers do not download. */
export const openPart = (order: {
  status: OrderStatus;
  totalCents: number;
  tenders?: readonly Tender[] | undefined;
  /** Of a paid order that has grown since. */
  balanceCents?: number | undefined;
  /** As the server has worked it out. */
  leftCents?: number | undefined;
}): number | undefined =>
  order.leftCents ??
  (order.status === 'PENDING' && order.tenders
    ? order.tenders.reduce((left, { cents }) => left - cents, order.totalCents)
    : order.balanceCents);

/** 'Pago com PIX', 'Pague em dinheiro no balcão', …; of what was paid in parts no way is named. */
export function paymentLabel(
  order: Parameters<typeof openPart>[0] & {
    paymentStatus: OrderPaymentStatus;
    paymentMethod: PaymentMethod | null;
  },
  money: MoneyState['state'] = 'kept',
): string {
  const { paymentStatus, paymentMethod } = order;
  // Money that has come is not awaited, whatever the store has heard.
  if (money !== 'kept' && UNPAID.has(paymentStatus))
    return money === 'returned'
      ? PAYMENT_LABELS.refunded
      : money === 'returned-part'
        ? PAYMENT_LABELS.partially_refunded
        : 'Pagamento recebido';
  if (paymentStatus === 'pending' && order.status === 'CANCELLED') return 'Não foi pago';
  const open = openPart(order);
  if (open && open > 0) return `Falta pagar ${formatCents(open)} no balcão`;
  if (paymentStatus === 'approved' && paymentMethod && !order.tenders)
    return `Pago com ${METHOD_LABELS[paymentMethod]}`;
  if (paymentStatus === 'pending' && paymentMethod === 'cash') return 'Pague em dinheiro no balcão';
  return PAYMENT_LABELS[paymentStatus];
}
