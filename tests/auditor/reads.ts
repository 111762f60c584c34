// What the relay shows is a copy: late, but never made up, and never older than what it has shown before.
import { groupBy, type Finding, type History, type Operation, type View } from './history.ts';

/** `excused`: orders of which a lying disk took something back. */
export function judgeReads(
  history: History,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): Finding[] {
  // A copy that was begun anew tells everything once more.
  const anew = history.some(
    ({ type, ...event }) => type === 'fault' && 'what' in event && event.what === 'copy-begun-anew',
  );
  const states = statesOf(history);
  const reads = operations.filter(
    ({ host, action, result }) => host === 'relay' && action.kind === 'read' && result?.type === 'ok',
  );
  const texts = [...groupBy(reads, ({ order }) => order)].flatMap(([order, own]) => {
    const known = states.get(order);
    if (known === undefined || excused.has(order)) return [];
    const seen = own.map(({ from, to, result }) => {
      const shown = result?.type === 'ok' ? result.view : null;
      const at = known.flatMap((state, index) => (state === written(shown) ? [index] : []));
      return { from, to, shown, first: at[0] ?? -1, last: at.at(-1) ?? -1 };
    });
    const madeUp = seen
      .filter(({ last }) => last < 0)
      .map(
        ({ shown }) => `the relay showed order ${order} as ${told(shown)}, which it never was at the store`,
      );
    const back = anew
      ? []
      : seen.flatMap((later) =>
          seen
            .filter((one) => one.to < later.from && later.last >= 0 && later.last < one.first)
            .map(
              (one) =>
                `the relay showed order ${order} as ${told(one.shown)} and later as ${told(later.shown)}, which it was before`,
            ),
        );
    return [...madeUp, ...back];
  });
  return [...new Set(texts)].map((text) => ({ kind: 'answer', text }));
}

/** All that the store's log told of each order, in its order. */
function statesOf(history: History): Map<string, string[]> {
  const states = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const event of history) {
    if (event.type !== 'log' || event.side !== 'store') continue;
    for (const { seq, hash, kind, id, view } of event.rows) {
      if (kind !== 'order' || view === null || seen.has(`${seq} ${hash}`)) continue;
      seen.add(`${seq} ${hash}`);
      states.set(id, [...(states.get(id) ?? []), written(view)]);
    }
  }
  return states;
}

const written = (view: View | null): string => JSON.stringify(view);
const told = (view: View | null): string =>
  view === null ? 'none' : `${view.status}, ${view.paymentStatus}, panel ${view.panel?.number ?? 'none'}`;
