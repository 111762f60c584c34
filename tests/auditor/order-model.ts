// An order as a customer may rely on it, written from what the shop promises and not from its code: what each step leads to, what it
// is refused for, and what may happen by itself.
import type { Model } from './linearizable.ts';
import type { Action, Completion, View } from './history.ts';

/** What somebody asked, or what the shop may do of its own accord. */
export type OrderOp =
  | { by: 'caller'; host: 'store' | 'relay'; action: Action; result: Completion | null }
  /** Money came for it, or went back. */
  | { by: 'provider'; what: 'paid' | 'returned' }
  /** Nobody paid in time; the store never answered and the order is given up. */
  | { by: 'shop'; what: 'expire' | 'withdraw' };

export type OrderState = null | {
  content: string | null;
  status: string;
  paid: boolean;
  method: string | null;
  changeForCents: number | null;
  /** `due`: it was given, and nobody has seen it yet. */
  panel: string | null;
  /** Why it was cancelled, as the answers name it. One that expired may be brought back by late money. */
  cause: string | null;
  name: string | null;
};

const NEXT: Record<string, Record<string, string>> = {
  approve: { PENDING: 'RECEBIDO', RECEBIDO: '', PREPARING: '', READY: '', DELIVERED: '' },
  start: { RECEBIDO: 'PREPARING', PREPARING: '' },
  'mark-ready': { PREPARING: 'READY', READY: '' },
  deliver: { READY: 'DELIVERED', DELIVERED: '' },
  cancel: {
    PENDING: 'CANCELLED',
    RECEBIDO: 'CANCELLED',
    PREPARING: 'CANCELLED',
    READY: 'CANCELLED',
    CANCELLED: '',
  },
};
/** Ways to pay that staff confirm. */
const BY_HAND = new Set<string | null>(['cash', 'terminal', 'pix_manual']);
/** Refusals that say something of the order itself. */
const SAYS_OVER = new Set(['order-over', 'already-paid', 'not-from-here', 'unpaid']);

export const panelOf = (view: View): string | null =>
  view.panel === null ? null : `${view.panel.date}/${view.panel.series}/${view.panel.number}`;
const nameOf = (view: View): string => `${view.code} nº ${view.number}, ${view.totalCents} centavos`;
const DUE = 'due';
const isPaid = (view: View): boolean =>
  view.paymentStatus === 'approved' || view.paymentStatus === 'partially_refunded';

/** The state with what the view shows that nobody could have known before; null when the view shows something else. */
function shown(state: NonNullable<OrderState>, view: View): OrderState {
  const panel = panelOf(view);
  const name = nameOf(view);
  if (view.status !== state.status || isPaid(view) !== state.paid) return null;
  if (view.cancelReason !== state.cause) return null;
  if (state.name !== null && name !== state.name) return null;
  if (state.panel === DUE ? panel === null : panel !== state.panel) return null;
  if (state.method === 'cash' && !state.paid) {
    if (view.method === 'cash' && view.changeForCents !== state.changeForCents) return null;
  }
  return { ...state, panel, name };
}

/** From now on the kitchen has a reason to see it: it gets its number, once. */
const seen = (state: NonNullable<OrderState>): NonNullable<OrderState> => ({
  ...state,
  panel: state.panel ?? DUE,
});

const some = (state: OrderState): readonly OrderState[] => (state === null ? [] : [state]);

function place(
  state: OrderState,
  action: Extract<Action, { kind: 'place' }>,
  host: string,
  result: Completion | null,
) {
  const fresh: OrderState = {
    content: action.content,
    status: 'PENDING',
    paid: false,
    method: null,
    changeForCents: null,
    panel: null,
    cause: null,
    name: null,
  };
  const sameContent = state === null || state.content === null || state.content === action.content;
  if (result?.type === 'fail') {
    if (result.code === 'id-reused') return state === null || !sameContent ? [state] : [];
    // The same request again is answered as before; a shop that is away or busy says nothing of the order.
    if (result.code === 'away') return [state];
    return state === null || !sameContent ? [state] : [];
  }
  if (result?.type !== 'ok') return [state ?? fresh];
  const { view } = result;
  if (!sameContent || view.items !== action.items || view.toppings !== action.toppings) return [];
  if (action.expectedCents !== null && action.expectedCents !== view.totalCents && state === null) return [];
  if (state === null) return some(shown(fresh, view));
  // The relay tells again what the store said when it took the order.
  if (host === 'relay')
    return state.name === null || state.name === nameOf(view) ? [{ ...state, name: nameOf(view) }] : [];
  return some(shown(state, view));
}

