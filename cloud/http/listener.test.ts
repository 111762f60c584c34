import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createListener, type Listener } from './listener.ts';

type Asked = { path: string; answer: (response: Response) => void };

let listener: Listener;
let asked: Asked[];
let sockets: Socket[];
beforeEach(async () => {
  // Only what the listener itself waits for.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [asked, sockets] = [[], []];
  listener = createListener({
    fetch: (request) => new Promise((answer) => asked.push({ path: new URL(request.url).pathname, answer })),
  });
  listener.server.listen(0, '127.0.0.1');
  await once(listener.server, 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  listener.server.close();
  vi.useRealTimers();
});

/** Asks for `path` over a connection of its own; answers it with what has come over it so far. */
async function ask(path: string) {
  const socket = connect((listener.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString()));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: loja.example\r\n\r\n`);
  await expect.poll(() => asked.map((one) => one.path)).toContain(path);
  return { socket, received: () => received };
}
const answer = (path: string, response: Response): void =>
  asked.find((one) => one.path === path)?.answer(response);
const eventStream = (): Response =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
/** Whether every answer is over: told at once where it is, and by no clock. */
async function isAnswered(): Promise<boolean> {
  let over = false;
  void listener.answered(120_000).then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

describe('answers under way when a process is replaced', () => {
  it('are waited for, each of them', async () => {
    expect(await isAnswered()).toBe(true);
    const [first, second] = [await ask('/first'), await ask('/second')];
    let areOver = false;
    void listener.answered(60_000).then(() => (areOver = true));
    answer('/first', new Response('a'));
    await expect.poll(first.received).toContain('200 OK');
    expect(areOver).toBe(false);
    answer('/second', new Response('b'));
    await expect.poll(second.received).toContain('200 OK');
    await expect.poll(() => areOver).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are waited for no longer than the process has', async () => {
    await ask('/order');
    let isOver = false;
    void listener.answered(5000).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(4999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
  });

  it('are not waited for where they are event streams, which go on as long as somebody looks', async () => {
    const stream = await ask('/live');
    expect(await isAnswered()).toBe(false);
    answer('/live', eventStream());
    await expect.poll(stream.received).toContain('text/event-stream');
    expect(await isAnswered()).toBe(true);
    const order = await ask('/order');
    stream.socket.destroy();
    await expect.poll(() => connections()).toBe(1);
    expect(await isAnswered()).toBe(false);
    answer('/order', new Response('a'));
    await expect.poll(order.received).toContain('200 OK');
    await expect.poll(isAnswered).toBe(true);
  });

  it('are over where whoever asked has left, also for an event stream that begins afterwards', async () => {
    const left = await ask('/live');
    left.socket.destroy();
    await expect.poll(isAnswered).toBe(true);
    answer('/live', eventStream());
    await ask('/order');
    expect(await isAnswered()).toBe(false);
  });

  it('take no second request on their connection once the process closes', async () => {
    const order = await ask('/order');
    const closed = listener.close();
    answer('/order', new Response('a'));
    await expect.poll(order.received).toMatch(/200 OK[\s\S]*connection: close/i);
    await closed;
  });

  it('nor do those that need no app, for what was answered once and never changes', async () => {
    const script = '/assets/base-Ab12.js';
    const first = await ask(script);
    answer(script, new Response('script', { headers: { 'cache-control': 'public, immutable' } }));
    await expect.poll(first.received).toContain('200 OK');
    const connected = once(listener.server, 'connection') as Promise<[Socket]>;
    const socket = connect((listener.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString()));
    // Half of a question: its connection is not idle, and outlives the close.
    socket.write(`GET ${script} HTTP/1.1\r\nhost: loja.example\r\n`);
    const [atServer] = await connected;
    await expect.poll(() => atServer.bytesRead).toBeGreaterThan(0);
    const closed = listener.close();
    socket.write('\r\n');
    await expect.poll(() => received).toMatch(/200 OK[\s\S]*connection: close/i);
    expect(asked).toHaveLength(1);
    await closed;
  });

  it('keep their connection until then', async () => {
    const order = await ask('/order');
    answer('/order', new Response('a'));
    await expect.poll(order.received).toMatch(/200 OK[\s\S]*connection: keep-alive/i);
  });
});

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    listener.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
