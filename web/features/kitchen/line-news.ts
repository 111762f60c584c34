// What came to an order on the board and what went, since its ticket was read here: shown until somebody at this screen has said so. Pure.
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { changedKey } from '../../data/staff/board/seen-news.ts';
import type { Card, Columns } from './columns.ts';

export type LineNews = {
  /** Of the changes that nobody here has taken note of. */
  changeIds: string[];
  /** By what the bell knows them. */
  bellKeys: string[];
  /** Ids of lines that came. */
  added: ReadonlySet<string>;
  /** Lines that went, as they had been sold. */
  takenOff: OrderItem[];
};

/** `bumped`: what somebody at this screen has taken note of. What changed before the kitchen had the order is no news. */
export function newsOf(order: Pick<Order, 'changes'>, bumped: readonly string[]): LineNews {
  const news = (order.changes ?? []).filter(({ id, inKitchen }) => inKitchen && !bumped.includes(id));
  return {
    changeIds: news.map(({ id }) => id),
    bellKeys: news.map(({ id, takenOff }) => changedKey(id, takenOff.length > 0)),
    added: new Set(news.flatMap(({ addedIds }) => addedIds)),
    // What came and went again before anybody looked was never to be made.
    takenOff: news.flatMap(({ takenOff }) => takenOff),
  };
}

/** Without cards of a station for which nothing is left to make, once somebody there has taken note of what went. */
export function withSomething(columns: Columns, bumped: readonly string[]): Columns {
  const has = ({ order }: Card) => order.items.length > 0 || newsOf(order, bumped).takenOff.length > 0;
  const isAll = [columns.received, columns.preparing, columns.awaiting ?? [], columns.ready].every((cards) =>
    cards.every(has),
  );
  return isAll
    ? columns
    : {
        received: columns.received.filter(has),
        preparing: columns.preparing.filter(has),
        awaiting: columns.awaiting?.filter(has) ?? [],
        ready: columns.ready.filter(has),
      };
}
