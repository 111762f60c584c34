// Pairing codes and the operator's command line: each code once and for ten minutes, one store per host name, and an end to it.
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../../cloud/command.ts';
import { operatorToken } from '../../../cloud/shop/stores/operator.ts';
import {
  bodyOf,
  linked,
  onBothDatabases,
  onOneDatabase,
  PAIRING_CODE,
  soon,
  unlinked,
} from '../../harness/relay.ts';

const TEN_MINUTES = 10 * 60_000;

onBothDatabases('a pairing code', (scene) => {
  const codeFor = (made: { host?: string; replaces?: string } = {}) =>
    scene.relay.relay.pairing.makeCode(made).then(({ code }) => code);

  it('is good once', async () => {
    const [first, second] = [await scene.newStore(), await scene.newStore()];
    const code = await codeFor();
    expect((await first.pair(code)).status).toBe(200);
    expect((await second.pair(code)).status).toBe(403);
    // The answer got lost: the same device asks again.
    expect((await first.pair(code)).status).toBe(200);
  });

  it('is good for ten minutes', async () => {
    const [first, second] = [await scene.newStore(), await scene.newStore()];
    const [early, late] = [await codeFor(), await codeFor()];
    scene.relay.advance(TEN_MINUTES - 1000);
    expect((await first.pair(early)).status).toBe(200);
    scene.relay.advance(2000);
    const answer = await second.pair(late);
    expect(answer.status).toBe(403);
    expect((await bodyOf(answer)).detail).toContain('passou dos 10 minutos');
  });

  it('may be typed as people type', async () => {
    const store = await scene.newStore();
    const code = await codeFor();
    expect((await store.pair(` ${code.toLowerCase().replace('-', ' ')}`)).status).toBe(200);
  });

  it('gives the store its own host name, and is not used up by what is refused', async () => {
    const [first, second] = [await scene.pairedStore(), await scene.newStore()];
    const taken = await codeFor();
    const refused = await second.pair(taken);
    expect(refused.status).toBe(409);
    expect(await bodyOf(refused)).toMatchObject({ code: 'host-taken' });
    const answer = await second.pair(await codeFor({ host: 'centro.example' }));
    expect(await answer.json()).toEqual({ storeId: second.storeId, publicUrl: 'https://centro.example' });
    expect((await scene.relay.relay.stores.byHost('centro.example'))?.storeId).toBe(second.storeId);
    await scene.relay.relay.pairing.revoke(first.storeId);
    expect((await second.pair(taken)).status).toBe(200);
  });

  it('leaves a store that is paired once more the host name that it has', async () => {
    await scene.pairedStore();
    const store = await scene.newStore();
    const itsHost = { storeId: store.storeId, publicUrl: 'https://centro.example' };
    await store.pair(await codeFor({ host: 'centro.example' }));
    expect(await (await store.pair(await codeFor())).json()).toEqual(itsHost);
    expect((await scene.relay.relay.stores.byHost('centro.example'))?.storeId).toBe(store.storeId);
  });

  it('leaves a store that comes without its name the one that it has, and calls an unknown one a store', async () => {
    const store = await scene.newStore();
    const nameAfter = async (name?: string): Promise<unknown> => {
      expect((await store.pair(await codeFor({ host: 'centro.example' }), { name })).status).toBe(200);
      return (await scene.relay.relay.stores.byId(store.storeId))?.name;
    };
    expect(await nameAfter()).toBe('Loja');
    expect(await nameAfter('Açaí do Centro')).toBe('Açaí do Centro');
    expect(await nameAfter()).toBe('Açaí do Centro');
  });

  it('that was used says nothing to the device any more once it is revoked', async () => {
    const store = await scene.newStore();
    const code = await codeFor();
    expect((await store.pair(code)).status).toBe(200);
    await scene.relay.relay.pairing.revoke(store.storeId);
    const answer = await store.pair(code);
    expect(answer.status).toBe(403);
    expect(await bodyOf(answer)).toMatchObject({ code: 'wrong-code' });
  });

  it('finds the name of a revoked store free', async () => {
    const [first, second] = [await scene.pairedStore(), await scene.newStore()];
    await scene.relay.relay.pairing.revoke(first.storeId);
    expect((await second.pair(await codeFor())).status).toBe(200);
  });

  it('brings a revoked store back without the name it had, which may be of another one by now', async () => {
    const store = await scene.newStore();
    await store.pair(await codeFor({ host: 'centro.example' }));
    await scene.relay.relay.pairing.revoke(store.storeId);
    const answer = await store.pair(await codeFor());
    expect(await answer.json()).toEqual({ storeId: store.storeId, publicUrl: 'https://acai.example' });
  });

  it('lets a new device take the place of an old one', async () => {
    const old = await scene.pairedStore();
    await old.dial();
    await linked(scene.relay, old);
    const next = await scene.newStore();
    expect((await next.pair(await codeFor({ replaces: old.storeId }))).status).toBe(200);
    await scene.relay.relay.gateway.dismissUnknown();
    await unlinked(scene.relay, old);
    expect(await old.open('/link', `Bearer ${await old.token()}`)).toBe(401);
    expect((await scene.relay.relay.stores.byHost('acai.example'))?.storeId).toBe(next.storeId);
    // Its name went with its place.
    expect(
      await scene.relay.rows(
        sql`select host, revoked_at_ms is null as "isKnown" from stores where store_id = ${old.storeId}::uuid`,
      ),
    ).toEqual([{ host: null, isKnown: false }]);
  });
});

