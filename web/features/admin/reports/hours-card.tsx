// When it sells: hours of the day by days of the week, the darker the more orders. The table is the picture.
import { reais } from '@balcao/shared/csv.ts';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { scaleQuantize } from '@visx/scale';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';

const WEEKDAYS = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'];
/** For each quarter up to the busiest hour. Words stay readable on each. */
const SHADES = ['bg-primary/10', 'bg-primary/20', 'bg-primary/30', 'bg-primary text-primary-content'];

export function HoursCard({
  hours,
  span,
}: {
  hours: Breakdown['hours'];
  span: { from: string; to: string };
}) {
  const cellAt = new Map(hours.map((cell) => [cell.weekday * 24 + cell.hour, cell]));
  const first = Math.min(...hours.map(({ hour }) => hour));
  const last = Math.max(...hours.map(({ hour }) => hour));
  const top = Math.max(1, ...hours.map(({ orders }) => orders));
  const shown = hours.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const shadeOf = scaleQuantize({ domain: [0, top], range: SHADES });
  return (
    <section className="min-w-0 rounded-2xl bg-base-100 p-4">
      <div className="mb-1 flex min-h-9 items-center justify-between gap-2">
        <h3 className="text-lg">Quando vende</h3>
        <CsvButton
          title="Quando vende"
          file={`horarios-${span.from}-a-${span.to}`}
          columns={['Dia', 'Hora', 'Pedidos', 'Vendas']}
          rows={hours.map(({ weekday, hour, orders, salesCents }) => [
            WEEKDAYS[weekday] ?? '',
            hour,
            orders,
            reais(salesCents),
          ])}
        />
      </div>
      {shown.length === 0 ? (
        <p>Nenhum pedido pago nestes dias.</p>
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-sm">
          <caption className="sr-only">Pedidos por hora e dia da semana</caption>
          <thead>
            <tr>
              <th scope="col" className="w-10 text-left">
                Hora
              </th>
              {WEEKDAYS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((hour) => (
              <tr key={hour}>
                <th scope="row" className="numbers text-left font-normal">
                  {hour}h
                </th>
                {WEEKDAYS.map((name, weekday) => {
                  const cell = cellAt.get(weekday * 24 + hour);
                  return (
                    <td
                      key={name}
                      className={`numbers h-7 rounded-md [print-color-adjust:exact] ${cell ? shadeOf(cell.orders) : 'bg-base-200'}`}
                      title={cell && `${name}, ${hour}h: ${formatCents(cell.salesCents)}`}
                    >
                      {cell?.orders ?? ''}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
