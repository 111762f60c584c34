// A proxy that the relay was not told of is noticed and said, once; who only claims to be one is not.
import { BlockList } from 'node:net';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from './context.ts';
import { createProxyWatch } from './proxy-watch.ts';

function watched() {
  const trusted = new BlockList();
  trusted.addAddress('10.0.0.1', 'ipv4');
  const logged: object[] = [];
  const proxies = createProxyWatch(trusted, { warn: (details) => void logged.push(details) });
  const app = new Hono<Env>();
  app.use(proxies.watch);
  app.get('/', (context) => context.text('served'));
  const ask = async (remoteAddress: string, forwarded = true): Promise<string> => {
    const headers = forwarded ? { 'x-forwarded-for': '198.51.100.1' } : undefined;
    const env = { incoming: { socket: { remoteAddress } } };
    return (await app.request('/', headers ? { headers } : {}, env)).text();
  };
  return { proxies, logged, ask };
}

const INSIDE = ['172.20.3.4', '::ffff:192.168.1.2', '127.0.0.1', '10.0.0.2', '100.64.0.9', '169.254.7.7'];

it.each([...INSIDE, 'fd00::7', 'fe80::7', '::1'])(
  'says once that %s speaks for others and is not trusted, and serves all of them',
  async (address) => {
    const { proxies, logged, ask } = watched();
    expect(proxies.warnings()).toEqual([]);
    for (let time = 0; time < 3; time += 1) expect(await ask(address)).toBe('served');
    expect(await ask('10.9.9.9')).toBe('served');
    const peer = address.replace('::ffff:', '');
    expect(logged).toEqual([{ peer }]);
    expect(proxies.warnings()).toEqual([expect.stringContaining(`a proxy at ${peer} `)]);
  },
);

it.each([
  ['who is trusted', '10.0.0.1', true],
  ['who speaks for nobody else', '172.20.3.4', false],
  ['a stranger from the internet who writes the header', '203.0.113.5', true],
  ['a stranger with IPv6', '2001:db8::1', true],
])('says nothing of %s', async (_who, address, forwarded) => {
  const { proxies, logged, ask } = watched();
  expect(await ask(address, forwarded)).toBe('served');
  expect([logged, proxies.warnings()]).toEqual([[], []]);
});
