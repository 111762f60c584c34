// What people call the ways in which a part is paid.
import type { Tender, TerminalCard } from '../order/order.ts';

/** The kinds of card at the terminal. */
export const CARD_NAMES: Record<TerminalCard, string> = {
  debito: 'débito',
  credito: 'crédito',
  vale: 'vale',
};
/** By hand; of the terminal its kind of card where it is known. */
export const TENDER_NAMES: Record<Tender['method'] | TerminalCard, string> = {
  cash: 'Dinheiro',
  pix_manual: 'PIX (manual)',
  terminal: 'Maquininha',
  debito: `Maquininha: ${CARD_NAMES.debito}`,
  credito: `Maquininha: ${CARD_NAMES.credito}`,
  vale: `Maquininha: ${CARD_NAMES.vale}`,
};
/** Through the provider. */
const PROVED_NAMES: Record<NonNullable<Tender['proved']>['method'], string> = {
  pix: 'PIX',
  credit_card: 'Cartão de crédito',
  debit_card: 'Cartão de débito',
};

/** What one part is called. */
export const tenderName = ({ method, card, proved }: Pick<Tender, 'method' | 'card' | 'proved'>): string =>
  proved === undefined ? TENDER_NAMES[card ?? method] : PROVED_NAMES[proved.method];

/** `Dinheiro + Maquininha: débito`: each way once, first to last. */
export const tenderWays = (tenders: readonly Pick<Tender, 'method' | 'card' | 'proved'>[]): string =>
  [...new Set(tenders.map(tenderName))].join(' + ');
