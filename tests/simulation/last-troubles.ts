// The trouble with which an evening ends. What it leaves behind is seen only when nothing comes after it: the next row of an order mends
// what an old answer wrote over it, and money finds its order when the staff go on. Drawn last, so that what goes before stays as it is.
import type { Seeded } from '../faults/seeded.ts';
import { fair, linked, lostAndSentAgain, order } from './spells.ts';
import type { Step } from './step.ts';

const LATER_MS = [500, 2000, 5000] as const;
const once = (chance: Seeded, share: number, step: Step): readonly Step[] =>
  chance.chance(share) ? [step] : [];

export const LAST_TROUBLES: readonly ((chance: Seeded) => readonly Step[])[] = [
  /** The store's answer gets lost, the kitchen goes on, and the relay hears of that before it hears the same answer again. */
  (chance) => [
    fair,
    ...linked,
    { do: 'weather', loseReply: 1 },
    ...order('relay', chance.pick(LATER_MS)),
    ...once(chance, 0.3, { do: 'order', host: 'relay' }),
    { do: 'wait', ms: chance.pick(LATER_MS) },
    { do: 'kitchen' },
    { do: 'wait', ms: chance.pick(LATER_MS) },
    fair,
    ...once(chance, 0.7, { do: 'dial' }),
    { do: 'wait', ms: chance.pick([5000, 20_000]) },
    { do: 'ask' },
    { do: 'track', order: -1 },
  ],
  /** Money for an order that a lying disk has lost: the store hears of it first, and then its customer's phone sends the order again. */
  (chance) => lostAndSentAgain(chance, () => once(chance, 0.5, { do: 'round' })),
  /** An order is called off at the counter while the relay cannot hear of it, and its customer pays. */
  (chance) => [
    fair,
    ...linked,
    ...order(chance.pick(['store', 'relay', 'relay']), 2000),
    { do: 'pix', order: -1 },
    { do: 'wait', ms: chance.pick(LATER_MS) },
    { do: 'cut' },
    { do: 'cancel', order: -1 },
    { do: 'pay', payment: -1 },
    ...once(chance, 0.6, { do: 'notice', payment: -1 }),
    { do: 'wait', ms: chance.pick(LATER_MS) },
    ...linked,
    ...once(chance, 0.5, { do: 'notice', payment: -1 }),
    { do: 'wait', ms: chance.pick([500, 20_000]) },
  ],
  /** A wholesale buyer sees the page break off and sends the order again, before the link breaks and after. */
  (chance) => [
    fair,
    ...linked,
    { do: 'wholesale', host: chance.pick(['store', 'relay']) },
    { do: 'wait', ms: chance.pick([20, 500]) },
    ...once(chance, 0.5, { do: 'cut' }),
    { do: 'wholesale-again', order: -1 },
    ...linked,
    ...once(chance, 0.5, { do: 'wholesale-move', order: -1, step: chance.pick(['start', 'cancel']) }),
    { do: 'wholesale-again', order: -1 },
    { do: 'wait', ms: chance.pick(LATER_MS) },
  ],
];
