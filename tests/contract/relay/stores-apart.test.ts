// One relay serves a chain: whatever one tries, a store's host shows that store and nothing of another.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { CLAIM, bodyOf, linked, onBothDatabases, soon, type Scene } from '../../harness/relay.ts';
import { sha256 } from '../../harness/store-log.ts';

const HERE = 'um.example';
const THERE = 'dois.example';
const PHONE = '11987654321';

async function openStore(scene: Scene, host: string, sizeName: string): Promise<FakeStore> {
  const store = await scene.newStore();
  await scene.relay.relay.db.execute(
    sql`insert into stores (store_id, host, name, public_key, paired_at_ms, hash)
        values (${store.storeId}, ${host}, ${host}, ${JSON.stringify(store.publicKey)}::jsonb, 1, ${GENESIS_HASH})`,
  );
  scene.relay.relay.stores.invalidate();
  const catalog = sampleCatalog();
  const [size] = catalog.sizes;
  if (size) size.name = sizeName;
  await store.syncDocument(catalog);
  await store.dial();
  await linked(scene.relay, store);
  await soon(async () =>
    expect(JSON.stringify(await bodyOf(await at(scene, host, '/api/menu')))).toContain(sizeName),
  );
  return store;
}

/** A request as a proxy hands it on: the host is what the browser asked for. */
const at = (
  scene: Scene,
  host: string,
  path: string,
  {
    json,
    token,
    cookie,
    accept = '*/*',
  }: { json?: unknown; token?: string; cookie?: string; accept?: string } = {},
): Promise<Response> =>
  Promise.resolve(
    scene.relay.relay.app.request(
      path,
      {
        method: json === undefined ? 'GET' : 'POST',
        headers: {
          host,
          accept,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(cookie === undefined ? {} : { cookie }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      },
      { incoming: { socket: { remoteAddress: '198.51.100.9' } } } as never,
    ),
  );

onBothDatabases('two stores on one relay', (scene) => {
  const both = async () => {
    const here = await openStore(scene, HERE, 'Daqui');
    const there = await openStore(scene, THERE, 'De lá');
    const id = v7();
    const placed = await bodyOf(
      await at(scene, HERE, '/api/orders', {
        json: { ...sampleRequest({ id, customerPhone: PHONE }), claim: CLAIM },
      }),
    );
    return { here, there, id, code: String(placed['order'].code), token: String(placed['trackingToken']) };
  };

  it('an order goes to the store whose host took it', async () => {
    const { here, there, id } = await both();
    expect(here.heard).toMatchObject([{ kind: 'order.place', payload: { order: { id } } }]);
    expect(there.heard).toEqual([]);
  });

  it('a menu is that of the host', async () => {
    await both();
    expect(JSON.stringify(await bodyOf(await at(scene, HERE, '/api/menu')))).not.toContain('De lá');
    expect(JSON.stringify(await bodyOf(await at(scene, THERE, '/api/menu')))).not.toContain('Daqui');
  });

  it('an order is not found on the other host: by code, by token, by id, by phone', async () => {
    const { id, code, token } = await both();
    expect((await at(scene, HERE, `/api/orders/${code}`, { token })).status).toBe(200);
    expect((await at(scene, THERE, `/api/orders/${code}`, { token })).status).toBe(404);
    for (const [host, status] of [
      [HERE, 200],
      [THERE, 404],
    ] as const)
      expect((await at(scene, host, `/api/orders/by-id/${id}`, { token: CLAIM })).status).toBe(status);
    for (const json of [{ phone: PHONE }, { query: code }])
      expect(await (await at(scene, THERE, '/api/track', { json })).text()).not.toContain(code);
  });

  it('nothing can be paid for on the other host', async () => {
    const { here, code, token } = await both();
    const json = { changeForCents: null };
    for (const method of ['pix', 'cash']) {
      const answer = await at(scene, THERE, `/api/orders/${code}/${method}`, { token, json });
      expect([401, 404]).toContain(answer.status);
    }
    expect(here.heard.map((command) => command.kind)).toEqual(['order.place']);
  });

  it('a live ticket opens nothing on the other host', async () => {
    const { code, token } = await both();
    const { ticket } = await bodyOf(await at(scene, HERE, `/api/orders/${code}`, { token }));
    expect((await at(scene, THERE, `/api/live?ticket=${ticket}`)).status).toBe(401);
  });

  it("staff's requests and cookies reach their own store", async () => {
    const { here, there } = await both();
    await at(scene, THERE, '/api/staff/echo', { cookie: 'session=daqui' });
    expect(here.asked).toEqual([]);
    expect(there.asked.map((one) => one.path)).toEqual(['/api/staff/echo']);
  });

  it('a picture of one is no picture of the other', async () => {
    const { here } = await both();
    const bytes = new Uint8Array([1, 2, 3, 4]);
    const hash = sha256(bytes);
    here.images.set(hash, [{ variant: 'webp-320', mediaType: 'image/webp', bytes }]);
    here.doc.getMap<any>('products').get('agua').set('image', hash);
    await soon(async () =>
      expect((await at(scene, HERE, `/api/images/${hash}?w=320`, { accept: 'image/webp' })).status).toBe(200),
    );
    expect((await at(scene, THERE, `/api/images/${hash}?w=320`, { accept: 'image/webp' })).status).toBe(404);
  });

  it("a device opens no document but its own, and sees no other store's payments", async () => {
    const { here, there, id } = await both();
    expect(await here.open(`/doc/${there.storeId}`, `Bearer ${await here.token()}`)).toBe(401);
    const attempts = await at(scene, HERE, `/edge/payments/attempts?orderId=${id}`, {
      token: await there.token(),
    });
    expect(await bodyOf(attempts)).toEqual({ attempts: [] });
  });

  it('a host that no store has shows none', async () => {
    await both();
    expect((await at(scene, 'tres.example', '/api/menu')).status).toBe(421);
  });
});
