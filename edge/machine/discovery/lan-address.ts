// The store's own address on the shop's network, for links on paper: phones that cannot resolve `.local` can use it.
import { networkInterfaces } from 'node:os';
import { STORE_HOST } from './mdns.ts';

const WIRED_OR_WIFI = /^(en|eth|wl|wlan)/;

/** Whether an interface is a card of this machine: no bridge between its programs, no tunnel. */
export const isRealCard = (name: string): boolean => WIRED_OR_WIFI.test(name);

/** An IPv4 address of this machine, of a real card first; the store's name where it has none. */
export function lanHost(interfaces = networkInterfaces()): string {
  const addresses = Object.entries(interfaces)
    .toSorted(([one], [other]) => Number(isRealCard(other)) - Number(isRealCard(one)))
    .flatMap(([, list = []]) => list)
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    );
  return addresses[0]?.address ?? STORE_HOST;
}

/** Where browsers in the shop find the store: by name where it is announced, and by number. */
export function addressesOf({ port, mdns }: { port: number; mdns: boolean }): string[] {
  const host = lanHost();
  const suffix = port === 80 ? '' : `:${port}`;
  return [...(mdns ? [STORE_HOST] : []), ...(mdns && host === STORE_HOST ? [] : [host])].map(
    (name) => `http://${name}${suffix}`,
  );
}
