// One simulated evening: real store and relay code, a faulty link, crashes, a clock that jumps; then everything heals
// and both sides must be what faults.md promises. Time passes only when the simulation says so.
import fakeTimers from '@sinonjs/fake-timers';
import { findingsTold } from '../auditor/audit.ts';
import type { History } from '../auditor/history.ts';
import { seeded } from '../faults/seeded.ts';
import { unsettled } from '../faults/shop-findings.ts';
import { healed, relayQueries } from './invariants.ts';
import type { RelayDatabase } from './sides.ts';
import { evening, written, type Evening } from './steps.ts';
import { openWorld, type World } from './world.ts';
import type { Step } from './step.ts';

const START_MS = Date.parse('2026-11-21T19:00:00-03:00');
const HEAL_MS_MAX = 40 * 60_000;
const MINUTE = 60_000;
/** Money that nobody was told of is found by asking, now and then. */
const MONEY_FOUND_MS = 8 * MINUTE;
const ASKED_AGAIN_EVERY_MS = 5000;

/** `auditor`: by what is seen from outside alone. `invariants`: by what is seen from inside alone. */
export type Judge = 'both' | 'auditor' | 'invariants';

export type Report = {
  seed: number;
  steps: readonly string[];
  /** What is wrong, in sentences; empty when every invariant held and the auditor found nothing. */
  wrong: readonly string[];
  orders: number;
  history: History;
};

export async function simulate(
  database: RelayDatabase,
  seed: number,
  options: Evening = evening(seeded(seed)),
  judge: Judge = 'both',
): Promise<Report> {
  // What waits for I/O goes on by itself; what waits for time waits for us.
  const time = fakeTimers.install({
    now: START_MS,
    shouldClearNativeTimers: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  const world = await openWorld(database, seed, options.weather, time);
  const done: string[] = [];
  const wrong: string[] = [];
  try {
    for (const step of options.steps) {
      done.push(written(step));
      await take(world, step);
      if (judge !== 'auditor') wrong.push(...(await world.alwaysTrue()));
      if (wrong.length > 0) break;
    }
    if (wrong.length === 0) {
      const left = await heal(world, database, judge);
      wrong.push(...left);
    }
    if (judge !== 'invariants') wrong.push(...findingsTold(world.history));
    return { seed, steps: done, wrong, orders: world.people.promises.size, history: world.history };
  } finally {
    await world.close();
    time.uninstall();
  }
}

/** What `step` does to the shop, and to whoever is there. */
async function take(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'dial':
      world.dial();
      break;
    case 'cut':
      world.cut();
      break;
    case 'freeze':
      world.freeze();
      break;
    case 'crash':
      await world.crash(step.side);
      break;
    case 'redeploy':
      await world.redeploy();
      break;
    case 'hang':
      await world.hang();
      break;
    case 'wake-up':
      world.wakeUp();
      break;
    case 'lie':
      world.lie();
      break;
    case 'power':
      await world.power();
      break;
    case 'damage':
      world.damage();
      break;
    case 'start-over':
      await world.beginAnew();
      break;
    case 'weather': {
      const { do: _, ...change } = step;
      world.turnWeather(change);
      break;
    }
    case 'round':
      await world.round();
      break;
    case 'clock':
      world.setClock(step.ms);
      break;
    case 'wait':
      await world.pass(step.ms, step.ms > 10_000 ? 2000 : 250);
      if (step.ms >= ASKED_AGAIN_EVERY_MS) await world.people.askAgain();
      break;
    case 'ask':
      await world.people.askAgain();
      break;
    case 'order':
      if (step.host === 'other') await world.openOther();
      await world.people.take(step);
      break;
    default:
      await world.people.take(step);
  }
  await world.settle();
  await world.lookAtLogs();
}

/** Money that came, and that neither pays a living order nor went back yet. */
const moneyIsOpen = ({ provider, people }: World): boolean =>
  provider.payments.some(({ approvedAtMs, returnedAtMs, reference }) => {
    if (approvedAtMs === null || returnedAtMs !== null) return false;
    const order = people.now(reference ?? '');
    return (
      order?.paymentStatus !== 'approved' || order.paymentMethod !== 'pix' || order.status === 'CANCELLED'
    );
  });

/** Nothing is broken any more; what is still wrong after a while is wrong. */
async function heal(world: World, database: RelayDatabase, judge: Judge): Promise<string[]> {
  const { people, provider, folder } = world;
  world.mend();
  // The relay asks only once in half an hour whether somebody paid a code that was over: the provider tells it.
  for (const { id, late } of provider.payments) if (late) await people.notify(id);
  for (let passed = 0; passed < HEAL_MS_MAX; passed += 15_000) {
    if (!world.isLinked() || passed % MINUTE === 0) world.dial();
    await world.round();
    await world.pass(15_000, 1000);
    if (passed % MINUTE === 0) await world.lookAtLogs();
    const settled = (await unsettled(folder, relayQueries(database))).length === 0;
    if (passed >= MINUTE && settled && (passed >= MONEY_FOUND_MS || !moneyIsOpen(world))) break;
  }
  const left = await unsettled(folder, relayQueries(database));
  await world.lookAtTheEnd();
  if (judge === 'auditor') return [];
  if (left.length > 0) return left.map((text) => `not healed: ${text}`);
  return [
    ...people.surprises,
    ...(await healed({
      ...world.sides(),
      folder,
      database,
      promises: people.promises,
      attempts: people.attempts,
    })),
  ];
}
