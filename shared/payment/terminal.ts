// An amount that was sent to a card terminal of the provider: how it stands, and what may be asked of an order's open attempt meanwhile. Pure.
// Without schemas, for screens import it.
import type { AttemptStatus } from './attempt-status.ts';

/**
 * The provider's word for where an open amount is, as we keep it: sent, shown by the terminal, not known to the terminal itself; and of a
 * cancelled one that it was done there. Of one status the later is the greater by text, for facts merge so.
 */
export const TERMINAL_DETAILS = {
  sent: 'pending_created',
  shown: 'pending_terminal',
  unsure: 'pending_terminal_check',
  cancelledThere: 'canceled_on_terminal',
} as const;

/** How an amount stands for who waits beside the terminal. `checking`: it may be paid, and the provider is asked until it is known. */
export const TERMINAL_STATES = [
  'sending',
  'sent',
  'shown',
  'checking',
  'approved',
  'returned',
  'refused',
  'cancelled',
  'expired',
] as const;
/** One of these. */
export type TerminalState = (typeof TERMINAL_STATES)[number];

/** Of an attempt that was sent to a terminal; `isSetAside`: what came is not what was asked, and a person decides. */
export function terminalStateOf(
  status: AttemptStatus,
  statusDetail: string | null,
  isSetAside: boolean,
): TerminalState {
  switch (status) {
    case 'created':
      return 'sending';
    case 'pending':
      return statusDetail === TERMINAL_DETAILS.unsure
        ? 'checking'
        : statusDetail === TERMINAL_DETAILS.shown
          ? 'shown'
          : 'sent';
    case 'in_process':
      return 'checking';
    case 'approved':
    case 'partially_refunded':
      return isSetAside ? 'checking' : 'approved';
    case 'refunded':
    case 'charged_back':
      return 'returned';
    case 'rejected':
      return 'refused';
    case 'cancelled':
      return 'cancelled';
    case 'expired':
      return 'expired';
  }
}

/** Whether nothing more comes of it. */
export const isTerminalOver = (state: TerminalState): boolean =>
  ['approved', 'returned', 'refused', 'cancelled', 'expired'].includes(state);

/** What is open of an order: a creation that may be under way somewhere, a code, a card of the site, an amount at a terminal. */
export type OpenAttempt = 'creating' | 'pix' | 'card' | 'terminal';
/** What is asked beside it. `same`: the same way, amount and terminal, and it can still be paid. */
export type AskedBeside = 'same' | 'pix' | 'card' | 'terminal';

/**
 * What is open × what is asked for: go on with the open one, end it first, or wait for its outcome. Every cell decided. Two are never open at once, so that one
 * order is never charged twice.
 */
export const BESIDE_OPEN: Record<OpenAttempt, Record<AskedBeside, 'go-on' | 'close-first' | 'wait'>> = {
  // Asked again under the same key it is the same payment.
  creating: { same: 'go-on', pix: 'wait', card: 'wait', terminal: 'wait' },
  pix: { same: 'go-on', pix: 'close-first', card: 'close-first', terminal: 'close-first' },
  // A card that is being decided is not undone by another one.
  card: { same: 'wait', pix: 'close-first', card: 'wait', terminal: 'wait' },
  // Another amount or terminal, or a code: the terminal lets go first, or says that it cannot.
  terminal: { same: 'go-on', pix: 'close-first', card: 'wait', terminal: 'close-first' },
};
