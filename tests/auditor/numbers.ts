// Numbers that are given once: a panel number of a day and series is one more than the last, in the order of real time; no two orders
// share a number or a code; the business day never goes back.
import { findOrder, type Call, type Model } from './linearizable.ts';
import { groupBy, type Finding, type History, type Operation, type View } from './history.ts';

type Taking = { order: string; number: number };
/** The last number that was given. */
const COUNTER: Model<number, Taking> = {
  initial: 0,
  keyOf: String,
  step: (last, { number }) => (number === last + 1 ? [number] : []),
};

/** `fresh`: it shows the order as it was between `from` and `to`, and not as it was once. */
type Sight = { order: string; view: View; from: number; to: number; fresh: boolean };

export function judgeNumbers(
  history: History,
  operations: readonly Operation[],
  excused: ReadonlySet<string>,
): Finding[] {
  const sights = sightsOf(history, operations).filter(({ order }) => !excused.has(order));
  const takings = new Map<string, { counter: string; date: string; call: Call<Taking> }>();
  const noneUntil = new Map<string, number>();
  for (const { order, view, from, to, fresh } of sights) {
    if (view.panel === null) {
      if (fresh) noneUntil.set(order, Math.max(from, noneUntil.get(order) ?? 0));
      continue;
    }
    if (takings.has(order)) continue;
    const { date, series, number } = view.panel;
    takings.set(order, {
      counter: `${date}, series ${series}`,
      date,
      // It was given after the last answer that showed none was asked for.
      call: { op: { order, number }, from: noneUntil.get(order) ?? 0, to },
    });
  }
  // Where a disk lied nobody knows which numbers were given before.
  const whole = excused.size === 0;
  return [
    ...[...groupBy([...takings.values()], ({ counter }) => counter)].flatMap(([counter, all]) =>
      whole
        ? ofCounter(
            counter,
            all.map(({ call }) => call),
          )
        : [],
    ),
    ...(whole ? ofDays([...takings.values()]) : []),
    ...shared('number', sights, ({ number }) => number),
    ...shared('code', sights, ({ code }) => code),
    ...shared('panel number', sights, ({ panel }) =>
      panel === null ? null : `${panel.date}/${panel.series}/${panel.number}`,
    ),
  ];
}

function ofCounter(counter: string, calls: readonly Call<Taking>[]): Finding[] {
  const verdict = findOrder(COUNTER, calls);
  if (verdict.ok) return [];
  const next = verdict.stuck.map(({ order, number }) => `${number} (order ${order})`).join(' or ');
  return [{ kind: 'number', text: `panel numbers of ${counter}: after ${verdict.state} came ${next}` }];
}

function ofDays(all: readonly { date: string; call: Call<Taking> }[]): Finding[] {
  const findings: Finding[] = [];
  let latest = { date: '', order: '' };
  const given = [...all].sort((a, b) => a.call.to - b.call.to);
  for (const [at, one] of given.entries()) {
    // Only what surely came later: it was asked for once the other was seen.
    const before = given.slice(0, at).filter(({ call }) => call.to < one.call.from);
    for (const { date, call } of before) if (date > latest.date) latest = { date, order: call.op.order };
    if (one.date < latest.date)
      findings.push({
        kind: 'number',
        text: `order ${one.call.op.order} got a panel number of ${one.date} after order ${latest.order} had one of ${latest.date}`,
      });
  }
  return findings;
}

function shared(
  what: string,
  sights: readonly Sight[],
  of: (view: View) => string | number | null,
): Finding[] {
  const holders = new Map<string | number, string>();
  const findings: Finding[] = [];
  for (const { order, view } of sights) {
    const value = of(view);
    if (value === null) continue;
    const holder = holders.get(value);
    if (holder === undefined) holders.set(value, order);
    else if (holder !== order)
      findings.push({ kind: 'number', text: `${what} ${value} is order ${holder}'s and order ${order}'s` });
  }
  return [...new Map(findings.map((finding) => [finding.text, finding])).values()];
}

/** Every answer that showed an order, by the time when it came. */
function sightsOf(history: History, operations: readonly Operation[]): Sight[] {
  const sights: Sight[] = operations.flatMap(({ host, order, from, to, result }) =>
    result?.type === 'ok' ? [{ order, view: result.view, from, to, fresh: host === 'store' }] : [],
  );
  // A row was written at some time after the log was looked at before.
  let lookedAt = 0;
  for (const [place, event] of history.entries()) {
    if (event.type === 'final' && event.view !== null)
      sights.push({ order: event.order, view: event.view, from: place, to: place, fresh: false });
    if (event.type !== 'log' || event.side !== 'store') continue;
    for (const { kind, id, view } of event.rows)
      if (kind === 'order' && view !== null)
        sights.push({ order: id, view, from: lookedAt, to: place, fresh: true });
    lookedAt = place;
  }
  return sights.sort((a, b) => a.to - b.to);
}
