// What needs a store's link is asked of the process that holds it.
import type { HonoRequest } from 'hono';
import { FORWARDED, type Forwarder } from '../cluster/forward.ts';
import type { Ownership } from '../cluster/ownership.ts';
import type { Config } from '../config.ts';
import { clientOf, type RouteContext } from './context.ts';

/** The request with its body, which may have been read. */
export async function requestOf(request: HonoRequest): Promise<Request> {
  const { url, method, signal, bodyUsed } = request.raw;
  if (!bodyUsed) return request.raw;
  const body = await request.arrayBuffer();
  const headers = new Headers(request.raw.headers);
  // What was read as text may be written in other bytes again.
  if (headers.has('content-length')) headers.set('content-length', `${body.byteLength}`);
  return new Request(url, { method, headers, signal, body });
}

export type ForwardToOwner = ReturnType<typeof createOwnerForwarding>;

/** The answer of the process that holds the store's link; null when that is this one, or none. */
export function createOwnerForwarding(deps: {
  config: Pick<Config, 'trustedProxies'>;
  log: { warn(details: object, message: string): void };
  ownership: Pick<Ownership, 'findOtherOwner'>;
  forwarder: Pick<Forwarder, 'callerOf' | 'send'>;
  gateway: { session(storeId: string): unknown };
}) {
  const { config, log, ownership, forwarder, gateway } = deps;
  return async (context: RouteContext): Promise<Response | null> => {
    const storeId = context.get('storeId');
    if (gateway.session(storeId) !== null) return null;
    if ((await forwarder.callerOf(context.req.header(FORWARDED))) !== null) return null;
    const owner = await ownership.findOtherOwner(storeId);
    if (owner === null) return null;
    try {
      return await forwarder.send(
        owner.address,
        await requestOf(context.req),
        clientOf(context, config.trustedProxies),
      );
    } catch (error) {
      log.warn({ err: error, storeId }, 'the process that holds a link does not answer');
      return null;
    }
  };
}
