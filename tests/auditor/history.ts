// What was seen of a shop from outside, in the order in which it was seen: requests and their answers, what the provider's books and
// the two copies of the log show, and what was broken on purpose. Nothing here knows how the shop works.

export type Host = 'store' | 'relay';

export type SearchBy = 'panel-number' | 'number' | 'phone';
export type Found = { number: number | null; panel: number | null; status: string };

/** An order as an answer shows it. */
export type View = {
  code: string;
  number: number;
  panel: { date: string; series: number; number: number } | null;
  totalCents: number;
  items: number;
  toppings: number;
  status: string;
  paymentStatus: string;
  method: string | null;
  changeForCents: number | null;
  cancelReason: string | null;
};

/** A wholesale order as an answer shows it. */
export type Sale = { number: number; totalCents: number; status: string };

export type Action =
  /** `content` stands for all that was asked. */
  | { kind: 'place'; content: string; items: number; toppings: number; expectedCents: number | null }
  | { kind: 'choose-cash'; changeForCents: number | null }
  /** A staff member's step: approve, start, mark-ready, deliver, cancel. */
  | { kind: 'move'; step: string }
  | { kind: 'read' }
  /** What became of an order that was told to wait. */
  | { kind: 'ask' };

export type Invocation = {
  type: 'invoke';
  atMs: number;
  op: number;
  host: Host;
  order: string;
  action: Action;
};

export type Completion =
  | { type: 'ok'; atMs: number; op: number; view: View }
  /** Taken, and not decided yet. */
  | { type: 'waiting'; atMs: number; op: number }
  /** The customer is told that nothing will come of it. */
  | { type: 'given-up'; atMs: number; op: number }
  /** Refused, with no effect. */
  | { type: 'fail'; atMs: number; op: number; code: string }
  /** No answer, or none that says what became of it. `status` 0: nothing came. */
  | { type: 'unknown'; atMs: number; op: number; status: number };

export type LogRow = { seq: number; hash: string; kind: string; id: string; view: View | null };

/** All that the provider's books say of one payment. */
export type Charge = {
  id: string;
  order: string;
  amountCents: number;
  approvedAtMs: number | null;
  returnedCents: number;
  returnedAtMs: number | null;
  /** Given back by a person, or at the customer's bank: no reason is asked. */
  returnedByHand: boolean;
};

export type Event =
  /** Both logs had so many rows when it began, which are no part of it. */
  | { type: 'begin'; atMs: number; rows: number }
  | Invocation
  | Completion
  /** Rows of one side's log after `after`, to its end. */
  | { type: 'log'; atMs: number; side: Host; after: number; rows: readonly LogRow[] }
  /** The relay tells the store that it holds the log up to `seq`. */
  | { type: 'mark'; atMs: number; seq: number; held: number }
  /** A command as it goes over the link. */
  | { type: 'sent'; atMs: number; order: string; kind: string; detail: string }
  | { type: 'approved'; atMs: number; charge: string; order: string }
  /** The provider was told to give money back, and did. */
  | { type: 'returned'; atMs: number; charge: string; order: string }
  /** The store's clock was set: what is found by its age is not judged from here on. */
  | { type: 'clock-set'; atMs: number }
  /** The link stands, and nothing is lost on it, from here on; or not. */
  | { type: 'link'; atMs: number; good: boolean }
  /** One side let go of the link, and nobody else did. */
  | { type: 'hung-up'; atMs: number }
  | { type: 'fault'; atMs: number; what: 'store-killed' | 'relay-killed' }
  /** The store's disk had lied: its rows after `kept` are gone with all they told of. */
  | { type: 'fault'; atMs: number; what: 'writes-lost'; kept: number }
  /** A person had the relay forget its copy and begin at row 1. */
  | { type: 'fault'; atMs: number; what: 'copy-begun-anew' }
  /** Nothing is broken any more, and long enough was waited. What follows is how it all ended. */
  | { type: 'end'; atMs: number }
  | { type: 'final'; host: Host; order: string; view: View | null; state: 'placed' | 'waiting' | 'given-up' }
  /** What a search at the relay for `order` found, and the business day on which it was made. */
  | { type: 'found'; order: string; by: SearchBy; query: string; date: string; orders: readonly Found[] }
  /** The menu as one side shows it. */
  | { type: 'menu'; host: Host; content: string }
  /** What the customer's page says came and went. */
  | { type: 'customer-money'; order: string; receivedCents: number; returnedCents: number }
  | { type: 'charge'; charge: Charge }
  /** A payment that is in front of a person. */
  | { type: 'listed'; charge: string; why: string }
  | { type: 'ticket'; order: string; purpose: string; papers: number }
  /** Staff at the cash drawer; `id` is the same where the same was asked once more. */
  | {
      type: 'drawer';
      atMs: number;
      id: string;
      did: 'open' | 'close' | 'suprimento' | 'sangria';
      cents: number;
      status: number;
      close: { number: number; expectedCents: number; differenceCents: number } | null;
    }
  /** A wholesale order, placed or moved one step on, and its answer. */
  | {
      type: 'wholesale';
      atMs: number;
      host: Host;
      order: string;
      did: string;
      status: number;
      sale: Sale | null;
    }
  | {
      type: 'wholesale-final';
      host: Host;
      order: string;
      sale: Sale | null;
      state: 'placed' | 'waiting' | 'given-up';
    }
  /** A person gives money of an order back in part. `key` is the same where the same was asked once more. */
  | {
      type: 'refund';
      atMs: number;
      order: string;
      charge: string;
      key: string;
      cents: number;
      status: number;
    }
  /** The price of an entry is edited: at the counter, or from home. */
  | { type: 'edit'; atMs: number; edit: number; by: 'counter' | 'home'; entry: string; cents: number }
  | { type: 'edited'; atMs: number; edit: number; status: number }
  /** The price of an entry as one side shows it in the end. */
  | { type: 'price'; host: Host; entry: string; cents: number };

export type History = readonly Event[];

export type FindingKind = 'order' | 'number' | 'log' | 'money' | 'answer' | 'drawer' | 'wholesale' | 'menu';
/** What the judge found, in a sentence. */
export type Finding = { kind: FindingKind; text: string };

/** One operation: the places in the history between which it took effect, if it did. */
export type Operation = {
  op: number;
  host: Host;
  order: string;
  action: Action;
  from: number;
  /** `Infinity`: nothing says that it is over. */
  to: number;
  result: Completion | null;
};

export function operationsOf(history: History): Operation[] {
  const operations = new Map<number, Operation>();
  for (const [place, event] of history.entries()) {
    if (event.type === 'invoke') {
      const { op, host, order, action } = event;
      operations.set(op, { op, host, order, action, from: place, to: Infinity, result: null });
      continue;
    }
    if (!isCompletion(event)) continue;
    const operation = operations.get(event.op);
    if (!operation || operation.result) throw new Error(`operation ${event.op} ends and is not under way`);
    operation.result = event;
    if (event.type === 'ok' || event.type === 'fail') operation.to = place;
  }
  return [...operations.values()];
}

const isCompletion = (event: Event): event is Completion =>
  ['ok', 'waiting', 'given-up', 'fail', 'unknown'].includes(event.type);

export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
