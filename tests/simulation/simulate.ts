// One simulated evening: real store and relay code, a faulty link, crashes, a clock that jumps; then everything heals
// and both sides must be what faults.md promises. Time passes only when the simulation says so.
import fakeTimers from '@sinonjs/fake-timers';
import { v7 as uuidv7 } from 'uuid';
import type { Order } from '@balcao/shared/order/order.ts';
import { changeOrder } from '../../edge/orders/change-order.ts';
import { createDocumentSync, type DocumentSync } from '../../edge/link/document-sync.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Store } from '../../edge/store.ts';
import { seeded } from '../faults/seeded.ts';
import { anyOrder, type OrderBody, type Placed } from '../faults/shop-client.ts';
import type { Promised } from '../faults/shop-crowd.ts';
import { documentWire } from './document-wire.ts';
import { FAIR, openFaultyLink, type FaultyLink, type Weather } from './faulty-link.ts';
import { alwaysTrue, earlierWaits, healed, heldUpTo, relayQueries } from './invariants.ts';
import { unsettled } from '../faults/shop-findings.ts';
import {
  killStore,
  newFolder,
  openRelaySide,
  openStoreSide,
  pair,
  removeFolder,
  type RelayDatabase,
  type RelaySide,
} from './sides.ts';
import { evening, written, type Evening, type Step } from './steps.ts';

const START_MS = Date.parse('2026-11-21T19:00:00-03:00');
const HEAL_MS_MAX = 40 * 60_000;
const MINUTE = 60_000;

export type Report = {
  seed: number;
  steps: readonly string[];
  /** What is wrong, in sentences; empty when every invariant held. */
  wrong: readonly string[];
  orders: number;
};

export async function simulate(
  database: RelayDatabase,
  seed: number,
  given: Evening = evening(seeded(seed)),
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
      wrong.push(...(await world.alwaysTrue()));
      if (wrong.length > 0) break;
    }
    if (wrong.length === 0) wrong.push(...(await world.heal()));
    return { seed, steps: done, wrong, orders: world.promised() };
  } finally {
    await world.close();
    time.uninstall();
  }
}

