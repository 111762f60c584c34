// What sells best, in the order size, base, ice cream, topping.
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import { CountTable } from '../../../ui/staff/report/count-table.tsx';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';

const TYPES = [
  ['size', 'Tamanhos'],
  ['base', 'Bases'],
  ['ice_cream', 'Sorvetes'],
  ['topping', 'Complementos'],
] as const;
const SHOWN_MAX = 8;

type Props = { rows: SalesReport['bestSellers']; span: Pick<SalesReport, 'from' | 'to'> };

export function BestSellers({ rows, span }: Props) {
  return (
    <section className="rounded-2xl bg-base-100 p-4">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-2">
        <h3 className="text-lg">Mais vendidos</h3>
        <CsvButton
          title="Mais vendidos"
          file={`mais-vendidos-${span.from}-a-${span.to}`}
          columns={['Tipo', 'Nome', 'Vezes']}
          rows={TYPES.flatMap(([type, name]) =>
            rows.filter((row) => row.type === type).map((row) => [name, row.name, row.count]),
          )}
        />
      </div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {TYPES.map(([type, name]) => (
          <CountTable
            key={type}
            name={name}
            rows={rows.filter((row) => row.type === type).slice(0, SHOWN_MAX)}
            empty="Nada vendido."
          />
        ))}
      </div>
    </section>
  );
}
