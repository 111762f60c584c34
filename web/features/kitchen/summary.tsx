// The day in four numbers, within the bar.
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
    <dl className="flex shrink-0 justify-around gap-1 max-sm:order-last max-sm:w-full max-sm:py-1">
      {figures.map(([name, count]) => (
        <div
          key={name}
          className="flex flex-col-reverse items-center rounded-lg bg-base-200 px-1.5 py-0.5 leading-none"
        >
          <dt className="text-xs whitespace-nowrap">{name}</dt>
          <dd className="numbers text-xl leading-none font-extrabold">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
