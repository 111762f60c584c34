// The two ways in: the LAN listener and the link. Each says by itself where a request came from; clients cannot.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { listenWithAssets } from '@balcao/shared/host/asset-memory.ts';
import { withGuardedCookies } from '@balcao/shared/host/host-cookies.ts';
import type { OwnHosts } from '@balcao/shared/host/own-hosts.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { App } from './app.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER } from '../shop/users/origin.ts';
import type { Bindings } from './context.ts';
import { RESTARTING } from './problems.ts';

/** For the browsers in the shop: the socket and the Host they reached us under, whatever else they say. */
export function lanListener(
  app: App,
  scheme: 'http' | 'https' = 'http',
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return listenWithAssets((request, { incoming }) => {
    const bindings: Bindings = {
      transport: 'lan',
      clientIp: incoming.socket.remoteAddress ?? 'unknown',
      origin: `${scheme}://${incoming.headers.host ?? ''}`,
    };
    const answer = async (): Promise<Response> => app.fetch(request, bindings);
    // Over plain http browsers drop such cookies, so the application cannot set them itself: it knows them by their plain names.
    return scheme === 'http' ? answer() : withGuardedCookies(request, answer);
  });
}

/** Only who asks under a name or an address of this store is answered; others are told where it is. Pages, live streams, everything. */
export function onlyOwnHosts(deps: {
  own: OwnHosts;
  addresses: () => string[];
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
}): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    if (deps.own.knows(incoming.headers.host)) {
      deps.answer(incoming, outgoing);
      return;
    }
    incoming.resume();
    const words = `Este endereço não é o desta loja. Abra ${deps.addresses().join(' ou ')}.`;
    const isPage = incoming.headers.accept?.includes('text/html') === true;
    outgoing.writeHead(421, {
      'content-type': isPage ? 'text/plain; charset=utf-8' : 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    outgoing.end(
      isPage ? words : JSON.stringify(problem(421, 'unknown-host', 'Endereço desconhecido', words)),
    );
  };
}

/** While a restored store takes the place of this one: a second or two. */
export function answerRestarting(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  outgoing.writeHead(503, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'retry-after': '1',
  });
  outgoing.end(JSON.stringify(RESTARTING));
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
