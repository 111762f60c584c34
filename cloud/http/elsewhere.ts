// What needs a store's link is asked of the process that holds it.
import { FORWARDED, type Forwarder } from '../cluster/forward.ts';
import type { Ownership } from '../cluster/ownership.ts';
import type { Config } from '../config.ts';
import { clientOf, type RouteContext } from './context.ts';

export type Elsewhere = ReturnType<typeof createElsewhere>;

/** The answer of the process that holds the store's link; null when that is this one, or none. */
export function createElsewhere(deps: {
  config: Pick<Config, 'trustedProxies'>;
  log: { warn(details: object, message: string): void };
  ownership: Pick<Ownership, 'elsewhere'>;
  forwarder: Pick<Forwarder, 'callerOf' | 'send'>;
  gateway: { session(storeId: string): unknown };
}) {
  const { config, log, ownership, forwarder, gateway } = deps;
  return async (context: RouteContext): Promise<Response | null> => {
    const storeId = context.get('storeId');
    if (gateway.session(storeId) !== null) return null;
    if ((await forwarder.callerOf(context.req.header(FORWARDED))) !== null) return null;
    const owner = await ownership.elsewhere(storeId);
    if (owner === null) return null;
    try {
      return await forwarder.send(owner.address, context.req.raw, clientOf(context, config.trustedProxies));
    } catch (error) {
      log.warn({ err: error, storeId }, 'the process that holds a link does not answer');
      return null;
    }
  };
}
