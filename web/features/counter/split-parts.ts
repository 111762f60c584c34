// Which id the part has that is being paid, and which parts that were asked for here have come since. Without a screen, so that it can be tried.
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { TENDERS_MAX } from '@balcao/shared/payment/tender.ts';

/** What there is to tell of an order; `cancelled`: nobody can pay it any more. */
export type SplitNews = 'taken' | 'paid' | 'cancelled';

/** What the screen shows. `isFollowed`: the part that is being paid is told by who waits for it; `busy`: a part is being sent. */
type Shown = { isFollowed: boolean; busy: boolean };

export function createSplitParts(newId: () => string) {
  /** What is being paid: the same way and amount is the same part, until it has come. */
  let current: { id: string; what: string } | null = null;
  /** Asked for here and not come: a code or a terminal may be paid after somebody went back to choose another way. */
  const askedIds = new Set<string>();
  /** Parts that came by themselves and that whoever takes the next one knows of. */
  const seenIds = new Set<string>();
  /** Those of them that an answer named: the order as it is known here may be older. */
  const namedIds = new Set<string>();
  /** Said once, or the screen that follows would be shown twice. */
  let isOver = false;

  /** Takes in what has come of it. */
  const hear = ({ tenders = [] }: Pick<Order, 'tenders'>): boolean => {
    const came = tenders.filter(({ id }) => askedIds.has(id));
    for (const { id } of came) askedIds.delete(id);
    if (tenders.some(({ id }) => id === current?.id)) current = null;
    return came.length > 0;
  };

  /** What is to be told of the order as an answer brought it: a part is in, or all of it. */
  const newsOf = (order: Order): SplitNews | null => {
    const isIn = hear(order);
    if (isOver) return null;
    isOver = order.status !== 'PENDING';
    if (order.status === 'CANCELLED') return 'cancelled';
    return isOver ? 'paid' : isIn ? 'taken' : null;
  };

  return {
    /** The id of the part that is paid this way with this amount. */
    idOf(way: string, cents: number): string {
      const wayAndAmount = `${way} ${cents}`;
      if (current?.what !== wayAndAmount) current = { id: newId(), what: wayAndAmount };
      askedIds.add(current.id);
      return current.id;
    },

    /** What is paid next is another part, whatever becomes of this one. */
    leave(): void {
      current = null;
    },

    /** The list of parts is on the screen as the next way is chosen. */
    saw(partIds: readonly string[]): void {
      for (const id of partIds) seenIds.add(id);
    },

    /** The words of an answer named these. One that is named is not what is sent next: its own code may be paid beside it. */
    heardOf(partIds: readonly string[]): void {
      for (const id of partIds) namedIds.add(id);
      if (current !== null && partIds.includes(current.id)) current = null;
    },

    /** What the next part is said to be beside: what was named last first, and what stands; no more than the store takes. */
    seen(tenders: readonly Pick<Tender, 'id'>[]): string[] {
      const standing = tenders.map(({ id }) => id).filter((id) => seenIds.has(id));
      return [...new Set([...[...namedIds].reverse(), ...standing])].slice(0, TENDERS_MAX);
    },

    told: newsOf,

    /** What is to be told of the order as it stands by itself; null where nothing is, or where others tell it. */
    news(order: Order, { isFollowed, busy }: Shown): SplitNews | null {
      const { tenders = [] } = order;
      const own = tenders.find(({ id }) => id === current?.id);
      // Whoever sent it tells it with the answer, and its green stays for a moment.
      if (isOver || busy || (isFollowed && own?.proved !== undefined)) return null;
      return order.status !== 'PENDING' || tenders.some(({ id }) => askedIds.has(id)) ? newsOf(order) : null;
    },
  };
}
