// Who shares an IPv6 address: one household has a whole network of them, so what counts callers counts that.
import { isIP } from 'node:net';

/** What limits count: an address as it is, or of an IPv6 one the network that a household has, as `2001:db8:1:2::/64`. */
export const householdOf = (address: string): string => (isIP(address) === 6 ? networkOf(address) : address);

function networkOf(ipv6: string): string {
  const [head = '', tail] = ipv6.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return `${[...groups, ...middle, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
