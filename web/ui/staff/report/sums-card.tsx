// Named sums as a table whose rows are bars: the picture and its numbers in one.
import { reais } from '@balcao/shared/csv.ts';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { CsvButton } from './csv-button.tsx';
import { RowBar } from './row-bar.tsx';

type Props = {
  title: string;
  /** Of the file, without days and ending. */
  file: string;
  span: { from: string; to: string };
  nameName: string;
  countName: string;
  centsName: string;
  sums: Breakdown['sold'];
  names?: Readonly<Record<string, string>>;
  empty: string;
  hint?: string;
};

const SHOWN_MAX = 15;

export function SumsCard(props: Props) {
  const { title, file, span, nameName, countName, centsName, sums, names = {}, empty, hint } = props;
  const rows = sums.map((sum) => ({ ...sum, name: names[sum.name] ?? sum.name }));
  const top = Math.max(0, ...rows.map(({ cents }) => cents));
  return (
    <section className="@container min-w-0 rounded-2xl bg-base-100 p-4">
      <div className="mb-1 flex min-h-9 items-center justify-between gap-2">
        <h3 className="text-lg">{title}</h3>
        <CsvButton
          title={title}
          file={`${file}-${span.from}-a-${span.to}`}
          columns={[nameName, countName, centsName]}
          rows={rows.map(({ name, count, cents }) => [name, count, reais(cents)])}
        />
      </div>
      {hint && rows.length > 0 && <p className="mb-1 text-sm">{hint}</p>}
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <table className="table table-sm narrow-rows [&_:is(td,th)]:px-1.5">
          <thead>
            <tr>
              <th scope="col">{nameName}</th>
              <th scope="col" className="text-right">
                {countName}
              </th>
              <th scope="col" className="text-right">
                {centsName}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_MAX).map(({ name, count, cents }) => (
              <tr key={name}>
                <th scope="row" className="w-full font-normal">
                  {name}
                  <RowBar parts={[{ value: cents, look: 'fill-primary' }]} top={top} />
                </th>
                <td className="numbers text-right">{count}</td>
                <td className="numbers text-right whitespace-nowrap">{formatCents(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > SHOWN_MAX && <p className="mt-1 text-sm">Mais {rows.length - SHOWN_MAX} na planilha.</p>}
    </section>
  );
}
