// What anybody may see of the shop and of other people's orders: menu, tracking, ranking, pictures, live events, the app itself.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { tokenOf } from '../../harness/fake-shop.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, onBothDatabases, onOneDatabase, soon, type TestRelay } from '../../harness/relay.ts';
import { anOrder, sha256 } from '../../harness/store-log.ts';

const PHONE = '11987654321';
const HOUR_MS = 3_600_000;

async function withOrders(
  scene: { linkedStore(prepare?: (store: FakeStore) => void): Promise<FakeStore>; relay: TestRelay },
  ...orders: ReturnType<typeof anOrder>[]
): Promise<FakeStore> {
  const store = await scene.linkedStore((one) =>
    orders.forEach((order) => one.log.appendOrder(order, tokenOf(order.id))),
  );
  await soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(orders.length));
  return store;
}

/** Reads a live stream into a list until it is closed. */
async function listen(
  relay: TestRelay,
  ticket?: string,
): Promise<{ events: { event: string; data: Record<string, any> }[]; close(): void }> {
  const events: { event: string; data: Record<string, any> }[] = [];
  const abort = new AbortController();
  const answer = await relay.ask(`/api/live${ticket === undefined ? '' : `?ticket=${ticket}`}`, {
    signal: abort.signal,
  });
  if (!answer.ok) throw new Error(`live: ${answer.status}`);
  const reading = async (): Promise<void> => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + chunk).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (event !== undefined && data !== undefined)
          events.push({ event, data: JSON.parse(data) as Record<string, any> });
      }
    }
  };
  reading().catch(() => undefined);
  await soon(() => expect(events[0]?.event).toBe('hello'));
  return { events, close: () => abort.abort() };
}

