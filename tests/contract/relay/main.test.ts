// The relay's own process, as it is started in production: which ports it opens, for whom, and under which names.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorToken } from '../../../cloud/shop/stores/operator.ts';
import { createChild, type Child } from '../../../scripts/child.ts';
import { freePorts } from '../../../scripts/ports.ts';
import { run } from '../../../scripts/run.ts';

/** Runs before the relay and tells what it tells V8. */
const TELLS_FLAGS = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from 'node:module';
  import v8 from 'node:v8';
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => {
    console.error('V8 is told', flag);
    setFlagsFromString(flag);
  };
  syncBuiltinESMExports();
`)}`;

let folder: string;
let relay: Child;
let settings: Record<string, string>;
let ports: { public: number; operator: number };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-relay-main-'));
  writeFileSync(join(folder, 'last-words.json'), '{"atMs":7,"kind":"TypeError","place":"panel.ts:12"}');
  const [open = 0, operator = 0] = await freePorts(2);
  ports = { public: open, operator };
  settings = {
    CLOUD_PORT: `${open}`,
    CLOUD_HOST: '0.0.0.0',
    OPERATOR_PORT: `${operator}`,
    DATA_DIR: folder,
    SECRETS_KEY: randomBytes(32).toString('hex'),
    SIMULATORS: '1',
    PUBLIC_URL: 'https://acai.example',
    EXTRA_HOSTS: 'www.acai.example',
    TRUSTED_PROXIES: 'none',
    LOG_LEVEL: 'warn',
  };
  relay = createChild({
    name: 'relay',
    file: 'cloud/main.ts',
    env: { ...settings, NODE_OPTIONS: `--import=${TELLS_FLAGS}` },
    readyUrl: `http://127.0.0.1:${open}/readyz`,
    isReady: (response) => response.status === 200,
    readyMsMax: 120_000,
  });
  await relay.start();
});
afterAll(async () => {
  await relay?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stores = async (host: string, port: number): Promise<number | string> => {
  const token = await operatorToken(Buffer.from(settings['SECRETS_KEY'] ?? '', 'hex'));
  return fetch(`http://${host}:${port}/operator/stores`, {
    headers: { authorization: `Bearer ${token}` },
  }).then(
    (answer) => answer.status,
    () => 'nobody there',
  );
};

it('answers its operator on a port of its own, on this machine only', async () => {
  expect(await stores('127.0.0.1', ports.operator)).toBe(200);
  expect(await stores('127.0.0.1', ports.public)).toBe(404);
  const outside = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (outside !== undefined) expect(await stores(outside, ports.operator)).toBe('nobody there');
  // 127.0.0.2 is this machine too, and no address that it listens on for its operator.
  expect(await stores('127.0.0.2', ports.operator)).toBe('nobody there');
});

it('keeps the heap of a relay of one shop small', () => {
  expect(relay.log().filter((line) => line.startsWith('V8 is told'))).toEqual([
    'V8 is told --semi-space-growth-factor=1',
    'V8 is told --heap-growing-percent=50',
    'V8 is told --no-parallel-scavenge',
  ]);
});

it('says once, with kind and place, that the process before it was ended by an error of its own', () => {
  const said = relay.log().filter((line) => line.includes('ended by an error of its own'));
  expect(said.map((line) => JSON.parse(line) as object)).toMatchObject([
    { lastWords: { atMs: 7, kind: 'TypeError', place: 'panel.ts:12' } },
  ]);
  // The next start has nothing to say of it.
  expect(existsSync(join(folder, 'last-words.json'))).toBe(false);
});

it('is what the command line asks, by the same settings', async () => {
  const told = await run(process.execPath, ['cloud/main.ts', 'pair'], { env: settings, timeoutMs: 60_000 });
  expect(told).toMatchObject({ ok: true, output: expect.stringMatching(/Código: \S+/) as string });
  // A script hears of a refusal too.
  const revoke = ['cloud/main.ts', 'revoke', '0193a000-0000-7000-8000-000000000001'];
  const refused = await run(process.execPath, revoke, { env: settings, timeoutMs: 60_000 });
  expect(refused).toMatchObject({ ok: false, output: expect.stringContaining('Nenhuma loja') as string });
});

/** As a browser asks that came to this machine under `host`. */
async function under(
  host: string,
  path: string,
  more: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      { host: '127.0.0.1', port: ports.public, path, agent: false, headers: { host, ...more } },
      resolve,
    )
      .once('error', reject)
      .end();
  });
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

it('answers under its own names alone, and says which one to open', async () => {
  for (const host of ['localhost', `127.0.0.1:${ports.public}`, 'WWW.acai.example', 'acai.example'])
    expect(`${host} ${(await under(host, '/openapi.json')).status}`).toBe(`${host} 200`);
  for (const path of [
    '/',
    '/openapi.json',
    '/api/menu',
    '/api/staff/me',
    '/api/auth/get-session',
    '/api/live',
  ]) {
    const told = await under('evil.example', path);
    expect(`${path} ${told.status}`).toBe(`${path} 421`);
    expect(JSON.parse(told.body)).toMatchObject({
      detail: 'Este endereço não é o deste site. Abra https://acai.example.',
    });
  }
});

it('is asked by machines under any name: they prove themselves in other ways', async () => {
  expect((await under('10.0.0.9:4000', '/readyz')).status).toBe(200);
  expect((await under('10.0.0.9:4000', '/edge/payments/list')).status).toBe(401);
  expect((await under('10.0.0.9:4000', '/api/webhooks/mercado-pago')).status).not.toBe(421);
});

it('says that a proxy stands before it that its settings do not name', async () => {
  const warnings = async (): Promise<string[]> =>
    (JSON.parse((await under('localhost', '/readyz')).body) as { warnings: string[] }).warnings;
  expect(await warnings()).toEqual([]);
  await under('localhost', '/api/store', { 'x-forwarded-for': '198.51.100.7' });
  await under('localhost', '/api/store', { 'x-forwarded-for': '198.51.100.8' });
  expect(await warnings()).toEqual([expect.stringContaining('TRUSTED_PROXIES does not name it')]);
  expect(relay.log().filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1);
});

// The last one: nobody is there afterwards.
it('ends in order where whoever started it by hand presses Ctrl-C', async () => {
  const ended = new Promise((resolve) => relay.onDeath(resolve));
  if (relay.pid === undefined) throw new Error('no process');
  process.kill(relay.pid, 'SIGINT');
  expect(await ended).toEqual({ code: 0, signal: null });
});
