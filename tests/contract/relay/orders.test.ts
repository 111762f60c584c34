// An order over the relay: stored, delivered once, answered; and what holds while the store is slow, away or odd.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { setEntry } from '@balcao/shared/menu/document.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import type { Command } from '@balcao/shared/link/commands.ts';
import { keepAccount } from '../../harness/account.ts';
import { tokenOf } from '../../harness/fake-shop.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import {
  CLAIM,
  bodyOf,
  linked,
  onBothDatabases,
  unlinked,
  soon,
  type TestRelay,
} from '../../harness/relay.ts';
import { anOrder } from '../../harness/store-log.ts';

const aRequest = (changes: Record<string, unknown> = {}): { id: string } & Record<string, unknown> => ({
  ...sampleRequest(),
  id: v7(),
  claim: CLAIM,
  ...changes,
});
const states = async (relay: TestRelay): Promise<string[]> =>
  (
    await relay.rows<{ kind: string; state: string }>(sql`select kind, state from commands order by position`)
  ).map((row) => `${row.kind} ${row.state}`);
const settled = (relay: TestRelay): Promise<void> =>
  soon(async () => expect((await states(relay)).every((one) => !one.endsWith('queued'))).toBe(true));
const outcome = async (relay: TestRelay, id: string) =>
  bodyOf(await relay.ask(`/api/orders/by-id/${id}`, { token: CLAIM }));

