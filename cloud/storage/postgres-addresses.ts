// Where PostgreSQL is, as libpq writes it: several machines stand in one address, with commas between them.

const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s;

/** One address for each machine of `postgres://user:password@first:5432,second:5432/name`; of any other text that text alone. */
export function addressesOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(databaseUrl) ?? [];
  const places = hosts.split(',');
  if (places.length < 2) return [databaseUrl];
  return places.map((place) => `${before}${place}${after}`);
}

/** Whether each of them is an address with a machine in it. */
export const areAddresses = (databaseUrl: string): boolean =>
  addressesOf(databaseUrl).every((address, _, { length }) => {
    const url = URL.parse(address);
    return url !== null && /^postgres(ql)?:$/.test(url.protocol) && (length < 2 || url.hostname !== '');
  });
