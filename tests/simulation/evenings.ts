// Evenings that chance makes too seldom: each was written for a rule that no seed had missed when it was taken away. Their payment facts
// are made up, which the provider's books know nothing of: the invariants judge them, and not the auditor.
import { FAIR } from './faulty-link.ts';
import type { Step } from './step.ts';

export type NamedEvening = { name: string; rule: string; steps: readonly Step[] };

const LAPSE_MS = 10 * 60_000;
const linked: readonly Step[] = [{ do: 'dial' }, { do: 'wait', ms: 1000 }];
const ordered: readonly Step[] = [
  { do: 'order', host: 'relay' },
  { do: 'wait', ms: 1000 },
];

export const EVENINGS: readonly NamedEvening[] = [
  {
    name: 'an answer is lost, the kitchen goes on, and the same answer comes again when the order is further',
    rule: 'L6',
    steps: [
      ...linked,
      { do: 'weather', loseReply: 1 },
      ...ordered,
      { do: 'kitchen' },
      { do: 'wait', ms: 1000 },
      { do: 'weather', ...FAIR },
      { do: 'dial' },
      { do: 'wait', ms: 20_000 },
    ],
  },
  {
    name: 'an answer is lost, the store is away for longer than an order waits, and nobody cooks it',
    rule: 'L13',
    steps: [
      ...linked,
      { do: 'weather', loseReply: 1 },
      ...ordered,
      { do: 'cut' },
      { do: 'weather', ...FAIR },
      { do: 'wait', ms: LAPSE_MS },
      { do: 'round' },
      { do: 'dial' },
      { do: 'wait', ms: 5000 },
    ],
  },
  {
    name: 'orders are given up while their answers are on the way, and stay so',
    rule: 'L13',
    steps: [
      ...linked,
      { do: 'cut' },
      // How late a message is, chance says: one of them is on its way in the moment that counts.
      ...Array.from({ length: 6 }, () => ordered).flat(),
      { do: 'wait', ms: LAPSE_MS - 8000 },
      { do: 'weather', late: 1 },
      { do: 'dial' },
      ...Array.from({ length: 16 }, (): Step[] => [{ do: 'wait', ms: 500 }, { do: 'round' }]).flat(),
    ],
  },
  {
    name: 'somebody chooses cash after paying online, and what is paid stays paid',
    rule: 'O7',
    steps: [
      ...linked,
      ...ordered,
      { do: 'cut' },
      { do: 'fact', order: 0, status: 'approved' },
      { do: 'cash', order: 0 },
      { do: 'wait', ms: 1000 },
      { do: 'dial' },
      { do: 'wait', ms: 20_000 },
    ],
  },
  {
    name: 'two facts of one payment wait for the store, and come as they were heard',
    rule: 'L11',
    steps: [
      ...linked,
      ...ordered,
      { do: 'cut' },
      { do: 'fact', order: 0, status: 'pending' },
      { do: 'fact', order: 0, status: 'approved' },
      { do: 'wait', ms: 1000 },
      { do: 'dial' },
      { do: 'wait', ms: 5000 },
    ],
  },
];
