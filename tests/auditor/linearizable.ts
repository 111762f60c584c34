// Is there an order in which these operations could have happened one after another, each between its call and its answer? The search
// of Wing and Gong, with Lowe's memory of what was visited, as Porcupine does it. An operation whose answer nobody has may have
// happened at any time after its call, or never.

export type Call<Op> = { op: Op; from: number; to: number };

/** The states that `op` may lead to from `state`; none when it cannot have had its answer there. */
export type Model<State, Op> = {
  initial: State;
  step(state: State, op: Op): readonly State[];
  keyOf(state: State): string;
};

/** `stuck`: the longest order that was found, and what could not come next. */
export type Verdict<State, Op> =
  | { ok: true }
  | { ok: false; done: readonly Op[]; state: State; stuck: readonly Op[] };

/** Of one object: partition first. */
export function findOrder<State, Op>(
  model: Model<State, Op>,
  calls: readonly Call<Op>[],
): Verdict<State, Op> {
  const sorted = [...calls].sort((a, b) => a.from - b.from);
  const answered = sorted.filter(({ to }) => to !== Infinity).length;
  const visited = new Set<string>();
  const taken = sorted.map(() => false);
  const path: Op[] = [];
  let best: { done: Op[]; state: State; stuck: Op[] } = { done: [], state: model.initial, stuck: [] };

  function search(state: State, left: number): boolean {
    if (left === 0) return true;
    const key = `${taken.map(Number).join('')} ${model.keyOf(state)}`;
    if (visited.has(key)) return false;
    visited.add(key);
    // Whatever was called after one that waits was answered comes later.
    const firstAnswer = sorted.reduce((min, { to }, at) => (taken[at] ? min : Math.min(min, to)), Infinity);
    if (path.length >= best.done.length) {
      const stuck = sorted.filter(({ to, from }, at) => !taken[at] && to !== Infinity && from <= firstAnswer);
      best = { done: [...path], state, stuck: stuck.map(({ op }) => op) };
    }
    for (const [at, { op, from, to }] of sorted.entries()) {
      if (from > firstAnswer) break;
      if (taken[at]) continue;
      for (const next of model.step(state, op)) {
        taken[at] = true;
        path.push(op);
        if (search(next, left - (to === Infinity ? 0 : 1))) return true;
        path.pop();
        taken[at] = false;
      }
    }
    return false;
  }
  return search(model.initial, answered) ? { ok: true } : { ok: false, ...best };
}
