// Who shares an IPv6 address: one household has a whole network of them, so what counts callers counts that.

/** The first half of an IPv6 address, as `2001:db8:1:2::/64`. The text must be an IPv6 address. */
export function networkOf(ipv6: string): string {
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
