// What a machine hears that is let in over no link: by what it shows, in which order it is looked at, and what it may conclude from that.
import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createForwarder } from '../../../cloud/cluster/forward.ts';
import { sole } from '../../../cloud/cluster/ownership.ts';
import { createGateway } from '../../../cloud/replication/link/gateway.ts';
import { createStores, type Stores } from '../../../cloud/shop/stores/stores.ts';
import { stores as storeRows } from '../../../cloud/storage/schema.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const REPLACED = 'balcao-replaced';
const own = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');

let database: TestDatabase;
let server: Server;
let stores: Stores;
let gateway: ReturnType<typeof createGateway>;
let storeId: string;
let tooOften: boolean;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  [storeId, tooOften] = [randomUUID(), false];
  await database.clear();
  const publicKey = own.publicKey.export({ format: 'jwk' });
  await database.db.insert(storeRows).values({ storeId, name: '', publicKey, pairedAtMs: 0, hash: '' });
  stores = createStores({ db: database.db, clock: () => 1 });
  const none = () => Promise.reject(new Error('nobody is let in'));
  gateway = createGateway({
    ...{ stores, wake: new Wake(), clock: () => 1, ownership: sole },
    forwarder: createForwarder({ secretsKey: Buffer.alloc(32), clock: () => 1 }),
    replicator: { readHello: none, handshake: none, follow: none },
    ...{ serveCommands: none, serveDocument: none, isTooOften: () => Promise.resolve(tooOften) },
    ...{ copyPictures: () => undefined, onMoving: () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  server = createServer();
  gateway.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await gateway.stop();
  server.close();
});

const tokenBy = async (key: KeyObject): Promise<string> =>
  `Bearer ${await new SignJWT({ jti: 'once' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(storeId)
    .setAudience('balcao-relay')
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(key)}`;

async function knock(path: string, authorization?: string) {
  const asked = request({
    ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, path },
    headers: {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...(authorization === undefined ? {} : { authorization }),
    },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return {
    status: answer.statusCode,
    replaced: answer.headers[REPLACED],
    retryAfter: answer.headers['retry-after'],
  };
}
const REFUSED = { replaced: undefined, retryAfter: undefined };

it('a machine in whose place another one stands hears so, with the word of that one where it left one', async () => {
  const [link, menu] = ['/link', `/doc/${storeId}`];
  for (const path of [link, menu])
    expect(await knock(path, await tokenBy(other.privateKey))).toEqual({
      ...REFUSED,
      status: 401,
      replaced: '1',
    });
  await database.db.update(storeRows).set({ succession: 'the word of the present machine' });
  stores.invalidate();
  expect(await knock(link, await tokenBy(other.privateKey))).toEqual({
    ...{ ...REFUSED, status: 401 },
    replaced: 'the word of the present machine',
  });
});

it('who shows nothing, or wants the menu of another store, is refused and concludes nothing', async () => {
  expect(await knock('/link')).toEqual({ ...REFUSED, status: 401 });
  expect(await knock(`/doc/${randomUUID()}`, await tokenBy(own.privateKey))).toEqual({
    ...REFUSED,
    status: 401,
  });
  expect(await knock('/links', await tokenBy(own.privateKey))).toEqual({ ...REFUSED, status: 404 });
});

it('who asks too often is told to wait for a minute, before what it shows is looked at', async () => {
  tooOften = true;
  for (const authorization of [undefined, await tokenBy(other.privateKey), await tokenBy(own.privateKey)])
    expect(await knock('/link', authorization)).toEqual({ ...REFUSED, status: 429, retryAfter: '60' });
  // An address that is none costs nothing.
  expect((await knock('/links')).status).toBe(404);
});

it('a store on its way to another relay is to come again, and so is everybody while this one stops', async () => {
  await stores.setLeaving(storeId, true);
  for (const path of ['/link', `/doc/${storeId}`])
    expect(await knock(path, await tokenBy(own.privateKey))).toEqual({ ...REFUSED, status: 503 });
  await gateway.stop();
  for (const path of ['/link', '/links']) expect((await knock(path)).status).toBe(503);
});
