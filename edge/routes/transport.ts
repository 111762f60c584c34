// The two ways in: the LAN listener and the link. Each says by itself where a request came from; clients cannot.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { createAssetMemory } from '@balcao/shared/http/asset-memory.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { App } from '../app.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER } from '../users/origin.ts';
import type { Bindings } from './context.ts';

/** For the browsers in the shop: the socket and the Host they reached us under, whatever else they say. */
export function lanListener(
  app: App,
  scheme: 'http' | 'https' = 'http',
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const assets = createAssetMemory();
  const listener = getRequestListener(async (request, env) => {
    const { incoming } = env as HttpBindings;
    const bindings: Bindings = {
      transport: 'lan',
      clientIp: incoming.socket.remoteAddress ?? 'unknown',
      origin: `${scheme}://${incoming.headers.host ?? ''}`,
    };
    const response = await assets.keep(incoming, await app.fetch(request, bindings));
    return scheme === 'https' ? withSecureCookies(response) : response;
  });
  return (incoming, outgoing) => {
    if (!assets.answer(incoming, outgoing)) void listener(incoming, outgoing);
  };
}

/** Over plain http browsers drop such cookies, so the application cannot set them itself. */
function withSecureCookies(response: Response): Response {
  const cookies = response.headers.getSetCookie();
  if (cookies.length === 0) return response;
  response.headers.delete('set-cookie');
  for (const cookie of cookies)
    response.headers.append('set-cookie', /;\s*secure/i.test(cookie) ? cookie : `${cookie}; Secure`);
  return response;
}

/** While a restored store takes the place of this one: a second or two. */
export function answerRestarting(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  const body = problem(
    503,
    'restarting',
    'A loja está ligando',
    'A loja está ligando de novo. Aguarde um instante.',
  );
  outgoing.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' });
  outgoing.end(JSON.stringify(body));
}

const HOP_BY_HOP = ['connection', 'transfer-encoding', 'keep-alive', 'upgrade', 'proxy-connection'];

/** For the relay, which says who its callers are; nobody else can reach this listener. */
export function linkListener(app: App): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listener = getRequestListener(async (request, env) => {
    const { headers } = (env as HttpBindings).incoming;
    const bindings: Bindings = {
      transport: 'link',
      clientIp: String(headers[CLIENT_IP_HEADER] ?? 'relay'),
      origin: String(headers[ORIGIN_HEADER] ?? ''),
    };
    const response = await app.fetch(request, bindings);
    // HTTP/2 forbids these; Hono's streams set some of them.
    for (const name of HOP_BY_HOP) response.headers.delete(name);
    return response;
  });
  return (incoming, outgoing) => void listener(incoming, outgoing);
}
