// Places an order once. Knows the five ends of asking: placed, waiting for the store, lapsed, refused, or not known yet.
// Calls and storage are inputs, so that every way through can be tested, and retail and wholesale share them.
import type { Attempt } from './attempt.ts';
import { ApiError } from './request.ts';

type Reply<R> = R | { state: 'waiting'; id: string } | { state: 'lapsed'; id: string };

/** `P` is what the caller wants to know of a placed order; its `code` names it among the orders of this device. */
export type Placing<P> =
  /** `earlier`: what the store has is what was sent before, not what is in the cart now. */
  | ({ state: 'placed'; earlier: boolean } & P)
  | { state: 'waiting'; id: string }
  | { state: 'lapsed' }
  | { state: 'refused'; error: ApiError }
  /** The network failed: it may or may not have been placed. Asking again is safe. */
  | { state: 'unknown'; error: ApiError };

export type PlaceDeps<A extends object, R extends { state: 'placed' }, P extends { code: string }> = {
  place: (body: A & { id: string; claim?: string }) => Promise<Reply<R>>;
  outcomeOf: (id: string, claim: string | null) => Promise<Reply<R>>;
  placedOf: (reply: R) => P;
  /** What lies in the cart, as it would be sent. */
  itemsNow: () => readonly object[];
  newId: () => string;
  newClaim: () => string;
  read: () => Attempt | null;
  write: (attempt: Attempt) => void;
  clear: () => void;
};

export async function placeOnce<A extends object, R extends { state: 'placed' }, P extends { code: string }>(
  asked: A,
  deps: PlaceDeps<A, R, P>,
): Promise<Placing<P>> {
  const text = JSON.stringify(asked);
  const before = deps.read();
  if (before && before.asked !== text && before.code === null) {
    // Something else was sent and nobody knows what became of it. That comes first: else there might be two orders.
    const earlierOutcome = await askOutcome(before, deps, true);
    if (earlierOutcome && earlierOutcome.state !== 'lapsed') return earlierOutcome;
  }
  const open = deps.read();
  // An order that may still be on its way shares its id with this one: the store takes whichever comes first, never both.
  const { id, claim } =
    open && (open.code === null || open.asked === text) ? open : { id: deps.newId(), claim: deps.newClaim() };
  const attempt = { id, claim, asked: text, code: null };
  deps.write(attempt);
  try {
    const sent = claim === null ? { ...asked, id } : { ...asked, id, claim };
    return settle(await deps.place(sent), attempt, deps, false);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.problem.code === 'id-reused')
      return (await askOutcome(attempt, deps, true)) ?? { state: 'unknown', error };
    return failed(error, deps);
  }
}

/** What became of an attempt after a reload. Null when the store never had it: it can be sent again. */
export async function resumePlacing<
  A extends object,
  R extends { state: 'placed' },
  P extends { code: string },
>(deps: PlaceDeps<A, R, P>): Promise<Placing<P> | null> {
  const attempt = deps.read();
  if (attempt === null || attempt.code !== null) return null;
  // Something may have been put into the cart since: that is not in the order.
  const isOfCart = attempt.asked.includes(`"items":${JSON.stringify(deps.itemsNow())}`);
  return askOutcome(attempt, deps, !isOfCart);
}

async function askOutcome<A extends object, R extends { state: 'placed' }, P extends { code: string }>(
  attempt: Attempt,
  deps: PlaceDeps<A, R, P>,
  earlier: boolean,
): Promise<Placing<P> | null> {
  try {
    return settle(await deps.outcomeOf(attempt.id, attempt.claim), attempt, deps, earlier);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Not arrived (yet): the id stays, so that a straggler and the next try are one.
    if (error.status === 404) return null;
    return failed(error, deps);
  }
}

function settle<A extends object, R extends { state: 'placed' }, P extends { code: string }>(
  outcome: Reply<R>,
  attempt: Attempt,
  deps: PlaceDeps<A, R, P>,
  earlier: boolean,
): Placing<P> {
  switch (outcome.state) {
    case 'placed': {
      const placed = deps.placedOf(outcome);
      deps.write({ ...attempt, code: placed.code });
      return { state: 'placed', earlier, ...placed };
    }
    case 'waiting':
      return { state: 'waiting', id: outcome.id };
    case 'lapsed':
      deps.clear();
      return { state: 'lapsed' };
  }
}

function failed(error: ApiError, deps: { clear: () => void }): Extract<Placing<never>, { error: ApiError }> {
  // 429 and everything from 500 on say nothing about the order; any other refusal is final, and the next try is a new order.
  const final = error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
  if (!final) return { state: 'unknown', error };
  deps.clear();
  return { state: 'refused', error };
}
