// One station's share of the board: its items alone, and in words what of each order is made elsewhere. Pure.
import type { Station } from '@balcao/shared/menu/menu.ts';
import type { LineChange, Order } from '@balcao/shared/order/order.ts';
import { stationOf, type StationRules } from '@balcao/shared/order/stations.ts';
import type { Card, Columns } from './columns.ts';

type Share = Pick<Card, 'order' | 'elsewhere'> | null;

/** Cuts a board for one station. An order that did not change is cut once: its card is not drawn again. */
export function createCut(station: Station, rules: StationRules): (columns: Columns) => Columns {
  const known = new WeakMap<Order, { share: Share }>();
  const shareOf = (order: Order): Share => {
    const before = known.get(order);
    if (before !== undefined) return before.share;
    const share = cutOrder(order, station, rules);
    known.set(order, { share });
    return share;
  };
  const cutCards = (cards: readonly Card[]): Card[] =>
    cards.flatMap((card) => {
      const share = shareOf(card.order);
      return share === null ? [] : [{ ...card, ...share }];
    });
  return ({ received, preparing, ready }) => ({
    received: cutCards(received),
    preparing: cutCards(preparing),
    ready: cutCards(ready),
  });
}

function cutOrder(order: Order, station: Station, rules: StationRules): Share {
  const own = order.items.map((item) => ({ item, at: stationOf(item, rules) }));
  const items = own.filter(({ at }) => at?.id === station.id).map(({ item }) => item);
  const changes = order.changes?.map((change) => ({
    ...change,
    takenOff: change.takenOff.filter((item) => stationOf(item, rules)?.id === station.id),
  }));
  // What went from here has to be said here, though nothing else is left to make.
  const isGone = changes?.some(({ inKitchen, takenOff }) => inKitchen && takenOff.length > 0) ?? false;
  if (items.length === 0 && !isGone) return null;
  const cut = changes === undefined ? order : { ...order, changes: changes.filter(isOfHere(items)) };
  if (items.length === order.items.length) return { order: cut, elsewhere: null };
  const others = [...new Set(own.flatMap(({ at }) => (at && at.id !== station.id ? [at.name] : [])))];
  const count = order.items.length - items.length;
  return {
    order: { ...cut, items },
    elsewhere: `+ ${count} ${count === 1 ? 'item' : 'itens'} em ${others.join(' e ')}`,
  };
}

/** A change of which something came or went here: one of elsewhere is no news. */
const isOfHere =
  (items: readonly { id: string }[]) =>
  ({ addedIds, takenOff }: LineChange): boolean =>
    takenOff.length > 0 || items.some(({ id }) => addedIds.includes(id));
