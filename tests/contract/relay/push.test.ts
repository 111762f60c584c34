// Notifications as they reach a browser: signed, encrypted, once; and who may have them.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import pino from 'pino';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { createPush } from '../../../cloud/notifications/push.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { startPushService } from '../../support/push-service.ts';
import { tokenOf } from '../../harness/fake-shop.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, linked, onBothDatabases, soon, unlinked, type Scene } from '../../harness/relay.ts';

const MINUTE_MS = 60_000;
let phones: Awaited<ReturnType<typeof startPushService>>;
beforeEach(async () => {
  phones = await startPushService();
});
afterEach(() => phones.close());

const publicKey = async (scene: Scene): Promise<string> =>
  String((await bodyOf(await scene.relay.ask('/api/push/public-key')))['publicKey']);

async function placed(scene: Scene, store: FakeStore): Promise<Order> {
  const id = v7();
  const answer = await scene.relay.ask('/api/orders', { json: { ...sampleRequest(), id } });
  expect(answer.status).toBe(201);
  const order = store.orders.get(id);
  if (!order) throw new Error('no order');
  return order;
}

/** The store says so, and the relay has heard it. */
async function become(scene: Scene, store: FakeStore, order: Order, change: Partial<Order>): Promise<Order> {
  const changed = { ...order, ...change };
  store.log.appendOrder(changed, tokenOf(order.id));
  await soon(async () =>
    expect(await scene.relay.rows(sql`select status from orders where id = ${order.id}`)).toEqual([
      { status: changed.status },
    ]),
  );
  return changed;
}

const subscribe = (scene: Scene, order: Order, json: unknown, token = tokenOf(order.id)) =>
  scene.relay.ask(`/api/orders/${order.code}/push`, { json, token });

/** The store's own call to the relay, as an ADMIN asked for it. */
const edge = async (
  scene: Scene,
  store: FakeStore,
  path: string,
  init: { method?: string; json?: unknown } = {},
) => scene.relay.ask(`/edge/push${path}`, { ...init, token: await store.token() });

async function ownerPhone(scene: Scene, store: FakeStore, userId = 'dona') {
  const phone = phones.subscribe(await publicKey(scene));
  const answer = await edge(scene, store, '/devices', {
    json: { label: 'Celular da dona', userId, subscription: phone.subscription },
  });
  expect(answer.status).toBe(200);
  return phone;
}
/** The relay's notifications once more, over its own tables: their rounds run when the test says so. */
const ownAlarms = (scene: Scene, clock = Date.now) =>
  createPush({
    db: scene.relay.relay.db,
    config: {
      secretsKey: scene.relay.secretsKey,
      publicUrl: scene.relay.url,
      simulators: true,
      timeZone: 'America/Sao_Paulo',
      alarmWebhookUrl: null,
      storeAwayAlarmMs: 5 * MINUTE_MS,
    },
    isLinked: () => true,
    settings: () => Promise.resolve(sampleCatalog().settings),
    clock,
    log: pino({ level: 'silent' }),
  });
const titles = () => phones.taken.map((one) => one.message.title);
/** The relay's own timer may be quicker than the test: then the message is on its way. */
const told = (expected: string[]) => soon(() => expect(titles()).toEqual(expected));

