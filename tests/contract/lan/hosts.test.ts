// Under which names the store answers in the shop: the real process, by plain HTTP and by HTTPS.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChild, type Child } from '../../../scripts/child.ts';
import { freePorts } from '../../../scripts/ports.ts';
import { selfSigned } from '../../support/self-signed.ts';

const CERTIFIED = 'loja.example.com';
const DAY = 86_400_000;
const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);

let folder: string;
let store: Child;
let ports: { http: number; https: number };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-hosts-'));
  const [http = 0, https = 0] = await freePorts(2);
  ports = { http, https };
  const now = Date.now();
  const { cert, key } = await selfSigned({ name: CERTIFIED, fromMs: now - DAY, toMs: now + 60 * DAY });
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  store = createChild({
    name: 'store',
    file: 'edge/main.ts',
    env: {
      DATA_DIR: folder,
      EDGE_PORT: `${http}`,
      EDGE_HTTPS_PORT: `${https}`,
      TLS_CERT_FILE: join(folder, 'cert.pem'),
      TLS_KEY_FILE: join(folder, 'key.pem'),
      EXTRA_HOSTS: 'acai.lan, 10.77.0.1',
      MDNS: '0',
      LOG_LEVEL: 'warn',
    },
    readyUrl: `http://127.0.0.1:${http}/readyz`,
    isReady: (response) => response.status === 200,
    readyMsMax: 120_000,
  });
  await store.start();
});
afterAll(async () => {
  await store?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The answer to `host`: its status, its text, and where it sends on. */
async function ask(
  host: string,
  { path = '/api/store', https = false, accept = 'application/json' } = {},
): Promise<{ status: number; body: string; location: string | undefined; origin: unknown }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const at = { host: '127.0.0.1', port: https ? ports.https : ports.http, path, agent: false } as const;
    const headers = { host, accept };
    const made = https
      ? httpsRequest({ ...at, headers, rejectUnauthorized: false }, resolve)
      : httpRequest({ ...at, headers }, resolve);
    made.once('error', reject).end();
  });
  const { statusCode: status = 0, headers } = answer;
  if (headers['content-type']?.startsWith('text/event-stream') === true) answer.destroy();
  const body = answer.destroyed ? '' : await text(answer);
  return { status, body, location: headers.location, origin: headers['access-control-allow-origin'] };
}

it('are its own: the name it is announced by, every address of its cards, and what the settings add', async () => {
  const addresses = own.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  expect(addresses.length).toBeGreaterThan(0);
  for (const host of ['balcao.local', `localhost:${ports.http}`, 'acai.lan', '10.77.0.1:80', ...addresses])
    expect(`${host} ${(await ask(host)).status}`).toBe(`${host} 200`);
});

it.each([
  '/',
  '/api/store',
  '/api/live',
  '/api/staff/live',
  '/healthz',
  '/api/auth/get-session',
  '/assets/x.js',
])('are no others, in words that say where the store is: %s', async (path) => {
  for (const host of ['evil.example', `evil.example:${ports.http}`, '192.0.2.9', 'balcao.local.evil.example'])
    for (const https of [false, true]) {
      const told = await ask(host, { path, https });
      expect(told).toMatchObject({ status: 421, location: undefined, origin: undefined });
      expect(JSON.parse(told.body)).toMatchObject({
        code: 'unknown-host',
        detail: expect.stringMatching(/^Este endereço não é o desta loja\. Abra http:\/\/\S+\.$/) as string,
      });
    }
  const page = await ask('evil.example', { path, accept: 'text/html,*/*' });
  expect(page.body).toMatch(/^Este endereço não é o desta loja\. Abra http/);
});

it('by HTTPS are those of its certificate too; by plain HTTP that name leads there', async () => {
  expect((await ask(`${CERTIFIED}:${ports.https}`, { https: true })).status).toBe(200);
  expect(await ask(CERTIFIED)).toMatchObject({
    status: 307,
    location: `https://${CERTIFIED}:${ports.https}/api/store`,
  });
  expect((await ask('balcao.local', { https: true })).status).toBe(200);
});
