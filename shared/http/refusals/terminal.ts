// Why an amount does not get to a card terminal, and what the counter reads then.
import { defineRefusals, joinRefusals } from '../contract.ts';
import { PAYMENT_REFUSALS, type PaymentRefusal } from './payment.ts';

/** What is the terminal's, beside all that keeps an order from being paid. */
export type TerminalRefusal =
  | PaymentRefusal
  /** It waits for something else: one amount at a time. */
  | { code: 'terminal-busy' }
  /** Not one of the shop's, or of the account's any more. */
  | { code: 'terminal-unknown' }
  /** The account makes payments through the older interface, which knows no terminals. */
  | { code: 'terminal-needs-orders' };

/** Status and words of these. */
export const TERMINAL_REFUSALS = joinRefusals(
  PAYMENT_REFUSALS,
  defineRefusals<Exclude<TerminalRefusal, PaymentRefusal>>({
    'terminal-busy': {
      status: 409,
      title: 'Maquininha ocupada',
      detail: 'A maquininha está com outra cobrança. Termine ou cancele nela e envie de novo.',
    },
    'terminal-unknown': {
      status: 409,
      title: 'Maquininha não encontrada',
      detail:
        'Esta maquininha não está na conta do Mercado Pago. Escolha de novo em Configurações → Pagamentos.',
    },
    'terminal-needs-orders': {
      status: 409,
      title: 'Jeito de cobrar antigo',
      detail:
        'A maquininha só recebe o valor pela API de Orders. Mude o jeito de cobrar em Configurações → Pagamentos.',
    },
  }),
);