async function openWorld(database: RelayDatabase, seed: number, rough: Weather, time: fakeTimers.Clock) {
  const chance = seeded(seed ^ 0x5bd1e995);
  const folder = newFolder();
  let weather = rough;
  let storeOffsetMs = 0;
  let underWay = 0;
  let link: FaultyLink | null = null;
  const promises = new Map<string, Promised>();
  const bodies: { body: OrderBody; host: 'store' | 'relay' }[] = [];
  const attempts = new Map<string, string>();
  const surprises: string[] = [];
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
  const relayGiven = { database, clock: () => Date.now(), random: () => chance.int(2 ** 32) / 2 ** 32, busy };
  let relaySide: RelaySide = await openRelaySide(relayGiven);
  let store: Store = await openStoreSide(folder, () => Date.now() + storeOffsetMs);
  await pair(relaySide.relay, store);

  const wire = documentWire(() => {
    const { relay } = relaySide;
    const { storeId } = store.identity;
    if (link === null) return null;
    return (end) => void relay.documents.serve(storeId, end);
  });
  const openDocuments = (): DocumentSync => {
    const sync = createDocumentSync({
      relayUrl: 'http://relay',
      storeId: store.identity.storeId,
      doc: store.menu.doc,
      token: () => Promise.resolve('token'),
      socket: wire.Socket,
    });
    sync.start();
    return sync;
  };
  let documents = openDocuments();

  function cut(): void {
    link?.cut();
    link = null;
    wire.cut();
  }

  /** Invariant 3, for what goes over the link: an earlier command of the order is settled, and a row that is said to be held is. */
  function onCall(path: string, body: unknown): void {
    if (path === '/link/commands') {
      const { id } = body as { id: string };
      void busy(earlierWaits(database, id)).then((kind) => {
        if (kind !== null) surprises.push(`command ${id} went before a ${kind} of its order`);
      });
    }
    if (path === '/link/checkpoint') {
      const { seq } = body as { seq: number };
      void busy(heldUpTo(database)).then((held) => {
        if (held < seq) surprises.push(`the relay said that it holds row ${seq} and held ${held}`);
      });
    }
  }

  function dial(): void {
    link?.cut();
    const opened = openFaultyLink({ store, weather: () => weather, chance: chance.fork(), busy, onCall });
    link = opened;
    void opened.ended.then(() => {
      if (link === opened) cut();
    });
    // As the gateway does with a socket: a greeting that fails ends the link.
    relaySide.relay.gateway.serve(opened).catch(() => opened.cut());
  }

  async function crash(side: 'store' | 'relay'): Promise<void> {
    cut();
    if (side === 'relay') {
      relaySide.kill();
      relaySide = await openRelaySide(relayGiven);
      return;
    }
    documents.drain();
    await killStore(store);
    store = await openStoreSide(folder, () => Date.now() + storeOffsetMs);
    documents = openDocuments();
  }

  function send(body: OrderBody, host: 'store' | 'relay'): void {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    const ip = `10.0.${chance.int(256)}.${chance.int(256)}`;
    const answer =
      host === 'relay'
        ? relaySide.relay.app.request('/api/orders', init, {
            incoming: { socket: { remoteAddress: ip } },
          } as never)
        : busy(
            Promise.resolve(
              store.app.request('/api/orders', init, {
                transport: 'lan',
                clientIp: ip,
                origin: 'http://balcao.local',
              }),
            ),
          );
    Promise.resolve(answer)
      .then(async (response) => heard(body, host, response.status, await response.json()))
      .catch(() => undefined);
  }

  function heard(body: OrderBody, host: 'store' | 'relay', status: number, answer: unknown): void {
    const known = promises.get(body.id);
    if (status === 201) {
      const placed = answer as Placed;
      if (known?.placed && known.placed.order.code !== placed.order.code)
        surprises.push(
          `order ${body.id} was answered as ${known.placed.order.code} and ${placed.order.code}`,
        );
      promises.set(body.id, { body, host, cash: false, status: 'PENDING', ...known, placed });
    } else if (status === 202 && !known) {
      promises.set(body.id, { body, host, placed: null, status: 'PENDING', cash: false });
    } else if (host === 'store' && status !== 422) {
      // The counter and the shop's Wi-Fi never depend on the link (invariant 10).
      surprises.push(`the store answered an order with ${status} ${JSON.stringify(answer)}`);
    }
  }

  const placedAt = (index: number): Promised | null => {
    const placed = [...promises.values()].filter((one) => one.placed !== null);
    return placed.length === 0 ? null : (placed[index % placed.length] ?? null);
  };
  const now = (id: string): Order | null => store.orders.repository.byId(id);

  async function take(step: Step): Promise<void> {
    switch (step.do) {
      case 'order': {
        const body = anyOrder(menuOf(store), chance.fork());
        bodies.push({ body, host: step.host });
        send(body, step.host);
        break;
      }
      case 'again': {
        const one = bodies[step.order % Math.max(1, bodies.length)];
        if (one) send(one.body, one.host);
        break;
      }
      case 'cash': {
        const one = placedAt(step.order);
        if (one?.host === 'relay' && one.placed) {
          const { code } = one.placed.order;
          Promise.resolve(
            relaySide.relay.app.request(
              `/api/orders/${code}/cash`,
              {
                method: 'POST',
                body: JSON.stringify({ changeForCents: null }),
                headers: {
                  'content-type': 'application/json',
                  authorization: `Bearer ${one.placed.trackingToken}`,
                },
              },
              { incoming: { socket: { remoteAddress: '10.1.1.1' } } } as never,
            ),
          )
            .then((response) => {
              if (response.status === 200)
                one.cash = !attempts.has(one.body.id) && now(one.body.id)?.paymentMethod === 'cash';
            })
            .catch(() => undefined);
        }
        break;
      }
      case 'work': {
        const one = placedAt(step.order);
        const order = one && now(one.body.id);
        if (order) work(order);
        break;
      }
      case 'cancel': {
        const one = placedAt(step.order);
        if (!one) break;
        const cancelled = changeOrder(store.orders, one.body.id, { kind: 'cancel', reason: 'loja' });
        if (cancelled.ok) one.status = 'CANCELLED';
        break;
      }
      case 'fact': {
        const one = placedAt(step.order);
        if (one?.host !== 'relay' || !one.placed) break;
        const { id } = one.body;
        // Whoever pays online after all has not chosen cash any more.
        one.cash = false;
        const attemptId = attempts.get(id) ?? uuidv7();
        attempts.set(id, attemptId);
        await relaySide.relay.commands.enqueue(store.identity.storeId, {
          id: uuidv7(),
          kind: 'payment.fact',
          payload: {
            attemptId,
            orderId: id,
            provider: 'mercadopago',
            providerPaymentId: '1',
            method: 'pix',
            status: step.status,
            statusDetail: null,
            amountCents: one.placed.order.totalCents,
            refundedCents: 0,
            mismatch: null,
            observedAtMs: Date.now(),
          },
        });
        break;
      }
      case 'price':
      case 'sold-out':
        edit(step);
        break;
      case 'dial':
        dial();
        break;
      case 'cut':
        cut();
        break;
      case 'freeze':
        link?.freeze();
        break;
      case 'crash':
        await crash(step.side);
        break;
      case 'weather': {
        const { do: _, ...change } = step;
        weather = { ...weather, ...change };
        break;
      }
      case 'kitchen':
        for (const id of store.db.$client.prepare('select id from orders').pluck().all() as string[]) {
          const order = now(id);
          if (order) work(order);
        }
        break;
      case 'round':
        await relaySide.relay.round();
        break;
      case 'clock':
        storeOffsetMs += step.ms;
        break;
      case 'wait':
        await pass(step.ms, step.ms > 10_000 ? 2000 : 250);
    }
    await settle();
  }

  function edit(step: Extract<Step, { do: 'price' | 'sold-out' }>): void {
    const { toppings } = store.menu.catalog();
    const entry = toppings[step.entry % toppings.length];
    if (!entry) return;
    store.menu.setEntry(
      'toppings',
      entry.id,
      step.do === 'price'
        ? { priceCents: step.value * 10 }
        : { soldOutUntilMs: Date.now() + step.value * MINUTE },
    );
  }

  /** One step on its way, as staff at the store take it. */
  function work(order: Order): void {
    const next = (
      { PENDING: 'approve', RECEBIDO: 'start', PREPARING: 'mark-ready', READY: 'deliver' } as const
    )[order.status as 'PENDING'];
    if (next === undefined) return;
    const moved = changeOrder(
      store.orders,
      order.id,
      next === 'approve' ? { kind: 'approve', method: 'cash' } : ({ kind: next } as never),
    );
    const promise = promises.get(order.id);
    if (moved.ok && promise) promise.status = moved.value.status;
  }

  return {
    take,
    promised: () => promises.size,
    alwaysTrue: async () => [...(await alwaysTrue(store, database, givenUp)), ...surprises],

    async heal(): Promise<string[]> {
      weather = FAIR;
      storeOffsetMs = 0;
      for (let passed = 0; passed < HEAL_MS_MAX; passed += 15_000) {
        if (link === null || passed % MINUTE === 0) dial();
        await relaySide.relay.round();
        await pass(15_000, 1000);
        if (passed >= MINUTE && (await unsettled(folder, relayQueries(database))).length === 0) break;
      }
      const left = await unsettled(folder, relayQueries(database));
      if (left.length > 0) return left.map((text) => `not healed: ${text}`);
      return [
        ...surprises,
        ...(await healed({ folder, store, relay: relaySide.relay, database, promises, attempts })),
      ];
    },

    async close(): Promise<void> {
      cut();
      relaySide.kill();
      documents.drain();
      await settle();
      await killStore(store);
      time.reset();
      removeFolder(folder);
    },
  };
}

const menuOf = (store: Store): Menu => JSON.parse(store.menu.publicMenu(Date.now()).json) as Menu;
