// The last release against this version, both ways: Pi and relay are never updated together. Real processes on both sides.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { startShop, type TestShop } from '../../support/shop.ts';
import { seeded } from '../seeded.ts';
import { anyOrder, ask, readMenu, signIn, type Answer, type Placed } from '../shop-client.ts';
import { openStoreFile } from '../shop-findings.ts';
import { unpackReleased, type Released } from './released.ts';

const chance = seeded(20261123);
type Files = { store?: string; relay?: string };

let released: Released;
let dataDir: string;
let shop: TestShop | null = null;
beforeAll(() => {
  released = unpackReleased();
});
afterAll(() => rmSync(released.folder, { recursive: true }));
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-apart-'));
  mkdirSync(join(dataDir, 'web'));
  writeFileSync(join(dataDir, 'web/index.html'), '<!doctype html><title>Balcão</title>');
});
afterEach(async () => {
  await shop?.stop();
  shop = null;
  rmSync(dataDir, { recursive: true });
});

/** The same shop, with these programs: what ran before is stopped in order. */
async function runWith(files: Files): Promise<TestShop> {
  await shop?.stop();
  shop = null;
  shop = await startShop({ dataDir, webDir: join(dataDir, 'web'), files });
  return shop;
}
const bearer = ({ trackingToken }: Placed) => ({ authorization: `Bearer ${trackingToken}` });
/** The same order again and again, as a phone asks while the relay and the store find each other. */
async function place({ urls }: TestShop): Promise<Placed> {
  const body = anyOrder(await readMenu(urls.relay), chance);
  let answer: Answer = { status: 0, body: null };
  const sent = async (): Promise<number> => (answer = await ask(`${urls.relay}/api/orders`, { body })).status;
  await expect.poll(sent, { interval: 500 }).toBe(201);
  return answer.body as Placed;
}
const orderAtRelay = async ({ urls }: TestShop, placed: Placed): Promise<Order> =>
  (
    (await ask(`${urls.relay}/api/orders/${placed.order.code}`, { headers: bearer(placed) })).body as {
      order: Order;
    }
  ).order;
/** What the store has said, and how far the relay has taken it. */
function isInStep(): boolean {
  const db = openStoreFile(dataDir);
  try {
    return (
      db
        .prepare('select (select max(seq) from outbox) = (select max(seq) from checkpoints)')
        .pluck()
        .get() === 1
    );
  } finally {
    db.close();
  }
}
const inStep = () => expect.poll(isInStep).toBe(true);
const numberInStore = (id: string): unknown => {
  const db = openStoreFile(dataDir);
  try {
    return db.prepare('select number from orders where id = ?').pluck().get(id);
  } finally {
    db.close();
  }
};

const alarms = (): unknown[] => {
  const db = openStoreFile(dataDir);
  try {
    return db.prepare('select id from alarms').pluck().all();
  } finally {
    db.close();
  }
};

async function payByPix({ urls }: TestShop, placed: Placed): Promise<void> {
  const headers = bearer(placed);
  const pix = await ask(`${urls.relay}/api/orders/${placed.order.code}/pix`, { headers, body: {} });
  expect(pix).toMatchObject({ status: 200 });
  const lists = await (await fetch(`${urls.payments}/simulator/lists`)).text();
  const [, id] = /simulator\/payments\/(\d+)\/approve/.exec(lists) ?? [];
  await fetch(`${urls.payments}/simulator/payments/${id}/approve`, { method: 'POST' });
}