onBothDatabases('a customer', (scene) => {
  it('is told once when the order becomes ready, with numbers and nothing else', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const phone = phones.subscribe(await publicKey(scene));
    expect((await subscribe(scene, order, phone.subscription)).status).toBe(204);
    await become(scene, store, order, { status: 'PREPARING', panelNumber: 12, panelDate: '2026-11-21' });
    await scene.relay.relay.round();
    expect(phones.taken).toEqual([]);

    const ready = await become(scene, store, order, {
      status: 'READY',
      panelNumber: 12,
      panelDate: '2026-11-21',
    });
    await scene.relay.relay.round();
    await become(scene, store, order, { status: 'PREPARING', panelNumber: 12, panelDate: '2026-11-21' });
    await become(scene, store, order, { status: 'READY', panelNumber: 12, panelDate: '2026-11-21' });
    await scene.relay.relay.round();
    await told(['Seu pedido está pronto!']);
    expect(phones.refused).toEqual([]);
    expect(phones.taken.map((one) => one.message)).toEqual([
      {
        title: 'Seu pedido está pronto!',
        body: 'Número 12 no painel: é só retirar no balcão.',
        url: `/pedido/sucesso/${ready.code}`,
        tag: `order-${ready.code}`,
      },
    ]);
    expect(JSON.stringify(phones.taken[0]?.message)).not.toContain(order.customerPhone);
    expect(phones.taken[0]?.headers).toMatchObject({ urgency: 'high' });
  });

  it('is told after a crash between the order and the message, and when the service was down for a while', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const phone = phones.subscribe(await publicKey(scene));
    await subscribe(scene, order, phone.subscription);
    phones.answer(phone.device, { status: 503 }, { status: 429, headers: { 'retry-after': '40' } });
    await become(scene, store, order, { status: 'READY' });
    await scene.relay.relay.round();
    await scene.relay.stop();
    await scene.relay.start();
    scene.relay.advance(5000);
    await scene.relay.relay.round();
    scene.relay.advance(20_000);
    await scene.relay.relay.round();
    expect(phones.taken).toEqual([]);
    scene.relay.advance(30_000);
    await scene.relay.relay.round();
    await told(['Seu pedido está pronto!']);
  });

  it('[121] does not wait for a day for a message that was put off before the clock was set back by one', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const phone = phones.subscribe(await publicKey(scene));
    await subscribe(scene, order, phone.subscription);
    phones.answer(phone.device, { status: 503 });
    await become(scene, store, order, { status: 'READY' });
    await scene.relay.relay.round();
    expect(phones.taken).toEqual([]);
    await scene.relay.stop();
    scene.relay.advance(-1440 * MINUTE_MS);
    await scene.relay.start();
    await scene.relay.relay.round();
    await told(['Seu pedido está pronto!']);
  });

  it('is told however many have been told and have not fetched their orders yet', async () => {
    const store = await scene.linkedStore();
    const [first, later] = [await placed(scene, store), await placed(scene, store)];
    const key = await publicKey(scene);
    expect((await subscribe(scene, first, phones.subscribe(key).subscription)).status).toBe(204);
    await become(scene, store, first, { status: 'READY' });
    await scene.relay.relay.round();
    await told(['Seu pedido está pronto!']);
    // As many as one round looks at, of this store or of others.
    await scene.relay.rows(
      sql`insert into push_subscriptions (store_id, id, order_id, endpoint, p256dh, auth, created_at_ms, told_at_ms)
        select store_id, gen_random_uuid(), order_id, endpoint, p256dh, auth, created_at_ms, told_at_ms
        from push_subscriptions, generate_series(1, 200)`,
    );
    const phone = phones.subscribe(key);
    expect((await subscribe(scene, later, phone.subscription)).status).toBe(204);
    await become(scene, store, later, { status: 'READY' });
    await scene.relay.relay.round();
    await soon(() => expect(phones.taken.at(-1)?.device).toBe(phone.device));
  });

  it('is not told half an hour later, when the cup was fetched long ago', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const phone = phones.subscribe(await publicKey(scene));
    await subscribe(scene, order, phone.subscription);
    phones.answer(phone.device, { status: 429, headers: { 'retry-after': '600' } });
    await become(scene, store, order, { status: 'READY' });
    await scene.relay.relay.round();
    await soon(async () =>
      expect(await scene.relay.rows(sql`select tries from push_messages`)).toEqual([{ tries: 1 }]),
    );
    scene.relay.advance(31 * MINUTE_MS);
    await scene.relay.relay.round();
    await soon(async () => expect(await scene.relay.rows(sql`select id from push_messages`)).toEqual([]));
    expect(titles()).toEqual([]);
  });

  it('who no longer wants it is forgotten, and who turned it off is not told', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const key = await publicKey(scene);
    const [gone, unknown, off] = [phones.subscribe(key), phones.subscribe(key), phones.subscribe(key)];
    for (const { subscription } of [gone, unknown, off])
      expect((await subscribe(scene, order, subscription)).status).toBe(204);
    await scene.relay.ask(`/api/orders/${order.code}/push`, {
      method: 'DELETE',
      json: { endpoint: off.subscription.endpoint },
      token: tokenOf(order.id),
    });
    phones.unsubscribe(gone.device);
    phones.answer(unknown.device, { status: 404 });
    await become(scene, store, order, { status: 'READY' });
    await scene.relay.relay.round();
    await soon(async () =>
      expect(
        await scene.relay.rows(sql`select id from push_messages union select id from push_subscriptions`),
      ).toEqual([]),
    );
    expect(phones.taken).toEqual([]);
  });

  it('needs the order’s token, an order that is still being made, and a browser’s own service', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const { subscription } = phones.subscribe(await publicKey(scene));
    expect((await subscribe(scene, order, subscription, 'a-stranger-guessing')).status).toBe(404);
    const elsewhere = { ...subscription, endpoint: 'https://10.0.0.1/internal' };
    expect((await subscribe(scene, order, elsewhere)).status).toBe(422);
    expect(
      (await subscribe(scene, order, { ...subscription, keys: { p256dh: 'x', auth: 'y' } })).status,
    ).toBe(422);
    for (const status of ['READY', 'DELIVERED', 'CANCELLED'] as const) {
      await become(scene, store, order, { status, cancelReason: status === 'CANCELLED' ? 'expirado' : null });
      const answer = await subscribe(scene, order, subscription);
      expect([answer.status, (await bodyOf(answer))['code']]).toEqual([409, 'order-over']);
    }
    expect(await scene.relay.rows(sql`select id from push_subscriptions`)).toEqual([]);
  });

  it('cannot fill the table: a few browsers per order, forgotten with it', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const key = await publicKey(scene);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1)
      statuses.push((await subscribe(scene, order, phones.subscribe(key).subscription)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 409, 409]);
    await become(scene, store, order, { status: 'DELIVERED' });
    scene.relay.advance(61 * MINUTE_MS);
    await scene.relay.relay.round();
    expect(await scene.relay.rows(sql`select id from push_subscriptions`)).toEqual([]);
  });

  it('is forgotten with an order that was called off, and not with one that is still made', async () => {
    const store = await scene.linkedStore();
    const [off, made] = [await placed(scene, store), await placed(scene, store)];
    const key = await publicKey(scene);
    for (const order of [off, made])
      expect((await subscribe(scene, order, phones.subscribe(key).subscription)).status).toBe(204);
    await become(scene, store, off, { status: 'CANCELLED', cancelReason: 'cliente' });
    // The hour of before was the last test's: its housekeeping is an hour from this one's beginning.
    scene.relay.advance(122 * MINUTE_MS);
    await scene.relay.relay.round();
    expect(await scene.relay.rows(sql`select order_id from push_subscriptions`)).toEqual([
      { order_id: made.id },
    ]);
  });
});

