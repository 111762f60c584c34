// The Hono environment of the relay: the connection as Node saw it, and the store that a request is about.
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { StoreRow } from '../link/stores.ts';

export type Env = {
  Bindings: { incoming?: IncomingMessage };
  Variables: { store: StoreRow; storeId: string };
};
export type RouteContext = Context<Env>;

/** The caller's address; a proxy's word counts only when it is one of ours. */
export function clientOf(context: Context, trustedProxies: ReadonlySet<string>): string {
  const peer = (context.env as Env['Bindings']).incoming?.socket.remoteAddress ?? 'unknown';
  if (!trustedProxies.has(peer)) return peer;
  return context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() || peer;
}