describe.each<[string, () => Files]>([
  ['this relay and a store of the last release', () => ({ store: released.store })],
  ['a relay of the last release and this store', () => ({ relay: released.relay })],
])('[82] %s', (_, filesOf) => {
  it('sell, take money, and follow each other; updated, they go on where they were', async () => {
    const apart = await runWith(filesOf());
    const cash = await place(apart);
    const chosen = await ask(`${apart.urls.relay}/api/orders/${cash.order.code}/cash`, {
      headers: bearer(cash),
      body: { changeForCents: null },
    });
    expect(chosen).toMatchObject({ status: 200 });
    // From afar: through the relay's tunnel.
    const counter = await signIn(apart.urls.relay, 'ATTENDANT');
    const paid = await ask(`${apart.urls.relay}/api/staff/orders/${cash.order.id}/moves`, {
      headers: counter,
      body: { kind: 'confirm-payment', method: 'cash' },
    });
    expect(paid).toMatchObject({ status: 200 });
    const pix = await place(apart);
    await payByPix(apart, pix);
    await expect.poll(async () => (await orderAtRelay(apart, pix)).paymentStatus).toBe('approved');
    await expect.poll(async () => (await orderAtRelay(apart, cash)).status).toBe('RECEBIDO');
    await inStep();

    const together = await runWith({});
    await inStep();
    expect(await orderAtRelay(together, pix)).toMatchObject({ paymentStatus: 'approved' });
    expect(await orderAtRelay(together, cash)).toMatchObject({ status: 'RECEBIDO' });
    const next = await place(together);
    expect(next.order.orderNumber).toBe(pix.order.orderNumber + 1);
    await inStep();
  });
});

describe('[82] a store put back to what it was', () => {
  /** Sells, keeps the database as it is, sells again, and starts from the one that was kept. */
  async function fallBack(files: Files): Promise<{ again: TestShop; lost: Placed }> {
    const first = await runWith(files);
    await place(first);
    await inStep();
    await first.kill('store', 'SIGTERM');
    cpSync(join(dataDir, 'edge'), join(dataDir, 'earlier'), { recursive: true });
    await first.start('store');
    await first.joined();
    const lost = await place(first);
    await inStep();
    await first.kill('store', 'SIGTERM');
    rmSync(join(dataDir, 'edge'), { recursive: true });
    cpSync(join(dataDir, 'earlier'), join(dataDir, 'edge'), { recursive: true });
    await first.start('store');
    return { again: first, lost };
  }

  it('has its rows again, of the last release at this relay', async () => {
    const { again, lost } = await fallBack({ store: released.store });
    await expect.poll(() => numberInStore(lost.order.id)).toBe(lost.order.orderNumber);
    await again.joined();
    expect((await place(again)).order.orderNumber).toBe(lost.order.orderNumber + 1);
  });

  it('sells on and says why nothing came back, of this version at a relay that knows no proofs', async () => {
    const { again } = await fallBack({ relay: released.relay });
    await expect.poll(() => alarms()).toContain('link.log');
    const answer = await ask(`${again.urls.store}/api/orders`, {
      body: anyOrder(await readMenu(again.urls.store), chance),
    });
    expect(answer).toMatchObject({ status: 201 });
  });
});

describe('[82] a backup file', () => {
  const restore = (program: string, words: string[], into: string) => {
    try {
      return execFileSync(process.execPath, [program, 'restore', ...words], {
        env: { ...process.env, DATA_DIR: into, SIMULATORS: '1', LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'pipe', 'pipe'],
      }).toString();
    } catch (error) {
      return (error as { stdout: Buffer }).stdout.toString();
    }
  };
  async function copyOf(files: Files, password: string): Promise<{ file: string; orderId: string }> {
    const { urls, ...made } = await runWith(files);
    const { order } = await place({ urls, ...made });
    const origin = urls.store;
    const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: 'dona@acai.demo', password }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const headers = { cookie, origin };
    const answer = await ask(`${origin}/api/staff/backups`, { method: 'POST', headers });
    expect(answer).toMatchObject({ status: 201 });
    const [file = ''] = globSync(join(dataDir, '**', (answer.body as { name: string }).name));
    return { file, orderId: order.id };
  }

  it('of the last release is read by this version', async () => {
    const { file, orderId } = await copyOf({ store: released.store }, released.ownerPassword);
    const into = join(dataDir, 'new-card');
    expect(restore('edge/main.ts', ['--file', file], into)).toContain('✓');
    const db = openStoreFile(into);
    expect(db.prepare('select id from orders').pluck().all()).toContain(orderId);
    expect(db.prepare('select count(*) from user').pluck().get()).toBeGreaterThan(0);
    db.close();
  });

  it('of this version is refused in words by the last release, which changes nothing', async () => {
    const { file } = await copyOf({}, 'acai-da-dona-lucia');
    const into = join(dataDir, 'old-card');
    expect(restore(released.store, ['--file', file], into)).toContain('não é uma cópia');
    expect(globSync(join(into, '**/*.db*'))).toEqual([]);
  });
});
