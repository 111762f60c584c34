// What is answered before the application is asked, or after it: to who came under a strange name, while a restored store takes its
// place, and to the relay.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import type { Env } from './context.ts';
import { answerRestarting, linkListener, onlyOwnHosts } from './transport.ts';

/** What `listener` answers to one request, which says `headers` and no others. */
async function ask(listener: RequestListener, headers: Record<string, string> = {}) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, headers, agent: false }, resolve).once('error', reject).end();
    });
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
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
    expect([page.status, page.headers['content-type'], page.text]).toEqual([
      421,
      'text/plain; charset=utf-8',
      WORDS,
    ]);
  });

  it('is answered as ever under one that is', async () => {
    const known = onlyOwnHosts({
      own: { knows: (header) => header === 'balcao.local:3000' },
      addresses: () => [],
      answer: (_incoming, outgoing) => outgoing.writeHead(204).end(),
    });
    expect((await ask(known, { host: 'balcao.local:3000' })).status).toBe(204);
    expect((await ask(known, { host: 'balcao.local' })).status).toBe(421);
  });

  it.each([
    ['asks for JSON', { accept: 'application/json' }],
    ['does not say what it asks for', {}],
  ])('is told the same as a problem where it is a program that %s', async (_case, headers) => {
    const program = await ask(strange, headers);
    expect([program.status, program.headers['content-type']]).toEqual([421, 'application/problem+json']);
    expect(JSON.parse(program.text)).toMatchObject({
      ...{ status: 421, code: 'unknown-host', title: 'Endereço desconhecido' },
      detail: WORDS,
    });
  });
});

it('while a restored store takes its place, everybody is told to come again in a second', async () => {
  const { status, headers, text } = await ask(answerRestarting);
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store']);
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

  it.each([
    ['under which address of the store it was asked', { 'x-balcao-origin': 'https://acai.example' }],
    ['none where it says none', {}],
  ])('says %s, and no page that asks through it', async (_case, headers: Record<string, string>) => {
    const asked = new OpenAPIHono<Env>();
    asked.get('/', ({ env, text: say }) => say(env.origin));
    const answer = await ask(linkListener(asked), { ...headers, origin: 'https://evil.example' });
    expect(answer.text).toBe(headers['x-balcao-origin'] ?? '');
  });

  it('is sent no header that is for one hop alone', async () => {
    expect((await ask(linkListener(app))).headers['proxy-connection']).toBeUndefined();
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
