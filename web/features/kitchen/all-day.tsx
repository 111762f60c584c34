// How many of each thing all open orders together need.
import type { Order } from '@balcao/shared/order/order.ts';

type Group = { name: string; counts: [string, number][] };

export function AllDay({ orders }: { orders: readonly Order[] }) {
  const groups = countParts(orders);
  if (groups.every(({ counts }) => counts.length === 0)) return <p className="text-lg">Nada a fazer agora. Quando houver pedidos abertos, a soma aparece aqui.</p>;
  return (
    <div role="region" aria-label="Soma dos pedidos abertos" tabIndex={0} className="grid grid-cols-2 gap-x-8 gap-y-4">
      {groups
        .filter(({ counts }) => counts.length > 0)
        .map(({ name, counts }) => (
          <section key={name}>
            <h3 className="mb-1 text-xl">{name}</h3>
            <ul>
              {counts.map(([part, count]) => (
                <li key={part} className="flex items-baseline gap-3 text-lg">
                  <span className="numbers w-12 text-right text-2xl font-extrabold">{count}×</span> {part}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

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
    { name: 'Sorvetes', counts: count(items.flatMap((item) => [item.iceCreamName, item.secondaryIceCreamName])) },
    { name: 'Complementos', counts: count(items.flatMap((item) => item.toppings.map((topping) => topping.name))) },
  ];
}
