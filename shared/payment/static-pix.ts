// A PIX to the shop's own static code, which nobody confirms by itself: what is known of it, what proves it, what a person says of it.
// Pure; rules P31 to P35.
import type { Order } from '../order/order.ts';
import { accepted, refused, type Result } from '../result.ts';

/** `unconfirmed`: staff went on without a proof. `called-off`: its order was, and the money went back over the counter. */
export const STATIC_PIX_STATES = ['unconfirmed', 'proved', 'received', 'not-received', 'called-off'] as const;
/** One of these. */
export type StaticPixState = (typeof STATIC_PIX_STATES)[number];

/** `found`: by the provider's search or its statement. `received` and `not-received` are a person's word. */
export type StaticPixEvent = 'found' | 'received' | 'not-received' | 'called-off';

type Cell = StaticPixState | 'stay' | 'refuse';

/** State × what is heard of it: every cell decided (P32). A proof outranks a word; what is proved is nobody's to deny. */
export const STATIC_PIX_TRANSITIONS: Record<StaticPixState, Record<StaticPixEvent, Cell>> = {
  unconfirmed: {
    found: 'proved',
    received: 'received',
    'not-received': 'not-received',
    'called-off': 'called-off',
  },
  proved: { found: 'stay', received: 'stay', 'not-received': 'refuse', 'called-off': 'called-off' },
  received: {
    found: 'proved',
    received: 'stay',
    'not-received': 'not-received',
    'called-off': 'called-off',
  },
  // Nothing came, so nothing went back.
  'not-received': { found: 'proved', received: 'received', 'not-received': 'stay', 'called-off': 'stay' },
  // Came and went, as far as the drawer's books say.
  'called-off': { found: 'stay', received: 'refuse', 'not-received': 'refuse', 'called-off': 'stay' },
};

/** What the event makes of it; `effect`: the order's money is taken out of the books, or put into them again. */
export type StaticPixDecision = {
  state: StaticPixState;
  changed: boolean;
  effect: 'none' | 'lose' | 'regain';
};

/** By the table. Refuses a person's word on what is proved, or over: the state as it is. */
export function decideStaticPix(
  state: StaticPixState,
  event: StaticPixEvent,
): Result<StaticPixDecision, { code: 'settled'; state: StaticPixState }> {
  const cell = STATIC_PIX_TRANSITIONS[state][event];
  if (cell === 'refuse') return refused({ code: 'settled', state });
  if (cell === 'stay') return accepted({ state, changed: false, effect: 'none' });
  const effect = cell === 'not-received' ? 'lose' : state === 'not-received' ? 'regain' : 'none';
  return accepted({ state: cell, changed: true, effect });
}

/** The order once its PIX is known not to have come (`isPaid` false), or to have come after all (P34). Its steps stay as they are. */
export function withStaticPix(order: Order, isPaid: boolean, nowMs: number): Order {
  const paymentStatus = isPaid ? 'approved' : 'pending';
  if (order.paymentMethod !== 'pix_manual' || order.status === 'CANCELLED') return order;
  return order.paymentStatus === paymentStatus ? order : { ...order, paymentStatus, updatedAtMs: nowMs };
}

/**
 * The transaction's name in the code: the order's, and of a part or a difference the end of that one's id behind it. The standard allows 25
 * letters and digits.
 */
export const staticPixTxid = (code: string, part = ''): string =>
  `${code}${part.replaceAll('-', '').slice(-15).toUpperCase()}`;

/** What is looked for: the transaction's own name in the code, its amount in centavos, when staff took it for paid. */
export type SoughtPix = { txid: string; amountCents: number; atMs: number };
/** Money that came, as the provider or its statement names it. `txid`: whatever of it may be the transaction's name. */
export type SeenPix = { providerPaymentId: string; txids: readonly string[]; amountCents: number };

/** Which payment proves which (P33): the same transaction and the same amount, and one payment one sale at most. */
export function matchStaticPix(
  sought: readonly SoughtPix[],
  payments: readonly SeenPix[],
): { txid: string; providerPaymentId: string }[] {
  const unmatched = new Set(payments);
  return sought.flatMap(({ txid, amountCents }) => {
    const found = [...unmatched].find(
      (payment) =>
        payment.amountCents === amountCents &&
        payment.txids.some((name) => name.toUpperCase() === txid.toUpperCase()),
    );
    if (found === undefined) return [];
    unmatched.delete(found);
    return [{ txid, providerPaymentId: found.providerPaymentId }];
  });
}

const FIRST_LOOK_MS = 60_000;
const LOOK_MS_MAX = 3_600_000;
/** After this the provider is no longer asked: the statement or a person says. */
export const STATIC_PIX_SOUGHT_MS = 3 * 86_400_000;

/** When to look for it again after so many looks; null when it is not looked for any more (P35). */
export function nextLookAtMs(claimedAtMs: number, looks: number, nowMs: number): number | null {
  const atMs = nowMs + Math.min(LOOK_MS_MAX, FIRST_LOOK_MS * 2 ** looks);
  return atMs - claimedAtMs > STATIC_PIX_SOUGHT_MS ? null : atMs;
}
