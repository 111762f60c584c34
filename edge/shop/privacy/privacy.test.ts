import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../../storage/schema/orders.ts';
import { inbox, outbox } from '../../storage/schema/replication.ts';
import { reportClients } from '../../storage/schema/reports.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { sell } from '../../testing/sell.ts';
import { SAMPLE_ID } from '@balcao/shared/order/sample.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const PHONE = '11987654321';
const everywhere = (): string => {
  const tables = store.db.$client.prepare("select name from sqlite_master where type = 'table'").all() as {
    name: string;
  }[];
  return tables
    .map(({ name }) => JSON.stringify(store.db.$client.prepare(`select * from "${name}"`).all()))
    .join('\n');
};

describe('one person', () => {
  it('is forgotten everywhere in the database, while orders, sums and hashes stay', async () => {
    const command = {
      id: SAMPLE_ID,
      kind: 'order.place',
      payload: {
        order: {
          id: SAMPLE_ID,
          customerPhone: PHONE,
          consumptionType: 'local',
          observations: 'ligar antes',
          items: [{ id: 'a', sizeId: 'g', baseId: 'acai', iceCreamId: 'ninho' }],
        },
      },
    };
    expect((await store.askLink('/link/commands', { json: command })).status).toBe(200);
    sell(store, store.clock.nowMs, { observations: 'sem gelo' });
    const other = sell(store, store.clock.nowMs, { customerPhone: '21900000000', observations: 'com gelo' });
    await store.rollups.upToDate();
    const hashes = () =>
      store.db
        .select()
        .from(outbox)
        .all()
        .map((row) => row.hash);
    const before = hashes();
    expect(
      await (await admin('/api/staff/privacy/erase', { json: { phone: '(11) 98765-4321' } })).json(),
    ).toMatchObject({ before: { orders: { count: 2 } }, left: 0 });
    const text = everywhere();
    expect([PHONE, 'sem gelo', 'ligar antes', 'com gelo'].filter((word) => text.includes(word))).toEqual([
      'com gelo',
    ]);
    expect(hashes().slice(0, before.length)).toEqual(before);
    expect(
      store.db
        .select()
        .from(orders)
        .all()
        .map((row) => row.customerPhone),
    ).toEqual([null, null, other.customerPhone]);
    const rows = store.db.select().from(outbox).all();
    expect(
      rows
        .filter((row) => row.kind === 'order' && row.aggregateId === SAMPLE_ID)
        .map((row) => row.body === null),
    ).toEqual([true, false]);
    expect(JSON.parse(rows.find((row) => row.kind === 'erasure')?.body ?? '')).toMatchObject({
      scope: 'person',
      orderIds: expect.arrayContaining([SAMPLE_ID]),
    });
    expect(await (await admin('/api/staff/reports/sales')).json()).toMatchObject({ totalOrders: 2 });
    expect(
      store.db
        .select()
        .from(reportClients)
        .all()
        .map((row) => row.phone),
    ).toEqual(['21900000000']);
    // The command came with the phone; sent again it still has its answer.
    expect(await (await store.askLink('/link/commands', { json: command })).json()).toMatchObject({
      status: 'done',
      order: { customerPhone: null },
    });
  });
});

describe('retention', () => {
  it('is twelve months unless somebody says otherwise, within 1 to 120', async () => {
    expect(await (await admin('/api/staff/privacy')).json()).toEqual({ retentionMonths: 12 });
    expect((await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 0 } })).status).toBe(
      422,
    );
    expect(
      await (await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 6 } })).json(),
    ).toEqual({ retentionMonths: 6 });
    expect(await (await admin('/api/staff/privacy')).json()).toEqual({ retentionMonths: 6 });
  });

  it('that is changed is told to the relay at once', async () => {
    let told = 0;
    const forget = store.orders.wake.on('log', () => (told += 1));
    const before = told;
    await admin('/api/staff/privacy', { method: 'PUT', json: { retentionMonths: 6 } });
    expect(told).toBeGreaterThan(before);
    forget();
  });

  it('clears phones and observations of older orders, once, and touches no younger one', async () => {
    inTransaction(store.db, () => {
      for (let n = 0; n < 150; n += 1)
        sell(store, '2025-11-20T23:59:00-03:00', { customerPhone: '11900000001', observations: 'velho' });
    });
    sell(store, '2025-11-21T00:00:00-03:00', { customerPhone: '11900000002', observations: 'novo' });
    await store.retention.run();
    const text = everywhere();
    expect(['11900000001', 'velho', '11900000002', 'novo'].filter((word) => text.includes(word))).toEqual([
      '11900000002',
      'novo',
    ]);
    const erasures = () =>
      store.db
        .select()
        .from(outbox)
        .all()
        .filter((row) => row.kind === 'erasure')
        .map((row) => row.body);
    expect(erasures()).toEqual(
      [50, 100, 150].map((upToNumber) => JSON.stringify({ scope: 'retention', upToNumber })),
    );
    await store.retention.run();
    expect(erasures()).toHaveLength(3);
    store.clock.nowMs += 86_400_000;
    await store.retention.run();
    expect(everywhere().includes('11900000002')).toBe(false);
  });

  it('clears the answers to commands as well', async () => {
    const order = { order: { id: SAMPLE_ID, customerPhone: PHONE, observations: 'oi' } };
    store.db
      .insert(inbox)
      .values({
        id: SAMPLE_ID,
        kind: 'order.place',
        requestHash: 'x',
        outcome: JSON.stringify({ status: 'done', ...order }),
        atMs: Date.parse('2024-01-01'),
      })
      .run();
    await store.retention.run();
    expect(everywhere().includes(PHONE)).toBe(false);
  });
});
