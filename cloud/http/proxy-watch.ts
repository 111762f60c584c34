// Notices a proxy before the relay that TRUSTED_PROXIES does not name: then all customers seem to be one, and slow each other down. A
// header proves nothing, so nothing is believed for it; it is said, in the log once and in `/readyz`.
import { BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { isListed, peerOf, type Env } from './context.ts';

/** Address ranges where an operator's own proxy stands; requests from the internet come from none of these. */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv4');
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

export type ProxyWatch = ReturnType<typeof createProxyWatch>;

export function createProxyWatch(trusted: BlockList, log: { warn(details: object, message: string): void }) {
  let seen: string | null = null;
  const words = (peer: string): string =>
    `a proxy at ${peer} says who its callers are, and TRUSTED_PROXIES does not name it: all of them share the limits of one caller`;

  return {
    watch: createMiddleware<Env>((context, next) => {
      if (seen !== null || context.req.header('x-forwarded-for') === undefined) return next();
      const peer = peerOf(context);
      if (isListed(peer, INSIDE) && !isListed(peer, trusted)) {
        seen = peer;
        log.warn({ peer }, words(peer));
      }
      return next();
    }),
    warnings: (): string[] => (seen === null ? [] : [words(seen)]),
  };
}
