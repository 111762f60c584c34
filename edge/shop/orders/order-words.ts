// An order's state and way of payment as people read them in files: spreadsheets, one person's data.
import type { Order, PaymentMethod } from '@balcao/shared/order/order.ts';

export const STATUS_WORDS: Record<Order['status'], string> = {
  PENDING: 'Aguardando pagamento',
  RECEBIDO: 'Recebido',
  PREPARING: 'Em preparo',
  READY: 'Pronto',
  DELIVERED: 'Entregue',
  CANCELLED: 'Cancelado',
};
export const METHOD_WORDS: Record<PaymentMethod, string> = {
  pix: 'PIX',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
  cash: 'Dinheiro',
  pix_manual: 'PIX (manual)',
  terminal: 'Maquininha',
};