onBothDatabases('an owner', (scene) => {
  const printer = (sinceMs: number, endedAtMs: number | null = null) => ({
    title: 'Impressora parada',
    text: 'A impressora Cozinha não responde. Veja se está ligada e na rede.',
    sinceMs,
    endedAtMs,
  });
  const known = (n: number) =>
    soon(async () => expect(await scene.relay.rows(sql`select id from alarms`)).toHaveLength(n));

  it('hears what the store raises, once while it lasts, and again when it comes back', async () => {
    const store = await scene.linkedStore();
    await ownerPhone(scene, store);
    const tell = async (body: object) => {
      const { seq } = store.log.append('alarm', 'printer.1', body);
      await soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(seq));
      await scene.relay.relay.round();
    };
    await tell(printer(1000));
    await tell({ ...printer(1000), text: 'Ainda parada.' });
    await tell(printer(1000, 2000));
    await told(['Impressora parada']);
    await tell(printer(3000));
    await told(['Impressora parada', 'Impressora parada']);
    expect(await bodyOf(await edge(scene, store, ''))).toMatchObject({
      webhook: false,
      devices: [{ label: 'Celular da dona' }],
      alarms: [{ id: 'printer.1', sinceMs: 3000, endedAtMs: null }],
    });
  });

  it('hears nothing of what was over before anybody could be told', async () => {
    const store = await scene.linkedStore();
    await ownerPhone(scene, store);
    store.log.append('alarm', 'printer.1', printer(1000, 2000));
    store.log.append('alarm', 'printer.2', { ...printer(3000), title: 'Papel no fim' });
    await known(2);
    await scene.relay.relay.round();
    await told(['Papel no fim']);
  });

  it('hears it after a crash right after the row was applied', async () => {
    const store = await scene.linkedStore();
    await ownerPhone(scene, store);
    store.log.append('alarm', 'backup', { ...printer(1000), title: 'Backup falhou' });
    await known(1);
    await scene.relay.stop();
    await scene.relay.start();
    await scene.relay.relay.round();
    await told(['Backup falhou']);
  });

  it('is not held up by an alarm that cannot be read: it is set aside and the log goes on', async () => {
    const store = await scene.linkedStore();
    store.log.append('alarm', 'backup', { title: 'sem texto' });
    await known(0);
    const order = await placed(scene, store);
    await become(scene, store, order, { status: 'READY' });
    expect(await scene.relay.rows(sql`select kind from aggregates where set_aside is not null`)).toEqual([
      { kind: 'alarm' },
    ]);
  });

  it('hears that the store is away while it should be open, once, and not of a moment without it', async () => {
    const store = await scene.linkedStore();
    await ownerPhone(scene, store);
    store.cut();
    await unlinked(scene.relay, store);
    scene.relay.advance(3 * MINUTE_MS);
    await scene.relay.relay.round();
    expect(titles()).toEqual([]);
    scene.relay.advance(3 * MINUTE_MS);
    await scene.relay.relay.round();
    scene.relay.advance(MINUTE_MS);
    await scene.relay.relay.round();
    await told(['Loja sem conexão']);
    await store.dial();
    await linked(scene.relay, store);
    scene.relay.advance(MINUTE_MS);
    await scene.relay.relay.round();
    expect(await scene.relay.rows(sql`select ended_at_ms is not null as ended from alarms`)).toEqual([
      { ended: true },
    ]);
    // What lasted once is told anew when it begins anew.
    store.cut();
    await unlinked(scene.relay, store);
    scene.relay.advance(6 * MINUTE_MS);
    await scene.relay.relay.round();
    await told(['Loja sem conexão', 'Loja sem conexão']);
  });

  it('can try it, take a device away, and loses all devices with the role', async () => {
    const store = await scene.linkedStore();
    const first = await ownerPhone(scene, store, 'dona');
    const second = await ownerPhone(scene, store, 'ex-gerente');
    expect(await bodyOf(await edge(scene, store, '/test', { method: 'POST' }))).toEqual({ sent: 2 });
    await scene.relay.relay.round();
    await told(['Aviso de teste', 'Aviso de teste']);
    expect(new Set(phones.taken.map((one) => one.device))).toEqual(new Set([first.device, second.device]));

    expect((await edge(scene, store, '/owners', { method: 'PUT', json: { userIds: ['dona'] } })).status).toBe(
      204,
    );
    expect(await bodyOf(await edge(scene, store, '/test', { method: 'POST' }))).toEqual({ sent: 1 });
    const { devices } = await bodyOf(await edge(scene, store, ''));
    const removed = await edge(scene, store, `/devices/${devices[0].id}`, { method: 'DELETE' });
    expect(await bodyOf(removed)).toEqual({ removed: true });
    expect(await bodyOf(await edge(scene, store, '/test', { method: 'POST' }))).toEqual({ sent: 0 });
  });

  it('has no device left where nobody may hear alarms any more', async () => {
    const store = await scene.linkedStore();
    await ownerPhone(scene, store, 'dona');
    await edge(scene, store, '/owners', { method: 'PUT', json: { userIds: [] } });
    expect((await bodyOf(await edge(scene, store, '')))['devices']).toEqual([]);
    expect(await bodyOf(await edge(scene, store, '/test', { method: 'POST' }))).toEqual({ sent: 0 });
  });

  it('loses no customer’s phone with those of users who may not hear alarms any more', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const customer = phones.subscribe(await publicKey(scene));
    expect((await subscribe(scene, order, customer.subscription)).status).toBe(204);
    await ownerPhone(scene, store, 'dona');
    await edge(scene, store, '/owners', { method: 'PUT', json: { userIds: ['outra'] } });
    await edge(scene, store, '/owners', { method: 'PUT', json: { userIds: [] } });
    expect(await scene.relay.rows(sql`select order_id from push_subscriptions`)).toEqual([
      { order_id: order.id },
    ]);
    await become(scene, store, order, { status: 'READY' });
    await scene.relay.relay.round();
    await told(['Seu pedido está pronto!']);
  });

  it('has room for twenty phones, however many customers wait, and a phone that comes again takes no other place', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const key = await publicKey(scene);
    expect((await subscribe(scene, order, phones.subscribe(key).subscription)).status).toBe(204);
    const add = async (subscription: unknown): Promise<number> =>
      (await edge(scene, store, '/devices', { json: { label: 'Celular', userId: 'dona', subscription } }))
        .status;
    const all = Array.from({ length: 21 }, () => phones.subscribe(key).subscription);
    const statuses: number[] = [];
    for (const subscription of all) statuses.push(await add(subscription));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 409]);
    expect(await add(all[0])).toBe(200);
    expect((await bodyOf(await edge(scene, store, '')))['devices']).toHaveLength(20);
  });

  it('needs the store to speak for itself', async () => {
    await scene.linkedStore();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/devices'],
      ['PUT', '/owners'],
      ['POST', '/test'],
    ] as const)
      expect(
        (await scene.relay.ask(`/edge/push${path}`, { method, ...(method === 'GET' ? {} : { json: {} }) }))
          .status,
      ).toBe(401);
  });

  it('is told within an hour, however long the push service wants to be left alone', async () => {
    const store = await scene.linkedStore();
    const phone = await ownerPhone(scene, store);
    phones.answer(phone.device, { status: 429, headers: { 'retry-after': '86400' } });
    store.log.append('alarm', 'printer.1', printer(1000));
    await known(1);
    for (const minutes of [0, 0, 58]) {
      scene.relay.advance(minutes * MINUTE_MS);
      await scene.relay.relay.round();
    }
    expect(titles()).toEqual([]);
    scene.relay.advance(3 * MINUTE_MS);
    await scene.relay.relay.round();
    await told(['Impressora parada']);
  });

  it('is not looked for where a push service points to', async () => {
    const store = await scene.linkedStore();
    const phone = await ownerPhone(scene, store);
    phones.answer(phone.device, { status: 307, headers: { location: phones.webhookUrl } });
    store.log.append('alarm', 'printer.1', printer(1000));
    await known(1);
    await scene.relay.relay.round();
    await soon(async () => expect(await scene.relay.rows(sql`select id from push_messages`)).toEqual([]));
    expect([titles(), phones.webhooks]).toEqual([[], []]);
  });

  it('is told once of a trouble of payments however often it is said while it lasts, and led to the orders', async () => {
    const store = await scene.linkedStore();
    await ownerPhone(scene, store);
    let nowMs = Date.now();
    const alarms = ownAlarms(scene, () => nowMs);
    const claim = { kind: 'payment-claim', of: 'A', sinceMs: nowMs };
    const raise = () => alarms.paymentAlarms.raise(store.storeId, claim, 'Responda até dia 3.');
    await raise();
    await alarms.round();
    nowMs += MINUTE_MS;
    await raise();
    await alarms.round();
    await told(['Reclamação no Mercado Pago']);
    expect(phones.taken[0]?.message).toMatchObject({ body: 'Responda até dia 3.', url: '/admin/pedidos' });
    store.log.append('alarm', 'printer.1', printer(1000));
    await known(2);
    await scene.relay.relay.round();
    await told(['Reclamação no Mercado Pago', 'Impressora parada']);
    expect(phones.taken[1]?.message).toMatchObject({ url: '/admin', tag: 'printer.1' });
  });

  it('sees the newest twenty first, and those of ninety days', async () => {
    const store = await scene.linkedStore();
    let nowMs = Date.now();
    const alarms = ownAlarms(scene, () => nowMs);
    const shown = async (): Promise<string[]> =>
      ((await bodyOf(await edge(scene, store, '')))['alarms'] as { id: string }[]).map(({ id }) => id);
    for (let at = 1; at <= 21; at += 1) {
      await alarms.alarms.raise(store.storeId, `a${at}`, 'Título', 'Texto');
      nowMs += MINUTE_MS;
    }
    expect(await shown()).toEqual(Array.from({ length: 20 }, (_, at) => `a${21 - at}`));
    // The first of them was raised 21 minutes ago.
    nowMs += 90 * 1440 * MINUTE_MS - 20 * MINUTE_MS;
    await alarms.alarms.purgeOld();
    expect(await scene.relay.rows(sql`select id from alarms where id in ('a1', 'a2')`)).toEqual([
      { id: 'a2' },
    ]);
  });

  it('has the webhook too, if one is set, beside the phones', async () => {
    await scene.relay.stop();
    await scene.relay.start({ ALARM_WEBHOOK_URL: phones.webhookUrl });
    const store = await scene.linkedStore();
    await ownerPhone(scene, store);
    store.log.append('alarm', 'printer.1', printer(1000));
    await known(1);
    await scene.relay.relay.round();
    await soon(() => expect(phones.webhooks).toHaveLength(1));
    expect(phones.webhooks.map((body) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({ storeId: store.storeId, id: 'printer.1', title: 'Impressora parada' }),
    ]);
    await told(['Impressora parada']);
    await scene.relay.stop();
    await scene.relay.start();
  });

  it('keeps the keys over restarts, or every phone would have to subscribe anew', async () => {
    const store = await scene.linkedStore();
    const before = await publicKey(scene);
    await scene.relay.stop();
    await scene.relay.start();
    expect(await publicKey(scene)).toBe(before);
    expect(JSON.stringify(await scene.relay.rows(sql`select * from push_keys`))).toContain(store.storeId);
  });
});
