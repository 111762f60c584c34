// What may be said to whoever asks: no server fails while nothing is broken, nobody waits while the link stands, what was sent in turn
// goes in turn, both sides end alike, and paper is printed once.
import { groupBy, type Finding, type History, type Operation, type View } from './history.ts';

/** An order that waits is delivered within this while the link stands. */
const DELIVERED_WITHIN_MS = 15_000;
/** An order waits for so long before it is given up. */
const GIVEN_UP_AFTER_MS = 10 * 60_000;
/** One that could not be delivered is tried again within this. */
const TRIED_WITHIN_MS = 45_000;
/** What got lost before the link stood well may end it for so long. */
const OUTLIVES_TROUBLE_MS = 30_000;
/** A side that was just killed may owe answers to whoever asked before. */
const INTERNAL_ERROR = 500;

export function judgeAnswers(
  history: History,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): Finding[] {
  const texts = [
    ...ofErrors(history, operations),
    ...ofWaiting(history, operations),
    ...ofReachable(history, operations),
    ...ofTurns(history, operations),
    ...ofLink(history),
    ...ofGivenUp(history, operations),
    ...ofRefused(history, operations, excused),
    ...ofTheEnd(history, operations, excused),
    ...ofPaper(history),
    ...ofSearches(history),
    ...ofMenus(history),
  ];
  return texts.map((text) => ({ kind: 'answer', text }));
}

function ofErrors(history: History, operations: readonly Operation[]): string[] {
  const kills = history.flatMap((event, place) =>
    event.type === 'fault' && event.what !== 'copy-begun-anew' ? [place] : [],
  );
  return operations.flatMap(({ host, order, action, from, result }) => {
    if (result?.type !== 'unknown' || result.status !== INTERNAL_ERROR) return [];
    const end = history.indexOf(result);
    if (kills.some((place) => place >= from && place <= end)) return [];
    return [
      `the ${host} answered '${action.kind}' of order ${order} with ${result.status} and nothing was broken`,
    ];
  });
}

/** When the store was first asked for each order through the relay. */
function firstAskedOf(history: History, operations: readonly Operation[]): Map<string, number> {
  const firstAsked = new Map<string, number>();
  for (const { order, host, action, from } of operations) {
    const event = history[from];
    if (host === 'relay' && action.kind === 'place' && event && 'atMs' in event && !firstAsked.has(order))
      firstAsked.set(order, event.atMs);
  }
  return firstAsked;
}

/** Orders that were told to wait and still do, though nothing stood in their way. */
function ofWaiting(history: History, operations: readonly Operation[]): string[] {
  const firstAsked = firstAskedOf(history, operations);
  let goodSinceMs: number | null = null;
  const byOp = new Map(operations.map((operation) => [operation.op, operation]));
  return history.flatMap((event) => {
    if (event.type === 'link') goodSinceMs = event.good ? (goodSinceMs ?? event.atMs) : null;
    if (event.type === 'fault') goodSinceMs = null;
    if (event.type !== 'waiting') return [];
    const operation = byOp.get(event.op);
    const askedMs = operation && firstAsked.get(operation.order);
    if (operation?.action.kind !== 'ask' || askedMs === undefined || goodSinceMs === null) return [];
    const sinceMs = Math.max(askedMs, goodSinceMs);
    return event.atMs - sinceMs <= DELIVERED_WITHIN_MS
      ? []
      : [
          `order ${operation.order} has waited for ${Math.round((event.atMs - sinceMs) / 1000)} s though the link stood all the while`,
        ];
  });
}

/** Orders that came to nothing though the store could be reached while they waited. */
function ofReachable(history: History, operations: readonly Operation[]): string[] {
  // What a lying disk or a copy begun anew leaves behind, a person mends.
  if (history.some((event) => event.type === 'fault' && !event.what.endsWith('-killed'))) return [];
  const spans = goodSpansOf(history);
  const givenUp = new Set(
    history.flatMap((event) => (event.type === 'final' && event.state === 'given-up' ? [event.order] : [])),
  );
  return [...firstAskedOf(history, operations)].flatMap(([order, askedMs]) => {
    if (!givenUp.has(order)) return [];
    const stoodMs = spans.reduce(
      (max, [from, to]) => Math.max(max, Math.min(to, askedMs + GIVEN_UP_AFTER_MS) - Math.max(from, askedMs)),
      0,
    );
    return stoodMs < TRIED_WITHIN_MS
      ? []
      : [
          `order ${order} was given up though the link had stood for ${Math.round(stoodMs / 1000)} s while it waited`,
        ];
  });
}

