// The day in four numbers, within the bar.
import type { Columns } from './columns.ts';

type Props = { columns: Columns | null; deliveredToday: number | null };

/** Null is what nobody knows yet: no order and an unknown number of them are not the same. */
export function Summary({ columns, deliveredToday }: Props) {
  const figures = [
    // What is not paid is nothing to make yet.
    ['Aguardando', columns?.received.filter((card) => card.order.status !== 'PENDING').length],
    ['Preparando', columns?.preparing.length],
    ['Prontos', columns?.ready.length],
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
          <dd className="numbers text-xl leading-none font-extrabold">{count ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