function chooseCash(state: OrderState, changeForCents: number | null, result: Completion | null) {
  if (result?.type === 'fail') {
    if (state === null) return [state];
    const over = state.status !== 'PENDING';
    return SAYS_OVER.has(result.code) && !over ? [] : [state];
  }
  if (state === null) return result?.type === 'ok' ? [] : [state];
  if (state.status !== 'PENDING') return result?.type === 'ok' ? [] : [state];
  const chosen = seen({ ...state, method: 'cash', changeForCents });
  if (result?.type !== 'ok') return [chosen];
  return result.view.method === 'cash' ? some(shown(chosen, result.view)) : [];
}

function move(state: OrderState, step: string, result: Completion | null) {
  if (state === null) return result?.type === 'ok' ? [] : [state];
  const next = NEXT[step]?.[state.status];
  // What was paid another way is not confirmed by hand as well: a good answer would leave that money nowhere.
  const paidOtherwise = step === 'approve' && next === '' && state.method !== 'by-hand';
  if (paidOtherwise) return result?.type === 'ok' ? [] : [state];
  if (step === 'approve' && result?.type === 'ok' && !BY_HAND.has(result.view.method)) return [];
  if (result?.type === 'fail') return next === undefined ? [state] : [];
  if (next === undefined) return result?.type === 'ok' ? [] : [state];
  const approved = step === 'approve' && next !== '';
  const after = {
    ...state,
    status: next === '' ? state.status : next,
    ...(next === 'CANCELLED' && { cause: 'loja' }),
  };
  const moved = approved ? seen({ ...after, paid: true, method: 'by-hand' }) : after;
  return result?.type === 'ok' ? some(shown(moved, result.view)) : [moved];
}

export const ORDER: Model<OrderState, OrderOp> = {
  initial: null,
  keyOf: (state) => JSON.stringify(state),
  step(state, op) {
    if (op.by === 'provider') {
      if (state === null) return [];
      if (op.what === 'returned') {
        if (!state.paid) return [];
        // All of it takes the order out of the kitchen; of a part, or once it was handed over, it stays.
        const returned = { ...state, paid: false };
        const isInKitchen = ['RECEBIDO', 'PREPARING', 'READY'].includes(state.status);
        return isInKitchen && state.method === 'online'
          ? [returned, { ...returned, status: 'CANCELLED', cause: 'estornado' }]
          : [returned];
      }
      const honoured = seen({ ...state, status: 'RECEBIDO', paid: true, method: 'online', cause: null });
      if (state.status === 'PENDING') return [honoured];
      if (state.paid) return [];
      // Money for an order that is over is shown with it until it went back.
      const late = { ...state, paid: true };
      return state.cause === 'expirado' ? [honoured, late] : [late];
    }
    if (op.by === 'shop')
      return state === null || state.status !== 'PENDING'
        ? []
        : [{ ...state, status: 'CANCELLED', cause: op.what === 'expire' ? 'expirado' : 'retirado' }];
    const { action, result, host } = op;
    switch (action.kind) {
      case 'place':
        return place(state, action, host, result);
      case 'choose-cash':
        return chooseCash(state, action.changeForCents, result);
      case 'move':
        return move(state, action.step, result);
      case 'ask':
        if (result?.type !== 'ok') return [state];
        return state !== null && (state.name === null || state.name === nameOf(result.view))
          ? [{ ...state, name: nameOf(result.view) }]
          : [];
      case 'read':
        if (result?.type !== 'ok') return [state];
        return state === null ? [] : some(shown(state, result.view));
    }
  },
};
