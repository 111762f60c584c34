// Who a sale of the counter is called for. The name stands in the observations, as their first line: it goes where they go, and goes with them
// when a customer is forgotten. Nobody is shown it who is not shown the observations, but the shop's panel, where the owner wants the first of them.

const LEAD = 'Cliente: ';
/** Longer is cut: it is called out, and printed large. */
export const CUSTOMER_NAME_MAX = 30;

/** The name, empty where there is none, and the observations without it. */
export function readCustomerName(observations: string): { name: string; rest: string } {
  if (!observations.startsWith(LEAD)) return { name: '', rest: observations };
  const [first = '', ...rest] = observations.slice(LEAD.length).split('\n');
  return { name: first.slice(0, CUSTOMER_NAME_MAX), rest: rest.join('\n') };
}

/** The observations with that name before them; an empty one leaves them alone. */
export function withCustomerName(name: string, observations: string): string {
  return putCustomerName(name, readCustomerName(observations).rest);
}

/** The observations, all of them, with that name before them; an empty one leaves them alone. */
export function putCustomerName(name: string, observations: string): string {
  const line = name.replaceAll('\n', ' ').slice(0, CUSTOMER_NAME_MAX);
  if (line.trim() === '') return observations;
  return observations === '' ? `${LEAD}${line}` : `${LEAD}${line}\n${observations}`;
}

/** The first of somebody's names, as it is called across a room; empty where there is none. */
export const firstNameOf = (observations: string): string =>
  readCustomerName(observations).name.trim().split(/\s/)[0] ?? '';
