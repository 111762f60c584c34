// What a route may lean on: the Hono environment, who is asking, and over which transport the request came.
import type { Context } from 'hono';
import type { Me } from '@balcao/shared/http/staff.ts';
import type { Actor } from '../shop/audit/audit.ts';

/** `lan`: a browser in the shop. `link`: the relay, over the tunnel it was let into; never counts as LAN. */
export type Transport = 'lan' | 'link';

/** Set by the transport from what it knows itself; nothing a client sends gets in here. */
export type Bindings = { transport: Transport; clientIp: string; origin: string };

export type Env = {
  Bindings: Bindings;
  Variables: {
    me: Me;
    /** Kept out although the role would do: they are not in the shop. */
    isAfar?: true;
  };
};
export type RouteContext = Context<Env>;

/** The signed-in person as the audit names them. Behind a role guard only. */
export function actorOf(context: { get(key: 'me'): Me; env: Bindings }): Actor {
  const { id, name } = context.get('me');
  return { userId: id, userName: name, from: context.env.transport === 'link' ? 'relay' : 'lan' };
}
