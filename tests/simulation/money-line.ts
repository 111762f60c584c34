// The way from the store to the relay of a month of money.
import { setImmediate } from 'node:timers/promises';
import { DEVICE, type TestRelay } from '../harness/payments.ts';

/** What the store asks of this relay; of others' orders nobody answers. */
export function createLine(relay: () => TestRelay) {
  const known = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  let isCut = false;
  return {
    known,
    cut: (): void => void (isCut = true),
    plug: (): void => void (isCut = false),
    /** Lets what the store asked, perhaps beside its answer to a person, be answered. */
    async quiet(): Promise<void> {
      await setImmediate();
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    async request(path: string, init: RequestInit = {}): Promise<Response> {
      const body = typeof init.body === 'string' ? init.body : undefined;
      const isOurs =
        path === '/edge/payments/attention' || [...known].some((id) => `${path}${body}`.includes(id));
      if (isCut || !isOurs) throw new TypeError('fetch failed');
      const asked = fetch(relay().url + path, {
        method: init.method ?? 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${DEVICE}` },
        ...(body === undefined ? {} : { body }),
      });
      underWay.add(asked);
      return asked.finally(() => underWay.delete(asked));
    },
  };
}
