// How often each of a kind was asked for, as a table whose rows are bars.
import { useId } from 'react';
import { RowBar } from './row-bar.tsx';

type Props = {
  /** Of the kind, over the table. */
  name: string;
  /** Most asked for first. */
  rows: readonly { name: string; count: number }[];
  empty: string;
};

export function CountTable({ name, rows, empty }: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <h4 id={id} className="mb-1 font-bold">
        {name}
      </h4>
      {rows.length === 0 ? (
        <p className="text-sm">{empty}</p>
      ) : (
        <table aria-labelledby={id} className="w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">Nome</th>
              <th scope="col">Vezes</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row" className="w-full pb-1.5 text-left font-normal break-words">
                  {row.name}
                  <RowBar
                    className=""
                    parts={[{ value: row.count, look: 'fill-primary' }]}
                    top={rows[0]?.count ?? 0}
                  />
                </th>
                <td className="numbers pb-1.5 pl-2 text-right align-bottom font-semibold">{row.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
