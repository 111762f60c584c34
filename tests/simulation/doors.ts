// The two doors of a simulated shop, and who stands at them: anybody, the owner with a session, the store with its device's key.
import { createDeviceTokens } from '../../edge/replication/link/device-token.ts';
import type { Store } from '../../edge/store.ts';
import type { Seeded } from '../faults/seeded.ts';
import { PUBLIC_URL, type RelaySide } from './sides.ts';
import { lan, LAN_ORIGIN, signIn, type Cookies } from './staffed.ts';

export type Doors = ReturnType<typeof createDoors>;

export const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

export function createDoors(world: {
  store: () => Store;
  relay: (host: 'relay' | 'other') => RelaySide;
  chance: Seeded;
  cookies: Cookies;
}) {
  let { counter } = world.cookies;
  const anywhere = (): string => `10.0.${world.chance.int(256)}.${world.chance.int(256)}`;

  const atRelay = async (
    path: string,
    init: RequestInit,
    host: 'relay' | 'other' = 'relay',
  ): Promise<Response> =>
    world.relay(host).relay.app.request(path, init, {
      incoming: { socket: { remoteAddress: anywhere() } },
    } as never);

  const atStore = async (path: string, init: RequestInit): Promise<Response> =>
    world.store().app.request(path, init, lan(anywhere()));

  const signed = (init: RequestInit, origin: string, cookie: string): RequestInit => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    headers.set('origin', origin);
    headers.set('host', new URL(origin).host);
    return { ...init, headers };
  };

  return {
    atRelay,
    atStore,

    /** As the owner, at the counter. */
    async asStaff(path: string, init: RequestInit): Promise<Response> {
      const answer = await atStore(path, signed(init, LAN_ORIGIN, counter));
      if (answer.status !== 401) return answer;
      await answer.body?.cancel();
      counter = await signIn(world.store());
      return atStore(path, signed(init, LAN_ORIGIN, counter));
    },

    /** As the owner, from home: over the link while it stands, at the relay's copy while the store is away. */
    fromHome: (path: string, init: RequestInit): Promise<Response> =>
      atRelay(path, signed(init, PUBLIC_URL, world.cookies.home)),

    deviceKey: async (): Promise<Record<string, string>> => ({
      authorization: `Bearer ${await (await createDeviceTokens(world.store().identity))()}`,
    }),
  };
}
