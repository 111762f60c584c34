// What the bell makes of news: what was seen, and how it rings for the rest. Pure.

const SEEN_MAX = 300;
const CANCELLED = ':cancelled';

/** By what the bell knows the news that an order is cancelled: it was seen before, when it was new. */
export const cancelledKey = (orderId: string): string => `${orderId}${CANCELLED}`;

/** The same of lines that came to an order or, which costs more to miss, went. */
export const changedKey = (changeId: string, isLess: boolean): string =>
  `${changeId}${isLess ? CANCELLED : ':added'}`;

/** What was seen with these, the newest of it; the same list where all of them were. */
export function withSeen(seen: readonly string[], keys: readonly string[]): readonly string[] {
  const news = keys.filter((key) => !seen.includes(key));
  return news.length === 0 ? seen : [...seen, ...news].slice(-SEEN_MAX);
}

/** Going on with what is cancelled costs more than a new order that waits. */
export const tuneOf = (unseen: ReadonlySet<string>): 'cancelled' | 'order' =>
  [...unseen].some((key) => key.endsWith(CANCELLED)) ? 'cancelled' : 'order';