/** From when to when the link stood and nothing was broken. */
function goodSpansOf(history: History): [number, number][] {
  const spans: [number, number][] = [];
  let sinceMs: number | null = null;
  for (const event of history) {
    const ends = (event.type === 'link' && !event.good) || event.type === 'fault' || event.type === 'hung-up';
    if (ends && sinceMs !== null) spans.push([sinceMs, event.atMs]);
    if (ends) sinceMs = null;
    if (event.type === 'link' && event.good) sinceMs ??= event.atMs;
    if (event.type === 'end' && sinceMs !== null) spans.push([sinceMs, event.atMs]);
  }
  return spans;
}

/** Sides that let go of each other for no reason: something that was said could not be understood. */
function ofLink(history: History): string[] {
  let goodSinceMs: number | null = null;
  let isOutOfStep = false;
  return history.flatMap((event) => {
    if (event.type === 'link') goodSinceMs = event.good ? (goodSinceMs ?? event.atMs) : null;
    if (event.type === 'fault') {
      goodSinceMs = null;
      isOutOfStep ||= event.what === 'writes-lost' || event.what === 'copy-begun-anew';
    }
    if (event.type !== 'hung-up' || isOutOfStep || goodSinceMs === null) return [];
    const stoodMs = event.atMs - goodSinceMs;
    return stoodMs < OUTLIVES_TROUBLE_MS
      ? []
      : [`the link broke off by itself after it had stood for ${Math.round(stoodMs / 1000)} s`];
  });
}

/** What was asked for after an earlier request of the same order was answered, or was told to be under way, never goes first. */
function ofTurns(history: History, operations: readonly Operation[]): string[] {
  const sent = history.flatMap((event, place) =>
    event.type === 'sent' && event.kind === 'order.choose-cash' ? [{ ...event, place }] : [],
  );
  return [...groupBy(sent, ({ order }) => order)].flatMap(([order, own]) => {
    const asked = operations
      .filter((one) => one.order === order && one.action.kind === 'choose-cash')
      .map(({ action, from, result }) => ({
        change: action.kind === 'choose-cash' ? String(action.changeForCents) : '',
        from,
        to: result === null ? Infinity : history.indexOf(result),
      }));
    // A request that was made twice cannot be told from itself.
    const told = [...groupBy(asked, ({ change }) => change).values()]
      .filter((same) => same.length === 1)
      .flat()
      .map((one) => ({ ...one, sentAt: own.find(({ detail }) => detail === one.change)?.place ?? null }));
    return told.flatMap((later) =>
      told
        .filter(
          ({ to, sentAt }) =>
            to < later.from && sentAt !== null && later.sentAt !== null && later.sentAt < sentAt,
        )
        .map(
          ({ change }) =>
            `order ${order}: change for ${later.change} was asked for later and went before change for ${change}`,
        ),
    );
  });
}

/** What a customer was told is given up never comes back. */
function ofGivenUp(history: History, operations: readonly Operation[]): string[] {
  const told = new Map<string, number>();
  const again = operations.flatMap(({ order, host, from, result }) => {
    if (result?.type === 'given-up') told.set(order, told.get(order) ?? from);
    const at = told.get(order);
    return host === 'relay' && result?.type === 'ok' && at !== undefined && from > at
      ? [`order ${order} was given up, and is there again as ${result.view.code}`]
      : [];
  });
  const atTheEnd = history.flatMap((event) =>
    event.type === 'final' && event.host === 'relay' && event.state === 'placed' && told.has(event.order)
      ? [`order ${event.order} was given up, and at the end it is there again`]
      : [],
  );
  return [...again, ...atTheEnd];
}

