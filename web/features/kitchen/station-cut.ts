// One station's share of the board: its items alone, in words what of each order is made elsewhere, and whose share is made already. Pure.
import type { Station } from '@balcao/shared/menu/menu.ts';
import type { LineChange, Order } from '@balcao/shared/order/order.ts';
import { splitByStation, stationOf, type StationRules } from '@balcao/shared/order/stations.ts';
import type { Card, Columns } from './columns.ts';

type Share = Required<Pick<Card, 'order' | 'elsewhere' | 'part'>> | null;

/** Cuts a board for one station. An order that did not change is cut once: its card is not drawn again. */
export function createCut(station: Station, rules: StationRules): (columns: Columns) => Columns {
  const shareByOrder = new WeakMap<Order, { share: Share }>();
  const shareOf = (order: Order): Share => {
    const before = shareByOrder.get(order);
    if (before !== undefined) return before.share;
    const share = cutOrder(order, station, rules);
    shareByOrder.set(order, { share });
    return share;
  };
  const cutCards = (cards: readonly Card[]): Card[] =>
    cards.flatMap((card) => {
      const share = shareOf(card.order);
      return share === null ? [] : [{ ...card, ...share }];
    });
  return ({ received, preparing, ready }) => {
    const begun = cutCards(preparing);
    return {
      received: cutCards(received),
      preparing: begun.filter(({ part }) => part?.made !== true),
      awaiting: begun.filter(({ part }) => part?.made === true),
      ready: cutCards(ready),
    };
  };
}

function cutOrder(order: Order, station: Station, rules: StationRules): Share {
  const parts = splitByStation(order.items, rules);
  const items = parts.find((part) => part.station.id === station.id)?.items ?? [];
  const changes = order.changes?.map((change) => ({
    ...change,
    takenOff: change.takenOff.filter((item) => stationOf(item, rules)?.id === station.id),
  }));
  // What went from here has to be said here, though nothing else is left to make.
  const isGone = changes?.some(({ inKitchen, takenOff }) => inKitchen && takenOff.length > 0) ?? false;
  if (items.length === 0 && !isGone) return null;
  const cut = changes === undefined ? order : { ...order, changes: changes.filter(isOfHere(items)) };
  const { madeAt = [] } = order;
  const others = parts.map((part) => part.station).filter(({ id }) => id !== station.id);
  const awaits = others.filter(({ id }) => !madeAt.includes(id)).map(({ name }) => name);
  // Where nobody is left to wait for, as when a station is gone since, the last step is still to be taken.
  const made = order.status === 'PREPARING' && madeAt.includes(station.id) && awaits.length > 0;
  const part = { station: station.id, made, awaits };
  if (others.length === 0) return { order: cut, elsewhere: null, part };
  const names = others.map(({ id, name }) => (madeAt.includes(id) ? `${name} (pronto)` : name));
  const count = order.items.length - items.length;
  return {
    order: { ...cut, items: [...items] },
    elsewhere: `+ ${count} ${count === 1 ? 'item' : 'itens'} em ${names.join(' e ')}`,
    part,
  };
}

/** A change of which something came or went here: one of elsewhere is no news. */
const isOfHere =
  (items: readonly { id: string }[]) =>
  ({ addedIds, takenOff }: LineChange): boolean =>
    takenOff.length > 0 || items.some(({ id }) => addedIds.includes(id));

/** A board that shows every station's share: its cards say whose is made. */
export function withMadeShares(columns: Columns, { stations }: Pick<StationRules, 'stations'>): Columns {
  const madeOf = ({ madeAt = [] }: Order): string | null => {
    const names = stations.filter(({ id }) => madeAt.includes(id)).map(({ name }) => name);
    return names.length === 0 ? null : `Pronto em ${names.join(' e ')}`;
  };
  const preparing = columns.preparing.map((card) => {
    const elsewhere = madeOf(card.order);
    return elsewhere === null ? card : { ...card, elsewhere };
  });
  return { ...columns, preparing };
}
