// How many of each thing all open orders together need.
import type { Order } from '@balcao/shared/order/order.ts';
import { ScrollRegion } from '../../ui/staff/scroll-region.tsx';
import { countParts } from './parts.ts';

export function AllDay({ orders }: { orders: readonly Order[] }) {
  const groups = countParts(orders);
  if (groups.every(({ counts }) => counts.length === 0))
    return <p className="text-lg">Nada a fazer agora. Quando houver pedidos abertos, a soma aparece aqui.</p>;
  return (
    <ScrollRegion label="Soma dos pedidos abertos" className="grid grid-cols-2 gap-x-8 gap-y-4">
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
    </ScrollRegion>
  );
}
