// Where a socket that asks for an upgrade is joined, by the address that the other process gives of itself.
import type { IncomingMessage } from 'node:http';
import { duplexPair } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createForwarder } from './forward.ts';

const { connected } = vi.hoisted(() => ({ connected: new Array<[number, string]>() }));
vi.mock('node:net', async (original) => ({
  ...(await original<object>()),
  connect(port: number, host: string) {
    connected.push([port, host]);
    return duplexPair()[0];
  },
}));

it.each([
  ['http://10.0.0.11:4000', 4000, '10.0.0.11'],
  ['http://relay-b.internal', 80, 'relay-b.internal'],
  ['http://[fd00::11]:4000', 4000, 'fd00::11'],
])('%s is port %i of %s', (address, port, host) => {
  const [caller, here] = duplexPair();
  const request = { method: 'GET', url: '/doc/x', rawHeaders: ['Host', 'loja.example'] } as IncomingMessage;
  createForwarder({ secretsKey: Buffer.alloc(32, 1), clock: Date.now }).join(
    address,
    request,
    here,
    Buffer.alloc(0),
  );
  expect(connected.splice(0)).toEqual([[port, host]]);
  caller.destroy();
  here.destroy();
});
