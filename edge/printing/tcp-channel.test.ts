// A network printer at a real port: what is sent, what it says, how it hangs up, and in which words it is told that it does not answer.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTcp } from './tcp-channel.ts';

/** No test waits so long: what ends by itself does so before. */
const LONG_MS = 60_000;
let server: Server;
let port: number;
let printers: Socket[];
let received: Buffer;
beforeEach(async () => {
  printers = [];
  received = Buffer.alloc(0);
  server = createServer({ allowHalfOpen: true }, (socket) => {
    printers.push(socket);
    socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])));
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  for (const printer of printers) printer.destroy();
  server.close();
});

const open = (signal = new AbortController().signal) =>
  openTcp('127.0.0.1', port, 'Cozinha', { connectMs: LONG_MS, stallMs: LONG_MS }, signal);
const printer = async (): Promise<Socket> => {
  await expect.poll(() => printers.length).toBe(1);
  return printers[0] as Socket;
};

it('takes what is sent in its order, and is heard', async () => {
  const channel = await open();
  const heard: number[] = [];
  channel.onBytes((bytes) => heard.push(...bytes));
  expect(channel.answers).toBe(true);
  await channel.write(Buffer.from('um '));
  await channel.write(Buffer.from('dois'));
  (await printer()).write(Uint8Array.of(0x12, 0x16));
  await expect.poll(() => heard).toEqual([0x12, 0x16]);
  await expect.poll(() => received.toString()).toBe('um dois');
  channel.close();
});

it('that hangs up once nothing more comes has taken everything; one that says nothing may have', async () => {
  const quick = await open();
  const first = await printer();
  first.on('end', () => first.end());
  expect(await quick.finish(LONG_MS)).toBe(true);
  quick.close();
  printers = [];
  const slow = await open();
  await printer();
  expect(await slow.finish(20)).toBe(false);
  slow.close();
});

it('that hung up takes nothing more', async () => {
  const channel = await open();
  (await printer()).end();
  expect(await channel.ended).toBeNull();
  await expect(channel.write(Buffer.from('x'))).rejects.toThrow('Cozinha falhou (closed)');
  channel.close();
});

it('is let go so that it forgets what it has not read', async () => {
  const channel = await open();
  const reset = once(await printer(), 'error');
  channel.drop();
  expect(await reset).toMatchObject([{ code: 'ECONNRESET' }]);
});

it('is let go in peace when it is closed', async () => {
  const channel = await open();
  const end = once(await printer(), 'end');
  channel.close();
  await end;
});

it('that is not there refuses, in words', async () => {
  server.close();
  await once(server, 'close');
  await expect(open()).rejects.toThrow('Cozinha recusou a conexão');
});

it('is not dialled any more by who was told to stop', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(open(stop.signal)).rejects.toThrow('Cozinha falhou (aborted)');
});

it('is given up by who is told to stop meanwhile', async () => {
  const stop = new AbortController();
  const channel = await open(stop.signal);
  stop.abort();
  expect(await channel.ended).toMatchObject({ message: 'Cozinha falhou (aborted)' });
});
