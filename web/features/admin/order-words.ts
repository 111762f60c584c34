// Ways to pay, where orders come from and why they end, as the panel's orders and reports name them.
import type { CancelReason, Order } from '@balcao/shared/order/order.ts';
import { METHOD_NAMES } from '../../text/staff.ts';

/** Ways to pay as reports tell them apart: of the card terminal also by which card, where that was said. */
export const WAY_NAMES: Record<string, string> = {
  ...METHOD_NAMES,
  debito: 'Maquininha: débito',
  credito: 'Maquininha: crédito',
  vale: 'Maquininha: vale',
  none: 'Nada a pagar',
};

export const SOURCE_NAMES: Record<Order['source'], string> = {
  relay: 'Site',
  lan: 'Wi-Fi da loja',
  counter: 'Balcão',
};

export const CANCEL_REASONS: Record<CancelReason, string> = {
  expirado: 'Não foi pago a tempo',
  retirado: 'Retirado pelo cliente',
  loja: 'Cancelado pela loja',
  cliente: 'Cancelado a pedido do cliente',
  estornado: 'Pagamento devolvido',
};
