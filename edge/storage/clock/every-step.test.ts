// A clock that is set in every way while the store runs, and what the store believes of it meanwhile: an approved text. What must be by the spec
// is tested beside.
import { expect, it } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START_MS = 1_800_000_000_000;

type World = { passedMs: number; setByMs: number; doubted: boolean; newest: number };
type Step = [what: string, change: (world: World) => void];
const inMinutes = (ms: number): string => (ms % MINUTE === 0 ? `${ms / MINUTE} min` : `${ms} ms`);
const pass = (ms: number): Step => [`${inMinutes(ms)} pass`, (world) => (world.passedMs += ms)];
const set = (ms: number): Step => [`set by ${inMinutes(ms)}`, (world) => (world.setByMs += ms)];
const doubted = (is: boolean): Step => [
  is ? 'the network has not set it' : 'the network sets it',
  (world) => (world.doubted = is),
];
const order: Step = ['an order is taken in', (world) => (world.newest += 1)];

const WAYS: [title: string, start: { newestAtMs: number | null; doubted: boolean }, steps: Step[]][] = [
  ['a clock that nobody touches', { newestAtMs: null, doubted: false }, [pass(MINUTE), order, pass(DAY)]],
  [
    'adjusted by less than two minutes',
    { newestAtMs: null, doubted: false },
    [set(2 * MINUTE - 1), pass(HOUR)],
  ],
  [
    'set forward by a day',
    { newestAtMs: null, doubted: false },
    [order, set(DAY), order, pass(30 * MINUTE - 1), pass(1), pass(1)],
  ],
  [
    'set forward and back',
    { newestAtMs: null, doubted: false },
    [order, set(DAY), pass(MINUTE), set(-DAY), pass(MINUTE)],
  ],
  [
    'set back by two minutes',
    { newestAtMs: null, doubted: false },
    [set(-2 * MINUTE), pass(29 * MINUTE), pass(MINUTE)],
  ],
  [
    'set twice, the second time before the first is over',
    { newestAtMs: null, doubted: false },
    [set(DAY), pass(20 * MINUTE), set(HOUR), pass(20 * MINUTE), pass(10 * MINUTE)],
  ],
  [
    'set by the network for the first time',
    { newestAtMs: START_MS - HOUR, doubted: true },
    [pass(MINUTE), set(DAY), doubted(false), pass(MINUTE)],
  ],
  [
    'ahead of the newest row by more than an hour, and not set by the network',
    { newestAtMs: START_MS - HOUR - 1, doubted: true },
    [pass(MINUTE), doubted(false), pass(MINUTE)],
  ],
  [
    'ahead of the newest row, not set for half an hour',
    { newestAtMs: START_MS - 2 * HOUR, doubted: true },
    [pass(29 * MINUTE), pass(MINUTE), pass(MINUTE)],
  ],
  [
    'ahead of the newest row, and set by the network before',
    { newestAtMs: START_MS - 2 * HOUR, doubted: false },
    [pass(MINUTE)],
  ],
];

it('each comes to what was approved', async () => {
  const lines: string[] = [];
  for (const [title, start, steps] of WAYS) {
    lines.push(`## ${title}`);
    const world: World = { passedMs: 0, setByMs: 0, doubted: start.doubted, newest: 1 };
    const told: string[] = [];
    const clock = createClockWatch({
      wallClock: () => START_MS + world.passedMs + world.setByMs,
      steadyMs: () => world.passedMs,
      isClockDoubted: () => world.doubted,
      newestAtMs: start.newestAtMs,
      lastOf: () => world.newest,
      onStep: () => told.push('told'),
      log: { warn: (details, message) => told.push(`log warn: ${message} ${JSON.stringify(details)}`) },
    });
    for (const [what, change] of [['at the start', () => undefined] as Step, ...steps]) {
      change(world);
      const at = clock.clock() - START_MS;
      const ages = [1, 2].map((number) => clock.ageMs('order', number, START_MS));
      const said = {
        at,
        mayEnd: clock.mayEndByAge(),
        leaps: clock.isLeaping(),
        ages,
        latest: clock.latest(),
      };
      lines.push(`${what}: ${JSON.stringify(said)}`, ...told.splice(0).map((line) => `  ${line}`));
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/clock-steps.txt');
});