/** Where the last word that somebody had of an order is a refusal, there is none. */
function ofRefused(
  history: History,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): string[] {
  const words = operations
    .filter(({ action }) => action.kind === 'place' || action.kind === 'ask')
    .flatMap(({ order, result }) =>
      // What is away says nothing of the order, and what is refused under a taken id is another one.
      result === null || (result.type === 'fail' && ['away', 'id-reused'].includes(result.code))
        ? []
        : [{ order, result, at: history.indexOf(result) }],
    )
    .sort((a, b) => a.at - b.at);
  const refused = new Set<string>();
  for (const { order, result } of words)
    if (result.type === 'fail' && !excused.has(order)) refused.add(order);
    else refused.delete(order);
  const made = new Set(
    history.flatMap((event) =>
      event.type === 'log' && event.side === 'store'
        ? event.rows.flatMap(({ kind, id }) => (kind === 'order' && refused.has(id) ? [id] : []))
        : [],
    ),
  );
  return [...made].map((order) => `order ${order} was refused, and the store has made one of it`);
}

/** Whoever looks for an order by what is known of it finds it as it is. */
function ofSearches(history: History): string[] {
  if (history.some(({ type }) => type === 'clock-set')) return [];
  const views = new Map(
    history.flatMap((event) =>
      event.type === 'final' && event.host === 'store' && event.view !== null
        ? [[event.order, event.view]]
        : [],
    ),
  );
  return history.flatMap((event) => {
    if (event.type !== 'found') return [];
    const { order, by, query, date, orders } = event;
    const view = views.get(order);
    // Panel numbers are those of the day.
    if (!view || (by === 'panel-number' && view.panel?.date !== date)) return [];
    // Two orders may be known by one number, and each is shown once.
    const found = orders.filter(
      (one) => one.number === view.number || (one.panel !== null && one.panel === view.panel?.number),
    );
    if (found.some(({ status }) => status === view.status)) return [];
    return [
      `order ${order} is ${view.status}, and whoever looks for ${by} ${query} finds it ${found[0] ? `as ${found[0].status}` : 'not'}`,
    ];
  });
}

/** Both sides show the same menu in the end. */
function ofMenus(history: History): string[] {
  const [one, ...others] = history.flatMap((event) => (event.type === 'menu' ? [event] : []));
  return others
    .filter(({ content }) => content !== one?.content)
    .map(
      ({ host, content }) =>
        `at the end the ${host}'s menu is not the other side's: ${firstDifference(one?.content ?? '', content)}`,
    );
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 30);
  return `'${around(a)}' and '${around(b)}'`;
}

function ofTheEnd(
  history: History,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): string[] {
  const finals = history.flatMap((event) => (event.type === 'final' ? [event] : []));
  const texts: string[] = [];
  for (const [order, both] of groupBy(finals, (event) => event.order)) {
    const store = both.find(({ host }) => host === 'store');
    const relay = both.find(({ host }) => host === 'relay');
    if (relay?.state === 'waiting') texts.push(`order ${order} still waits at the end`);
    if (relay?.state === 'given-up' && store?.view?.status === 'PENDING')
      texts.push(`order ${order} was given up, and at the end the store waits for its money`);
    if (relay && store && relay.view !== null && store.view !== null && !alike(relay.view, store.view))
      texts.push(
        `at the end the relay shows order ${order} as ${told(relay.view)} and the store as ${told(store.view)}`,
      );
    const acknowledged = operations.some(
      (one) => one.order === order && one.action.kind === 'place' && one.result?.type === 'ok',
    );
    if (acknowledged && !excused.has(order))
      for (const { host, view } of both)
        if (view === null && relay?.state === 'placed')
          texts.push(`order ${order} was acknowledged, and at the end the ${host} has none`);
  }
  return texts;
}

function ofPaper(history: History): string[] {
  return history.flatMap((event) =>
    event.type === 'ticket' && event.papers !== 1
      ? [`order ${event.order} has ${event.papers} papers '${event.purpose}'`]
      : [],
  );
}

const told = ({ status, paymentStatus, panel, changeForCents }: View): string =>
  `${status}, ${paymentStatus}, panel ${panel?.number ?? 'none'}, change for ${changeForCents ?? 'nothing'}`;
const alike = (a: View, b: View): boolean => JSON.stringify(a) === JSON.stringify(b);
