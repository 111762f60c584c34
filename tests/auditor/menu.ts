// Prices that were edited: what both sides show in the end is what somebody was the last to ask for. Two people who edit while the sides
// are apart may each be the last; an edit that was answered is never lost to an earlier one, nor to none.
import { groupBy, type Event, type Finding, type History } from './history.ts';

/** After the link stood well for so long, each side knows what the other was told before. */
const JOINED_WITHIN_MS = 45_000;
const OK = 200;
/** Says that it had no effect. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

type Edit = Extract<Event, { type: 'edit' }> & { overMs: number | null; status: number | null };

export function judgeMenu(history: History): Finding[] {
  // What a lying disk took back, and what a copy that was begun anew has, nobody knows.
  if (history.some((event) => event.type === 'fault' && !event.what.endsWith('-killed'))) return [];
  const ends = new Map(history.flatMap((event) => (event.type === 'edited' ? [[event.edit, event]] : [])));
  const edits = history.flatMap((event): Edit[] => {
    if (event.type !== 'edit') return [];
    const end = ends.get(event.edit);
    return [{ ...event, overMs: end?.atMs ?? null, status: end?.status ?? null }];
  });
  const spans = goodSpansOf(history);
  const byEntry = groupBy(edits, ({ entry }) => entry);
  return history.flatMap((event): Finding[] => {
    if (event.type !== 'price') return [];
    const own = byEntry.get(event.entry) ?? [];
    if (!own.some(({ status }) => status === OK)) return [];
    const last = own.filter(
      (one) =>
        !isRefusal(one.status ?? 0) && !own.some((later) => later.status === OK && isOver(one, later, spans)),
    );
    if (last.some(({ cents }) => cents === event.cents)) return [];
    const wanted = last.map(({ cents, by }) => `${cents} (${by})`).join(' or ');
    return [
      {
        kind: 'menu',
        text: `the price of ${event.entry} was last set to ${wanted}, and at the end the ${event.host} shows ${event.cents}`,
      },
    ];
  });
}

/** Whether `later` was surely made by somebody who saw `one`. */
function isOver(one: Edit, later: Edit, spans: readonly (readonly [number, number])[]): boolean {
  if (one.overMs === null || one.status !== OK || later.edit <= one.edit) return false;
  const { overMs } = one;
  if (one.by === 'counter' && later.by === 'counter') return true;
  return spans.some(([from, to]) => Math.min(to, later.atMs) - Math.max(from, overMs) >= JOINED_WITHIN_MS);
}

/** From when to when the link stood and nothing was broken. */
function goodSpansOf(history: History): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  let sinceMs: number | null = null;
  for (const event of history) {
    if (event.type !== 'link' && event.type !== 'fault' && event.type !== 'hung-up') continue;
    if (sinceMs !== null) spans.push([sinceMs, event.atMs]);
    sinceMs = event.type === 'link' && event.good ? event.atMs : null;
  }
  if (sinceMs !== null) spans.push([sinceMs, Infinity]);
  return spans;
}
