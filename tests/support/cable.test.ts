import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createCable, type Cable } from './cable.ts';
import { listen } from './listen.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A far end that sends everything back, and a cable to it. */
async function echo(): Promise<Cable> {
  return createEchoCable(await startEcho());
}

async function startEcho(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket));
  const { port } = await listen(server);
  closers.push(() => server.close());
  return port;
}

async function createEchoCable(port: number): Promise<Cable> {
  const cable = await createCable(port);
  closers.push(() => cable.close());
  return cable;
}

async function dial(cable: Cable): Promise<Socket> {
  const socket = connect(Number(new URL(cable.url).port), '127.0.0.1');
  socket.setEncoding('utf8');
  closers.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('what goes in comes out at the other end, and back', async () => {
  const socket = await dial(await echo());
  socket.write('açaí');
  expect(await once(socket, 'data')).toEqual(['açaí']);
});

test('pulling the cable ends open connections and refuses new ones, until it is plugged in', async () => {
  const cable = await echo();
  const socket = await dial(cable);
  socket.write('a');
  await once(socket, 'data');
  cable.pull();
  await once(socket, 'close');
  const refused = connect(Number(new URL(cable.url).port), '127.0.0.1');
  await expect(once(refused, 'close')).rejects.toThrow('ECONNRESET');
  cable.plug();
  const again = await dial(cable);
  again.write('b');
  expect(await once(again, 'data')).toEqual(['b']);
});

test('a stalled cable keeps the connection open and delivers nothing until it is plugged in', async () => {
  const port = await startEcho();
  const cable = await createEchoCable(port);
  const clock = await dial(await createEchoCable(port));
  const socket = await dial(cable);
  socket.write('a');
  await once(socket, 'data');
  cable.stall();
  const heard: string[] = [];
  socket.on('data', (text: string) => heard.push(text));
  socket.write('b');
  // Round trips beside it prove that there was time enough.
  for (let trip = 0; trip < 20; trip += 1) {
    clock.write('tick');
    await once(clock, 'data');
  }
  expect(heard).toEqual([]);
  expect(socket.destroyed).toBe(false);
  cable.plug();
  await expect.poll(() => heard).toEqual(['b']);
});

test('with its answers stalled, a cable brings what the far end says and keeps back what is said to it', async () => {
  const far = createServer();
  closers.push(() => far.close());
  const cable = await createEchoCable((await listen(far)).port);
  const accepted = once(far, 'connection') as Promise<[Socket]>;
  const near = await dial(cable);
  const [end] = await accepted;
  closers.push(() => end.destroy());
  const heard: string[] = [];
  end.setEncoding('utf8').on('data', (text: string) => heard.push(text));
  cable.stall('answers');
  near.write('resposta');
  end.write('pedido');
  expect(await once(near, 'data')).toEqual(['pedido']);
  expect(heard).toEqual([]);
  cable.plug();
  await expect.poll(() => heard).toEqual(['resposta']);
});