onBothDatabases('the shop', (scene) => {
  it('shows what can be paid with here and now', async () => {
    await scene.linkedStore();
    const answer = await bodyOf(await scene.relay.ask('/api/store'));
    expect(answer).toMatchObject({
      name: 'Balcão Açaí',
      host: 'relay',
      storeOnline: true,
      publicUrl: 'https://acai.example',
      open: { state: 'open' },
    });
    // PIX is switched on, but there is no account to receive it.
    expect(answer['paymentMethods']).toEqual([
      { method: 'cash', displayName: 'Dinheiro', description: null },
    ]);
  });

  it('has a menu that is fetched again only when it changed', async () => {
    const store = await scene.linkedStore();
    const first = await scene.relay.ask('/api/menu');
    const etag = first.headers.get('etag') ?? '';
    expect((await scene.relay.ask('/api/menu', { headers: { 'if-none-match': etag } })).status).toBe(304);
    store.doc.getMap<any>('sizes').get('g').set('priceCents', 2700);
    await soon(async () =>
      expect((await scene.relay.ask('/api/menu', { headers: { 'if-none-match': etag } })).status).toBe(200),
    );
    expect(await bodyOf(await scene.relay.ask('/api/menu'))).toMatchObject({
      sizes: expect.arrayContaining([expect.objectContaining({ id: 'g', priceCents: 2700 })]),
    });
  });

  it('puts back on sale what was sold out until now', async () => {
    const store = await scene.linkedStore();
    store.doc
      .getMap<any>('toppings')
      .get('mel')
      .set('soldOutUntilMs', scene.relay.nowMs + HOUR_MS);
    const honey = async (): Promise<boolean> =>
      (await bodyOf(await scene.relay.ask('/api/menu')))['toppings'].find(
        (one: { id: string }) => one.id === 'mel',
      ).soldOut;
    await soon(async () => expect(await honey()).toBe(true));
    scene.relay.advance(HOUR_MS + 1000);
    expect(await honey()).toBe(false);
  });

  it('tells open pages within a moment that the menu changed', async () => {
    const store = await scene.linkedStore();
    const live = await listen(scene.relay);
    store.doc.getMap<any>('toppings').get('banana').set('active', false);
    await soon(() =>
      expect(live.events.map((one) => one.event)).toEqual(expect.arrayContaining(['menu', 'store'])),
    );
    live.close();
  });

  it('tells open pages when the store goes and comes, and from the first what time it is here', async () => {
    const store = await scene.linkedStore();
    scene.relay.advance(HOUR_MS);
    const beforeMs = scene.relay.nowMs;
    const live = await listen(scene.relay);
    expect(live.events[0]?.data['now']).toBeGreaterThanOrEqual(beforeMs);
    store.cut();
    await soon(() => expect(live.events.map((one) => one.event)).toContain('store'));
    live.close();
  });

  it('has its whole contract written down', async () => {
    await scene.linkedStore();
    const contract = await bodyOf(await scene.relay.ask('/openapi.json'));
    expect(Object.keys(contract['paths'])).toEqual(
      expect.arrayContaining([
        '/api/store',
        '/api/menu',
        '/api/orders',
        '/api/orders/{code}',
        '/api/orders/by-id/{id}',
        '/api/orders/{code}/cash',
        '/api/orders/{code}/pix',
        '/api/orders/{code}/card',
        '/api/track',
        '/api/ranking',
        '/api/live',
        '/api/images/{hash}',
        '/api/webhooks/mercadopago',
        '/edge/pair',
        '/healthz',
        '/readyz',
      ]),
    );
  });

  it('is ready, and says so', async () => {
    await scene.linkedStore();
    expect(await bodyOf(await scene.relay.ask('/readyz'))).toMatchObject({
      ready: true,
      reasons: [],
      stores: 1,
      linked: 1,
    });
    expect((await scene.relay.ask('/healthz')).status).toBe(200);
  });

  it('tells who watches it how many stores are linked, and which are held back', async () => {
    await scene.linkedStore();
    const other = await scene.pairedStore();
    const seen = async () => {
      const { stores, linked, held } = await bodyOf(await scene.relay.ask('/readyz'));
      return [stores, linked, held] as unknown[];
    };
    expect(await seen()).toEqual([2, 1, []]);
    await scene.relay.relay.stores.update(other.storeId, { condition: 'fenced' });
    expect(await seen()).toEqual([2, 1, [{ storeId: other.storeId, condition: 'fenced' }]]);
  });

  it('[36] has every background job running, and tells what it did without what it was about', async () => {
    await scene.linkedStore();
    const jobs = async () =>
      ((await bodyOf(await scene.relay.ask('/readyz')))['workers'] as Record<string, unknown>[]).map(
        ({ name, lastRunAtMs, failures, ...rest }) => ({
          name,
          ran: lastRunAtMs !== null,
          failures,
          rest: Object.keys(rest),
        }),
      );
    await expect.poll(jobs).toEqual(
      [
        'dismiss-revoked',
        'wake-due',
        'lapse-orders',
        'let-go-menus',
        'clear-counts',
        'forget-remote-sessions',
        'seal-persons',
        'forget-answers',
        'notices',
        'acknowledgements',
        'refunds',
        'checks',
        'claims',
        'payment-alarms',
        'forget-notices',
        'stores-away',
        'orders-ready',
        'alarms',
        'messages',
        'forget-subscriptions',
      ].map((name) => ({
        name,
        ran: true,
        failures: 0,
        rest: ['lastDurationMs'],
      })),
    );
  });
});

