// Wholesale statuses as people read them, on screens, on paper and in answers.
import type { WholesaleStatus } from './order.ts';

export const WHOLESALE_STATUS_TEXTS: Record<WholesaleStatus, string> = {
  NOVO: 'Pedido Recebido',
  EM_ANDAMENTO: 'Em Preparo',
  FINALIZADO: 'Finalizado',
  CANCELADO: 'Cancelado',
};

export const isWholesaleOpen = (status: WholesaleStatus): boolean =>
  status === 'NOVO' || status === 'EM_ANDAMENTO';
