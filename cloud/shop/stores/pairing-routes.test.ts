// How a machine becomes a store of a relay, changes its key and is forgotten: the routes alone, over codes that the test holds.
import { BlockList } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { pairingRoutes } from './pairing-routes.ts';

type Deps = Parameters<typeof pairingRoutes>[0];

const STORE = '01900000-0000-7000-8000-000000000001';
const PUBLIC_URL = 'https://acai.example:8443';

/** What was done, in that order. */
let done: unknown[];
let paired: object;
let slowedBy: Response | null;
beforeEach(() => {
  done = [];
  paired = { paired: true, storeId: STORE, host: null };
  slowedBy = null;
});
const note =
  (what: string, answer?: unknown) =>
  (...args: unknown[]) => {
    done.push([what, ...args]);
    return Promise.resolve(answer);
  };

async function ask(path: string, json?: object) {
  const app = pairingRoutes({
    config: { publicUrl: PUBLIC_URL, trustedProxies: new BlockList() },
    stores: { authenticate: () => Promise.resolve(STORE), isLeaving: () => Promise.resolve(false) },
    pairing: {
      pair: (request: object) => note('pair', paired)(request),
      changeKey: note('change key'),
      revoke: note('revoke', true),
    },
    gateway: { dismissUnknown: note('dismiss') },
    limits: { pairing: () => Promise.resolve(slowedBy) },
  } as unknown as Deps);
  const answer = await app.request(
    `/edge/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    },
    { incoming: { socket: { remoteAddress: '198.51.100.1' } } },
  );
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>) };
}

async function newKey() {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const { kty, crv, x } = await exportJWK(publicKey);
  const prove = (storeId: string): Promise<string> =>
    new SignJWT({ jti: 'once' })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(storeId)
      .setAudience('balcao-relay')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateKey);
  return { publicKey: { kty, crv, x } as JWK, prove };
}

describe('a machine with a code', () => {
  const asked = async () => ({ code: 'ABCD-EFGH', publicKey: (await newKey()).publicKey });

  it('is the store from then on, at the relay’s own address', async () => {
    const request = await asked();
    expect(await ask('pair', request)).toEqual({
      status: 200,
      body: { storeId: STORE, publicUrl: PUBLIC_URL },
    });
    expect(done).toEqual([['pair', request], ['dismiss']]);
  });

  it('of one shop among several has that shop’s name for its address, at the same port', async () => {
    paired = { paired: true, storeId: STORE, host: 'praca.example' };
    expect((await ask('pair', await asked())).body).toEqual({
      storeId: STORE,
      publicUrl: 'https://praca.example:8443',
    });
  });

  it('that nobody made is refused, and no link ends for it', async () => {
    paired = { paired: false, reason: 'wrong-code' };
    expect(await ask('pair', await asked())).toMatchObject({ status: 403, body: { code: 'wrong-code' } });
    expect(done).toEqual([['pair', expect.anything()]]);
  });

  it('is not even looked at when it was tried too often', async () => {
    slowedBy = new Response('{}', { status: 429 });
    expect((await ask('pair', await asked())).status).toBe(429);
    expect(done).toEqual([]);
  });
});

describe('a new key of a store', () => {
  it('counts once the store has proved that it has it, and the link by the old one ends', async () => {
    const { publicKey, prove } = await newKey();
    expect(await ask('device-key', { publicKey, proof: await prove(STORE) })).toEqual({
      status: 204,
      body: null,
    });
    expect(done).toEqual([['change key', STORE, publicKey], ['dismiss']]);
  });

  it('that is proved by another key, or for another store, changes nothing', async () => {
    const [{ publicKey, prove }, other] = [await newKey(), await newKey()];
    for (const proof of [await other.prove(STORE), await prove('another-store'), 'x'])
      expect(await ask('device-key', { publicKey, proof })).toMatchObject({
        body: { code: 'unproven-key' },
      });
    expect(done).toEqual([]);
  });
});

it('a store that wants to be forgotten is, and its link ends', async () => {
  expect(await ask('unpair')).toEqual({ status: 204, body: null });
  expect(done).toEqual([['revoke', STORE], ['dismiss']]);
});
