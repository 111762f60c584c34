// What orders are made of, counted. Pure.
import type { Order } from '@balcao/shared/order/order.ts';

export type Group = { name: string; counts: [string, number][] };

/** Counts by name, most first. */
export function countParts(orders: readonly Order[]): Group[] {
  const items = orders.flatMap((order) => order.items);
  const count = (names: readonly (string | null)[]): [string, number][] => {
    const counts = new Map<string, number>();
    for (const name of names) if (name !== null && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'pt-BR'));
  };
  return [
    { name: 'Tamanhos', counts: count(items.map((item) => item.sizeName)) },
    { name: 'Taças e produtos', counts: count(items.map((item) => item.productName)) },
    { name: 'Bases', counts: count(items.map((item) => item.baseName)) },
    {
      name: 'Sorvetes',
      counts: count(items.flatMap((item) => [item.iceCreamName, item.secondaryIceCreamName])),
    },
    {
      name: 'Complementos',
      counts: count(items.flatMap((item) => item.toppings.map((topping) => topping.name))),
    },
  ];
}
