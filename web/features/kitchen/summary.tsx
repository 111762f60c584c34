// The day in four numbers.
import type { Columns } from './columns.ts';

export function Summary({ columns, deliveredToday }: { columns: Columns; deliveredToday: number }) {
  const figures = [
    // What is not paid is nothing to make yet.
    ['Aguardando', columns.received.filter((card) => card.order.status !== 'PENDING').length],
    ['Preparando', columns.preparing.length],
    ['Prontos', columns.ready.length],
    ['Entregues Hoje', deliveredToday],
  ] as const;
  return (
    <dl className="grid shrink-0 grid-cols-2 gap-2 px-2 py-2 sm:grid-cols-4">
      {figures.map(([name, count]) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-center gap-x-2 rounded-xl bg-base-100 px-2 py-0.5"
        >
          <dt className="text-base">{name}</dt>
          <dd className="numbers text-2xl font-extrabold">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
