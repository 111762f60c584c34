// A relay as it runs, with a store that is linked and dials again, and customers who order there all the time: what they were told is
// written down, and compared afterwards with what the relay and the store have.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { createFakeStore, type FakeStore } from '../harness/fake-store.ts';
import { createTestRelay, linked, PAIRING_CODE, soon, type TestRelay } from '../harness/relay.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { seeded, type Seeded } from './seeded.ts';
import { ask, fromAnywhere } from './shop-client.ts';

const CUSTOMERS = 8;
const BREATH_MS = 30;
/** As long as a relay waits for a store. */
const ANSWER_MS_MAX = 8000;

export type BusyRelay = { relay: TestRelay; store: FakeStore; close(): Promise<void> };

/** Over `postgres`, one of several processes: it listens for the others. */
export async function openBusyRelay(
  postgres: TestPostgres,
  environment: Record<string, string> = {},
): Promise<BusyRelay> {
  const relay = await createTestRelay('postgres', {
    shared: { postgres, secretsKey: randomBytes(32).toString('hex') },
    databaseMsMax: null,
    answerMsMax: ANSWER_MS_MAX,
    environment: () => environment,
  });
  const store = await createFakeStore(relay.url);
  await store.pair(PAIRING_CODE);
  await store.syncDocument(sampleCatalog());
  let isOver = false;
  const dialling = (async () => {
    while (!isOver) {
      const ended = Promise.withResolvers<void>();
      const ws = await store.dial().catch(() => null);
      ws?.on('close', () => ended.resolve());
      if (ws !== null) await ended.promise;
      await pause(BREATH_MS);
    }
  })();
  await linked(relay, store);
  await soon(async () => {
    const { body } = await ask(`${relay.url}/api/menu`);
    if ((body as { sizes: unknown[] }).sizes.length === 0) throw new Error('the menu has not arrived');
  });
  return {
    relay,
    store,
    async close() {
      isOver = true;
      store.close();
      await dialling;
      await relay.close();
    },
  };
}

/** `waitMs` from the first try to the answer that was kept. */
type Told = { id: string; claim: string; code: string | null; waitMs: number };
type Turned = { status: number; retryAfter: string | null; code: unknown; waitMs: number };

type RelayCrowd = {
  /** Orders that were acknowledged, in the order in which they were. */
  told: readonly Told[];
  /** Answers that were no acknowledgement; 0 where the connection broke. */
  turnedAway: readonly Turned[];
  /** Resolves when so many more were acknowledged with the store's own answer. */
  acknowledged(count: number): Promise<void>;
  stop(): Promise<void>;
};

/** Customers who send an order again under its id until it is acknowledged, and some of them once more. */
export function startRelayCrowd({ relay }: Pick<BusyRelay, 'relay'>, chance: Seeded): RelayCrowd {
  const told: Told[] = [];
  const turnedAway: Turned[] = [];
  let isOver = false;
  let listeners: (() => void)[] = [];

  async function place(who: Seeded): Promise<void> {
    const id = uuid();
    const claim = `claim-of-${id}`;
    const order = { ...sampleRequest({ id }), claim };
    const firstAt = performance.now();
    for (let isTold = false; !isTold && !isOver;) {
      const answer = await send(relay, order, who);
      isTold = answer.status === 201 || answer.status === 202;
      if (!isTold) {
        turnedAway.push(answer);
        await pause(100 + who.int(200));
        continue;
      }
      told.push({ id, claim, code: answer.orderCode, waitMs: performance.now() - firstAt });
      for (const listener of [...listeners]) listener();
      if (who.chance(0.3)) await send(relay, order, who);
    }
  }

  async function customer(who: Seeded): Promise<void> {
    while (!isOver) {
      await place(who);
      await pause(BREATH_MS);
    }
  }
  const customers = Array.from({ length: CUSTOMERS }, () => customer(chance.fork()));
  const placed = (): number => told.filter(({ code }) => code !== null).length;

  return {
    told,
    turnedAway,
    acknowledged(count) {
      const before = placed();
      return new Promise((resolve) => {
        const listener = (): void => {
          if (placed() < before + count) return;
          listeners = listeners.filter((one) => one !== listener);
          resolve();
        };
        listeners.push(listener);
      });
    },
    async stop() {
      isOver = true;
      await Promise.all(customers);
    },
  };
}

async function send(
  relay: Pick<TestRelay, 'url'>,
  order: object,
  who: Seeded,
): Promise<Turned & { orderCode: string | null }> {
  const startedAt = performance.now();
  const nothing = { status: 0, retryAfter: null, code: null, orderCode: null };
  try {
    const response = await fetch(`${relay.url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...fromAnywhere(who) },
      body: JSON.stringify(order),
    });
    const body = (await response.json()) as { code?: string; order?: { code: string } };
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      code: body.code,
      orderCode: body.order?.code ?? null,
      waitMs: performance.now() - startedAt,
    };
  } catch {
    return { ...nothing, waitMs: performance.now() - startedAt };
  }
}

/** Everything that is lost or doubled once both sides are alike again, in sentences. */
export async function lostOrDoubled(
  { relay, store }: Pick<BusyRelay, 'relay' | 'store'>,
  { told }: Pick<RelayCrowd, 'told'>,
  query: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<string[]> {
  await linked(relay, store);
  await soon(async () => {
    const [cursor] = await query('select seq, hash from stores');
    const { seq, hash } = store.log.head();
    if (Number(cursor?.['seq']) !== seq || cursor?.['hash'] !== hash)
      throw new Error('the log is not followed to its end');
    const waiting = await query(`select id from commands where state in ('queued', 'deferred')`);
    if (waiting.length > 0) throw new Error(`${waiting.length} commands wait`);
  });
  // From anywhere: one address may ask only so often.
  const who = seeded(told.length);
  const wrong: string[] = [];
  const rows = Map.groupBy(await query('select id, code from orders'), ({ id }) => id);
  const placings = Map.groupBy(
    store.heard.filter((one) => one.kind === 'order.place'),
    (one) => one.payload.order.id as string,
  );
  for (const { id, claim, code } of told) {
    const here = rows.get(id) ?? [];
    if (here.length !== 1) wrong.push(`order ${id} is at the relay ${here.length} times`);
    const there = store.orders.get(id);
    if (there === undefined) wrong.push(`order ${id} is not at the store`);
    if (new Set(placings.get(id)?.map((one) => one.id)).size !== 1)
      wrong.push(`order ${id} was placed twice`);
    const { status, body } = await ask(`${relay.url}/api/orders/by-id/${id}`, {
      headers: { authorization: `Bearer ${claim}`, ...fromAnywhere(who) },
    });
    const { state, order } = (body ?? {}) as { state?: string; order?: { code: string } };
    if (state !== 'placed' || order?.code !== there?.code || (code !== null && order?.code !== code))
      wrong.push(`order ${id}, told as ${code}, is ${status} ${state} ${order?.code}`);
  }
  if (rows.size !== store.orders.size)
    wrong.push(`${rows.size} orders at the relay, and ${store.orders.size} at the store`);
  return wrong;
}
