// Wholesale over the relay: orders stored before they are sent, answered once, found again by phone with no more than anybody
// may see, and forgotten when the store says so.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { setEntry } from '@balcao/shared/menu/document.ts';
import { ENTRY_KINDS } from '@balcao/shared/menu/menu.ts';
import { sampleWholesale, sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import {
  CLAIM,
  bodyOf,
  linked,
  onBothDatabases,
  soon,
  unlinked,
  type TestRelay,
} from '../../harness/relay.ts';

const PHONE = '11987654321';
const aRequest = (changes: Record<string, unknown> = {}): { id: string } & Record<string, unknown> => ({
  id: v7(),
  claim: CLAIM,
  customerName: 'Maria de Souza',
  customerPhone: '(11) 98765-4321',
  customerAddress: 'Rua das Flores, 9',
  observations: 'Ligar antes',
  items: [{ id: 'one', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 3 }],
  ...changes,
});
const send = (relay: TestRelay, json: unknown) => relay.ask('/api/wholesale/orders', { json });
const outcome = async (relay: TestRelay, id: string) =>
  bodyOf(await relay.ask(`/api/wholesale/orders/by-id/${id}`, { token: CLAIM }));
const track = async (relay: TestRelay, phone: string) =>
  (await bodyOf(await relay.ask('/api/wholesale/track', { json: { phone } })))['orders'] as Record<
    string,
    unknown
  >[];
const states = async (relay: TestRelay): Promise<string[]> =>
  (
    await relay.rows<{ kind: string; state: string }>(sql`select kind, state from commands order by position`)
  ).map((row) => `${row.kind} ${row.state}`);

onBothDatabases('a wholesale order', (scene) => {
  it('is decided by the store, answered once, and found by phone at once', async () => {
    const store = await scene.linkedStore((one) => (one.logsOrders = false));
    const request = aRequest();
    const answer = await send(scene.relay, request);
    expect(answer.status).toBe(201);
    const placed = await bodyOf(answer);
    expect(placed).toMatchObject({
      state: 'placed',
      order: { orderNumber: 1, totalCents: 36_000, customerName: 'Maria S.', status: 'NOVO' },
    });
    expect(await bodyOf(await send(scene.relay, request))).toEqual(placed);
    expect(await outcome(scene.relay, request.id)).toEqual(placed);
    expect(store.heard.map((command) => command.kind)).toEqual(['wholesale.place']);
    expect(await track(scene.relay, '(11) 98765-4321')).toEqual([placed['order']]);
    expect(await track(scene.relay, '987654321')).toEqual([]);
    expect(JSON.stringify(placed)).not.toMatch(/98765-?4321|Flores|Ligar|Souza/);
  });

  it('sent again with other content is refused; a retail address does not know it', async () => {
    await scene.linkedStore();
    const request = aRequest();
    await send(scene.relay, request);
    const other = await send(scene.relay, { ...request, customerName: 'Outra' });
    expect(await bodyOf(other)).toMatchObject({ status: 409, code: 'id-reused' });
    expect((await scene.relay.ask(`/api/orders/by-id/${request.id}`, { token: CLAIM })).status).toBe(404);
  });

  it('that the store refuses comes back with its reasons by field', async () => {
    await scene.linkedStore();
    const items = [{ id: 'a', productId: 'antigo', quantity: 1 }];
    const answer = await send(scene.relay, aRequest({ items }));
    expect(answer.status).toBe(422);
    expect((await bodyOf(answer))['errors']).toMatchObject([{ field: 'items[0].productId' }]);
  });

  it.each([
    ['no items', { items: [] }, 'Carrinho vazio'],
    ['half a bucket', { items: [{ id: 'a', productId: 'balde', quantity: 1.5 }] }, /inteiro/],
    ['a billion buckets', { items: [{ id: 'a', productId: 'balde', quantity: 1e9 }] }, /máxima/],
  ])('with %s never reaches the store', async (_, changes, message) => {
    const store = await scene.linkedStore();
    const answer = await send(scene.relay, aRequest(changes));
    expect(answer.status).toBe(422);
    expect((await bodyOf(answer))['detail']).toMatch(message);
    expect(store.heard).toEqual([]);
  });

  it('[A11] is taken while the shop is paused', async () => {
    const store = await scene.linkedStore();
    store.doc.getMap('settings').set('pausedUntilMs', Date.now() + 600_000);
    await soon(async () =>
      expect((await bodyOf(await scene.relay.ask('/api/store')))['open'].state).toBe('paused'),
    );
    expect((await send(scene.relay, aRequest())).status).toBe(201);
  });

  it('tells who found it at once that it changed, and nobody of an order of others', async () => {
    const store = await scene.linkedStore();
    const [mine, other] = [
      sampleWholesaleOrder({ id: v7(), orderNumber: 1 }),
      sampleWholesaleOrder({ id: v7(), orderNumber: 2, customerPhone: '11911112222' }),
    ];
    for (const order of [mine, other]) store.log.append('wholesale-order', order.id, order);
    await soon(async () => expect(await track(scene.relay, '11911112222')).toHaveLength(1));
    const found = await bodyOf(await scene.relay.ask('/api/wholesale/track', { json: { phone: PHONE } }));
    const stop = new AbortController();
    const stream = await scene.relay.ask(`/api/live?ticket=${String(found['ticket'])}`, {
      signal: stop.signal,
    });
    let heard = '';
    const reading = (async () => {
      for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += chunk;
    })().catch(() => undefined);
    await soon(() => expect(heard).toContain('event: hello'));
    store.log.append('wholesale-order', other.id, { ...other, status: 'EM_ANDAMENTO', updatedAtMs: 11_000 });
    const statusOf = async (phone: string) => (await track(scene.relay, phone))[0]?.['status'];
    await soon(async () => expect(await statusOf('11911112222')).toBe('EM_ANDAMENTO'));
    expect(heard).not.toContain('event: wholesale');
    store.log.append('wholesale-order', mine.id, { ...mine, status: 'EM_ANDAMENTO', updatedAtMs: 12_000 });
    await soon(() => expect(heard).toContain('event: wholesale'));
    expect(await statusOf(PHONE)).toBe('EM_ANDAMENTO');
    expect(heard).not.toMatch(/98765-?4321|Souza|\b12000\b/);
    stop.abort();
    await reading;
  });

  it('waits while the store is away for a moment, and lapses with a withdrawal when that lasts', async () => {
    const store = await scene.linkedStore();
    store.cut();
    await unlinked(scene.relay, store);
    const [kept, lapsed] = [aRequest(), aRequest()];
    const answer = await send(scene.relay, kept);
    expect([answer.status, await bodyOf(answer)]).toEqual([202, { state: 'waiting', id: kept.id }]);
    await store.dial();
    await linked(scene.relay, store);
    await soon(async () => expect(await outcome(scene.relay, kept.id)).toMatchObject({ state: 'placed' }));

    store.onCommand = () => ({ httpStatus: 503 });
    const waiting = scene.relay.waitingForNobody(() => send(scene.relay, lapsed));
    await soon(async () => expect(await states(scene.relay)).toContain('wholesale.place queued'));
    scene.relay.advance(11 * 60_000);
    await scene.relay.relay.round();
    expect(await outcome(scene.relay, lapsed.id)).toEqual({ state: 'lapsed', id: lapsed.id });
    expect(await states(scene.relay)).toContain('wholesale.withdraw queued');
    // It had arrived all the same. In work it is called off as soon as the store hears of it; what was handed over stays so.
    const arrived = {
      ...sampleWholesaleOrder({ id: lapsed.id, orderNumber: 7 }),
      status: 'EM_ANDAMENTO' as const,
    };
    store.log.append('wholesale-order', lapsed.id, arrived);
    await soon(async () =>
      expect(await track(scene.relay, PHONE)).toContainEqual(expect.objectContaining({ orderNumber: 7 })),
    );
    expect(await outcome(scene.relay, lapsed.id)).toEqual({ state: 'lapsed', id: lapsed.id });
    store.log.append('wholesale-order', lapsed.id, { ...arrived, status: 'FINALIZADO', updatedAtMs: 99_000 });
    await soon(async () =>
      expect(await outcome(scene.relay, lapsed.id)).toMatchObject({
        state: 'placed',
        order: { orderNumber: 7, status: 'FINALIZADO' },
      }),
    );
    store.onCommand = null;
    await waiting;
  });

  it('is refused with what to do when the store has been away for longer', async () => {
    const store = await scene.linkedStore();
    const before = aRequest();
    const placed = await bodyOf(await send(scene.relay, before));
    store.cut();
    await unlinked(scene.relay, store);
    scene.relay.advance(61_000);
    const answer = await send(scene.relay, aRequest());
    expect([answer.status, (await bodyOf(answer))['code']]).toEqual([503, 'store-away']);
    // One that it had before still has its answer.
    expect(await bodyOf(await send(scene.relay, before))).toEqual(placed);
  });

  it('follows the log: the newest row wins, and ended orders are found for 30 days', async () => {
    const store = await scene.linkedStore();
    const order = sampleWholesaleOrder({ id: v7(), updatedAtMs: Date.now() });
    store.log.append('wholesale-order', order.id, order);
    store.log.append('wholesale-order', order.id, { ...order, status: 'FINALIZADO' });
    await soon(() => expect(store.checkpoints.at(-1)?.seq).toBe(2));
    expect(await track(scene.relay, PHONE)).toMatchObject([{ status: 'FINALIZADO' }]);
    scene.relay.advance(31 * 24 * 3_600_000);
    expect(await track(scene.relay, PHONE)).toEqual([]);
  });

  it('loses its buyer when the store forgets them: in the copy, and in what was sent', async () => {
    const store = await scene.linkedStore();
    const request = aRequest();
    expect((await send(scene.relay, request)).status).toBe(201);
    const [kept] = await scene.relay.rows<{ body: string }>(sql`select body from wholesale_orders`);
    store.log.append('wholesale-order', request.id, {
      ...(JSON.parse(kept?.body ?? '') as object),
      customerName: null,
      customerPhone: null,
      customerAddress: null,
      observations: '',
    });
    store.log.append('erasure', v7(), { scope: 'wholesale-person', orderIds: [request.id] });
    await soon(async () => expect(await track(scene.relay, PHONE)).toEqual([]));
    const left = JSON.stringify([
      await scene.relay.rows(sql`select * from wholesale_orders`),
      await scene.relay.rows(sql`select * from commands`),
      await scene.relay.rows(sql`select * from aggregates`),
    ]);
    expect(left).not.toMatch(/98765-?4321|Souza|Flores|Ligar/);
    expect(left).toContain('36000');
  });

  it('[29] is found no more after twenty phones that ordered nothing, here and at the customers’ search together', async () => {
    await scene.linkedStore();
    expect((await send(scene.relay, aRequest())).status).toBe(201);
    const ask = async (path: string, phone: string, address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await scene.relay.ask(path, { json: { phone }, headers })).status;
    };
    const wholesale = (phone: string, host: string) =>
      ask('/api/wholesale/track', phone, `2001:db8:7:7::${host}`);
    for (let at = 0; at < 25; at += 1) expect(await wholesale(PHONE, '1')).toBe(200);
    for (let at = 10; at < 30; at += 1) expect(await wholesale(`11900001${at}0`, `${at}`)).toBe(200);
    expect([await wholesale(PHONE, '1'), await wholesale('11900009999', '2')]).toEqual([429, 429]);
    expect(await ask('/api/track', PHONE, '2001:db8:7:7::1')).toBe(429);
    expect(await ask('/api/wholesale/track', PHONE, '2001:db8:7:8::1')).toBe(200);
    // Of the whole shop's searches those alone count that found nothing; once they are spent, nobody finds a phone.
    const ofShop = sql`key like '%/storePhoneMisses/%'`;
    const { rows } = scene.relay;
    expect(await rows(sql`select points from limit_counts where ${ofShop}`)).toEqual([{ points: 20 }]);
    await rows(sql`update limit_counts set points = 600 where ${ofShop}`);
    for (const path of ['/api/wholesale/track', '/api/track'])
      expect(await ask(path, PHONE, '2001:db8:7:9::1')).toBe(429);
  });

  it('is waited for by a page that asks each second, beside whatever else is ordered from there', async () => {
    await scene.linkedStore();
    const request = aRequest();
    await send(scene.relay, request);
    const answers = await Promise.all(Array.from({ length: 70 }, () => outcome(scene.relay, request.id)));
    expect(new Set(answers.map(({ state }) => state as unknown))).toEqual(new Set(['placed']));
    expect((await send(scene.relay, aRequest())).status).toBe(201);
  });

  it('of one person who asks too often is slowed, and so is looking for orders', async () => {
    await scene.linkedStore();
    for (const path of ['/api/wholesale/orders', '/api/wholesale/track']) {
      const answers = await Promise.all(
        Array.from({ length: 70 }, () => scene.relay.ask(path, { json: { id: 'x' } })),
      );
      expect(answers.some((answer) => answer.status === 429)).toBe(true);
    }
  });
});

onBothDatabases('the wholesale catalogue', (scene) => {
  it("is the document's, with an ETag, also while the store is away", async () => {
    const store = await scene.linkedStore();
    const empty = await scene.relay.ask('/api/wholesale/catalogue');
    expect(await bodyOf(empty)).toMatchObject({ categories: [], products: [] });
    const headers = { 'if-none-match': empty.headers.get('etag') ?? '' };
    expect((await scene.relay.ask('/api/wholesale/catalogue', { headers })).status).toBe(304);
    const part = sampleWholesale();
    store.doc.transact(() => {
      for (const kind of ENTRY_KINDS)
        if (kind in part)
          for (const entry of part[kind as keyof typeof part]) setEntry(store.doc, kind, entry.id, entry);
    });
    await soon(async () =>
      expect(await bodyOf(await scene.relay.ask('/api/wholesale/catalogue', { headers }))).toMatchObject({
        products: [{ id: 'balde', sizes: ['10 L', '5 L'] }, { id: 'casquinha' }],
      }),
    );
    store.cut();
    await unlinked(scene.relay, store);
    expect((await scene.relay.ask('/api/wholesale/catalogue')).status).toBe(200);
  });
});