onBothDatabases("other people's orders", (scene) => {
  it('are found by the whole phone, with no more than anyone may see', async () => {
    const order = anOrder({
      customerPhone: PHONE,
      observations: 'campainha quebrada, apto 42',
      changeForCents: 5000,
    });
    await withOrders(scene, order);
    const answer = await scene.relay.ask('/api/track', { json: { phone: '(11) 98765-4321' } });
    const text = await answer.text();
    const { orders } = JSON.parse(text) as { orders: Record<string, unknown>[] };
    expect(Object.keys(orders[0] ?? {}).sort()).toEqual(
      [
        'access',
        'code',
        'simpleId',
        'orderNumber',
        'panelNumber',
        'status',
        'paymentStatus',
        'paymentMethod',
        'totalCents',
        'consumptionType',
        'customerPhoneMasked',
        'items',
        'createdAtMs',
        'updatedAtMs',
        'receivedAtMs',
        'preparingAtMs',
        'readyAtMs',
        'deliveredAtMs',
      ].sort(),
    );
    expect(orders[0]).toMatchObject({ code: order.code, customerPhoneMasked: '***321' });
    expect(text).not.toMatch(/apto 42|98765-?4321|campainha/);
    expect(text).not.toContain(order.id);
  });

  it.each(['987654321', '1198765432', '119876543210', '%', '', '11 98765 432*'])(
    'are not found by the phone %j',
    async (phone) => {
      await withOrders(scene, anOrder({ customerPhone: PHONE }));
      expect(await bodyOf(await scene.relay.ask('/api/track', { json: { phone } }))).toMatchObject({
        orders: [],
      });
    },
  );

  it.each([
    ['its code', (order: ReturnType<typeof anOrder>) => order.code],
    [
      'its code as it is printed',
      (order: ReturnType<typeof anOrder>) => `${order.code.slice(0, 5)}-${order.code.slice(5)}`.toLowerCase(),
    ],
    ['its number', (order: ReturnType<typeof anOrder>) => String(order.simpleId)],
  ])('are found by %s, and the end of the phone opens them', async (_name, query) => {
    const order = anOrder({ code: `ABCDE${String(Date.now()).slice(-5)}`, customerPhone: PHONE });
    await withOrders(scene, order);
    const track = async (proof: object) =>
      (await bodyOf(await scene.relay.ask('/api/track', { json: { query: query(order), ...proof } })))[
        'orders'
      ];
    expect(await track({})).toMatchObject([{ access: 'status', status: order.status }]);
    expect(await track({ lastFour: '4321' })).toMatchObject([{ access: 'public', code: order.code }]);
    expect(await track({ tokens: [tokenOf(order.id)] })).toMatchObject([
      { access: 'public', code: order.code },
    ]);
  });

  it("are found by today's panel number, not by yesterday's", async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
      Date.now() - 4 * HOUR_MS,
    );
    const now = anOrder({ panelNumber: 777, panelDate: today, panelSeries: 1 });
    const before = anOrder({ panelNumber: 777, panelDate: '2020-01-01', panelSeries: 1 });
    await withOrders(scene, now, before);
    const tokens = [now, before].map(({ id }) => tokenOf(id));
    const found = await bodyOf(await scene.relay.ask('/api/track', { json: { query: '777' } }));
    expect(found['orders']).toEqual([
      { access: 'status', orderNumber: null, panelNumber: 777, status: now.status },
    ]);
    const { orders } = await bodyOf(await scene.relay.ask('/api/track', { json: { query: '777', tokens } }));
    expect(orders.map((order: { code: string }) => order.code)).toEqual([now.code]);
  });

  it('are found for two days and not longer; their owner always finds them', async () => {
    const old = anOrder({ customerPhone: PHONE, createdAtMs: Date.now() - 49 * HOUR_MS });
    await withOrders(scene, old);
    for (const json of [{ phone: PHONE }, { query: old.code }, { query: String(old.simpleId) }]) {
      expect(await bodyOf(await scene.relay.ask('/api/track', { json }))).toMatchObject({ orders: [] });
    }
    expect((await scene.relay.ask(`/api/orders/${old.code}`)).status).toBe(404);
    expect((await scene.relay.ask(`/api/orders/${old.code}`, { token: tokenOf(old.id) })).status).toBe(200);
  });

  it('are whole only for the tracking token', async () => {
    const [mine, theirs] = [
      anOrder({ observations: 'sem granola' }),
      anOrder({ observations: 'com granola' }),
    ];
    await withOrders(scene, mine, theirs);
    expect(
      await bodyOf(await scene.relay.ask(`/api/orders/${mine.code}`, { token: tokenOf(mine.id) })),
    ).toMatchObject({ access: 'whole', order: { observations: 'sem granola' } });
    for (const token of ['not-the-tracking-token', tokenOf(theirs.id), sha256(tokenOf(mine.id))]) {
      const answer = await bodyOf(await scene.relay.ask(`/api/orders/${mine.code}`, { token }));
      expect(answer).toEqual({
        access: 'status',
        order: { access: 'status', orderNumber: null, panelNumber: null, status: mine.status },
        ticket: expect.any(String) as string,
      });
      expect((await scene.relay.ask(`/api/orders/${mine.code}/cash`, { token, json: {} })).status).toBe(401);
    }
  });

  it('cannot be walked through quickly', async () => {
    await withOrders(scene, anOrder());
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, i) => scene.relay.ask('/api/track', { json: { query: String(i) } })),
    );
    expect(answers.some((answer) => answer.status === 429)).toBe(true);
  });

  it('[29] cannot be found by trying codes quickly; their owner is not slowed', async () => {
    const order = anOrder();
    await withOrders(scene, order);
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, i) => scene.relay.ask(`/api/orders/ZZZZZZZZ${1000 + i}`)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404, 429]));
    const own = await scene.relay.ask(`/api/orders/${order.code}`, { token: tokenOf(order.id) });
    expect(own.status).toBe(200);
  });

  it('tell how long the kitchen takes, those of the last hour', async () => {
    const minute = 60_000;
    const now = Date.now();
    const made = (tookMinutes: number, agoMinutes: number) => {
      const readyAtMs = now - agoMinutes * minute;
      const receivedAtMs = readyAtMs - tookMinutes * minute;
      return anOrder({ status: 'DELIVERED', createdAtMs: receivedAtMs, receivedAtMs, readyAtMs });
    };
    await withOrders(
      scene,
      made(40, 70),
      made(12, 30),
      made(13, 20),
      made(14, 10),
      made(15, 5),
      anOrder({ status: 'PREPARING', receivedAtMs: now }),
    );
    expect(await bodyOf(await scene.relay.ask('/api/store'))).toMatchObject({
      readyTime: { fromMinutes: 13, toMinutes: 15 },
    });
  });

  it('make a ranking of three, masked', async () => {
    const paid = (customerPhone: string) => anOrder({ customerPhone, paymentStatus: 'approved' });
    await withOrders(
      scene,
      paid('11900000001'),
      paid('11900000001'),
      paid('11900000001'),
      paid('11900000002'),
      paid('11900000002'),
      paid('11900000003'),
      paid('11900000003'),
      paid('11900000003'),
      paid('11900000003'),
      paid('11900000004'),
      // Who ordered most paid for none of it, and who paid most did in another month.
      ...Array.from({ length: 5 }, () => anOrder({ customerPhone: '11900000005' })),
      ...Array.from({ length: 6 }, () =>
        anOrder({
          customerPhone: '11900000006',
          paymentStatus: 'approved',
          createdAtMs: Date.now() - 40 * 86_400_000,
        }),
      ),
    );
    const text = await (await scene.relay.ask('/api/ranking')).text();
    expect(
      (JSON.parse(text) as { clients: { phone: string; orderCount: number }[] }).clients.map((one) => [
        one.phone,
        one.orderCount,
      ]),
    ).toEqual([
      ['***003', 4],
      ['***001', 3],
      ['***002', 2],
    ]);
    expect(text).not.toContain('119000');
  });

  it('are in the ranking of the shop’s own month, which ends three hours after that of Greenwich', async () => {
    const now = new Date();
    const endMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const paidAt = (createdAtMs: number) =>
      anOrder({ customerPhone: '11900000001', paymentStatus: 'approved', createdAtMs });
    await withOrders(scene, paidAt(endMs - HOUR_MS), paidAt(endMs + HOUR_MS));
    scene.relay.advance(endMs + 2 * HOUR_MS - scene.relay.nowMs);
    expect(await bodyOf(await scene.relay.ask('/api/ranking'))).toMatchObject({
      clients: [{ orderCount: 2 }],
    });
  });

  it('are in the ranking ten seconds after it was added up', async () => {
    const paid = () => anOrder({ customerPhone: '11900000001', paymentStatus: 'approved' });
    const store = await withOrders(scene, paid());
    const counts = async () => {
      const { clients } = await bodyOf(await scene.relay.ask('/api/ranking'));
      return (clients as { orderCount: number }[]).map(({ orderCount }) => orderCount);
    };
    expect(await counts()).toEqual([1]);
    const later = paid();
    store.log.appendOrder(later, tokenOf(later.id));
    await soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(2));
    scene.relay.advance(10_000);
    expect(await counts()).toEqual([2]);
  });

  it('are in what is ordered most ten minutes after it was added up', async () => {
    const [item] = anOrder().items;
    if (item === undefined) throw new Error('an order of nothing');
    const paid = () =>
      anOrder({ paymentStatus: 'approved', items: [{ ...item, productId: 'barca', toppings: [] }] });
    const store = await withOrders(scene, ...Array.from({ length: 4 }, paid));
    const mostOrdered = async () => (await bodyOf(await scene.relay.ask('/api/store')))['mostOrdered'];
    expect(await mostOrdered()).toEqual([]);
    const fifth = paid();
    store.log.appendOrder(fifth, tokenOf(fifth.id));
    await soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(5));
    scene.relay.advance(300_000);
    expect(await mostOrdered()).toEqual([]);
    scene.relay.advance(300_000);
    expect(await mostOrdered()).toEqual(['barca']);
  });
});

