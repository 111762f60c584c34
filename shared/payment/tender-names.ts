// What people call the ways in which a part is paid by hand.
import type { Tender, TerminalCard } from '../order/order.ts';

/** Of the terminal its kind of card where it is known. */
export const TENDER_NAMES: Record<Tender['method'] | TerminalCard, string> = {
  cash: 'Dinheiro',
  pix_manual: 'PIX (manual)',
  terminal: 'Maquininha',
  debito: 'Maquininha: débito',
  credito: 'Maquininha: crédito',
  vale: 'Maquininha: vale',
};

/** `Dinheiro + Maquininha: débito`: each way once, first to last. */
export const tenderWays = (tenders: readonly Pick<Tender, 'method' | 'card'>[]): string =>
  [...new Set(tenders.map(({ method, card }) => TENDER_NAMES[card ?? method]))].join(' + ');
