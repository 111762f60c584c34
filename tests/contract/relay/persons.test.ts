// Persons at rest: a stolen copy of the relay's database names no customer, and everybody is served as ever.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { CLAIM, bodyOf, onBothDatabases, soon, type TestRelay } from '../../harness/relay.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { anOrder } from '../../harness/store-log.ts';

const PHONE = '11955554444';
const WORDS = 'tocar a campainha azul';
const BUYER = {
  customerName: 'Maria de Souza',
  customerAddress: 'Rua das Flores, 9',
  customerCpfCnpj: '12345678909',
};
const PERSONAL = [PHONE, WORDS, ...Object.values(BUYER)];

const caughtUp = (relay: TestRelay, store: FakeStore): Promise<void> =>
  soon(async () => {
    const [row] = await relay.rows<{ hash: string }>(
      sql`select hash from stores where store_id = ${store.storeId}`,
    );
    expect(row?.hash).toBe(store.log.head().hash);
  });
const inClear = async (relay: TestRelay): Promise<string[]> => {
  const text = await relay.dump();
  return PERSONAL.filter((words) => text.includes(words));
};

onBothDatabases('[61] persons at the relay', (scene) => {
  it('stand nowhere in clear while an order waits, is answered, and is in the log', async () => {
    const store = await scene.linkedStore();
    const json = { ...sampleRequest(), customerPhone: PHONE, observations: WORDS, id: v7(), claim: CLAIM };
    const answer = await scene.relay.ask('/api/orders', { json });
    expect(answer.status).toBe(201);
    expect(await bodyOf(answer)).toMatchObject({ order: { customerPhone: PHONE, observations: WORDS } });
    expect(await inClear(scene.relay)).toEqual([]);
    await caughtUp(scene.relay, store);
    store.log.append(
      'wholesale-order',
      v7(),
      sampleWholesaleOrder({ customerPhone: PHONE, observations: WORDS, ...BUYER }),
    );
    await caughtUp(scene.relay, store);
    expect(await inClear(scene.relay)).toEqual([]);
    const all = await scene.relay.everything();
    expect(PERSONAL.filter((words) => !all.includes(words))).toEqual([]);
  });

  it('are served to who may see them: the claim, the whole phone, and the store that asks for its rows', async () => {
    const store = await scene.linkedStore();
    const json = { ...sampleRequest(), customerPhone: PHONE, observations: WORDS, id: v7(), claim: CLAIM };
    await scene.relay.ask('/api/orders', { json });
    const byId = await scene.relay.ask(`/api/orders/by-id/${json.id}`, { token: CLAIM });
    expect(await bodyOf(byId)).toMatchObject({ order: { customerPhone: PHONE, observations: WORDS } });
    await caughtUp(scene.relay, store);
    const again = anOrder({ customerPhone: PHONE, observations: WORDS });
    store.log.appendOrder(again, 'token-of-the-customer');
    await caughtUp(scene.relay, store);
    const found = await bodyOf(await scene.relay.ask('/api/track', { json: { phone: PHONE } }));
    expect(found['orders']).toHaveLength(2);
    const whole = await scene.relay.ask(`/api/orders/${again.code}`, { token: 'token-of-the-customer' });
    expect(await bodyOf(whole)).toMatchObject({ order: { customerPhone: PHONE, observations: WORDS } });

    const given = await scene.relay.ask('/edge/restore/rows?after=0', { token: await store.token() });
    const { rows } = (await bodyOf(given)) as { rows: { kind: string; aggregateId: string; body: string }[] };
    const body = rows.find(({ aggregateId }) => aggregateId === again.id)?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({ order: again });
  });

  it('that an earlier version kept in clear are sealed by themselves, and found as before', async () => {
    const store = await scene.linkedStore();
    const order = anOrder({ customerPhone: PHONE, observations: WORDS });
    store.log.appendOrder(order, 'token-of-the-customer');
    await caughtUp(scene.relay, store);
    const wholesale = sampleWholesaleOrder({ id: v7(), customerPhone: PHONE, observations: WORDS, ...BUYER });
    store.log.append('wholesale-order', wholesale.id, wholesale);
    const placed = { ...sampleRequest(), customerPhone: PHONE, observations: WORDS, id: v7(), claim: CLAIM };
    expect((await scene.relay.ask('/api/orders', { json: placed })).status).toBe(201);
    await caughtUp(scene.relay, store);
    const body = JSON.stringify({ order, trackingTokenHash: 'a'.repeat(64) });
    const { db } = scene.relay.relay;
    await db.execute(sql`update aggregates set body = ${body} where aggregate_id = ${order.id}`);
    await db.execute(sql`update orders set customer_phone = ${PHONE} where id = ${order.id}`);
    await db.execute(sql`update wholesale_orders set customer_phone = ${PHONE}, body = ${JSON.stringify(wholesale)}
      where id = ${wholesale.id}`);
    const ofCustomer = JSON.stringify({ customerPhone: PHONE, observations: WORDS });
    await db.execute(sql`update commands
      set outcome = jsonb_set(outcome, '{order}', (outcome -> 'order') || ${ofCustomer}::jsonb) where order_id = ${placed.id}`);
    // A relay keeps far more than are sealed at once: the same of a hundred other shops and more.
    for (const [table, id] of [
      ['aggregates', 'aggregate_id'],
      ['orders', 'id'],
      ['wholesale_orders', 'id'],
      ['commands', 'order_id'],
    ] as const)
      await db.execute(sql`insert into ${sql.raw(table)} overriding user value
        select (jsonb_populate_record(t, jsonb_build_object('store_id', gen_random_uuid()))).*
        from ${sql.raw(table)} t, generate_series(1, 120) where ${sql.raw(id)}::text in (${order.id}, ${wholesale.id}, ${placed.id})`);
    await db.execute(sql`delete from relay_facts where name = 'persons_and_answers_sealed'`);
    expect(await inClear(scene.relay)).toEqual(PERSONAL);
    await scene.relay.stop();
    await scene.relay.start();
    await soon(async () => expect(await inClear(scene.relay)).toEqual([]));
    const found = await bodyOf(await scene.relay.ask('/api/track', { json: { phone: PHONE } }));
    expect(found['orders']).toHaveLength(2);
    const bought = await bodyOf(await scene.relay.ask('/api/wholesale/track', { json: { phone: PHONE } }));
    expect(bought['orders']).toMatchObject([{ customerName: 'Maria S.' }]);
    const answered = await scene.relay.ask(`/api/orders/by-id/${placed.id}`, { token: CLAIM });
    expect(await bodyOf(answered)).toMatchObject({ order: { customerPhone: PHONE, observations: WORDS } });
  });
});
