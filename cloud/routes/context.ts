// The Hono environment of the relay: the connection as Node saw it, and the store that a request is about.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, type BlockList } from 'node:net';
import type { Context } from 'hono';
import type { Vouch } from '../staff/vouches.ts';
import type { StoreRow } from '../stores/stores.ts';

export type Env = {
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse };
  Variables: {
    store: StoreRow;
    storeId: string;
    /** Behind the door of an administrator from afar only. */
    vouch: Vouch;
  };
};
export type RouteContext = Context<Env>;

/** The caller's address. A proxy's word counts only when it is one of ours: then it is the last address that is none of ours. */
export function clientOf(context: RouteContext, trustedProxies: BlockList): string {
  const peer = plain(context.env.incoming?.socket.remoteAddress ?? '');
  if (!isTrusted(peer, trustedProxies)) return peer === '' ? 'unknown' : peer;
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plain(hop.trim()));
  return hops.findLast((hop) => isIP(hop) !== 0 && !isTrusted(hop, trustedProxies)) ?? peer;
}

/** What limits count: an address, or the whole network that one IPv6 household has. */
export function householdOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return `${[...groups, ...middle, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** An IPv4 caller on a socket of both kinds is written as IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isTrusted = (address: string, list: BlockList): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
