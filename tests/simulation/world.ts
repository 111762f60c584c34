// Both sides of a simulated shop, the wire between them, and whoever comes: all that can be broken, and how it is broken.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type fakeTimers from '@sinonjs/fake-timers';
import { startOver } from '../../cloud/replication/recovery/start-over.ts';
import type { Store } from '../../edge/store.ts';
import { seeded } from '../faults/seeded.ts';
import { documentWire, openDocuments } from './document-wire.ts';
import { FAIR, openFaultyLink, type FaultyLink, type Weather } from './faulty-link.ts';
import { alwaysTrue, heldUpTo } from './invariants.ts';
import { createLinkWatch } from './link-watch.ts';
import { createLooks } from './looks.ts';
import { createPassingTime } from './passing-time.ts';
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

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(
  database: RelayDatabase,
  seed: number,
  rough: Weather,
  time: fakeTimers.Clock,
) {
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
  const { busy, settle, pass } = createPassingTime(time);
  let link: FaultyLink | null = null;
  let frozen = false;
  let hanging: RelaySide | null = null;
  /** What the store's disk will remember: a copy of its file, and its last row. */
  let remembered: { file: string; seq: number } | null = null;
  let begunAnew = false;
  /** What is left of stores that were killed. */
  const killed: Promise<void>[] = [];
  const givenUp = new Set<string>();

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
  const { promises, surprises } = people;
  const watch = createLinkWatch({ recorder, database, surprises, busy });

  const wire = documentWire(() => {
    const { relay } = relaySide;
    const { storeId } = store.identity;
    if (link === null) return null;
    return (end) => void relay.documents.serveSocket(storeId, end);
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

  function dial(): void {
    link?.cut();
    const opened = openFaultyLink({
      store,
      weather: () => weather,
      chance: chance.fork(),
      busy,
      onCall: watch,
    });
    link = opened;
    frozen = false;
    told();
    // As the store's own end does once it is linked: without it the relay writes prices itself, as for an older store.
    store.remotePrices.announceDecisions();
    void opened.ended.then(() => {
      if (link !== opened) return;
      recorder.add({ type: 'hung-up' });
      cut();
    });
    // As the gateway does with a socket: a greeting that fails ends the link.
    relaySide.relay.gateway.serveLink(opened).catch(() => opened.cut());
  }

  async function crash(side: 'store' | 'relay'): Promise<void> {
    cut();
    recorder.add({ type: 'fault', what: `${side}-killed` });
    if (side === 'relay') {
      relaySide.kill();
      relaySide = await openRelaySide(relayGiven);
      return;
    }
    documents.stop();
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
    await untilOver(relaySide.relay.stop(), pass);
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
    documents.stop();
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

  return {
    folder,
    people,
    provider,
    history: recorder.events,
    settle,
    pass,
    dial,
    cut,
    crash,
    redeploy,
    hang,
    wakeUp,
    lie,
    power,
    beginAnew,
    isLinked: (): boolean => link !== null,
    sides: () => ({ store, relay: relaySide.relay }),
    round: () => relaySide.relay.round(),
    lookAtLogs: () => looks.atLogs(store),
    alwaysTrue: async () => [...(await alwaysTrue(store, database, givenUp, begunAnew)), ...surprises],

    freeze(): void {
      link?.freeze();
      frozen = true;
      told();
    },

    damage(): void {
      link?.damage();
      // It is mended by the next link at the latest.
      frozen = true;
      told();
    },

    turnWeather(change: Partial<Weather>): void {
      weather = { ...weather, ...change };
      told();
    },

    setClock(byMs: number): void {
      storeOffsetMs += byMs;
      recorder.add({ type: 'clock-set' });
    },

    async openOther(): Promise<void> {
      otherRelay ??= await openRelaySide(relayGiven);
    },

    /** From here on nothing is broken. */
    mend(): void {
      weather = FAIR;
      storeOffsetMs = 0;
      wakeUp();
      provider.heal();
      told();
    },

    async lookAtTheEnd(): Promise<void> {
      await looks.atLogs(store, true);
      await looks.atTheEnd(store, people, provider);
    },

    async close(): Promise<void> {
      cut();
      wakeUp();
      relaySide.kill();
      otherRelay?.kill();
      documents.stop();
      await settle();
      await untilOver(Promise.all([...killed, killStore(store)]), pass);
      time.reset();
      removeFolder(folder);
    },
  };
}
