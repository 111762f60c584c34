// The arithmetic of the bench: medians, percentiles, rounds held against each other, aims.
import type { Figure } from './scenario.ts';

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Between two values it takes the mean of both neighbours, so that few values do not jump. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('a percentile of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** Ours against a yardstick: both measured once in each round, the ratio taken round by round. */
export function compared(
  options: Pick<Figure, 'what' | 'unit' | 'aim' | 'note'> & {
    ours: readonly number[];
    theirs: readonly number[];
    yardstick: string;
  },
): Figure {
  const { ours, theirs, yardstick, ...rest } = options;
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  return judged({
    ...rest,
    value: median(ours),
    against: { what: yardstick, value: median(theirs) },
    ratio: median(ratios),
    rounds: [...ours],
  });
}

/** A figure with its aim looked at. */
export function judged(figure: Figure): Figure {
  const { aim, value, ratio, against } = figure;
  if (!aim) return figure;
  const measured =
    aim.of === 'value' ? value : aim.of === 'ratio' ? ratio : against ? value - against.value : undefined;
  if (measured === undefined) throw new Error(`"${figure.what}" has an aim and nothing to hold it against`);
  const met = measured >= (aim.atLeast ?? -Infinity) && measured <= (aim.atMost ?? Infinity);
  return { ...figure, met };
}

/**
 * Runs every measurement once per round, beginning with another one each time, so that what the machine does
 * meanwhile falls on all of them alike. Answers each one's values, round by round.
 */
export async function interleaved<K extends string>(
  rounds: number,
  measurements: Record<K, () => Promise<number>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(measurements) as K[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      values[name].push(await measurements[name]());
  }
  return values;
}
