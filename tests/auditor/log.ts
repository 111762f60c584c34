// The log as a list that is only ever appended to, as Elle reads one: each look continues the one before, the relay's list is the
// beginning of the store's, and what was answered stands in it.
import {
  groupBy,
  type Finding,
  type History,
  type Host,
  type LogRow,
  type Operation,
  type View,
} from './history.ts';

type List = LogRow[];
/** What got lost before the link stood well may hold up the rows for so long. */
const FOLLOWED_WITHIN_MS = 45_000;

/** `lost`: orders of which a lying disk took rows back. */
export type LogVerdict = { findings: Finding[]; lost: ReadonlySet<string> };

export function judgeLog(history: History, operations: readonly Operation[]): LogVerdict {
  let lists: Record<Host, List> = { store: [], relay: [] };
  const lost = new Set<string>();
  const findings: Finding[] = [];
  const find = (text: string): void => {
    findings.push({ kind: 'log', text });
  };
  // Where each row of the store was first seen: what was answered before is in it.
  const rowsSeen: { row: LogRow; place: number }[] = [];
  const looks: number[] = [];
  let ended = false;

  for (const [place, event] of history.entries()) {
    if (event.type === 'begin') lists = { store: rowsBefore(event.rows), relay: rowsBefore(event.rows) };
    if (event.type === 'end') ended = true;
    if (event.type === 'fault' && event.what === 'writes-lost') {
      for (const { kind, id } of lists.store.splice(event.kept)) if (kind === 'order') lost.add(id);
    }
    if (event.type === 'fault' && event.what === 'copy-begun-anew') lists.relay = [];
    if (event.type === 'mark' && event.held < event.seq)
      find(`the relay said that it holds row ${event.seq} and held ${event.held}`);
    if (event.type !== 'log') continue;
    const { side, after, rows } = event;
    const list = lists[side];
    for (const text of continued(side, list, after, rows)) find(text);
    list.splice(after, list.length, ...rows);
    if (side === 'store') {
      looks.push(place);
      for (const row of rows) rowsSeen.push({ row, place });
    } else for (const text of prefixOf(lists.store, list, after)) find(text);
  }
  if (ended && lists.relay.length !== lists.store.length)
    find(`at the end the relay has ${lists.relay.length} of ${lists.store.length} rows`);
  for (const text of unwritten(operations, rowsSeen, looks, lost)) find(text);
  for (const text of leftBehind(history)) find(text);
  return { findings: [...new Map(findings.map((one) => [one.text, one])).values()], lost };
}

/** Rows that the relay still does not have though the link stood well for so long since they were there. */
function leftBehind(history: History): string[] {
  // What a lying disk or a copy begun anew leaves behind, a person mends.
  if (history.some((event) => event.type === 'fault' && !event.what.endsWith('-killed'))) return [];
  const seenAtMs = new Map<number, number>();
  let held = 0;
  let goodSinceMs: number | null = null;
  const texts: string[] = [];
  for (const event of history) {
    if (event.type === 'begin') held = event.rows;
    if (event.type === 'fault' || event.type === 'hung-up') goodSinceMs = null;
    if (event.type === 'link') goodSinceMs = event.good ? (goodSinceMs ?? event.atMs) : null;
    if (event.type !== 'log') continue;
    if (event.side === 'store')
      for (const { seq } of event.rows) if (!seenAtMs.has(seq)) seenAtMs.set(seq, event.atMs);
    if (event.side === 'relay') held = event.after + event.rows.length;
    const dueMs = seenAtMs.get(held + 1);
    if (event.side === 'store' || dueMs === undefined || goodSinceMs === null) continue;
    const lateMs = event.atMs - Math.max(dueMs, goodSinceMs);
    if (lateMs > FOLLOWED_WITHIN_MS)
      texts.push(
        `the relay does not have row ${held + 1} though the link has stood for ${FOLLOWED_WITHIN_MS / 1000} s since`,
      );
  }
  return texts;
}

/** Rows that nobody looks at any more. */
const rowsBefore = (rows: number): List => {
  const list: List = [];
  list.length = rows;
  return list;
};

/** What is wrong with a look at a list, given the look before. */
function continued(side: Host, list: List, after: number, rows: readonly LogRow[]): string[] {
  if (after > list.length)
    return [`the ${side}'s log was ${list.length} rows long and is read after ${after}`];
  const wrong: string[] = [];
  for (const [at, row] of rows.entries()) {
    const expected = after + at + 1;
    if (row.seq !== expected) {
      wrong.push(`the ${side}'s row ${row.seq} stands at place ${expected}`);
      break;
    }
    const before = list[expected - 1];
    if (before && before.hash !== row.hash) {
      wrong.push(`the ${side}'s row ${row.seq} was another one before`);
      break;
    }
  }
  if (list.length > after + rows.length)
    wrong.push(`the ${side}'s log had ${list.length} rows and has ${after + rows.length}`);
  return wrong;
}

function prefixOf(store: List, relay: List, after: number): string[] {
  if (relay.length > store.length)
    return [`the relay has ${relay.length} rows and the store ${store.length}`];
  const other = relay.slice(after).find(({ hash, seq }) => store[seq - 1]?.hash !== hash);
  return other ? [`row ${other.seq} of the relay is not the store's`] : [];
}

/** An answer of the store that no row tells: each state that was shown was written before it was shown. */
function unwritten(
  operations: readonly Operation[],
  rows: readonly { row: LogRow; place: number }[],
  looks: readonly number[],
  lost: ReadonlySet<string>,
): string[] {
  const lookAfter = new Map<number, number>();
  for (const { to } of operations) {
    const look = looks[firstAtLeast(looks, to)];
    if (look !== undefined) lookAfter.set(to, look);
  }
  const byOrder = groupBy(
    rows.filter(({ row }) => row.kind === 'order'),
    ({ row }) => row.id,
  );
  return operations.flatMap(({ host, order, action, result, to }) => {
    if (host !== 'store' || result?.type !== 'ok' || lost.has(order)) return [];
    // The first look after the answer shows it already: the row belongs to the transaction of the change.
    const look = lookAfter.get(to);
    if (look === undefined) return [];
    const shown = stateOf(result.view);
    const own = byOrder.get(order) ?? [];
    if (own.some(({ row, place }) => place <= look && row.view !== null && stateOf(row.view) === shown))
      return [];
    return [`no row of the log tells that order ${order} was ${shown} (answered to '${action.kind}')`];
  });
}

/** In a rising list. */
function firstAtLeast(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const stateOf = ({ status, paymentStatus, panel, changeForCents, method }: View): string =>
  `${status}, ${paymentStatus} (${method ?? 'no method'}, change for ${changeForCents ?? 'nothing'}), panel ${panel?.number ?? 'none'}`;
