// What may happen in a simulated evening. A run is a list of these, made from its seed alone, so that it can be printed
// and run again.
import type { Seeded } from '../faults/seeded.ts';
import type { Weather } from './faulty-link.ts';
import { LAST_TROUBLES } from './last-troubles.ts';
import { SPELLS } from './spells.ts';
import type { Step } from './step.ts';

export type Evening = { weather: Weather; steps: readonly Step[] };

const HOUR = 3_600_000;
const STAFF_STEPS = ['approve', 'start', 'mark-ready', 'deliver', 'cancel'];

const WEIGHTS: readonly [number, (chance: Seeded, weather: Weather) => readonly Step[]][] = [
  [8, (chance) => [{ do: 'order', host: chance.pick(['store', 'relay', 'relay']) }]],
  [1, (chance) => [{ do: 'order', host: chance.pick(['store', 'relay']), wrongTotal: true }]],
  [3, (chance) => [{ do: 'again', order: chance.int(1000) }]],
  [1, (chance) => [{ do: 'reuse', order: chance.int(1000) }]],
  [3, (chance) => [{ do: 'cash', order: chance.int(1000), above: chance.pick([0, 100, 5000]) }]],
  [5, (chance) => [{ do: 'work', order: chance.int(1000) }]],
  [2, (chance) => [{ do: 'tap', order: chance.int(1000), step: chance.pick(STAFF_STEPS) }]],
  [2, (chance) => [{ do: 'look', order: chance.int(1000) }]],
  [2, (chance) => [{ do: 'track', order: chance.int(1000) }]],
  [1, (chance) => [{ do: 'cancel', order: chance.int(1000) }]],
  [2, (chance) => [{ do: 'pix', order: chance.int(1000) }]],
  [3, (chance) => [{ do: 'pay', payment: chance.int(1000), short: chance.chance(0.1) }]],
  [2, (chance) => [{ do: 'notice', payment: chance.int(1000) }]],
  [
    1,
    (chance) => [
      { do: 'provider', how: chance.pick(['out-of-reach', 'answers-lost']), calls: 1 + chance.int(3) },
    ],
  ],
  [
    2,
    (chance) => [
      {
        do: chance.pick(['price', 'sold-out']),
        entry: chance.int(4),
        value: chance.int(50),
        by: chance.pick(['counter', 'home']),
      },
    ],
  ],
  [
    3,
    (chance) => [
      {
        do: 'drawer',
        how: chance.pick(['open', 'suprimento', 'sangria', 'again', 'close']),
        cents: 100 * (1 + chance.int(50)),
      },
    ],
  ],
  [1, (chance) => [{ do: 'wholesale', host: chance.pick(['store', 'relay']) }]],
  [1, (chance) => [{ do: 'wholesale-again', order: chance.int(1000) }]],
  [
    1,
    (chance) => [
      { do: 'wholesale-move', order: chance.int(1000), step: chance.pick(['start', 'finish', 'cancel']) },
    ],
  ],
  [
    1,
    (chance) => [
      {
        do: 'refund',
        order: chance.int(1000),
        cents: 100 * (1 + chance.int(5)),
        again: chance.chance(0.3),
      },
    ],
  ],
  [1, () => [{ do: 'round' }]],
  [1, () => [{ do: 'kitchen' }]],
  [5, () => [{ do: 'dial' }]],
  [2, () => [{ do: 'cut' }]],
  [1, () => [{ do: 'freeze' }]],
  [1, () => [{ do: 'redeploy' }]],
  [2, (chance) => [{ do: 'crash', side: chance.pick(['store', 'relay']) }]],
  [9, (chance) => [{ do: 'wait', ms: chance.pick([20, 200, 1000, 5000, 20_000, 90_000]) }]],
  // Back by days, forward by hours: what a Pi without a clock of its own does at a start.
  [1, (chance) => [{ do: 'clock', ms: chance.pick([-72 * HOUR, -HOUR, HOUR, 20 * HOUR]) }]],
  [9, (chance, weather) => chance.pick(SPELLS)(chance, weather)],
];
const TOTAL = WEIGHTS.reduce((sum, [weight]) => sum + weight, 0);

const share = (chance: Seeded): number => chance.pick([0, 0, 0.05, 0.2]);

export function evening(chance: Seeded): Evening {
  const weather = {
    loseRequest: share(chance),
    loseReply: share(chance),
    twice: share(chance),
    late: share(chance),
    echo: share(chance),
  };
  const steps = Array.from({ length: 20 + chance.int(30) }, (): readonly Step[] => {
    let at = chance.int(TOTAL);
    for (const [weight, make] of WEIGHTS) {
      if (at < weight) return make(chance, weather);
      at -= weight;
    }
    throw new Error('weights do not add up');
  });
  return {
    weather,
    steps: [{ do: 'dial' }, { do: 'wait', ms: 1000 }, ...steps.flat(), ...chance.pick(LAST_TROUBLES)(chance)],
  };
}

export const written = (step: Step): string =>
  Object.entries(step)
    .map(([key, value]) => (key === 'do' ? String(value) : `${key}=${String(value)}`))
    .join(' ');
