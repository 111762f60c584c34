// An order's items and ages in words, as staff read them.
import { formatPhone } from '@balcao/shared/phone.ts';
import type { Order, OrderItem, ToppingLayer } from '@balcao/shared/order/order.ts';

/** 'Grande - Açaí tradicional'; what has a product's name begins with it. */
export const itemTitle = (item: OrderItem): string => {
  const built = [item.sizeName, item.baseName].filter((name) => name !== null).join(' - ');
  return [item.productName, built].filter((part) => part !== null && part !== '').join(': ');
};

export const itemFlavours = (item: OrderItem): string | null => {
  const names = [item.iceCreamName, item.secondaryIceCreamName].filter((name) => name !== null);
  return names.length === 0 ? null : names.length > 1 ? `½ ${names.join(' + ½ ')}` : (names[0] ?? null);
};

const LAYERS: readonly (readonly [ToppingLayer, string])[] = [
  ['BOTTOM', 'Fundo'],
  ['MIDDLE', 'Meio'],
  ['TOP', 'Topo'],
];

export const itemLayers = (item: OrderItem): { name: string; toppings: string[] }[] =>
  LAYERS.map(([layer, name]) => ({
    name,
    toppings: item.toppings.filter((one) => one.layer === layer).map((one) => one.name),
  })).filter(({ toppings }) => toppings.length > 0);

/** A drink or a cup that comes as it is has no toppings to speak of. */
export const hasToppings = (item: OrderItem): boolean => item.kind === 'acai' || item.baseName !== null;

export const phoneText = (phone: string | null): string =>
  phone === null ? 'Sem telefone' : formatPhone(phone);

export const minutesSince = (fromMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - fromMs) / 60_000));

/** Day and series of the numbers that are called now; null: nobody knows. */
export type Panel = { date: string; series: number } | null;

/** Whether the number belongs to a series that is called no more. */
export const isPastNumber = (order: Order, panel: Panel): boolean =>
  panel !== null &&
  order.panelNumber !== null &&
  (order.panelDate !== panel.date || order.panelSeries !== panel.series);

/** What an order is called: the number that is called out, or its permanent one while nobody calls it. */
export const orderName = (order: Order, panel: Panel): string =>
  order.panelNumber === null || isPastNumber(order, panel) ? `#${order.simpleId}` : String(order.panelNumber);

/** The same in a sentence, where a number that is called is told as one. */
export const numberedName = (order: Order, panel: Panel, no = 'nº'): string => {
  const name = orderName(order, panel);
  return name.startsWith('#') ? name : `${no} ${name}`;
};

/** Small, beside the name: the permanent number, or the one that was called before. */
export const besideName = (order: Order, panel: Panel): string =>
  isPastNumber(order, panel) ? `antes nº ${order.panelNumber}` : `#${order.simpleId}`;

/** With the permanent number beside it, where an order of any day may be meant: `12 (#41)`. */
export const orderTitle = ({ panelNumber, simpleId }: Pick<Order, 'panelNumber' | 'simpleId'>): string =>
  panelNumber === null ? `#${simpleId}` : `${panelNumber} (#${simpleId})`;
