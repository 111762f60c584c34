// One simulated evening: real store and relay code, a faulty link, crashes, a clock that jumps; then everything heals
// and both sides must be what faults.md promises. Time passes only when the simulation says so.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fakeTimers from '@sinonjs/fake-timers';
import { startOver } from '../../cloud/link/start-over.ts';
import type { Store } from '../../edge/store.ts';
import { findingsTold } from '../auditor/audit.ts';
import type { History } from '../auditor/history.ts';
import { seeded } from '../faults/seeded.ts';
import { unsettled } from '../faults/shop-findings.ts';
import { documentWire, openDocuments } from './document-wire.ts';
import { FAIR, openFaultyLink, type FaultyLink, type Weather } from './faulty-link.ts';
import { alwaysTrue, earlierWaits, healed, heldUpTo, relayQueries } from './invariants.ts';
import { createLooks } from './looks.ts';
import { createPeople } from './people.ts';
import { createSimulatedProvider } from './provider.ts';
import { createRecorder } from './recorder.ts';
import {
  killStore,
  openRelaySide,
  openStoreSide,
  pair,
  removeFolder,
  untilOver,
  type RelayDatabase,
  type RelaySide,
} from './sides.ts';
import { staffedFolder } from './staffed.ts';
import { evening, written, type Evening, type Step } from './steps.ts';

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
  given: Evening = evening(seeded(seed)),
  judge: Judge = 'both',
): Promise<Report> {
  // What waits for I/O goes on by itself; what waits for time waits for us.
  const time = fakeTimers.install({
    now: START_MS,
    shouldClearNativeTimers: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  const world = await openWorld(database, seed, given.weather, time);
  const done: string[] = [];
  const wrong: string[] = [];
  try {
    for (const step of given.steps) {
      done.push(written(step));
      await world.take(step);
      if (judge !== 'auditor') wrong.push(...(await world.alwaysTrue()));
      if (wrong.length > 0) break;
    }
    if (wrong.length === 0) {
      const left = await world.heal(judge);
      wrong.push(...left);
    }
    if (judge !== 'invariants') wrong.push(...findingsTold(world.history));
    return { seed, steps: done, wrong, orders: world.promised(), history: world.history };
  } finally {
    await world.close();
    time.uninstall();
  }
}

async function openWorld(database: RelayDatabase, seed: number, rough: Weather, time: fakeTimers.Clock) {
  const chance = seeded(seed ^ 0x5bd1e995);
  const { folder, cookies } = await staffedFolder(Date.now());
  const file = join(folder, 'edge', 'store.db');
  const recorder = createRecorder(() => Date.now());
  const looks = createLooks({ recorder, database });
  const provider = createSimulatedProvider(
    () => Date.now(),
    (charge, order) => recorder.add({ type: 'returned', charge, order }),
  );
  let weather = rough;
  let storeOffsetMs = 0;
  let underWay = 0;
  let link: FaultyLink | null = null;
  let frozen = false;
  let hanging: RelaySide | null = null;
  /** What the store's disk will remember: a copy of its file, and its last row. */
  let remembered: { file: string; seq: number } | null = null;
  let begunAnew = false;
  /** What is left of stores that were killed. */
  const killed: Promise<void>[] = [];
  const givenUp = new Set<string>();

  async function busy<T>(work: Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await work;
    } finally {
      underWay -= 1;
    }
  }

  /** Until nothing moves any more without time passing. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet = underWay === 0 ? quiet + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve));
  }

  async function pass(ms: number, stride = 250): Promise<void> {
    for (let left = ms; left > 0; left -= stride) {
      time.tick(Math.min(left, stride));
      await settle();
    }
  }

  await database.clear();
  const relayGiven = {
    database,
    clock: () => Date.now(),
    random: () => chance.int(2 ** 32) / 2 ** 32,
    // Whoever hangs is not waited for.
    busy: <T>(work: Promise<T>): Promise<T> => busy(work),
    provider: provider.provider,
  };
  let relaySide: RelaySide = await openRelaySide(relayGiven);
  let otherRelay: RelaySide | null = null;
  let store: Store = await openStoreSide(folder, () => Date.now() + storeOffsetMs);
  await pair(relaySide.relay, store);
  const people = createPeople({
    store: () => store,
    relay: (host) => (host === 'other' && otherRelay ? otherRelay : relaySide),
    chance,
    recorder,
    provider,
    cookies,
    busy,
  });
  const { promises, attempts, surprises } = people;

  const wire = documentWire(() => {
    const { relay } = relaySide;
    const { storeId } = store.identity;
    if (link === null) return null;
    return (end) => void relay.documents.serve(storeId, end);
  });
  let documents = openDocuments(store, wire);

  function cut(): void {
    link?.cut();
    link = null;
    wire.cut();
    told();
  }

  /** Whether anything stands between the sides, for the auditor. */
  const told = (): void =>
    recorder.link(link !== null && !frozen && Object.values(weather).every((share) => share === 0));

  /** Invariant 3, for what goes over the link: an earlier command of the order is settled, and a row that is said to be held is. */
  function onCall(path: string, body: unknown): void {
    if (path === '/link/commands') {
      const { id, kind, payload } = body as {
        id: string;
        kind: string;
        payload: { orderId?: string; order?: { id: string }; changeForCents?: number | null };
      };
      recorder.add({
        type: 'sent',
        order: payload.orderId ?? payload.order?.id ?? '',
        kind,
        detail: String(payload.changeForCents),
      });
      void busy(earlierWaits(database, id)).then((earlier) => {
        if (earlier !== null) surprises.push(`command ${id} went before a ${earlier} of its order`);
      });
    }
    if (path === '/link/checkpoint') {
      const { seq } = body as { seq: number };
      void busy(heldUpTo(database)).then((held) => {
        recorder.add({ type: 'mark', seq, held });
        if (held < seq) surprises.push(`the relay said that it holds row ${seq} and held ${held}`);
      });
    }
  }

  function dial(): void {
    link?.cut();
    const opened = openFaultyLink({ store, weather: () => weather, chance: chance.fork(), busy, onCall });
    link = opened;
    frozen = false;
    told();
    void opened.ended.then(() => {
      if (link !== opened) return;
      recorder.add({ type: 'hung-up' });
      cut();
    });
    // As the gateway does with a socket: a greeting that fails ends the link.
    relaySide.relay.gateway.serve(opened).catch(() => opened.cut());
  }

  async function crash(side: 'store' | 'relay'): Promise<void> {
    cut();
    recorder.add({ type: 'fault', what: `${side}-killed` });
    if (side === 'relay') {
      relaySide.kill();
      relaySide = await openRelaySide(relayGiven);
      return;
    }
    documents.drain();
    killed.push(killStore(store));
    await settle();
    store = await openStoreSide(folder, () => Date.now() + storeOffsetMs);
    documents = openDocuments(store, wire);
  }

  /** The old process answers whom it has and says no more; then comes the new one, and the store dials it. */
  async function redeploy(): Promise<void> {
    const wasLinked = link !== null;
    // It takes leave of the store.
    recorder.link(false);
    await untilOver(relaySide.relay.drain(), pass);
    cut();
    relaySide.kill();
    relaySide = await openRelaySide(relayGiven);
    if (wasLinked) dial();
  }

  /** Whoever is asked from now on is another process; what the first one had begun to write waits. */
  async function hang(): Promise<void> {
    wakeUp();
    hanging = relaySide;
    relaySide.hang();
    recorder.add({ type: 'fault', what: 'relay-killed' });
    relaySide = await openRelaySide(relayGiven);
  }
  function wakeUp(): void {
    hanging?.wakeUp();
    hanging = null;
  }

  /** From here on the store's disk only says that it writes. */
  function lie(): void {
    if (link !== null) return;
    const copy = join(folder, 'remembered.db');
    rmSync(copy, { force: true });
    store.db.$client.exec(`vacuum into '${copy}'`);
    remembered = { file: copy, seq: store.outbox.head().seq };
  }

  async function power(): Promise<void> {
    if (remembered === null || (await heldUpTo(database)) > remembered.seq) return;
    cut();
    documents.drain();
    await looks.atLogs(store);
    killed.push(killStore(store));
    await settle();
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    copyFileSync(remembered.file, file);
    recorder.add({ type: 'fault', what: 'writes-lost', kept: remembered.seq });
    looks.forget('store', remembered.seq);
    store = await openStoreSide(folder, () => Date.now() + storeOffsetMs);
    documents = openDocuments(store, wire);
    for (const [id, promise] of promises) {
      const order = people.now(id);
      if (order === null && promise.host === 'store') promises.delete(id);
      else if (order !== null) Object.assign(promise, { status: 'PENDING', cash: false });
    }
    remembered = null;
  }

  async function beginAnew(): Promise<void> {
    if (!(await startOver(relaySide.relay.db, store.identity.storeId))) return;
    begunAnew = true;
    cut();
    recorder.add({ type: 'fault', what: 'copy-begun-anew' });
    looks.forget('relay');
    relaySide.kill();
    relaySide = await openRelaySide(relayGiven);
  }

  async function take(step: Step): Promise<void> {
    switch (step.do) {
      case 'dial':
        dial();
        break;
      case 'cut':
        cut();
        break;
      case 'freeze':
        link?.freeze();
        frozen = true;
        told();
        break;
      case 'crash':
        await crash(step.side);
        break;
      case 'redeploy':
        await redeploy();
        break;
      case 'hang':
        await hang();
        break;
      case 'wake-up':
        wakeUp();
        break;
      case 'lie':
        lie();
        break;
      case 'power':
        await power();
        break;
      case 'damage':
        link?.damage();
        // It is mended by the next link at the latest.
        frozen = true;
        told();
        break;
      case 'start-over':
        await beginAnew();
        break;
      case 'weather': {
        const { do: _, ...change } = step;
        weather = { ...weather, ...change };
        told();
        break;
      }
      case 'round':
        await relaySide.relay.round();
        break;
      case 'clock':
        storeOffsetMs += step.ms;
        recorder.add({ type: 'clock-set' });
        break;
      case 'wait':
        await pass(step.ms, step.ms > 10_000 ? 2000 : 250);
        if (step.ms >= ASKED_AGAIN_EVERY_MS) await people.askAgain();
        break;
      case 'ask':
        await people.askAgain();
        break;
      case 'order':
        if (step.host === 'other') otherRelay ??= await openRelaySide(relayGiven);
        await people.take(step);
        break;
      default:
        await people.take(step);
    }
    await settle();
    await looks.atLogs(store);
  }

  /** Money that came, and that neither pays a living order nor went back yet. */
  const moneyIsOpen = (): boolean =>
    provider.payments.some(({ approvedAtMs, returnedAtMs, reference }) => {
      if (approvedAtMs === null || returnedAtMs !== null) return false;
      const order = people.now(reference ?? '');
      return (
        order?.paymentStatus !== 'approved' || order.paymentMethod !== 'pix' || order.status === 'CANCELLED'
      );
    });

  return {
    take,
    history: recorder.events,
    promised: () => promises.size,
    alwaysTrue: async () => [...(await alwaysTrue(store, database, givenUp, begunAnew)), ...surprises],

    async heal(judge: Judge): Promise<string[]> {
      weather = FAIR;
      storeOffsetMs = 0;
      wakeUp();
      provider.heal();
      told();
      // The relay asks only once in half an hour whether somebody paid a code that was over: the provider tells it.
      for (const { id, late } of provider.payments) if (late) await people.notify(id);
      for (let passed = 0; passed < HEAL_MS_MAX; passed += 15_000) {
        if (link === null || passed % MINUTE === 0) dial();
        await relaySide.relay.round();
        await pass(15_000, 1000);
        if (passed % MINUTE === 0) await looks.atLogs(store);
        const settled = (await unsettled(folder, relayQueries(database))).length === 0;
        if (passed >= MINUTE && settled && (passed >= MONEY_FOUND_MS || !moneyIsOpen())) break;
      }
      const left = await unsettled(folder, relayQueries(database));
      await looks.atLogs(store, true);
      await looks.atTheEnd(store, people, provider);
      if (judge === 'auditor') return [];
      if (left.length > 0) return left.map((text) => `not healed: ${text}`);
      return [
        ...surprises,
        ...(await healed({ folder, store, relay: relaySide.relay, database, promises, attempts })),
      ];
    },

    async close(): Promise<void> {
      cut();
      wakeUp();
      relaySide.kill();
      otherRelay?.kill();
      documents.drain();
      await settle();
      await untilOver(Promise.all([...killed, killStore(store)]), pass);
      time.reset();
      removeFolder(folder);
    },
  };
}