onBothDatabases('an order', (scene) => {
  it('is decided by the store: the answer is 201 with what the store says', async () => {
    const store = await scene.linkedStore();
    const request = aRequest();
    const answer = await scene.relay.ask('/api/orders', { json: request });
    expect(answer.status).toBe(201);
    const placed = await bodyOf(answer);
    expect(placed).toMatchObject({
      state: 'placed',
      order: { id: request.id, totalCents: 2565, source: 'relay' },
      trackingToken: tokenOf(request.id),
    });
    expect(store.heard).toHaveLength(1);
    expect(await outcome(scene.relay, request.id)).toEqual(placed);
  });

  it('[41] [O20] brings the store a digest of its address: the same for one household, another for the next, never the address', async () => {
    const store = await scene.linkedStore();
    const from = async (address: string): Promise<string> => {
      await scene.relay.ask('/api/orders', { json: aRequest(), headers: { 'x-forwarded-for': address } });
      const command = store.heard.at(-1);
      return (command?.kind === 'order.place' ? command.caller : undefined) ?? 'none';
    };
    const household = await from('2001:db8:7:1::1');
    expect(household).toMatch(/^[\w-]{22}$/);
    expect(await from('2001:db8:7:1:ffff::2')).toBe(household);
    expect(await from('2001:db8:7:2::1')).not.toBe(household);
    const one = await from('203.0.113.7');
    expect(await from('203.0.113.7')).toBe(one);
    expect(await from('203.0.113.8')).not.toBe(one);
    expect(JSON.stringify(store.heard)).not.toContain('203.0.113');
    // Sent again from another address, as from a phone that left the Wi-Fi, it is the same order.
    const request = aRequest();
    for (const address of ['203.0.113.7', '203.0.113.9'])
      expect(
        (await scene.relay.ask('/api/orders', { json: request, headers: { 'x-forwarded-for': address } }))
          .status,
      ).toBe(201);
  });

  it('can be followed and paid at once, before its row has come', async () => {
    const store = await scene.linkedStore((one) => (one.logsOrders = false));
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    expect(
      await bodyOf(await scene.relay.ask(`/api/orders/${order.code}`, { token: trackingToken })),
    ).toMatchObject({ access: 'whole', order: { id: order.id } });
    const paid = await scene.relay.ask(`/api/orders/${order.code}/cash`, {
      token: trackingToken,
      json: { changeForCents: 5000 },
    });
    expect(await bodyOf(paid)).toMatchObject({ order: { paymentMethod: 'cash', changeForCents: 5000 } });
    expect(
      await bodyOf(await scene.relay.ask(`/api/orders/${order.code}`, { token: trackingToken })),
    ).toMatchObject({ order: { paymentMethod: 'cash' } });
    expect(store.log.rows).toHaveLength(0);
  });

  it('has its tracking token in no table in plain, and gives it to its own browser again, also after a restart', async () => {
    await scene.linkedStore();
    const request = aRequest();
    const placed = await bodyOf(await scene.relay.ask('/api/orders', { json: request }));
    const token = String(placed['trackingToken']);
    expect(token).toBe(tokenOf(request.id));
    await scene.relay.ask(`/api/orders/${placed['order'].code}/cash`, {
      token,
      json: { changeForCents: null },
    });
    await settled(scene.relay);

    const seen = await scene.relay.everything();
    expect(seen).toContain(request.id);
    expect(seen).not.toContain(token);
    // Nor in another writing of it.
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(seen).not.toContain(Buffer.from(token).toString(form).slice(0, 40));

    await scene.relay.stop();
    await scene.relay.start();
    expect(await bodyOf(await scene.relay.ask('/api/orders', { json: request }))).toEqual(placed);
    expect(await outcome(scene.relay, request.id)).toEqual(placed);
    // And for two days only: ids stand in the tables in plain.
    scene.relay.advance(49 * 3_600_000);
    await scene.relay.relay.round();
    expect(await outcome(scene.relay, request.id)).toMatchObject({ state: 'placed', trackingToken: '' });
    expect(
      await bodyOf(await scene.relay.ask(`/api/orders/${placed['order'].code}`, { token })),
    ).toMatchObject({ access: 'whole' });
  });

  it("is never overwritten by an answer that is older than the store's own row", async () => {
    const store = await scene.linkedStore((one) => {
      one.onCommand = (command, decide) => {
        const answer = decide(command);
        if (answer && 'order' in answer)
          one.log.appendOrder({ ...answer.order, status: 'PREPARING' }, tokenOf(answer.order.id));
        // The rows reach the relay before the answer does.
        return soon(() => expect(one.checkpoints.at(-1)?.seq).toBe(2)).then(() => answer);
      };
    });
    const { order } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    expect(await bodyOf(await scene.relay.ask(`/api/orders/${order.code}`))).toMatchObject({
      order: { status: 'PREPARING' },
    });
    expect(store.heard).toHaveLength(1);
  });

  it('sent again with the same content gets the same answer and is delivered once', async () => {
    const store = await scene.linkedStore();
    const request = aRequest();
    const first = await bodyOf(await scene.relay.ask('/api/orders', { json: request }));
    const again = await scene.relay.ask('/api/orders', { json: request });
    expect(again.status).toBe(201);
    expect(await bodyOf(again)).toEqual(first);
    expect(store.heard).toHaveLength(1);
  });

  it('sent twice at once is one order', async () => {
    const store = await scene.linkedStore();
    const request = aRequest();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => scene.relay.ask('/api/orders', { json: request }).then(bodyOf)),
    );
    expect(new Set(answers.map((one) => one['order'].code)).size).toBe(1);
    expect(store.heard).toHaveLength(1);
  });

  it('sent again with other content is refused, and the first one stays', async () => {
    await scene.linkedStore();
    const request = aRequest();
    const { order } = await bodyOf(await scene.relay.ask('/api/orders', { json: request }));
    const answer = await scene.relay.ask('/api/orders', { json: { ...request, consumptionType: 'local' } });
    expect(answer.status).toBe(409);
    expect(await bodyOf(answer)).toMatchObject({ code: 'id-reused' });
    expect(await outcome(scene.relay, request.id)).toMatchObject({
      order: { code: order.code, consumptionType: 'takeaway' },
    });
  });

  it("that the store refuses comes back as the store's reason, also when asked for later", async () => {
    await scene.linkedStore();
    const request = aRequest({ items: [{ id: 'one', sizeId: 'gigante', baseId: 'acai' }] });
    const answer = await scene.relay.ask('/api/orders', { json: request });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = await bodyOf(answer);
    expect(problem['errors'][0]).toMatchObject({ field: expect.stringContaining('items[0]') });
    expect(await outcome(scene.relay, request.id)).toEqual(problem);
  });

  it.each([
    ['no items', { items: [] }, 'items'],
    ['a number too large', { expectedTotalCents: 1e300 }, 'expectedTotalCents'],
    ['a negative total', { expectedTotalCents: -1 }, 'expectedTotalCents'],
    ['a wrong type', { consumptionType: 7 }, 'consumptionType'],
    ['a short phone', { customerPhone: '123' }, 'customerPhone'],
  ])('with %s is refused by field, and nothing is stored', async (_name, changes, field) => {
    const store = await scene.linkedStore();
    const answer = await scene.relay.ask('/api/orders', { json: aRequest(changes) });
    expect(answer.status).toBe(422);
    const { errors } = await bodyOf(answer);
    expect(errors[0].field).toBe(field);
    expect(errors[0].message).toMatch(/[a-zà-ú]/i);
    expect(await states(scene.relay)).toEqual([]);
    expect(store.heard).toEqual([]);
  });

  it('that is no JSON, or too much of it, is refused', async () => {
    await scene.linkedStore();
    expect((await scene.relay.ask('/api/orders', { json: '{' })).status).toBe(400);
    expect(
      (
        await scene.relay.ask('/api/orders', {
          json: aRequest({ observations: 'x'.repeat(300_000) }),
          headers: { connection: 'close' },
        })
      ).status,
    ).toBe(413);
    expect(await states(scene.relay)).toEqual([]);
  });

  it('of a closed or paused shop is refused with when it opens, and one that was sent before still has its answer', async () => {
    const store = await scene.linkedStore();
    const before = aRequest();
    await scene.relay.ask('/api/orders', { json: before });
    store.doc.getMap('settings').set('pausedUntilMs', Date.now() + 600_000);
    await soon(async () =>
      expect((await bodyOf(await scene.relay.ask('/api/store')))['open'].state).toBe('paused'),
    );
    const answer = await scene.relay.ask('/api/orders', { json: aRequest() });
    expect(answer.status).toBe(409);
    expect(await bodyOf(answer)).toMatchObject({
      code: 'store-closed',
      detail: expect.stringMatching(/pausou.*\d\d:\d\d/),
    });
    expect((await scene.relay.ask('/api/orders', { json: before })).status).toBe(201);
    expect(store.heard).toHaveLength(1);
  });

  it('is not paid with cash that is switched off: nothing is offered, nothing is asked of the store', async () => {
    const store = await scene.linkedStore();
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    const heard = store.heard.length;
    setEntry(store.doc, 'paymentMethods', 'cash', { enabled: false });
    await soon(async () =>
      expect((await bodyOf(await scene.relay.ask('/api/store')))['paymentMethods']).toEqual([]),
    );
    const answer = await scene.relay.ask(`/api/orders/${order.code}/cash`, {
      token: trackingToken,
      json: {},
    });
    expect([answer.status, (await bodyOf(answer))['code']]).toEqual([409, 'method-off']);
    expect(store.heard).toHaveLength(heard);
  });

  it('is not paid by PIX that is switched off, though the shop has its account: the provider is not asked', async () => {
    const store = await scene.linkedStore();
    await keepAccount(scene.relay, store.storeId);
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    setEntry(store.doc, 'paymentMethods', 'pix', { enabled: false });
    await soon(async () =>
      expect(
        JSON.stringify((await bodyOf(await scene.relay.ask('/api/store')))['paymentMethods']),
      ).not.toContain('pix'),
    );
    const answer = await scene.relay.ask(`/api/orders/${order.code}/pix`, { token: trackingToken, json: {} });
    expect([answer.status, (await bodyOf(answer))['code']]).toEqual([409, 'method-off']);
    expect(await scene.relay.rows(sql`select id from payment_attempts`)).toEqual([]);
  });

  it('of one person who sends too many is slowed with a time to wait', async () => {
    await scene.linkedStore();
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => scene.relay.ask('/api/orders', { json: { id: 'x' } })),
    );
    const slowed = answers.find((answer) => answer.status === 429) ?? answers[0];
    expect(slowed?.status).toBe(429);
    expect(Number(slowed?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('[41] and its choice of cash count together against too many a minute', async () => {
    await scene.linkedStore();
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    const chooseCash = async (): Promise<number> =>
      (await scene.relay.ask(`/api/orders/${order.code}/cash`, { token: trackingToken, json: {} })).status;
    expect(await chooseCash()).toBe(200);
    // The sixtieth of the minute is the last.
    for (let count = 3; count < 60; count += 1) await scene.relay.ask('/api/orders', { json: { id: 'x' } });
    expect([await chooseCash(), await chooseCash()]).toEqual([200, 429]);
  });
});

