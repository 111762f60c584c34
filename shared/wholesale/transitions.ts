// Wholesale status × command as a full table: every cell is decided.
import type { WholesaleStatus } from './order.ts';

/** The columns of the table. */
export const WHOLESALE_COMMANDS = [
  'start', // Iniciar Preparo
  'finish', // Finalizar Pedido
  'cancel', // Cancelar
  'withdraw', // the relay gave up waiting for the store's answer, and told the buyer so
] as const;
/** A command by name. */
export type WholesaleCommandKind = (typeof WHOLESALE_COMMANDS)[number];

/** `to`: the next status; `stay`: accepted, unchanged; `refuse`: the answer is no. */
export type WholesaleCell =
  | { to: WholesaleStatus }
  | { stay: true }
  | { refuse: 'wholesale-over' | 'wholesale-not-started' };

const to = (status: WholesaleStatus): WholesaleCell => ({ to: status });
const stay: WholesaleCell = { stay: true };
const over: WholesaleCell = { refuse: 'wholesale-over' };

/** Where each command leads from each status: to another, nowhere (`stay`: done already), or to a refusal. */
export const WHOLESALE_TRANSITIONS: Record<WholesaleStatus, Record<WholesaleCommandKind, WholesaleCell>> = {
  NOVO: {
    start: to('EM_ANDAMENTO'),
    finish: { refuse: 'wholesale-not-started' },
    cancel: to('CANCELADO'),
    withdraw: to('CANCELADO'),
  },
  EM_ANDAMENTO: {
    start: stay,
    finish: to('FINALIZADO'),
    cancel: to('CANCELADO'),
    withdraw: to('CANCELADO'),
  },
  FINALIZADO: { start: over, finish: stay, cancel: over, withdraw: over },
  CANCELADO: { start: over, finish: over, cancel: stay, withdraw: stay },
};
