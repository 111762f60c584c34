// The names and addresses under which this machine is the store: what the Host of a request is held against.
import { hostname, networkInterfaces } from 'node:os';
import { createOwnHosts, type OwnHosts } from '@balcao/shared/host/own-hosts.ts';
import { STORE_HOST } from './mdns.ts';

/** What routers and mDNS put behind the name of a machine. None of them is given away on the internet. */
const HOME_DOMAINS = ['local', 'lan', 'home', 'home.arpa', 'localdomain', 'internal'];

/** `extraHosts`: what the settings add, such as a name that the shop's own DNS gives. */
export function ownHostsOf(extraHosts: readonly string[], clock: () => number): OwnHosts {
  return createOwnHosts({ names: [STORE_HOST, ...extraHosts], current: () => machineHosts(), clock });
}

/** Read anew every time: cards come and go, and so do addresses. Those of IPv6 and link-local ones are among them. */
export function machineHosts(name = hostname(), interfaces = networkInterfaces()): string[] {
  const [label = ''] = name.split('.');
  return [
    name,
    label,
    ...HOME_DOMAINS.map((domain) => `${label}.${domain}`),
    ...Object.values(interfaces).flatMap((list = []) => list.map(({ address }) => address)),
  ];
}
