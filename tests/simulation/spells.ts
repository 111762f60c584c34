// Troubles that belong together, in the order in which a shop meets them. Which one comes, when, how long it lasts and what it meets is
// the seed's.
import type { Seeded } from '../faults/seeded.ts';
import { FAIR, type Weather } from './faulty-link.ts';
import type { Step } from './step.ts';

type Spell = (chance: Seeded, weather: Weather) => readonly Step[];

/** An order that waited for so long is given up. */
const LAPSE_MS = 10 * 60_000;

export const linked: readonly Step[] = [{ do: 'dial' }, { do: 'wait', ms: 1000 }];
export const fair: Step = { do: 'weather', ...FAIR };
const some = (chance: Seeded, max: number, make: () => readonly Step[]): Step[] =>
  Array.from({ length: 1 + chance.int(max) }, make).flat();
export const order = (host: 'store' | 'relay' | 'other', ms = 1000): readonly Step[] => [
  { do: 'order', host },
  { do: 'wait', ms },
];

/** An order of the shop that a lying disk loses while its PIX is being paid, sent again by its customer's phone after `meanwhile`. */
export const lostAndSentAgain = (chance: Seeded, meanwhile: () => readonly Step[]): readonly Step[] => [
  fair,
  ...linked,
  { do: 'cut' },
  { do: 'lie' },
  ...order('store', 200),
  { do: 'pix', order: -1 },
  { do: 'power' },
  ...linked,
  { do: 'pay', payment: -1 },
  { do: 'notice', payment: -1 },
  { do: 'wait', ms: chance.pick([500, 2000, 5000]) },
  ...meanwhile(),
  { do: 'again', order: -1 },
  { do: 'wait', ms: chance.pick([500, 20_000]) },
];

const presses = (chance: Seeded, steps: readonly string[]): readonly Step[] =>
  some(chance, 3, () => [{ do: 'tap', order: -1, step: chance.pick(steps) }]);
const notices = (chance: Seeded, share: number): readonly Step[] =>
  chance.chance(share) ? [{ do: 'notice', payment: -1 }] : [];

