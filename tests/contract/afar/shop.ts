// A whole shop with its people, whom a test parts from their store.
import { expect } from 'vitest';
import { cookiesOf, PASSWORD } from '../../../edge/testing/sign-in.ts';
import { ask, type Ask } from '../../harness/ask.ts';
import { inStep } from '../../harness/real-store.ts';
import { soon } from '../../harness/relay.ts';
import { openWholeShop } from '../../harness/whole-shop.ts';

export type Apart = Awaited<ReturnType<typeof openShop>>;

const PEOPLE = { ana: 'ADMIN', bia: 'ADMIN', dora: 'ADMIN', caio: 'KITCHEN', vera: 'WHOLESALE' } as const;

export async function openShop() {
  const shop = await openWholeShop({}, 'pglite');
  const { relay, testRelay, store, cable } = shop;
  for (const [name, role] of Object.entries(PEOPLE))
    await store.users.create({
      name: name.replace(/^./, (first) => first.toUpperCase()),
      email: `${name}@loja.com`,
      password: PASSWORD,
      role,
    });

  const devices = new Map<string, string>();
  const stranger =
    (url: string, cookie?: string): Ask =>
    (path, init) =>
      ask(url + path, { ...init, cookie });
  const session = () => relay.gateway.session(store.identity.storeId);
  const settled = () => inStep(testRelay, store);
  await settled();

  return {
    ...shop,
    /** The relay has the whole log. */
    settled,
    resetRelay: () => testRelay.advance(Date.now() - testRelay.nowMs),
    async signIn(url: string, name: keyof typeof PEOPLE): Promise<Ask> {
      // Like a browser that was there before: a device of one's own has a budget of its own.
      const { status, text, headers } = await stranger(url, devices.get(name))('/api/auth/sign-in/email', {
        json: { email: `${name}@loja.com`, password: PASSWORD },
      });
      if (status !== 200) throw new Error(`${name} could not sign in: ${status} ${text}`);
      const device = headers
        .getSetCookie()
        .find((one) => /balcao\.device=/.test(one))
        ?.split(';')[0];
      if (device !== undefined) devices.set(name, device);
      return stranger(url, cookiesOf(headers));
    },
    stranger,
    async part(): Promise<void> {
      cable.pull();
      await soon(() => expect(session()).toBeNull());
    },
    async join(): Promise<void> {
      cable.plug();
      await soon(() => expect(session()).not.toBeNull());
    },
  };
}
