// The subscription of a browser, of which it has one per site, bound to the shop's key.
import { afterEach, expect, it, vi } from 'vitest';
import { subscribeToPush } from './push.ts';

afterEach(() => vi.unstubAllGlobals());

/** Asks for a subscription under `-__-AQ`, with one under the key of these bytes there already; whether that one was given up. */
async function isGivenUp(bytes: number[]): Promise<boolean> {
  const unsubscribe = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  const made = { toJSON: () => ({ endpoint: 'https://push/1', keys: { p256dh: 'p', auth: 'a' } }) };
  const before = { options: { applicationServerKey: new Uint8Array(bytes).buffer }, unsubscribe };
  const subscribe = vi.fn<(how: object) => Promise<typeof made>>(() => Promise.resolve(made));
  const pushManager = { getSubscription: () => Promise.resolve(before), subscribe };
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') });
  vi.stubGlobal('navigator', {
    serviceWorker: { register: () => Promise.resolve({ pushManager }), ready: Promise.resolve() },
  });
  expect(await subscribeToPush('-__-AQ')).toEqual({
    endpoint: 'https://push/1',
    keys: { p256dh: 'p', auth: 'a' },
  });
  // Browsers take none that could come unseen.
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: '-__-AQ' }]]);
  return unsubscribe.mock.calls.length > 0;
}

it('one under the shop’s key stays, so that orders of before are told as well; one under another key gives way', async () => {
  expect(await isGivenUp([0xfb, 0xff, 0xfe, 0x01])).toBe(false);
  expect(await isGivenUp([0xfb, 0xff, 0xfe, 0x02])).toBe(true);
});
