// Who may call itself a store: pairing, device tokens, and what never passes the public port.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { RELAY_VERSION_HEADER, STORE_MIN_HEADER } from '@balcao/shared/link/versions.ts';
import { STORE_VERSION_MIN, VERSION } from '@balcao/shared/version.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { createCable } from '../../support/cable.ts';
import {
  bodyOf,
  linked,
  onBothDatabases,
  onOneDatabase,
  PAIRING_CODE,
  unlinked,
} from '../../harness/relay.ts';

onBothDatabases('pairing', (scene) => {
  it('makes a store known, and tells it the public address', async () => {
    const store = await scene.newStore();
    const answer = await store.pair(PAIRING_CODE);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ storeId: store.storeId, publicUrl: 'https://acai.example' });
  });

  it('can be asked for again by the same device', async () => {
    const store = await scene.newStore();
    await store.pair(PAIRING_CODE);
    expect((await store.pair(PAIRING_CODE)).status).toBe(200);
  });

  it('refuses a wrong code, and the store stays unknown', async () => {
    const store = await scene.newStore();
    expect((await store.pair('outro-codigo')).status).toBe(403);
    expect(await store.open('/link', `Bearer ${await store.token()}`)).toBe(401);
  });

  it('refuses another key for a store that is known', async () => {
    const store = await scene.pairedStore();
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const answer = await store.pair(PAIRING_CODE, { publicKey: other });
    expect(answer.status).toBe(409);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    await store.dial();
    await linked(scene.relay, store);
  });

  it('refuses another key for a store that is known, or was, also with a code for another shop, which stays good', async () => {
    const store = await scene.pairedStore();
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const { code } = await scene.relay.relay.pairing.makeCode({ host: 'outra.example' });
    const take = async () => bodyOf(await store.pair(code, { publicKey: other }));
    expect(await take()).toMatchObject({ status: 409, code: 'other-key' });
    await store.dial();
    await linked(scene.relay, store);
    // Whoever knows the number of a shop that was shut out is not that shop.
    await scene.relay.relay.pairing.revoke(store.storeId);
    expect(await take()).toMatchObject({ status: 409, code: 'other-key' });
    expect((await (await scene.newStore()).pair(code)).status).toBe(200);
  });

  it('answers what it cannot read with a problem, not with a failure', async () => {
    const answer = await scene.relay.ask('/edge/pair', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect((await scene.relay.ask('/edge/pair', { json: { code: PAIRING_CODE } })).status).toBe(422);
  });

  it('is slowed for whoever tries codes', async () => {
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        scene.relay.ask('/edge/pair', {
          json: {
            code: `tentativa-${i}`,
            storeId: crypto.randomUUID(),
            name: 'x',
            publicKey: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) },
          },
        }),
      ),
    );
    const slowed = tries.filter((answer) => answer.status === 429);
    expect(slowed.length).toBeGreaterThanOrEqual(5);
    expect(Number(slowed[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('has to come before the site takes anything', async () => {
    const answer = await scene.relay.ask('/api/store');
    expect(answer.status).toBe(503);
    expect(await bodyOf(answer)).toMatchObject({ title: 'Loja ainda não configurada' });
  });
});

onOneDatabase('a device token', (scene) => {
  it.each([
    ['none', async () => null],
    ['one that is none', async () => 'Bearer abc'],
    ['one for somebody else', async (store) => `Bearer ${await store.token({ audience: 'another-relay' })}`],
    [
      'one that is over',
      async (store) => `Bearer ${await store.token({ issuedAt: Math.floor(Date.now() / 1000) - 600 })}`,
    ],
    [
      'one that was made ten minutes ago, whatever it says of how long it holds',
      async ({ storeId, keys }) => {
        const token = new SignJWT({ jti: 'once' }).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(storeId);
        const madeAt = Math.floor(Date.now() / 1000) - 600;
        token.setAudience('balcao-relay').setIssuedAt(madeAt).setExpirationTime('1d');
        return `Bearer ${await token.sign(keys.privateKey)}`;
      },
    ],
    [
      'one signed with another key',
      async (store) => `Bearer ${await store.token({ key: generateKeyPairSync('ed25519').privateKey })}`,
    ],
  ] satisfies [string, (store: Awaited<ReturnType<typeof scene.pairedStore>>) => Promise<string | null>][])(
    '%s opens no link and no document',
    async (_name, authorization) => {
      const store = await scene.pairedStore();
      expect(await store.open('/link', await authorization(store))).toBe(401);
      expect(await store.open(`/doc/${store.storeId}`, await authorization(store))).toBe(401);
      expect(
        (
          await scene.relay.ask('/edge/payments/credentials', {
            headers: { authorization: (await authorization(store)) ?? '' },
          })
        ).status,
      ).toBe(401);
    },
  );

  it("opens no other store's document", async () => {
    const [mine, theirs] = [await scene.pairedStore(), await scene.pairedStore()];
    expect(await mine.open(`/doc/${theirs.storeId}`, `Bearer ${await mine.token()}`)).toBe(401);
  });
});

async function openMenu(store: FakeStore): Promise<WebSocket> {
  const menu = await store.open(`/doc/${store.storeId}`, `Bearer ${await store.token()}`);
  if (typeof menu === 'number') throw new Error(`the menu is refused with ${menu}`);
  return menu;
}

onOneDatabase('the link', (scene) => {
  it('is nowhere on the public port', async () => {
    const store = await scene.linkedStore();
    for (const path of ['/link/hello', '/link/changes?after=0', '/link/commands']) {
      const answer = await scene.relay.ask(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
    expect(store.asked).toEqual([]);
    for (const path of ['/link/hello', '/doc', '/doc/menu'])
      expect([path, await store.open(path, `Bearer ${await store.token()}`)]).toEqual([path, 404]);
  });

  it('tells the store by which versions it decides, of the relay and of the oldest store that it takes', async () => {
    const store = await scene.pairedStore();
    const ws = new WebSocket(`${scene.relay.url.replace(/^http/, 'ws')}/link`, {
      headers: { authorization: `Bearer ${await store.token()}` },
    });
    const opened = once(ws, 'open');
    const [{ headers }] = (await once(ws, 'upgrade')) as [IncomingMessage];
    await opened;
    ws.terminate();
    expect(headers).toMatchObject({
      [RELAY_VERSION_HEADER]: VERSION,
      [STORE_MIN_HEADER]: STORE_VERSION_MIN,
    });
  });

  it('of a store that dials again replaces the one before', async () => {
    const store = await scene.pairedStore();
    const first = await store.dial();
    await linked(scene.relay, store);
    const before = scene.relay.relay.gateway.session(store.storeId);
    const closed = new Promise<void>((resolve) => first.on('close', () => resolve()));
    await store.dial();
    await closed;
    const after = scene.relay.relay.gateway.session(store.storeId);
    expect(after).not.toBeNull();
    expect(after).not.toBe(before);
  });

  it('[R2] of a machine that a person replaced by another ends, and its menu with it: nobody else’s does', async () => {
    const [store, other] = [await scene.pairedStore(), await scene.pairedStore()];
    const [link, menu, menuOfOther] = [await store.dial(), await openMenu(store), await openMenu(other)];
    await linked(scene.relay, store);
    const closed = Promise.all([link, menu].map((socket) => once(socket, 'close')));
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const { code } = await scene.relay.relay.pairing.makeCode({ replaces: store.storeId });
    expect((await store.pair(code, { publicKey })).status).toBe(200);
    await closed;
    expect(store.judged).toMatchObject([{ condition: 'fenced' }]);
    expect(menuOfOther.readyState).toBe(WebSocket.OPEN);
  });

  it('[R2] of a machine that another process put another one in the place of is given up once that one is asked about', async () => {
    const store = await scene.pairedStore();
    store.instance = randomUUID();
    const [link, menu] = [await store.dial(), await openMenu(store)];
    await linked(scene.relay, store);
    const { gateway } = scene.relay.relay;
    expect(await gateway.holder(store.storeId)).toBe(store.instance);
    const closed = Promise.all([link, menu].map((socket) => once(socket, 'close')));
    const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    await scene.relay.rows(
      sql`update stores set public_key = jsonb_set(public_key, '{x}', to_jsonb(${x}::text)) where store_id = ${store.storeId}`,
    );
    // Else the machine that is the store now would be turned away as a second one.
    expect(await gateway.holder(store.storeId)).toBeNull();
    await closed;
    expect(store.judged).toMatchObject([{ condition: 'fenced' }]);
  });

  it('of a store that was shut out ends, and its menu with it: nobody else’s does', async () => {
    const [store, other] = [await scene.pairedStore(), await scene.pairedStore()];
    const [link, menu, menuOfOther] = [await store.dial(), await openMenu(store), await openMenu(other)];
    await linked(scene.relay, store);
    const closed = Promise.all([link, menu].map((socket) => once(socket, 'close')));
    await scene.relay.relay.pairing.revoke(store.storeId);
    await scene.relay.relay.gateway.dismissUnknown();
    await closed;
    expect(menuOfOther.readyState).toBe(WebSocket.OPEN);
  });

  it('says its first words while the relay still looks the store up, and they are heard', async () => {
    const store = await scene.pairedStore();
    const { stores } = scene.relay.relay;
    const byId = stores.byId.bind(stores);
    const looked = vi.spyOn(stores, 'byId').mockImplementation(async (storeId) => {
      await delay(200);
      return byId(storeId);
    });
    try {
      await store.dial();
      await linked(scene.relay, store);
    } finally {
      looked.mockRestore();
    }
  });

  it('that is half-open is noticed within 30 s, and one that works is kept', async () => {
    const cable = await createCable(Number(new URL(scene.relay.url).port));
    const store = await scene.pairedStore(cable.url);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      await store.dial();
      await linked(scene.relay, store);
      const session = scene.relay.relay.gateway.session(store.storeId);
      const pings = async (count: number): Promise<void> => {
        for (let i = 0; i < count; i += 1) {
          vi.advanceTimersByTime(10_000);
          // Real time for the answer to come.
          await delay(50);
        }
      };
      await pings(6);
      expect(scene.relay.relay.gateway.session(store.storeId)).toBe(session);
      cable.stall();
      await pings(2);
      expect(scene.relay.relay.gateway.session(store.storeId)).toBe(session);
      await pings(2);
      await unlinked(scene.relay, store);
    } finally {
      vi.useRealTimers();
      await cable.close();
    }
  });

  it('is noticed when it goes', async () => {
    const store = await scene.linkedStore();
    store.cut();
    await unlinked(scene.relay, store);
  });
});
