import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { clientOf, upgraderOf } from './context.ts';

const { trustedProxies } = readConfig({
  DATA_DIR: '/data',
  SECRETS_KEY: randomBytes(32).toString('hex'),
  SIMULATORS: '1',
  TRUSTED_PROXIES: '10.0.0.1, 172.16.0.0/12, fd00::/8',
});
const callerOf = (remoteAddress: string, forwarded?: string): string =>
  clientOf(
    {
      env: { incoming: { socket: { remoteAddress } } },
      req: { header: (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined) },
    } as never,
    trustedProxies,
  );
/** The same of who asks for a WebSocket. */
function upgraderFrom(remoteAddress: string, forwarded?: string): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return upgraderOf(request, trustedProxies);
}

describe("the caller's address", () => {
  it.each([
    ['is that of the socket', '203.0.113.5', undefined, '203.0.113.5'],
    ['is not what a stranger says it is', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['is what a trusted proxy says', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is what a proxy of a trusted range says', '172.20.3.4', '198.51.100.1', '198.51.100.1'],
    ['is what a trusted proxy on IPv6 says', 'fd00::7', '2001:db8::1', '2001:db8::1'],
    [
      'is the last one that is no proxy of ours: what stands before it anybody may have written',
      '10.0.0.1',
      '127.0.0.1, 198.51.100.1, 172.16.0.9',
      '198.51.100.1',
    ],
    ['is that of IPv4 on a socket of both kinds', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['is the same on a socket of both kinds', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['is the proxy itself when that says nonsense', '10.0.0.1', 'unknown, ;drop', '10.0.0.1'],
  ])('%s', (_name, remote, forwarded, expected) => {
    expect(callerOf(remote, forwarded)).toBe(expected);
    expect(upgraderFrom(remote, forwarded)).toBe(expected);
  });
});
