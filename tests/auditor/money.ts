// Double entry: what came in at the provider and what staff confirmed on one side, what stands as paid, what went back and what is in
// front of a person on the other. The sums agree to the centavo, and each entry has its counter-entry.
import {
  groupBy,
  type Charge,
  type Event,
  type Finding,
  type History,
  type Operation,
  type View,
} from './history.ts';

/** While the link stood for so long without a pause, the store could have answered for the money. */
const COULD_ANSWER_MS = 60_000;
/** Money that the store does not answer for goes back after so long, and no sooner. */
const UNANSWERED_MS = 15 * 60_000;
const SERVER_ERROR = 500;

const isPaid = (view: View | null | undefined): boolean =>
  view?.paymentStatus === 'approved' || view?.paymentStatus === 'partially_refunded';
const ONLINE = new Set(['pix', 'credit_card', 'debit_card']);
const isOnline = (view: View): boolean => view.method !== null && ONLINE.has(view.method);

export function judgeMoney(
  history: History,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): Finding[] {
  if (!history.some(({ type }) => type === 'end')) return [];
  const charges = history.flatMap((event) => (event.type === 'charge' ? [event.charge] : []));
  const listed = new Map(
    history.flatMap((event) => (event.type === 'listed' ? [[event.charge, event.why]] : [])),
  );
  const finals = new Map<string, View | null>();
  for (const event of history)
    if (event.type === 'final' && event.host === 'store') finals.set(event.order, event.view);
  // Staff who cancel what is paid are asked what becomes of the money: it is in front of a person.
  const cancelledPaid = new Set(
    operations.flatMap(({ order, action, result }) =>
      action.kind === 'move' && action.step === 'cancel' && result?.type === 'ok' && isPaid(result.view)
        ? [order]
        : [],
    ),
  );
  const byOrder = groupBy(charges, ({ order }) => order);
  // Of another amount than was asked: it is nobody's before a person has decided, also where its order was paid anew.
  const setAside = new Set(
    history.flatMap((event) => (event.type === 'listed' && event.why === 'mismatch' ? [event.charge] : [])),
  );
  const parts = partsOf(history);
  const texts = [
    ...charges
      .filter(({ order }) => !cancelledPaid.has(order))
      .flatMap((charge) => ofCharge(charge, finals.get(charge.order) ?? null, listed)),
    ...[...byOrder].flatMap(([order, own]) =>
      ofOrder(
        order,
        own.filter(({ id }) => !setAside.has(id)),
        finals.get(order) ?? null,
        parts,
      ),
    ),
    ...ofReturns(history, charges, finals, operations, parts),
    ...ofPaid(finals, byOrder, operations, excused),
    ...ofPages(history, byOrder, listed),
  ];
  return texts.map((text) => ({ kind: 'money', text }));
}

const keptOf = ({ approvedAtMs, amountCents, returnedCents }: Charge): number =>
  approvedAtMs === null ? 0 : amountCents - returnedCents;

/** Money that was kept pays its order, or is in front of a person. */
function ofCharge(charge: Charge, view: View | null, listed: ReadonlyMap<string, string>): string[] {
  const kept = keptOf(charge);
  if (kept === 0 || listed.has(charge.id)) return [];
  if (kept < 0) return [`${-kept} centavos more went back than payment ${charge.id} brought`];
  const pays =
    view !== null && isPaid(view) && !['PENDING', 'CANCELLED'].includes(view.status) && isOnline(view);
  if (pays) return [];
  const order = view === null ? 'unknown' : `${view.status}, ${view.paymentStatus}`;
  return [
    `payment ${charge.id} brought ${kept} centavos for order ${charge.order} (${order}) that stand nowhere`,
  ];
}

/** What a person gave back in part, by charge: `sure` was answered with yes; of `unsure` nobody knows. */
type Parts = ReadonlyMap<string, { sure: number; unsure: number }>;

function partsOf(history: History): Parts {
  const asked = new Map<string, { charge: string; cents: number; isSure: boolean }>();
  for (const event of history) {
    if (event.type !== 'refund' || (event.status >= 400 && event.status < SERVER_ERROR)) continue;
    const { key, charge, cents, status } = event;
    asked.set(key, { charge, cents, isSure: status < 400 || asked.get(key)?.isSure === true });
  }
  const parts = new Map<string, { sure: number; unsure: number }>();
  for (const { charge, cents, isSure } of asked.values()) {
    const { sure, unsure } = parts.get(charge) ?? { sure: 0, unsure: 0 };
    parts.set(charge, isSure ? { sure: sure + cents, unsure } : { sure, unsure: unsure + cents });
  }
  return parts;
}

/** Of all that came for one order just the total is kept, less what a person gave back. */
function ofOrder(order: string, charges: readonly Charge[], view: View | null, parts: Parts): string[] {
  if (view === null || !isPaid(view) || !isOnline(view)) return [];
  const kept = charges.reduce((sum, charge) => sum + keptOf(charge), 0);
  const given = charges.reduce((sum, { id }) => sum + (parts.get(id)?.sure ?? 0), 0);
  const perhaps = charges.reduce((sum, { id }) => sum + (parts.get(id)?.unsure ?? 0), 0);
  const due = view.totalCents - given;
  return kept <= due && kept >= due - perhaps
    ? []
    : [
        `order ${order} costs ${view.totalCents} centavos, ${given} were given back by hand, and ${kept} were kept for it`,
      ];
}

