// What may happen in a simulated evening. A run is a list of these, made from its seed alone, so that it can be printed
// and run again.
import type { Seeded } from '../faults/seeded.ts';
import type { Weather } from './faulty-link.ts';

export type Step =
  | { do: 'order'; host: 'store' | 'relay' }
  | { do: 'again' | 'cash' | 'work' | 'cancel'; order: number }
  | { do: 'fact'; order: number; status: 'pending' | 'approved' | 'rejected' }
  | { do: 'price' | 'sold-out'; entry: number; value: number }
  | { do: 'dial' | 'cut' | 'freeze' }
  | { do: 'crash'; side: 'store' | 'relay' }
  | { do: 'wait'; ms: number }
  | ({ do: 'weather' } & Partial<Weather>)
  /** The staff take every order one step on, whoever knows of it; the relay looks at what waits. */
  | { do: 'kitchen' | 'round' }
  | { do: 'clock'; ms: number };

export type Evening = { weather: Weather; steps: readonly Step[] };

const HOUR = 3_600_000;

const WEIGHTS: readonly [number, (chance: Seeded) => Step][] = [
  [8, (chance) => ({ do: 'order', host: chance.pick(['store', 'relay', 'relay']) })],
  [3, (chance) => ({ do: 'again', order: chance.int(1000) })],
  [3, (chance) => ({ do: 'cash', order: chance.int(1000) })],
  [6, (chance) => ({ do: 'work', order: chance.int(1000) })],
  [1, (chance) => ({ do: 'cancel', order: chance.int(1000) })],
  [
    4,
    (chance) => ({
      do: 'fact',
      order: chance.int(1000),
      status: chance.pick(['pending', 'approved', 'approved', 'rejected']),
    }),
  ],
  [
    2,
    (chance) => ({
      do: chance.pick(['price', 'sold-out']),
      entry: chance.int(4),
      value: chance.int(50),
    }),
  ],
  [5, () => ({ do: 'dial' })],
  [2, () => ({ do: 'cut' })],
  [1, () => ({ do: 'freeze' })],
  [2, (chance) => ({ do: 'crash', side: chance.pick(['store', 'relay']) })],
  [10, (chance) => ({ do: 'wait', ms: chance.pick([20, 200, 1000, 5000, 20_000, 90_000]) })],
  // Back by days, forward by hours: what a Pi without a clock of its own does at a start.
  [1, (chance) => ({ do: 'clock', ms: chance.pick([-72 * HOUR, -HOUR, HOUR, 20 * HOUR]) })],
];
const TOTAL = WEIGHTS.reduce((sum, [weight]) => sum + weight, 0);

const share = (chance: Seeded): number => chance.pick([0, 0, 0.05, 0.2]);

export function evening(chance: Seeded): Evening {
  const weather = {
    loseRequest: share(chance),
    loseReply: share(chance),
    twice: share(chance),
    late: share(chance),
  };
  const steps = Array.from({ length: 20 + chance.int(40) }, (): Step => {
    let at = chance.int(TOTAL);
    for (const [weight, make] of WEIGHTS) {
      if (at < weight) return make(chance);
      at -= weight;
    }
    throw new Error('weights do not add up');
  });
  return { weather, steps: [{ do: 'dial' }, { do: 'wait', ms: 1000 }, ...steps] };
}

export const written = (step: Step): string =>
  Object.entries(step)
    .map(([key, value]) => (key === 'do' ? String(value) : `${key}=${String(value)}`))
    .join(' ');