onOneDatabase('[29] somebody who tries codes and tokens of others', (scene) => {
  it('is told the same whether the order exists or not, and is slowed', async () => {
    const order = anOrder();
    await withOrders(scene, order);
    const ask = (code: string, what: string) =>
      scene.relay.ask(`/api/orders/${code}/${what}`, {
        token: 'x'.repeat(32),
        json: { changeForCents: null },
      });
    for (const what of ['cash', 'pix', 'card']) {
      const [known, unknown] = [await ask(order.code, what), await ask('ZZZZZZZZZZZZ', what)];
      expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()]);
      if (what !== 'card') expect(known.status).toBe(401);
    }
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await ask(order.code, 'pix')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

onOneDatabase('live events of orders', (scene) => {
  it('come to whom the ticket names, with public fields, and to nobody else', async () => {
    const [mine, theirs] = [anOrder({ observations: 'segredo' }), anOrder()];
    const store = await withOrders(scene, mine, theirs);
    const { ticket } = await bodyOf(
      await scene.relay.ask(`/api/orders/${mine.code}`, { token: tokenOf(mine.id) }),
    );
    const [owner, stranger] = [await listen(scene.relay, ticket), await listen(scene.relay)];
    store.log.appendOrder({ ...theirs, status: 'PREPARING' }, tokenOf(theirs.id));
    store.log.appendOrder({ ...mine, status: 'READY' }, tokenOf(mine.id));
    await soon(() =>
      expect(owner.events.filter((one) => one.event === 'order')).toMatchObject([
        { data: { code: mine.code, status: 'READY' } },
      ]),
    );
    expect(JSON.stringify(owner.events)).not.toContain('segredo');
    expect(stranger.events.filter((one) => one.event === 'order')).toEqual([]);
    owner.close();
    stranger.close();
  });

  it('[30] tell who has but the code of an order how it stands, and nothing more', async () => {
    const order = anOrder({ observations: 'segredo', customerPhone: PHONE });
    const store = await withOrders(scene, order);
    const { ticket } = await bodyOf(await scene.relay.ask(`/api/orders/${order.code}`));
    const live = await listen(scene.relay, ticket);
    store.log.appendOrder({ ...order, status: 'READY' }, tokenOf(order.id));
    await soon(() =>
      expect(live.events.filter((one) => one.event === 'order').map((one) => one.data)).toEqual([
        { access: 'status', orderNumber: null, panelNumber: null, status: 'READY' },
      ]),
    );
    live.close();
  });

  it('of a phone that was searched for include orders that are new', async () => {
    const store = await withOrders(scene, anOrder({ customerPhone: PHONE }));
    const { ticket } = await bodyOf(await scene.relay.ask('/api/track', { json: { phone: PHONE } }));
    expect(Buffer.from(String(ticket), 'base64url').toString()).not.toContain(PHONE);
    const live = await listen(scene.relay, ticket);
    const next = anOrder({ customerPhone: PHONE });
    store.log.appendOrder(anOrder({ customerPhone: '11911112222' }), 'token-of-somebody');
    store.log.appendOrder(next, tokenOf(next.id));
    await soon(() =>
      expect(live.events.filter((one) => one.event === 'order').map((one) => one.data['code'])).toEqual([
        next.code,
      ]),
    );
    live.close();
  });

  it('need a ticket that the relay made and that is not over', async () => {
    const order = anOrder();
    await withOrders(scene, order);
    const { ticket } = await bodyOf(await scene.relay.ask(`/api/orders/${order.code}`));
    const bytes = Buffer.from(String(ticket), 'base64url');
    expect(bytes.toString('latin1')).not.toMatch(new RegExp(`${order.id}|${order.code}`));
    const changed = [0, 12, 600, bytes.length - 1].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    for (const one of [...changed, String(ticket).slice(4), `${String(ticket)}AAAA`, 'x', '.'])
      expect((await scene.relay.ask(`/api/live?ticket=${one}`)).status).toBe(401);
    scene.relay.advance(13 * HOUR_MS);
    expect((await scene.relay.ask(`/api/live?ticket=${ticket}`)).status).toBe(401);
  });
});

onBothDatabases('pictures', (scene) => {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  const withPicture = async (): Promise<{ store: FakeStore; hash: string }> => {
    const store = await scene.linkedStore();
    const hash = sha256(bytes);
    store.images.set(hash, [{ variant: 'webp-320', mediaType: 'image/webp', bytes }]);
    store.doc.getMap<any>('products').get('agua').set('image', hash);
    await soon(async () =>
      expect(JSON.stringify(await bodyOf(await scene.relay.ask('/api/menu')))).toContain(hash),
    );
    return { store, hash };
  };
  const ask = (hash: string) =>
    scene.relay.ask(`/api/images/${hash}?w=320`, { headers: { accept: 'image/webp' } });

  it('are copied from the store once, and stay when it is away', async () => {
    const { store, hash } = await withPicture();
    const answer = await ask(hash);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    store.cut();
    expect((await ask(hash)).status).toBe(200);
  });

  it('that a store of an older release does not make so narrow are its next wider ones', async () => {
    const { hash } = await withPicture();
    const narrow = await scene.relay.ask(`/api/images/${hash}?w=128`, { headers: { accept: 'image/webp' } });
    expect(new Uint8Array(await narrow.arrayBuffer())).toEqual(bytes);
    // Not for ever, and not under the name of what the store may make yet.
    expect(narrow.headers.get('cache-control')).not.toContain('immutable');
    expect(narrow.headers.get('etag')).toContain('webp-320');
  });

  it('that are kept here stand in for a narrow one at once, which is asked for beside and taken when it comes', async () => {
    const { store, hash } = await withPicture();
    await ask(hash);
    const narrow = async () =>
      new Uint8Array(
        await (
          await scene.relay.ask(`/api/images/${hash}?w=128`, { headers: { accept: 'image/webp' } })
        ).arrayBuffer(),
      );
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    store.picturesReady = promise;
    expect(await narrow()).toEqual(bytes);
    const small = new Uint8Array([9]);
    store.images.set(hash, [{ variant: 'webp-128', mediaType: 'image/webp', bytes: small }]);
    letGo();
    await soon(async () => expect(await narrow()).toEqual(small));
  });

  it('that the menu does not name are not asked for at the store', async () => {
    const { store } = await withPicture();
    store.asked.length = 0;
    expect((await ask('a'.repeat(64))).status).toBe(404);
    expect((await ask('not-a-hash')).status).toBe(404);
    expect(store.asked.filter((one) => one.path.startsWith('/link/images'))).toEqual([]);
  });

  it('that arrive damaged are not kept', async () => {
    const { store, hash } = await withPicture();
    store.damaged = true;
    expect((await ask(hash)).status).toBe(404);
    store.damaged = false;
    expect((await ask(hash)).status).toBe(200);
  });
});

onOneDatabase('the web app', (scene) => {
  const policyOf = async (path: string): Promise<Map<string, string>> => {
    const { headers } = await scene.relay.ask(path);
    const parts = (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(' '));
    return new Map(parts.map(([name = '', ...values]) => [name, values.join(' ')]));
  };

  it('are asked for by https for a year, of this host alone', async () => {
    const answer = await scene.relay.ask('/');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it("lets the provider's scripts into the pages that draw its card form, and into no other", async () => {
    for (const path of [
      '/pedido/pagamento/7K2MQ9XWTB',
      '/carrinho?passo=pagamento',
      '/pedido/carrinho?passo=pagamento',
    ]) {
      const policy = await policyOf(path);
      for (const name of ['script-src', 'frame-src', 'connect-src', 'form-action'])
        expect(`${path} ${name} ${policy.get(name)}`).toContain('https://*.mercadopago.com');
    }
    for (const path of [
      '/',
      '/pedido',
      '/carrinho',
      '/carrinho?passo=dados',
      '/meu-pedido',
      '/admin',
      '/auth',
      '/api/store',
    ]) {
      const policy = await policyOf(path);
      expect(`${path} ${[...policy.values()].join(' ')}`).not.toMatch(/https?:/);
      expect(policy.get('form-action')).toBe("'self'");
    }
  });

  it('is served with every screen at its address, assets for ever, and headers that keep it safe', async () => {
    for (const path of ['/', '/acompanhar', '/pedido/7K2MQ9XWTB']) {
      const page = await scene.relay.ask(path);
      expect(await page.text()).toContain('Balcão');
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.headers.get('cache-control')).toBe('no-cache');
    }
    const asset = await scene.relay.ask('/assets/index-abc.js');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(
      (
        await scene.relay.ask('/assets/index-abc.js', {
          headers: { 'if-none-match': asset.headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304);
    expect((await scene.relay.ask('/assets/gone.js')).status).toBe(404);
    expect((await scene.relay.ask('/api/nothing')).headers.get('content-type')).toContain(
      'application/problem+json',
    );
    const compressed = await scene.relay.ask('/assets/index-abc.js', {
      headers: { 'accept-encoding': 'br' },
    });
    expect(compressed.headers.get('content-encoding')).toBe('br');
  });
});

onOneDatabase('what is not for the logs', (scene) => {
  it('is in none of them: phones, observations, tokens', async () => {
    await scene.linkedStore();
    const request = {
      ...sampleRequest(),
      id: v7(),
      customerPhone: '(11) 91234-9876',
      observations: 'ninguém pode ler',
    };
    const { order, trackingToken } = await bodyOf(await scene.relay.ask('/api/orders', { json: request }));
    await scene.relay.ask(`/api/orders/${order.code}`, { token: trackingToken });
    await scene.relay.ask('/api/track', { json: { phone: '11912349876' } });
    await delay(20);
    expect(scene.relay.logged.join('')).not.toMatch(/91234|ninguém pode ler/);
    expect(scene.relay.logged.join('')).not.toContain(trackingToken);
  });
});
