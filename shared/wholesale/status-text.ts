// Wholesale statuses as people read them, on screens, on paper and in answers.
import type { WholesalePaidWith, WholesaleStatus } from './order.ts';

/** The Portuguese words of each status. */
export const WHOLESALE_STATUS_TEXTS: Record<WholesaleStatus, string> = {
  NOVO: 'Pedido Recebido',
  EM_ANDAMENTO: 'Em Preparo',
  FINALIZADO: 'Finalizado',
  CANCELADO: 'Cancelado',
};

/** The Portuguese words of each way to pay. */
export const WHOLESALE_PAID_WITH_TEXTS: Record<WholesalePaidWith, string> = {
  pix: 'PIX',
  cash: 'Dinheiro',
  card: 'Cartão',
  transfer: 'Transferência',
  boleto: 'Boleto',
};

/** Whether there is still something to be done for an order in this status. */
export const isWholesaleOpen = (status: WholesaleStatus): boolean =>
  status === 'NOVO' || status === 'EM_ANDAMENTO';
