// The names and addresses under which this machine is the relay, beside the host names of the stores.
import { networkInterfaces } from 'node:os';
import { createOwnHosts, type OwnHosts } from '@balcao/shared/host/own-hosts.ts';
import type { Config } from '../config.ts';

/** Its own addresses are among them: where it is tried without a name, in a shop's network or behind a load balancer. */
export function ownHostsOf(
  { publicUrl, instanceUrl, extraHosts }: Pick<Config, 'publicUrl' | 'instanceUrl' | 'extraHosts'>,
  clock: () => number,
): OwnHosts {
  const urls = [publicUrl, ...(instanceUrl === null ? [] : [instanceUrl])];
  return createOwnHosts({
    names: [...urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, '')), ...extraHosts],
    current: () =>
      Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address)),
    clock,
  });
}