onBothDatabases('a command', (scene) => {
  it('whose answer was lost is sent again under the same id, and has one effect', async () => {
    const store = await scene.linkedStore();
    store.onCommand = (command, decide) => {
      store.onCommand = null;
      const answer = decide(command);
      // Done, but the power goes before the answer does.
      if (answer && 'status' in answer && answer.status === 'done')
        store.orders.set(answer.order.id, answer.order);
      setImmediate(() => store.cut());
      return null;
    };
    const request = aRequest();
    const answer = scene.relay.ask('/api/orders', { json: request });
    await unlinked(scene.relay, store);
    await store.dial();
    await linked(scene.relay, store);
    const placed = await bodyOf(await answer);
    expect(placed).toMatchObject({ state: 'placed', order: { id: request.id } });
    expect(new Set(store.heard.map((command) => command.id)).size).toBe(1);
    expect(store.heard.length).toBeGreaterThanOrEqual(2);
    expect(store.orders.size).toBe(1);
  });

  it('that fails for a moment is tried again', async () => {
    const store = await scene.linkedStore();
    let failures = 0;
    store.onCommand = (command, decide) => ((failures += 1) <= 2 ? { httpStatus: 503 } : decide(command));
    expect((await scene.relay.ask('/api/orders', { json: aRequest() })).status).toBe(201);
    expect(store.heard).toHaveLength(3);
  });

  it('[L12] that is a payment fact and comes before its order is sent again until the store knows the order', async () => {
    const store = await scene.linkedStore();
    const order = anOrder();
    const fact = { id: v7(), kind: 'payment.fact', payload: { orderId: order.id } };
    await scene.relay.relay.commands.enqueue(store.storeId, fact as never);
    await soon(() => expect(store.heard.length).toBeGreaterThan(1));
    store.orders.set(order.id, order);
    await soon(async () => expect(await states(scene.relay)).toEqual(['payment.fact done']));
  });

  it('[L17] whose wake was lost is delivered all the same, a moment later', async () => {
    const store = await scene.linkedStore();
    const order = anOrder();
    store.orders.set(order.id, order);
    const command = {
      id: v7(),
      kind: 'order.choose-cash',
      payload: { orderId: order.id, changeForCents: null },
    };
    const nowMs = scene.relay.nowMs;
    // Stored, and nobody told.
    await scene.relay.relay.db.execute(sql`
      insert into commands (store_id, id, order_id, kind, command, request_hash, state, next_at_ms, created_at_ms)
      values (${store.storeId}, ${command.id}, ${order.id}, ${command.kind}, ${JSON.stringify(command)}::jsonb, 'x', 'queued', ${nowMs}, ${nowMs})`);
    await soon(async () => expect(await states(scene.relay)).toEqual(['order.choose-cash done']));
  });

  it('that fails holds up no other order', async () => {
    const store = await scene.linkedStore();
    const stuck = aRequest();
    store.onCommand = (command, decide) =>
      command.kind === 'order.place' && command.payload.order.id === stuck.id
        ? { httpStatus: 503 }
        : decide(command);
    const waiting = scene.relay.ask('/api/orders', { json: stuck });
    for (let i = 0; i < 3; i += 1)
      expect((await scene.relay.ask('/api/orders', { json: aRequest() })).status).toBe(201);
    store.onCommand = null;
    expect((await waiting).status).toBe(201);
  });

  it('goes after those of its order that were before it, however often these fail', async () => {
    const store = await scene.linkedStore();
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    let failures = 0;
    store.onCommand = (command, decide) =>
      command.kind === 'order.choose-cash' && command.payload.changeForCents === null && (failures += 1) <= 2
        ? { httpStatus: 500 }
        : decide(command);
    const pay = (changeForCents: number | null) =>
      scene.relay.ask(`/api/orders/${order.code}/cash`, { token: trackingToken, json: { changeForCents } });
    const first = pay(null);
    await soon(() => expect(failures).toBeGreaterThan(0));
    const second = pay(5000);
    await Promise.all([first, second]);
    const kept = (): (number | null)[] =>
      store.heard
        .filter(
          (command): command is Extract<Command, { kind: 'order.choose-cash' }> =>
            command.kind === 'order.choose-cash',
        )
        .map((command) => command.payload.changeForCents);
    // A customer is answered before the store is reached when that takes long; the command goes on.
    await soon(() => expect(kept()).toEqual([null, null, null, 5000]));
  });

  it('[L11] goes in its turn among those of its order, however many of other orders wait between them', async () => {
    const store = await scene.linkedStore();
    const orders = [anOrder(), anOrder(), anOrder()];
    for (const order of orders) store.orders.set(order.id, order);
    store.cut();
    await unlinked(scene.relay, store);
    const turns = Array.from({ length: 12 }, (_, turn) => 10_000 + turn);
    for (const changeForCents of turns)
      for (const { id: orderId } of orders)
        await scene.relay.relay.commands.enqueue(store.storeId, {
          id: v7(),
          kind: 'order.choose-cash',
          payload: { orderId, changeForCents },
        });
    await store.dial();
    await soon(() => expect(store.heard).toHaveLength(orders.length * turns.length));
    for (const { id } of orders) {
      const ofOrder = store.heard.flatMap((command) =>
        command.kind === 'order.choose-cash' && command.payload.orderId === id
          ? [command.payload.changeForCents]
          : [],
      );
      expect(ofOrder).toEqual(turns);
    }
  });

  it('that the store cannot read is set aside with its reason, and the customer is told', async () => {
    const store = await scene.linkedStore();
    store.onCommand = () => ({ httpStatus: 422 });
    const request = aRequest();
    const answer = await scene.relay.ask('/api/orders', { json: request });
    expect(answer.status).toBe(422);
    expect(await states(scene.relay)).toEqual(['order.place set-aside']);
    expect((await scene.relay.ask(`/api/orders/by-id/${request.id}`, { token: CLAIM })).status).toBe(422);
    expect(store.heard).toHaveLength(1);
  });

  it('that the store is too old for waits, and holds up nothing', async () => {
    const store = await scene.linkedStore();
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    store.onCommand = (command, decide) =>
      command.kind === 'order.choose-cash' && command.payload.changeForCents === null
        ? { status: 'deferred', kind: command.kind }
        : decide(command);
    const deferred = await scene.relay.waitingForNobody(() =>
      scene.relay.ask(`/api/orders/${order.code}/cash`, {
        token: trackingToken,
        json: { changeForCents: null },
      }),
    );
    await soon(async () => expect(await states(scene.relay)).toContain('order.choose-cash deferred'));
    expect(
      (
        await scene.relay.ask(`/api/orders/${order.code}/cash`, {
          token: trackingToken,
          json: { changeForCents: 5000 },
        })
      ).status,
    ).toBe(200);
    expect(deferred.status).toBe(503);
    // After the upgrade it goes.
    store.onCommand = null;
    scene.relay.advance(11 * 60_000);
    await soon(async () =>
      expect(await states(scene.relay)).toEqual([
        'order.place done',
        'order.choose-cash done',
        'order.choose-cash done',
      ]),
    );
  });

  it('waits through a restart of the relay', async () => {
    const store = await scene.linkedStore();
    store.onCommand = () => null;
    const request = aRequest();
    const answer = scene.relay.ask('/api/orders', { json: request });
    await soon(() => expect(store.heard).toHaveLength(1));
    const stopping = scene.relay.stop();
    expect((await answer).status).toBe(202);
    await stopping;
    store.onCommand = null;
    await scene.relay.start();
    await store.dial();
    await soon(async () => expect(await outcome(scene.relay, request.id)).toMatchObject({ state: 'placed' }));
    expect(new Set(store.heard.map((command) => command.id)).size).toBe(1);
  });
});

