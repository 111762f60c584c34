// Where PostgreSQL is, as libpq writes it: several machines stand in one address, with commas between them.

/** One address for each machine of `postgres://user:password@first:5432,second:5432/name`; of any other text that text alone. */
export function addressesOf(databaseUrl: string): string[] {
  const start = databaseUrl.indexOf('://') + '://'.length;
  const length = databaseUrl.slice(start).search(/[/?#]/);
  const end = length < 0 ? databaseUrl.length : start + length;
  const hosts = databaseUrl.lastIndexOf('@', end - 1) + 1 || start;
  const places = databaseUrl.slice(hosts, end).split(',');
  if (places.length < 2) return [databaseUrl];
  return places.map((place) => `${databaseUrl.slice(0, hosts)}${place}${databaseUrl.slice(end)}`);
}

/** Whether each of them is an address with a machine in it. */
export const areAddresses = (databaseUrl: string): boolean =>
  addressesOf(databaseUrl).every((address, _, { length }) => {
    const url = URL.parse(address);
    return url !== null && /^postgres(ql)?:$/.test(url.protocol) && (length < 2 || url.hostname !== '');
  });