onOneDatabase('PAIRING_CODE', (scene) => {
  it('never pairs a second store, not even after the first is gone', async () => {
    const [first, second] = [await scene.newStore(), await scene.newStore()];
    expect((await first.pair(PAIRING_CODE)).status).toBe(200);
    const refused = await second.pair(PAIRING_CODE);
    expect(refused.status).toBe(409);
    expect(await bodyOf(refused)).toMatchObject({ code: 'second-store' });
    await scene.relay.relay.pairing.revoke(first.storeId);
    expect((await second.pair(PAIRING_CODE)).status).toBe(409);
  });

  it('pairs one of two that come at once', async () => {
    const stores = [await scene.newStore(), await scene.newStore()];
    const answers = await Promise.all(stores.map((store) => store.pair(PAIRING_CODE)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

onOneDatabase('a revoked store', (scene) => {
  it('loses its link and its site, and cannot come back with its key', async () => {
    const store = await scene.linkedStore();
    expect((await scene.relay.ask('/api/store')).status).toBe(200);
    await scene.relay.relay.pairing.revoke(store.storeId);
    await scene.relay.relay.gateway.dismissUnknown();
    await unlinked(scene.relay, store);
    expect((await scene.relay.ask('/api/store')).status).toBe(503);
    expect(await store.open('/link', `Bearer ${await store.token()}`)).toBe(401);
  });

  it('is noticed within seconds by a relay that did not revoke it', async () => {
    const store = await scene.linkedStore();
    const { relay } = scene.relay;
    await relay.pairing.revoke(store.storeId);
    // Read a moment before: what this process still believes.
    scene.relay.advance(16_000);
    await relay.round();
    await unlinked(scene.relay, store);
  });

  it('may ask for it itself', async () => {
    const store = await scene.linkedStore();
    const asked = (token: string) => scene.relay.ask('/edge/unpair', { method: 'POST', token });
    expect((await asked('abc')).status).toBe(401);
    expect((await asked(await store.token())).status).toBe(204);
    await unlinked(scene.relay, store);
  });
});

onOneDatabase('a store that is held, because it moves to another relay', (scene) => {
  const asOperator = async (path: string): Promise<number> =>
    (
      await fetch(`${scene.relay.operatorUrl}/operator${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await operatorToken(scene.relay.secretsKey)}` },
      })
    ).status;

  it('[124] is served to nobody until it is released, and then as before', async () => {
    const store = await scene.linkedStore();
    const stream = await scene.relay.ask('/api/live');
    const heard = stream.text();
    expect(await asOperator(`/stores/${store.storeId}/hold`)).toBe(204);
    await unlinked(scene.relay, store);
    // Whoever listens asks again, and so finds the relay that the shop's address leads to by then.
    expect(await heard).toContain('event: hello');
    for (const path of ['/api/store', '/api/menu', `/api/webhooks/mercadopago?store=${store.storeId}`]) {
      const answer = await scene.relay.ask(path, path.includes('webhooks') ? { json: {} } : {});
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(await bodyOf(answer)).toMatchObject({ code: 'store-moving' });
    }
    expect(
      (await scene.relay.ask('/edge/unpair', { method: 'POST', token: await store.token() })).status,
    ).toBe(503);
    // Not 401: that would tell the store that it was put out.
    expect(await store.open('/link', `Bearer ${await store.token()}`)).toBe(503);
    expect(await store.open(`/doc/${store.storeId}`, `Bearer ${await store.token()}`)).toBe(503);

    expect(await asOperator(`/stores/${store.storeId}/release`)).toBe(204);
    expect((await scene.relay.ask('/api/store')).status).toBe(200);
    await store.dial();
    await linked(scene.relay, store);
  });

  it('[124] hears and says nothing more of its menu here', async () => {
    const store = await scene.linkedStore();
    const socket = await store.open(`/doc/${store.storeId}`, `Bearer ${await store.token()}`);
    if (typeof socket === 'number') throw new Error(`the menu is refused with ${socket}`);
    const closed = once(socket, 'close');
    expect(await asOperator(`/stores/${store.storeId}/hold`)).toBe(204);
    // Goes away, and is not put out: it dials again by itself.
    expect((await closed)[0]).toBe(1001);
  });

  it('is one that is known', async () => {
    for (const verb of ['hold', 'release'])
      expect(await asOperator(`/stores/${crypto.randomUUID()}/${verb}`)).toBe(404);
  });

  it('cannot be moved out of the embedded database', async () => {
    const store = await scene.pairedStore();
    const said: string[] = [];
    const config = {
      operatorHost: '127.0.0.1',
      operatorPort: Number(new URL(scene.relay.operatorUrl).port),
      secretsKey: scene.relay.secretsKey,
      publicUrl: 'https://acai.example',
      databaseUrl: null,
      databaseDirectUrl: null,
    };
    const words = ['move', store.storeId, '--to', 'postgres://x'];
    expect(await runCommand(words, config, (line) => said.push(line))).toBe(false);
    expect(said.join()).toContain('banco embutido');
  });
});

onOneDatabase("the operator's command line", (scene) => {
  async function command(...words: string[]): Promise<{ done: boolean; said: string }> {
    const said: string[] = [];
    const config = {
      operatorHost: '127.0.0.1',
      operatorPort: Number(new URL(scene.relay.operatorUrl).port),
      secretsKey: scene.relay.secretsKey,
      publicUrl: 'https://acai.example',
      databaseUrl: null,
      databaseDirectUrl: null,
    };
    const done = await runCommand(words, config, (line) => said.push(line));
    return { done, said: said.join('\n') };
  }

  it('makes a code, lists the store that used it, and revokes it', async () => {
    expect((await command('stores')).said).toContain('Nenhuma loja ainda');
    const made = await command('pair');
    const code = /Código: (\S+)/.exec(made.said)?.[1] ?? '';
    const store = await scene.newStore();
    expect((await store.pair(code)).status).toBe(200);
    await store.dial();
    await linked(scene.relay, store);
    await soon(async () =>
      expect((await command('stores')).said).toMatch(
        new RegExp(`${store.storeId} .* acai\\.example {2}ligada`),
      ),
    );
    expect(await command('pair')).toMatchObject({
      done: false,
      said: expect.stringContaining('--host') as string,
    });
    expect(await command('revoke', store.storeId)).toMatchObject({ done: true });
    await unlinked(scene.relay, store);
    expect(await command('revoke', store.storeId)).toMatchObject({ done: false });
    expect((await command()).said).toContain('npm run relay -- pair');
  });

  it('is closed to everybody else, and slowed for who tries', async () => {
    const wrong = await operatorToken(Buffer.alloc(32));
    const ask = (path: string, token?: string, json?: object): Promise<Response> =>
      fetch(`${scene.relay.operatorUrl}/operator${path}`, {
        method: json === undefined ? 'GET' : 'POST',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
    expect((await ask('/stores')).status).toBe(404);
    expect((await ask('/stores', wrong)).status).toBe(404);
    const tries = await Promise.all(Array.from({ length: 12 }, () => ask('/pairing-codes', wrong, {})));
    expect(tries.map((answer) => answer.status)).toContain(429);
    const right = await operatorToken(scene.relay.secretsKey);
    expect((await ask('/stores', right)).status).toBe(200);
    expect((await ask('/pairing-codes', right, { host: 'x'.repeat(256 * 1024) })).status).toBe(413);
  });

  it('reads that something went wrong in words, and the relay writes down what it was', async () => {
    const made = vi
      .spyOn(scene.relay.relay.pairing, 'makeCode')
      .mockRejectedValue(new Error('the disk is full'));
    try {
      const answer = await fetch(`${scene.relay.operatorUrl}/operator/pairing-codes`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await operatorToken(scene.relay.secretsKey)}`,
          'content-type': 'application/json',
        },
        body: '{}',
      });
      expect(answer.status).toBe(500);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await answer.json()).toMatchObject({ status: 500, code: 'internal' });
      expect(scene.relay.logged.filter((line) => line.includes('the disk is full'))).toHaveLength(1);
    } finally {
      made.mockRestore();
    }
  });

  it('is not there at the address that strangers reach, whatever they bring', async () => {
    const token = await operatorToken(scene.relay.secretsKey);
    const known = await scene.pairedStore();
    for (const [path, json] of [
      ['/operator/stores', undefined],
      ['/operator/pairing-codes', {}],
      [`/operator/stores/${known.storeId}/revoke`, {}],
      [`/operator/stores/${known.storeId}/hold`, {}],
      [`/operator/stores/${known.storeId}/release`, {}],
    ] as const)
      expect((await scene.relay.ask(path, { token, ...(json === undefined ? {} : { json }) })).status).toBe(
        404,
      );
    expect(await scene.relay.relay.stores.all()).toMatchObject([{ storeId: known.storeId }]);
    expect(JSON.stringify(await bodyOf(await scene.relay.ask('/openapi.json')))).not.toContain('/operator');
  });
});
