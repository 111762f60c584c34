// Tables that sort: a press on a column's head orders the rows by it, again turns them round, a third time gives the first order back.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useState } from 'react';

type Cell = number | string | null;
/** What each column is ordered by. */
export type SortKeys<T, C extends string> = Record<C, (row: T) => Cell>;
export type SortState<C extends string> = { column: C; down: boolean } | null;

const words = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });

/** A new array; equal rows stay in their order, and rows without a value stand last either way. */
export function sortRows<T, C extends string>(
  rows: readonly T[],
  keys: SortKeys<T, C>,
  by: SortState<C>,
): readonly T[] {
  if (by === null) return rows;
  const key = keys[by.column];
  return [...rows].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
    return by.down ? -order : order;
  });
}

export const nextSort = <C extends string>(before: SortState<C>, column: C): SortState<C> =>
  before?.column !== column ? { column, down: false } : before.down ? null : { column, down: true };

export type SortHead<C extends string> = { by: SortState<C>; press: (column: C) => void };

export function useSorted<T, C extends string>(
  rows: readonly T[],
  keys: SortKeys<T, C>,
): { rows: readonly T[]; head: SortHead<C> } {
  const [by, setBy] = useState<SortState<C>>(null);
  return {
    rows: sortRows(rows, keys, by),
    head: { by, press: (column) => setBy((before) => nextSort(before, column)) },
  };
}

export function SortableHead<C extends string>({
  head: { by, press },
  column,
  label,
  className = '',
  right = false,
}: {
  head: SortHead<C>;
  column: C;
  label: string;
  className?: string;
  right?: boolean;
}) {
  const own = by?.column === column ? by : null;
  const Arrow = own === null ? ArrowUpDown : own.down ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={own === null ? 'none' : own.down ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className={`flex min-h-8 w-full items-center gap-1 font-semibold ${right ? 'flex-row-reverse' : ''}`}
        onClick={() => press(column)}
      >
        {label}
        <Arrow aria-hidden className={`size-3.5 shrink-0 ${own === null ? 'opacity-45' : ''}`} />
      </button>
    </th>
  );
}