onBothDatabases('while the store is away', (scene) => {
  async function away(store: FakeStore): Promise<void> {
    store.cut();
    await unlinked(scene.relay, store);
  }

  it('for less than a minute, an order is taken and waits: 202, and then the outcome', async () => {
    const store = await scene.linkedStore();
    await away(store);
    expect(await bodyOf(await scene.relay.ask('/api/store'))).toMatchObject({ storeOnline: true });
    const request = aRequest();
    const answer = await scene.relay.ask('/api/orders', { json: request });
    expect(answer.status).toBe(202);
    expect(await bodyOf(answer)).toEqual({ state: 'waiting', id: request.id });
    expect(await outcome(scene.relay, request.id)).toEqual({ state: 'waiting', id: request.id });
    await store.dial();
    await soon(async () => expect(await outcome(scene.relay, request.id)).toMatchObject({ state: 'placed' }));
  });

  it('for longer, none is taken, the menu stays, and the shop says that it is away', async () => {
    const store = await scene.linkedStore();
    await away(store);
    scene.relay.advance(61_000);
    const answer = await scene.relay.ask('/api/orders', { json: aRequest() });
    expect(answer.status).toBe(503);
    expect(await bodyOf(answer)).toMatchObject({
      code: 'store-away',
      detail: expect.stringContaining('Loja sem conexão no momento'),
    });
    // It may be back at any moment.
    const againInSeconds = Number(answer.headers.get('retry-after'));
    expect(againInSeconds).toBeGreaterThan(0);
    expect(againInSeconds).toBeLessThanOrEqual(60);
    expect(await states(scene.relay)).toEqual([]);
    expect(await bodyOf(await scene.relay.ask('/api/store'))).toMatchObject({ storeOnline: false });
    expect((await scene.relay.ask('/api/menu')).status).toBe(200);
  });

  it('an order that got no answer for ten minutes lapses, and one that did arrive after all is withdrawn', async () => {
    const store = await scene.linkedStore();
    store.onCommand = (command, decide) => {
      decide(command);
      return null;
    };
    const request = aRequest();
    const answer = scene.relay.waitingForNobody(() => scene.relay.ask('/api/orders', { json: request }));
    await soon(() => expect(store.heard).toHaveLength(1));
    await away(store);
    scene.relay.advance(10 * 60_000 + 1000);
    await scene.relay.relay.round();
    expect(await outcome(scene.relay, request.id)).toEqual({ state: 'lapsed', id: request.id });
    store.onCommand = null;
    await store.dial();
    await settled(scene.relay);
    expect(await states(scene.relay)).toEqual(['order.place lapsed', 'order.withdraw done']);
    expect(store.orders.get(request.id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'retirado' });
    expect(await outcome(scene.relay, request.id)).toEqual({ state: 'lapsed', id: request.id });
    expect((await answer).status).toBe(202);
  });

  it('an answer that comes after an order has lapsed does not bring it back', async () => {
    const store = await scene.linkedStore();
    const late = Promise.withResolvers<void>();
    store.onCommand = async (command, decide) => {
      if (command.kind === 'order.place') await late.promise;
      return decide(command);
    };
    const request = aRequest();
    const answer = scene.relay.waitingForNobody(() => scene.relay.ask('/api/orders', { json: request }));
    await soon(() => expect(store.heard).toHaveLength(1));
    scene.relay.advance(10 * 60_000 + 1000);
    await scene.relay.relay.round();
    late.resolve();
    await settled(scene.relay);
    expect(await states(scene.relay)).toEqual(['order.place lapsed', 'order.withdraw done']);
    expect(store.heard.map((command) => command.kind)).toEqual(['order.place', 'order.withdraw']);
    expect(await outcome(scene.relay, request.id)).toEqual({ state: 'lapsed', id: request.id });
    await answer;
  });

  it('no more wait than there is room for: then 429 with a time to wait', async () => {
    const store = await scene.linkedStore();
    await away(store);
    const json = JSON.stringify(sampleRequest());
    const add = (state: string, count: number) =>
      scene.relay.relay.db.execute(sql`
      insert into commands (store_id, id, order_id, kind, command, request_hash, state, next_at_ms, created_at_ms)
      select ${store.storeId}::uuid, gen_random_uuid(), gen_random_uuid(), 'order.place', ${json}::jsonb, 'x', ${state}, ${scene.relay.nowMs}::bigint, ${scene.relay.nowMs}::bigint from generate_series(1, ${count}::integer)`);
    // What a shop has answered for, or is held back, takes no place of what waits for it.
    for (const state of ['done', 'refused', 'lapsed', 'set-aside']) await add(state, 500);
    await add('queued', 499);
    expect((await scene.relay.ask('/api/orders', { json: aRequest() })).status).toBe(202);
    const answer = await scene.relay.ask('/api/orders', { json: aRequest() });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('cash cannot be chosen any more', async () => {
    const store = await scene.linkedStore();
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: aRequest() }));
    await away(store);
    scene.relay.advance(61_000);
    const answer = await scene.relay.ask(`/api/orders/${order.code}/cash`, {
      token: trackingToken,
      json: {},
    });
    expect(answer.status).toBe(503);
    expect(await states(scene.relay)).toEqual(['order.place done']);
  });
});