/** Money goes back for a reason that was there by then: the order is over, was paid twice, or the store could not answer for it. */
function ofReturns(
  history: History,
  charges: readonly Charge[],
  finals: ReadonlyMap<string, View | null>,
  operations: readonly Operation[],
  parts: Parts,
): string[] {
  const returns = new Map<string, number>();
  for (const [place, event] of history.entries())
    if (event.type === 'returned' && !returns.has(event.charge)) returns.set(event.charge, place);
  const over = firstSightsOf(history, (view) => view.status === 'CANCELLED');
  return charges.flatMap((charge) => {
    const { id, order, approvedAtMs, returnedAtMs, returnedByHand } = charge;
    if (approvedAtMs === null || returnedAtMs === null || returnedByHand || parts.has(id)) return [];
    const at = returns.get(id) ?? Infinity;
    const view = finals.get(order) ?? null;
    const twice = charges.filter((one) => one.order === order && one.approvedAtMs !== null).length > 1;
    const byHand = operations.some(
      (one) =>
        one.order === order &&
        one.from < at &&
        one.action.kind === 'move' &&
        one.action.step === 'approve' &&
        one.result?.type !== 'fail',
    );
    if (twice || byHand || (over.get(order) ?? Infinity) < at) return [];
    // The store has to know of the order to answer for it.
    const placedAtMs = Math.max(approvedAtMs, lastPlacedMs(operations, order));
    if (!stoodLong(history, placedAtMs, returnedAtMs) && returnedAtMs - approvedAtMs >= UNANSWERED_MS)
      return [];
    if (view === null && returnedAtMs - approvedAtMs >= UNANSWERED_MS) return [];
    return [
      `payment ${id} went back ${Math.round((returnedAtMs - approvedAtMs) / 1000)} s after it came, though order ${order} (${view?.status ?? 'not there'}) was not over then`,
    ];
  });
}

function lastPlacedMs(operations: readonly Operation[], order: string): number {
  const times = operations
    .filter((one) => one.order === order && one.action.kind === 'place' && one.result?.type === 'ok')
    .map(({ result }) => result?.atMs ?? 0);
  return Math.max(0, ...times);
}

/** Of each order, the earliest place at which what the store showed so may have been so: after the look before. */
function firstSightsOf(history: History, is: (view: View) => boolean): Map<string, number> {
  const first = new Map<string, number>();
  const note = (order: string, place: number): void => {
    first.set(order, Math.min(place, first.get(order) ?? Infinity));
  };
  let lookedAt = 0;
  for (const [place, event] of history.entries()) {
    if (event.type === 'final' && event.view !== null && is(event.view)) note(event.order, lookedAt);
    if (event.type !== 'log' || event.side !== 'store') continue;
    for (const { id, view } of event.rows) if (view !== null && is(view)) note(id, lookedAt);
    lookedAt = place;
  }
  return first;
}

/** Whether the link stood long enough without a pause in between. */
function stoodLong(history: History, fromMs: number, toMs: number): boolean {
  let goodSinceMs: number | null = null;
  const spans: [number, number][] = [];
  for (const event of history) {
    if (!('atMs' in event)) continue;
    const ends = (event.type === 'link' && !event.good) || event.type === 'fault';
    if (ends && goodSinceMs !== null) {
      spans.push([goodSinceMs, event.atMs]);
      goodSinceMs = null;
    }
    if (event.type === 'link' && event.good) goodSinceMs ??= event.atMs;
  }
  if (goodSinceMs !== null) spans.push([goodSinceMs, Infinity]);
  return spans.some(([from, to]) => Math.min(to, toMs) - Math.max(from, fromMs) >= COULD_ANSWER_MS);
}

/** What stands as paid was paid: online, or confirmed by staff. */
function ofPaid(
  finals: ReadonlyMap<string, View | null>,
  byOrder: ReadonlyMap<string, readonly Charge[]>,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): string[] {
  const confirmed = new Set(
    operations
      .filter(
        ({ action, result }) =>
          action.kind === 'move' && action.step === 'approve' && result?.type !== 'fail',
      )
      .map(({ order }) => order),
  );
  return [...finals].flatMap(([order, view]) => {
    if (view === null || !isPaid(view) || excused.has(order)) return [];
    const came = (byOrder.get(order) ?? []).some(({ approvedAtMs }) => approvedAtMs !== null);
    if (isOnline(view) ? came : confirmed.has(order)) return [];
    return [`order ${order} stands as paid (${view.method}) and nobody paid ${view.totalCents} centavos`];
  });
}

/** What customers are shown of their money is what the provider's books say. */
function ofPages(
  history: History,
  byOrder: ReadonlyMap<string, readonly Charge[]>,
  listed: ReadonlyMap<string, string>,
): string[] {
  return history.flatMap((event: Event) => {
    if (event.type !== 'customer-money') return [];
    // What was set aside is not the order's.
    const own = (byOrder.get(event.order) ?? []).filter(({ id }) => !listed.has(id));
    const came = own.reduce(
      (sum, { approvedAtMs, amountCents }) => sum + (approvedAtMs === null ? 0 : amountCents),
      0,
    );
    const back = own.reduce((sum, { returnedCents }) => sum + returnedCents, 0);
    return came === event.receivedCents && back === event.returnedCents
      ? []
      : [
          `order ${event.order}: the provider has ${came} centavos in and ${back} back, the customer is shown ${event.receivedCents} and ${event.returnedCents}`,
        ];
  });
}
