// A shop of two releases: each of its two servers runs the program of this version or of the last release. A shop that certain programs
// made is made once in a file of tests and copied for each of them.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { freePorts } from '../../../scripts/ports.ts';
import type { ShopPorts } from '../../../scripts/shop.ts';
import { startShop, type TestShop } from '../../support/shop.ts';
import { seeded } from '../seeded.ts';
import { anyOrder, ask, readMenu, type Answer, type Placed } from '../shop-client.ts';
import { openStoreFile } from '../shop-findings.ts';
import { unpackReleased, type Released } from './released.ts';

/** Of the last release, each; this version where none is named. */
export type Programs = { store?: string; relay?: string };
export type MixedShops = Awaited<ReturnType<typeof openMixedShops>>;

const chance = seeded(20261123);
/** What hangs fails: a test starts a shop three times at most, one part of it after the other on a busy machine. */
export const SHOP_MS_MAX = 400_000;

/** `remove` ends it all; `end` stops the shop of one test and removes its data. */
export async function openMixedShops() {
  const released: Released = unpackReleased();
  const room = mkdtempSync(join(tmpdir(), 'balcao-apart-'));
  const webDir = join(room, 'web');
  mkdirSync(webDir);
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Balcão</title>');
  // The same for all: a shop remembers where its site is.
  const [store = 0, relay = 0, payments = 0, printer = 0, printerPage = 0, operator = 0] = await freePorts(6);
  const ports: ShopPorts = { store, relay, payments, printer, printerPage, operator };
  const made = new Map<string, string>();
  const dataDir = join(room, 'shop');
  let shop: TestShop | null = null;

  async function stop(): Promise<void> {
    await shop?.stop();
    shop = null;
  }
  const start = (folder: string, files: Programs) =>
    startShop({ dataDir: folder, ports, webDir, files, readyMsMax: SHOP_MS_MAX });

  /** The same shop, with these programs from now on: what ran before is stopped in order. */
  async function runWith(programs: Programs): Promise<TestShop> {
    await stop();
    shop = await start(dataDir, programs);
    return shop;
  }

  return {
    released,
    dataDir,
    runWith,
    stop,
    /** A shop that these programs made and run: staff, menu and pictures are there, and nobody has ordered. */
    async begin(programs: Programs): Promise<TestShop> {
      const key = JSON.stringify(programs);
      const kept = made.get(key) ?? join(room, `made-${made.size}`);
      if (!made.has(key)) {
        const first = await start(kept, programs);
        await inStep(first);
        await first.stop();
        made.set(key, kept);
      }
      cpSync(kept, dataDir, { recursive: true });
      return runWith(programs);
    },
    async end(): Promise<void> {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    remove(): void {
      rmSync(room, { recursive: true });
      rmSync(released.folder, { recursive: true });
    },
  };
}

/** What the store's own database answers to a question with one value in each row. */
export function valuesIn(dataDir: string, sql: string): unknown[] {
  const db = openStoreFile(dataDir);
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
}

const AGREED = 'select (select max(seq) from outbox) = (select max(seq) from checkpoints)';
/** What the store has said, the relay has taken. */
export const inStep = ({ dataDir }: TestShop): Promise<void> =>
  expect.poll(() => valuesIn(dataDir, AGREED)).toEqual([1]);

/** Sends the same again and again, as a phone does while the relay and the store find each other. */
export async function insist(url: string, body: unknown): Promise<unknown> {
  let answer: Answer = { status: 0, body: null };
  const sent = async (): Promise<number> => (answer = await ask(url, { body })).status;
  await expect.poll(sent, { interval: 500 }).toBe(201);
  return answer.body;
}

export const place = async ({ urls }: TestShop): Promise<Placed> =>
  (await insist(`${urls.relay}/api/orders`, anyOrder(await readMenu(urls.relay), chance))) as Placed;

export const placeInTheShop = async ({ urls }: TestShop): Promise<Answer> =>
  ask(`${urls.store}/api/orders`, { body: anyOrder(await readMenu(urls.store), chance) });

export const bearer = ({ trackingToken }: Placed) => ({ authorization: `Bearer ${trackingToken}` });

export const orderAtRelay = async ({ urls }: TestShop, placed: Placed): Promise<Order> =>
  (
    (await ask(`${urls.relay}/api/orders/${placed.order.code}`, { headers: bearer(placed) })).body as {
      order: Order;
    }
  ).order;
