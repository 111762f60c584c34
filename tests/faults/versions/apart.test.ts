// The last release against this version, both ways: Pi and relay are never updated together. Real processes on both sides.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestShop } from '../../support/shop.ts';
import { ask, signIn, type Placed } from '../shop-client.ts';
import { openStoreFile } from '../shop-findings.ts';
import {
  bearer,
  inStep,
  openMixedShops,
  orderAtRelay,
  place,
  placeInTheShop,
  valuesIn,
  type MixedShops,
  type Programs,
} from './mixed-shop.ts';

let shops: MixedShops;
beforeAll(async () => {
  shops = await openMixedShops();
});
afterEach(() => shops.end());
afterAll(() => shops.remove());

async function payByPix({ urls }: TestShop, placed: Placed): Promise<void> {
  const headers = bearer(placed);
  const pix = await ask(`${urls.relay}/api/orders/${placed.order.code}/pix`, { headers, body: {} });
  expect(pix).toMatchObject({ status: 200 });
  const lists = await (await fetch(`${urls.payments}/simulator/lists`)).text();
  const [, id] = /simulator\/payments\/(\d+)\/approve/.exec(lists) ?? [];
  await fetch(`${urls.payments}/simulator/payments/${id}/approve`, { method: 'POST' });
}

describe.each<[string, () => Programs]>([
  ['this relay and a store of the last release', () => ({ store: shops.released.store })],
  ['a relay of the last release and this store', () => ({ relay: shops.released.relay })],
])('[82] %s', (_, programs) => {
  it('sell, take money, and follow each other; updated, they go on where they were', async () => {
    const apart = await shops.begin(programs());
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
    await inStep(apart);

    const together = await shops.runWith({});
    await inStep(together);
    expect(await orderAtRelay(together, pix)).toMatchObject({ paymentStatus: 'approved' });
    expect(await orderAtRelay(together, cash)).toMatchObject({ status: 'RECEBIDO' });
    const next = await place(together);
    expect(next.order.orderNumber).toBe(pix.order.orderNumber + 1);
    await inStep(together);
  });
});

describe('[82] a store put back to what it was', () => {
  /** Sells, keeps the database as it is, sells again, and starts from the one that was kept. */
  async function fallBack(programs: Programs): Promise<{ again: TestShop; lost: Placed }> {
    const first = await shops.begin(programs);
    const { dataDir } = first;
    await place(first);
    await inStep(first);
    await first.kill('store', 'SIGTERM');
    cpSync(join(dataDir, 'edge'), join(dataDir, 'earlier'), { recursive: true });
    await first.start('store');
    await first.joined();
    const lost = await place(first);
    await inStep(first);
    await first.kill('store', 'SIGTERM');
    rmSync(join(dataDir, 'edge'), { recursive: true });
    cpSync(join(dataDir, 'earlier'), join(dataDir, 'edge'), { recursive: true });
    await first.start('store');
    return { again: first, lost };
  }

  it('has its rows again, of the last release at this relay', async () => {
    const { again, lost } = await fallBack({ store: shops.released.store });
    const number = (): unknown[] =>
      valuesIn(again.dataDir, `select number from orders where id = '${lost.order.id}'`);
    await expect.poll(number).toEqual([lost.order.orderNumber]);
    await again.joined();
    expect((await place(again)).order.orderNumber).toBe(lost.order.orderNumber + 1);
  });

  it('sells on and says why nothing came back, of this version at a relay that knows no proofs', async () => {
    const { again } = await fallBack({ relay: shops.released.relay });
    await expect.poll(() => valuesIn(again.dataDir, 'select id from alarms')).toContain('link.log');
    expect(await placeInTheShop(again)).toMatchObject({ status: 201 });
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
  async function copyOf(programs: Programs, password?: string): Promise<{ file: string; orderId: string }> {
    const shop = await shops.begin(programs);
    const { order } = await place(shop);
    const headers = await signIn(shop.urls.store, 'ADMIN', password);
    const answer = await ask(`${shop.urls.store}/api/staff/backups`, { method: 'POST', headers });
    expect(answer).toMatchObject({ status: 201 });
    const [file = ''] = globSync(join(shop.dataDir, '**', (answer.body as { name: string }).name));
    return { file, orderId: order.id };
  }

  it('of the last release is read by this version', async () => {
    const { file, orderId } = await copyOf({ store: shops.released.store }, shops.released.ownerPassword);
    const into = join(shops.dataDir, 'new-card');
    expect(restore('edge/main.ts', ['--file', file], into)).toContain('✓');
    const db = openStoreFile(into);
    expect(db.prepare('select id from orders').pluck().all()).toContain(orderId);
    expect(db.prepare('select count(*) from user').pluck().get()).toBeGreaterThan(0);
    db.close();
  });

  it('of this version is refused in words by the last release, which changes nothing', async () => {
    const { file } = await copyOf({});
    const into = join(shops.dataDir, 'old-card');
    expect(restore(shops.released.store, ['--file', file], into)).toContain('não é uma cópia');
    expect(globSync(join(into, '**/*.db*'))).toEqual([]);
  });
});
