// The Hono environment of the relay: the connection as Node saw it, and the store that a request is about.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, type BlockList } from 'node:net';
import type { Context } from 'hono';
import type { RemoteSession } from '../shop/staff/remote-sessions.ts';
import type { StoreRow } from '../shop/stores/stores.ts';

export type Env = {
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse };
  Variables: {
    store: StoreRow;
    storeId: string;
    /** Set where a remote session was asked for, and only there. */
    remoteSession: RemoteSession;
  };
};
export type RouteContext = Context<Env>;

/** The caller's address. A proxy's word counts only when it is one of ours: then it is the last address that is none of ours. */
export const clientOf = (context: RouteContext, trustedProxies: BlockList): string =>
  clientAmong(peerOf(context), context.req.header('x-forwarded-for'), trustedProxies);

/** The same of a request for a WebSocket, which meets no application. */
export const upgraderOf = ({ socket, headers }: IncomingMessage, trustedProxies: BlockList): string =>
  clientAmong(plain(socket.remoteAddress ?? ''), headers['x-forwarded-for']?.toString(), trustedProxies);

function clientAmong(peer: string, forwarded: string | undefined, trustedProxies: BlockList): string {
  if (!isListed(peer, trustedProxies)) return peer === '' ? 'unknown' : peer;
  const hops = (forwarded ?? '').split(',').map((hop) => plain(hop.trim()));
  return hops.findLast((hop) => isIP(hop) !== 0 && !isListed(hop, trustedProxies)) ?? peer;
}

/** Whoever is at the other end of the connection; nothing where there is none. */
export const peerOf = (context: RouteContext): string =>
  plain(context.env.incoming?.socket.remoteAddress ?? '');

/** An IPv4 caller on a socket of both kinds is written as IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export const isListed = (address: string, list: BlockList): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
