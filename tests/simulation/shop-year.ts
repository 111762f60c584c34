// A year of a shop, day after day over the same two databases: counter and site, outages of every kind, and the auditor's word at the end of
// each day. Nights pass at once.
import fakeTimers from '@sinonjs/fake-timers';
import { findDisagreement } from '../../edge/replication/recovery/agreement.ts';
import type { Store } from '../../edge/store.ts';
import { findingsTold } from '../auditor/audit.ts';
import { seeded } from '../faults/seeded.ts';
import { unsettled } from '../faults/shop-findings.ts';
import { documentWire, openDocuments } from './document-wire.ts';
import { FAIR, openFaultyLink, type FaultyLink } from './faulty-link.ts';
import { heldUpTo, relayQueries } from './invariants.ts';
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
} from './sides.ts';
import { staffedFolder } from './staffed.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.parse('2026-01-01T18:00:00-03:00');
const RUSH_MAX = 24;
const HEAL_ROUNDS_MAX = 40;
/** What the relay shows of an order costs as much as the order itself. */
const LOOKED_FOR_ONE_IN = 8;
const OUTAGES = ['cut', 'freeze', 'store', 'relay'] as const;

export type Year = { days: number; orders: number; outages: number };
export type YearReport = Year & { wrong: string[] };

export async function simulateYear(
  database: RelayDatabase,
  seed: number,
  year: Year,
  print: (line: string) => void = () => undefined,
): Promise<YearReport> {
  const time = fakeTimers.install({
    now: FIRST_DAY_MS,
    shouldClearNativeTimers: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  const shop = await openShop(database, seed, time);
  const done: YearReport = { days: 0, orders: 0, outages: 0, wrong: [] };
  try {
    for (; done.days < year.days && done.wrong.length === 0; done.days += 1) {
      time.setSystemTime(FIRST_DAY_MS + done.days * DAY_MS);
      const share = (all: number): number =>
        Math.floor(((done.days + 1) * all) / year.days) - Math.floor((done.days * all) / year.days);
      const day = { orders: share(year.orders), outages: share(year.outages) };
      const wrong = await shop.day(day);
      done.orders += day.orders;
      done.outages += day.outages;
      done.wrong = wrong.map((text) => `day ${done.days + 1}: ${text}`);
      if ((done.days + 1) % 30 === 0)
        print(`${done.days + 1} days, ${done.orders} orders, ${done.outages} outages`);
    }
    if (done.wrong.length === 0) done.wrong = await shop.readThrough();
    return done;
  } finally {
    await shop.close();
    time.uninstall();
  }
}

/**
 * The store without what reads the whole log every night, its copies and its scrub: a year's work of another kind that would be most of
 * the year's time. The log is read through once, when the year is over.
 */
async function openUnread(folder: string): Promise<Store> {
  const store = await openStoreSide(folder, () => Date.now(), unread);
  await store.backups.stop();
  return store;
}

/** The night's reading begins with the file, and waits there until the store ends. */
function unread({ damage }: Store): void {
  damage.check = (_, stopping) =>
    new Promise((_resolve, reject) => {
      stopping?.addEventListener('abort', () => reject(stopping.reason as Error));
    });
}

async function openShop(database: RelayDatabase, seed: number, time: fakeTimers.Clock) {
  const chance = seeded(seed ^ 0x2f6b7a11);
  const { folder, cookies } = await staffedFolder(Date.now());
  const { busy, settle, pass } = createPassingTime(time);
  let link: FaultyLink | null = null;
  /** What is left of stores that were killed. */
  const killed: Promise<void>[] = [];
  await database.clear();
  // As the relay has it: a year's tables grow, and a plan of their first day would read them whole.
  await database.client.planForValues();
  const provider = createSimulatedProvider(() => Date.now());
  const relayGiven = {
    database,
    clock: () => Date.now(),
    random: () => chance.int(2 ** 32) / 2 ** 32,
    busy,
    provider: provider.provider,
  };
  let relaySide = await openRelaySide(relayGiven);
  let store = await openUnread(folder);
  await pair(relaySide.relay, store);
  const wire = documentWire(() => {
    const { relay } = relaySide;
    return link === null ? null : (end) => void relay.documents.serveSocket(store.identity.storeId, end);
  });
  let documents = openDocuments(store, wire);

  function cut(): void {
    link?.cut();
    link = null;
    wire.cut();
  }
  function dial(onCall: (path: string, body: unknown) => void): void {
    cut();
    const opened = openFaultyLink({ store, weather: () => FAIR, chance: chance.fork(), busy, onCall });
    link = opened;
    relaySide.relay.gateway.serveLink(opened).catch(() => opened.cut());
  }

  /** Opens, serves its orders in rushes with outages in between, heals, and is judged. */
  async function day({ orders, outages }: { orders: number; outages: number }): Promise<string[]> {
    const recorder = createRecorder(() => Date.now());
    const began = store.outbox.head().seq;
    const looks = createLooks({ recorder, database, began, oneIn: LOOKED_FOR_ONE_IN });
    recorder.add({ type: 'begin', rows: began });
    const people = createPeople({
      store: () => store,
      relay: () => relaySide,
      chance,
      recorder,
      provider,
      cookies,
      busy,
    });
    const onCall = (path: string, body: unknown): void => {
      if (path !== '/link/checkpoint') return;
      const { seq } = body as { seq: number };
      void busy(heldUpTo(database)).then((held) => recorder.add({ type: 'mark', seq, held }));
    };
    const outageAt = new Set(Array.from({ length: outages }, () => chance.int(orders)));
    const connect = (): void => {
      dial(onCall);
      recorder.link(true);
    };
    connect();
    await pass(1000, 500);
    for (let placed = 0; placed < orders;) {
      const rush = Math.min(orders - placed, 1 + chance.int(RUSH_MAX));
      if (Array.from({ length: rush }, (_, at) => placed + at).some((at) => outageAt.has(at))) await outage();
      const before = people.promises.size;
      for (let at = 0; at < rush; at += 1)
        await people.take({ do: 'order', host: chance.chance(0.75) ? 'store' : 'relay' });
      placed += rush;
      await settle();
      await serve(before, people.promises.size);
      await pass(1500, 500);
      await looks.atLogs(store);
      if (link === null || chance.chance(0.02)) connect();
    }
    connect();
    for (let round = 0; round < HEAL_ROUNDS_MAX; round += 1) {
      await pass(5000, 1000);
      if ((await unsettled(folder, relayQueries(database))).length === 0) break;
    }
    await looks.atLogs(store);
    await looks.atTheEnd(store, people, provider);
    cut();
    return findingsTold(recorder.events);

    /** Many hands: what is done to the orders of a rush at one time goes to the relay as one batch, as it does in a shop. */
    async function serve(from: number, to: number): Promise<void> {
      let orders = Array.from({ length: to - from }, (_, at) => from + at).filter(() => !chance.chance(0.05));
      for (const step of ['approve', 'start', 'mark-ready', 'deliver']) {
        await Promise.all(orders.map((order) => people.take({ do: 'tap', order, step })));
        orders = orders.filter(() => chance.chance(0.4));
      }
    }

    async function outage(): Promise<void> {
      const kind = chance.pick(OUTAGES);
      recorder.link(false);
      if (kind === 'freeze') {
        link?.freeze();
        return;
      }
      cut();
      if (kind === 'store') {
        recorder.add({ type: 'fault', what: 'store-killed' });
        documents.stop();
        killed.push(killStore(store));
        store = await openUnread(folder);
        documents = openDocuments(store, wire);
      } else if (kind === 'relay') {
        recorder.add({ type: 'fault', what: 'relay-killed' });
        relaySide.kill();
        relaySide = await openRelaySide(relayGiven);
      }
    }
  }

  return {
    day,

    /** Whether the tables still say what the log says. */
    async readThrough(): Promise<string[]> {
      const found = await findDisagreement(store.db, () => settle());
      return found === null ? [] : [`the store's tables are not what its log says: ${JSON.stringify(found)}`];
    },

    async close(): Promise<void> {
      cut();
      relaySide.kill();
      documents.stop();
      await settle();
      await untilOver(Promise.all([...killed, killStore(store)]), (ms) => pass(ms, ms));
      time.reset();
      removeFolder(folder);
    },
  };
}