export const SPELLS: readonly Spell[] = [
  /** One kind of message gets through no more for a while, and people go on. */
  (chance, weather) => [
    ...linked,
    {
      do: 'weather',
      [chance.pick(['loseRequest', 'loseReply', 'loseReply', 'loseReply', 'twice', 'late', 'echo'])]: 1,
    },
    ...some(chance, 2, () => order('relay', chance.pick([200, 1000]))),
    ...(chance.chance(0.8) ? ([{ do: 'kitchen' }] as const) : []),
    { do: 'wait', ms: 1000 },
    { do: 'weather', ...weather },
    ...linked,
    { do: 'wait', ms: chance.pick([5000, 20_000]) },
    { do: 'ask' },
    { do: 'track', order: -1 },
  ],
  /** The store takes orders and its answers get lost; then it is away for longer than an order waits. */
  (chance, weather) => [
    fair,
    ...linked,
    { do: 'weather', loseReply: 1 },
    ...some(chance, 3, () => order('relay', 500)),
    { do: 'cut' },
    { do: 'wait', ms: LAPSE_MS + chance.int(5000) },
    { do: 'round' },
    { do: 'weather', ...weather },
    ...linked,
    { do: 'wait', ms: 5000 },
  ],
  /** The store is away for about as long as an order waits, and comes back on a slow link. */
  (chance, weather) => [
    ...linked,
    { do: 'cut' },
    ...Array.from({ length: 6 }, () => order('relay')).flat(),
    { do: 'wait', ms: LAPSE_MS - 5000 - chance.int(5000) },
    { do: 'weather', ...FAIR, late: 1 },
    { do: 'dial' },
    ...Array.from({ length: 16 }, (): Step[] => [
      { do: 'wait', ms: 500 },
      { do: 'round' },
      { do: 'ask' },
    ]).flat(),
    { do: 'wait', ms: 5000 },
    { do: 'weather', ...weather },
  ],
  /** Somebody pays online and chooses cash after all, and nobody can tell the store in between. */
  (chance) => [
    ...linked,
    ...order('relay', 2000),
    { do: 'pix', order: -1 },
    { do: 'cut' },
    { do: 'pay', payment: -1 },
    { do: 'notice', payment: -1 },
    { do: 'cash', order: -1, above: chance.pick([0, 100]) },
    { do: 'wait', ms: 1000 },
    ...linked,
    { do: 'wait', ms: 20_000 },
  ],
  /** Cash, and other cash, while everything is said once more some time later. */
  (chance, weather) => [
    ...linked,
    { do: 'weather', ...FAIR, echo: 1 },
    ...order('relay', 2000),
    ...some(chance, 3, () => [
      { do: 'cash', order: -1, above: 100 * (1 + chance.int(50)) },
      { do: 'wait', ms: 5000 },
      { do: 'track', order: -1 },
    ]),
    { do: 'look', order: -1 },
    { do: 'wait', ms: 20_000 },
    { do: 'look', order: -1 },
    { do: 'weather', ...weather },
  ],
  /** Cash, and other cash, while the store is away for a moment. */
  (chance) => [
    ...linked,
    ...order('relay', 2000),
    { do: 'cut' },
    ...[1, 2].flatMap((): Step[] => [
      { do: 'cash', order: -1, above: 100 * (1 + chance.int(50)) },
      { do: 'wait', ms: 9000 },
    ]),
    ...linked,
    { do: 'wait', ms: 20_000 },
    { do: 'look', order: -1 },
  ],
  /** A disk that lies: an order of the shop is lost while its PIX is being paid, and its customer's phone sends it again. */
  (chance) => [...lostAndSentAgain(chance, () => [{ do: 'round' }]), { do: 'round' }],
  /** A process of the relay hangs while it writes, another one takes over, and the copy is begun anew before the first wakes up. */
  (chance) => [
    fair,
    ...linked,
    ...some(chance, 3, () => order(chance.pick(['store', 'relay']))),
    { do: 'wait', ms: 2000 },
    { do: 'hang' },
    ...some(chance, 3, () => order('store', chance.pick([20, 200]))),
    ...linked,
    { do: 'damage' },
    ...order('store', 500),
    { do: 'cut' },
    ...(chance.chance(0.7) ? ([{ do: 'start-over' }] as const) : []),
    { do: 'wake-up' },
    { do: 'wait', ms: 500 },
    ...linked,
    { do: 'wait', ms: 5000 },
  ],
  /** Orders at a process that holds no link, on a day without trouble. */
  (chance) => [
    fair,
    ...linked,
    { do: 'wait', ms: 20_000 },
    ...some(chance, 2, () => order('other', chance.pick([5000, 20_000]))),
    { do: 'wait', ms: 20_000 },
  ],
  /** What was missed is told at once, and brisk trade goes on over a link that stands. */
  (chance, weather) => [
    fair,
    { do: 'cut' },
    ...Array.from({ length: 3 + chance.int(3) }, () => order('store', 200)).flat(),
    ...linked,
    { do: 'wait', ms: 31_000 },
    ...some(chance, 3, () => order('store')),
    ...order('store'),
    ...order('relay', 5000),
    { do: 'wait', ms: 60_000 },
    { do: 'weather', ...weather },
  ],
  /** The relay is replaced while people order and look. */
  (chance) => [
    ...linked,
    ...some(chance, 3, () => order('relay', chance.pick([20, 200]))),
    { do: 'redeploy' },
    { do: 'track', order: -1 },
    ...order('store', 200),
    ...linked,
    { do: 'track', order: -1 },
    ...order('relay'),
    { do: 'track', order: -1 },
  ],
  /** Hands that press whatever is on the screen, before it is paid and after. */
  (chance) => [
    ...order(chance.pick(['store', 'relay']), 2000),
    { do: 'tap', order: -1, step: 'start' },
    ...presses(chance, ['mark-ready', 'deliver']),
    { do: 'tap', order: -1, step: 'approve' },
    { do: 'tap', order: -1, step: 'deliver' },
    ...presses(chance, ['mark-ready', 'deliver', 'approve']),
    { do: 'tap', order: -1, step: 'start' },
    { do: 'tap', order: -1, step: 'deliver' },
    ...presses(chance, ['start', 'mark-ready', 'deliver', 'cancel']),
  ],
  /** An order that was answered long ago. */
  () => [...linked, ...order('relay'), { do: 'wait', ms: LAPSE_MS + 60_000 }, { do: 'round' }, ...linked],
  /** Paid by PIX and, before anybody heard of it, by hand. */
  (chance) => [
    ...linked,
    ...order(chance.pick(['store', 'relay']), 2000),
    { do: 'pix', order: -1 },
    { do: 'pay', payment: -1 },
    { do: 'tap', order: -1, step: 'approve' },
    ...(chance.chance(0.5) ? ([{ do: 'notice', payment: -1 }] as const) : []),
    { do: 'wait', ms: 20_000 },
    { do: 'round' },
  ],
  /** Paid by PIX; perhaps nobody hears of it from the provider, perhaps the order is over by then. */
  (chance) => [
    ...linked,
    ...order('relay', 2000),
    { do: 'pix', order: -1 },
    { do: 'wait', ms: 1000 },
    // A notice may come before there is anything to tell, more than once, and when all is over.
    ...notices(chance, 0.3),
    ...(chance.chance(0.4) ? ([{ do: 'cancel', order: -1 }] as const) : []),
    { do: 'pay', payment: -1, short: chance.chance(0.3) },
    ...notices(chance, 0.5),
    ...notices(chance, 0.3),
    { do: 'wait', ms: 5000 },
    { do: 'track', order: -1 },
    ...notices(chance, 0.3),
    { do: 'round' },
    { do: 'wait', ms: 5000 },
  ],
  /** A drawer from its opening to its count, with a sale that is called off, and fingers that were not sure. */
  (chance) => [
    { do: 'drawer', how: 'open', cents: 100 * chance.int(200) },
    ...some(chance, 3, () => [
      ...order('store', 500),
      { do: 'tap', order: -1, step: 'approve' },
      ...(chance.chance(0.4) ? ([{ do: 'cancel', order: -1 }] as const) : []),
    ]),
    ...some(chance, 3, (): Step[] => [
      { do: 'drawer', how: chance.pick(['sangria', 'suprimento']), cents: 100 * (1 + chance.int(40)) },
      ...(chance.chance(0.5) ? ([{ do: 'drawer', how: 'again', cents: 0 }] as const) : []),
    ]),
    { do: 'drawer', how: 'close', cents: 100 * chance.int(200) },
  ],
  /** Wholesale buyers order over the link and its outages, and their orders are worked on meanwhile. */
  (chance, weather) => [
    ...linked,
    { do: 'wholesale', host: chance.pick(['store', 'relay']) },
    { do: 'wait', ms: 1000 },
    { do: 'wholesale-move', order: -1, step: 'start' },
    { do: 'weather', [chance.pick(['loseReply', 'twice', 'echo', 'late'])]: 1 },
    { do: 'wholesale', host: 'relay' },
    { do: 'wait', ms: chance.pick([500, 5000]) },
    { do: 'wholesale-move', order: -1, step: chance.pick(['start', 'cancel']) },
    { do: 'weather', ...weather },
    ...linked,
    { do: 'wait', ms: chance.pick([5000, 20_000]) },
    { do: 'wholesale-again', order: -1 },
    { do: 'wholesale-move', order: -2, step: 'finish' },
  ],
  /** The owner edits from home, over the link and without it, and somebody at the counter edits the same. */
  (chance) => {
    const edit = (by: 'counter' | 'home', entry: number): readonly Step[] => [
      { do: 'price', entry, value: chance.int(50), by },
      { do: 'wait', ms: 1000 },
    ];
    const entry = chance.int(4);
    return [
      fair,
      ...linked,
      ...edit('home', entry),
      { do: 'cut' },
      ...some(chance, 2, () => edit('home', entry)),
      ...(chance.chance(0.5) ? edit('counter', entry) : []),
      ...edit('home', chance.int(4)),
      ...linked,
      { do: 'wait', ms: chance.pick([2000, 60_000]) },
      ...(chance.chance(0.5) ? edit('counter', entry) : []),
    ];
  },
  /** Paid by PIX, and a part of it given back by a person; answers get lost. */
  (chance) => [
    fair,
    ...linked,
    ...order(chance.pick(['store', 'relay']), 2000),
    { do: 'pix', order: -1 },
    { do: 'wait', ms: 500 },
    { do: 'pay', payment: -1 },
    { do: 'notice', payment: -1 },
    { do: 'wait', ms: 5000 },
    ...(chance.chance(0.5) ? ([{ do: 'provider', how: 'answers-lost', calls: 1 }] as const) : []),
    { do: 'refund', order: -1, cents: 100 * (1 + chance.int(5)), again: false },
    ...(chance.chance(0.5) ? ([{ do: 'refund', order: -1, cents: 0, again: true }] as const) : []),
    { do: 'wait', ms: 20_000 },
    { do: 'round' },
  ],
];
