// What is answered before the application is asked, or after it: to who came under a strange name, while a restored store takes its
// place, and to the relay.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import type { Env } from './context.ts';
import { answerRestarting, linkListener, onlyOwnHosts } from './transport.ts';

/** What `listener` answers to one request. */
async function ask(listener: RequestListener, headers: Record<string, string> = {}) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('who asks under a name that is not the store’s', () => {
  const strange = onlyOwnHosts({
    own: { knows: () => false },
    addresses: () => ['http://balcao.local', 'http://192.168.0.7'],
    answer: () => expect.unreachable('a strange name was answered'),
  });
  const WORDS = 'Este endereço não é o desta loja. Abra http://balcao.local ou http://192.168.0.7.';

  it('reads in a browser every address at which the store is, in words alone', async () => {
    const page = await ask(strange, { accept: 'text/html,*/*' });
    expect([page.status, page.headers.get('content-type'), page.text]).toEqual([
      421,
      'text/plain; charset=utf-8',
      WORDS,
    ]);
  });

  it('is told the same as a problem where it is a program', async () => {
    const program = await ask(strange, { accept: 'application/json' });
    expect([program.status, program.headers.get('content-type')]).toEqual([421, 'application/problem+json']);
    expect(JSON.parse(program.text)).toMatchObject({
      ...{ status: 421, code: 'unknown-host', title: 'Endereço desconhecido' },
      detail: WORDS,
    });
  });
});

it('while a restored store takes its place, everybody is told to come again in a second', async () => {
  const { status, headers, text } = await ask(answerRestarting);
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '1', 'no-store']);
  expect(JSON.parse(text)).toMatchObject({ code: 'restarting' });
});

describe('the relay', () => {
  const app = new OpenAPIHono<Env>();
  app.get('/', ({ env, json }) =>
    json({ transport: env.transport, clientIp: env.clientIp }, 200, { 'proxy-connection': 'keep-alive' }),
  );

  it('says who its caller is, and is itself where it says nobody', async () => {
    const from = await ask(linkListener(app), { 'x-balcao-client-ip': '200.147.3.9' });
    expect(JSON.parse(from.text)).toEqual({ transport: 'link', clientIp: '200.147.3.9' });
    const own = await ask(linkListener(app));
    expect(JSON.parse(own.text)).toEqual({ transport: 'link', clientIp: 'relay' });
  });

  it('is sent no header that is for one hop alone', async () => {
    expect((await ask(linkListener(app))).headers.get('proxy-connection')).toBeNull();
  });

  it.each([
    ['connection', 'keep-alive'],
    ['transfer-encoding', 'chunked'],
    ['keep-alive', 'timeout=5'],
    ['upgrade', 'h2c'],
    ['proxy-connection', 'keep-alive'],
  ])('is answered over the link, which may not carry %s, all the same', async (name, value) => {
    const live = new OpenAPIHono<Env>();
    live.get('/', ({ body }) => body('ao vivo', 200, { [name]: value }));
    const link = createHttp2Server();
    link.on('request', linkListener(live));
    link.listen(0, '127.0.0.1');
    await once(link, 'listening');
    const relay = connect(`http://127.0.0.1:${(link.address() as AddressInfo).port}`);
    try {
      const request = relay.request({ ':path': '/' });
      const [headers] = (await once(request, 'response')) as [Record<string, unknown>];
      expect([headers[':status'], headers[name]]).toEqual([200, undefined]);
    } finally {
      relay.destroy();
      link.close();
    }
  });
});