onBothDatabases('two stores on one relay', (scene) => {
  it('are told apart by the host, and see nothing of each other', async () => {
    const first = await scene.linkedStore();
    const second = await scene.pairedStore();
    const { db, stores } = scene.relay.relay;
    await db.execute(sql`update stores set host = 'um.example' where store_id = ${first.storeId}`);
    await db.execute(sql`update stores set host = 'dois.example' where store_id = ${second.storeId}`);
    stores.invalidate();
    await second.syncDocument({ ...sampleCatalog({ storeName: 'A outra' }) });
    await second.dial();
    await linked(scene.relay, second);

    // The test's own client cannot set Host; the application is asked directly.
    const ask = async (host: string, path: string, json?: unknown): Promise<Response> =>
      scene.relay.relay.app.fetch(
        new Request(`http://${host}${path}`, {
          method: json === undefined ? 'GET' : 'POST',
          headers: { host, 'content-type': 'application/json' },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        }),
        { incoming: { socket: { remoteAddress: '198.51.100.251' } } } as never,
      );
    await soon(async () =>
      expect(await bodyOf(await ask('dois.example', '/api/store'))).toMatchObject({
        name: 'A outra',
        storeOnline: true,
      }),
    );
    const { order } = await bodyOf(await ask('um.example:443', '/api/orders', aRequest()));
    expect((await ask('um.example', `/api/orders/${order.code}`)).status).toBe(200);
    expect((await ask('dois.example', `/api/orders/${order.code}`)).status).toBe(404);
    // A name that nobody has is not answered at all.
    expect((await ask('tres.example', '/api/store')).status).toBe(421);
    expect(second.heard).toEqual([]);
  });
});
