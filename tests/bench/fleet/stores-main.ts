// The stores of a fleet as a process of their own, told over HTTP how many dial and how they behave. Each link has an address of its own, for
// the relay bounds how often one address may dial.
import { readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { JWK } from 'jose';
import { createDeviceTokens } from '../../../edge/replication/link/device-token.ts';
import { answerAsPeer } from './bare-peer.ts';
import { createLightStore } from './light-store.ts';

const { FLEET_PORT, FLEET_RELAY = '', FLEET_FILE = '', FLEET_BARE = '' } = process.env;
await answerAsPeer(FLEET_BARE);
const { storeIds, key } = JSON.parse(readFileSync(FLEET_FILE, 'utf8')) as { storeIds: string[]; key: JWK };
const relay = new URL(FLEET_RELAY);
/** All of 127.0.0.0/8 is this machine; 127.0.0.1 is the proxy that customers come through. */
const ways = createServer({ pauseOnConnect: true }, (near) => {
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const far = connect({ host: relay.hostname, port: Number(relay.port), localAddress, noDelay: true });
  near.pipe(far).pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});
ways.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
await once(ways, 'listening');
const way = `http://127.0.0.1:${(ways.address() as AddressInfo).port}`;
const deviceKey = { publicJwk: key, privateJwk: key };
const stores = await Promise.all(
  storeIds.map(async (storeId) =>
    createLightStore(storeId, way, await createDeviceTokens({ storeId, deviceKey })),
  ),
);

export type FleetState = { linkedAtMs: number[]; behind: number };

const app = new Hono();
app.get('/readyz', (context) => context.json({ ready: true }));
app.post('/dial', async (context) => {
  const { from, to } = await context.req.json<{ from: number; to: number }>();
  for (const store of stores.slice(from, to)) store.start();
  return context.json({});
});
app.post('/delay', async (context) => {
  const { from, to, ms } = await context.req.json<{ from: number; to: number; ms: number }>();
  for (const store of stores.slice(from, to)) store.setDelay(ms);
  return context.json({});
});
app.get('/state', (context) =>
  context.json({
    linkedAtMs: stores.map((store) => store.linkedAtMs()).filter((atMs) => atMs !== null),
    behind: stores.reduce((sum, store) => sum + store.behind(), 0),
  } satisfies FleetState),
);

serve({ fetch: app.fetch, port: Number(FLEET_PORT), hostname: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
