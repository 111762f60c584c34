// What stands still between store and site, and an administrator's way out of it: real code on both sides.
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { START_OVER_WORD } from '@balcao/shared/http/held.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { sell } from '../../../edge/testing/sell.ts';
import { asRole, type Asking } from '../../../edge/testing/sign-in.ts';
import { bodyOf, onOneDatabase, soon } from '../../harness/relay.ts';
import { inStep, openLinkedStore, rollBack, snapshot } from '../../harness/real-store.ts';
import { replacing, restore } from './restore.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});
const order = () => ({ ...sampleRequest(), id: v7() });
const audited = (store: TestStore): unknown[] =>
  store.db.$client.prepare(`select detail from audit where action = 'relay'`).pluck().all();
const heldOf = async (admin: Asking) => bodyOf(await admin('/api/staff/relay/held'));

onOneDatabase('a command that the store cannot take', (scene) => {
  const start = async (): Promise<{ store: TestStore; admin: Asking; orderId: string; code: string }> => {
    const store = await openLinkedStore(scene.relay);
    open.push(store);
    const admin = await asRole(store, 'ADMIN');
    const placed = await bodyOf(await store.ask('/api/orders', { json: order() }));
    await inStep(scene.relay, store);
    return { store, admin, orderId: placed['order'].id, code: placed['order'].code };
  };
  const send = (store: TestStore, command: object): Promise<boolean> =>
    scene.relay.relay.commands.enqueue(store.identity.storeId, command as never);

  it('[L22] is shown to the administrator, and can be tried again once it can be read', async () => {
    const { store, admin, orderId, code } = await start();
    const id = v7();
    await send(store, { id, kind: 'order.choose-cash', payload: { orderId, changeForCents: -5 } });
    await soon(async () =>
      expect(await heldOf(admin)).toMatchObject({
        condition: 'following',
        commands: [
          {
            id,
            kind: 'order.choose-cash',
            orderCode: code,
            state: 'set-aside',
            canRetry: true,
            canDiscard: true,
          },
        ],
      }),
    );
    await scene.relay.rows(
      sql`update commands set command = jsonb_set(command, '{payload,changeForCents}', '5000'), attempts = 9 where id = ${id}`,
    );
    expect((await admin(`/api/staff/relay/held/${id}/retry`, { method: 'POST' })).status).toBe(204);
    await soon(() =>
      expect(store.orders.repository.byId(orderId)).toMatchObject({
        paymentMethod: 'cash',
        changeForCents: 5000,
      }),
    );
    await soon(async () => expect((await heldOf(admin))['commands']).toEqual([]));
    // Were it to fail, its next try would come as soon as after a first one.
    expect(await scene.relay.rows(sql`select attempts from commands where id = ${id}`)).toEqual([
      { attempts: 0 },
    ]);
    expect((await admin(`/api/staff/relay/held/${id}/retry`, { method: 'POST' })).status).toBe(409);
    expect(audited(store)).toEqual(['mandou tentar de novo um comando parado do site']);
  });

  it('[L22] whose customer was told so can only be discarded, and news about money cannot', async () => {
    const { store, admin, orderId } = await start();
    // They are listed as they came, whatever their ids: these were made by a clock that went back.
    const [fact, placement] = [v7(), v7()];
    await send(store, { id: placement, kind: 'order.place', payload: { order: { id: v7() } } });
    await soon(async () => expect((await heldOf(admin))['commands']).toHaveLength(1));
    // As a store that is too old for it leaves it.
    await send(store, { id: fact, kind: 'payment.fact', payload: { orderId } });
    await scene.relay.rows(
      sql`update commands set state = 'deferred', next_at_ms = ${scene.relay.nowMs + 600_000} where id = ${fact}`,
    );
    expect((await heldOf(admin))['commands']).toMatchObject([
      { id: placement, state: 'set-aside', canRetry: false, canDiscard: true },
      { id: fact, state: 'deferred', canRetry: true, canDiscard: false },
    ]);
    expect((await admin(`/api/staff/relay/held/${placement}/retry`, { method: 'POST' })).status).toBe(409);
    expect((await admin(`/api/staff/relay/held/${fact}/discard`, { method: 'POST' })).status).toBe(409);
    expect((await admin(`/api/staff/relay/held/${placement}/discard`, { method: 'POST' })).status).toBe(204);
    expect((await heldOf(admin))['commands']).toMatchObject([{ id: fact }]);
    expect(audited(store)).toEqual(['descartou um comando parado do site']);
  });
});

onOneDatabase('a store whose log differs from the copy of its site', (scene) => {
  /** One that sold on from an older card before it heard its site. `lost` is only there, `sold` only here. */
  async function forked() {
    const store = await openLinkedStore(scene.relay);
    await inStep(scene.relay, store);
    const earlier = await snapshot(store);
    const lost = await bodyOf(await store.ask('/api/orders', { json: order() }));
    await inStep(scene.relay, store);
    const folder = await rollBack(store, earlier);
    const alone = await openTestStore({ folder });
    const sold = [sell(alone, alone.clock.nowMs), sell(alone, alone.clock.nowMs)];
    await alone.stop();
    const again = await openLinkedStore(scene.relay, { folder });
    await soon(() => expect(again.alarms.open()).toMatchObject([{ id: 'link.log' }]));
    return { again, lost, sold };
  }

  it('[L19] becomes what its site knows when it is restored from there, for that is right', async () => {
    const { again, lost, sold } = await forked();
    const { folder } = again;
    await again.stop();
    const pairingCode = await replacing(scene.relay, again.identity.storeId);
    await restore({ relayUrl: scene.relay.url, folder, pairingCode, sheet: null });
    const right = await openLinkedStore(scene.relay, { folder, environment: {} });
    open.push(right);
    await inStep(scene.relay, right);
    expect(right.orders.repository.byId(lost['order'].id)).not.toBeNull();
    for (const { id } of sold) expect(right.orders.repository.byId(id)).toBeNull();
    expect(right.alarms.open().map(({ id }) => id)).not.toContain('link.log');
    expect((await scene.relay.ask('/api/orders', { json: order() })).status).toBe(201);
    await inStep(scene.relay, right);
  });

  it('[L23] is followed anew from its first row when an administrator in the shop says that it is right', async () => {
    const { again, lost } = await forked();
    open.push(again);
    const admin = await asRole(again, 'ADMIN');
    await soon(async () => expect(await heldOf(admin)).toMatchObject({ condition: 'quarantined' }));

    const decide = (ask: Asking, confirm: string) =>
      ask('/api/staff/relay/start-over', { json: { confirm } });
    expect((await decide(admin, 'sim')).status).toBe(422);
    expect(await heldOf(admin)).toMatchObject({ condition: 'quarantined' });
    expect((await decide(admin, START_OVER_WORD)).status).toBe(204);

    await inStep(scene.relay, again);
    await soon(() => expect(again.alarms.open()).toEqual([]));
    expect((await scene.relay.ask('/api/orders', { json: order() })).status).toBe(201);
    await inStep(scene.relay, again);
    const copy = await scene.relay.rows<{ id: string }>(sql`select id from orders order by number`);
    const own = again.db.$client.prepare('select id from orders order by number').pluck().all();
    expect(copy.map(({ id }) => id)).toEqual(own);
    expect(own).not.toContain(lost['order'].id);
    expect(audited(again)).toEqual(['decidiu que o registro da loja está certo: o site refaz a sua cópia']);
    // There is nothing to decide any more.
    expect((await decide(admin, START_OVER_WORD)).status).toBe(409);
  });
});
