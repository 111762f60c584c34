// How a period went day by day: what an order brought, what was taken off the price, how long the kitchen took. Each as picture, table, file.
import { reais } from '@balcao/shared/csv.ts';
import type { Breakdown, SalesReport } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { BarChart } from '../../../ui/staff/report/bars.tsx';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { shortCents, shortCount } from '../../../ui/staff/report/value-text.ts';

type Cell = { shown: string; filed: string | number };
type Row = { date: string; value: number; cells: readonly Cell[] };
type Props = {
  title: string;
  /** Of the file, without its days and ending. */
  file: string;
  columns: readonly string[];
  rows: readonly Row[];
  valueText: (value: number) => string;
  empty: string;
};

const cents = (value: number): Cell => ({ shown: formatCents(value), filed: reais(value) });
const plain = (value: number): Cell => ({ shown: String(value), filed: value });
const fullDate = (date: string): string => date.split('-').reverse().join('/');

/** A chart of days with its file. */
function DayCard({ title, file, columns, rows, valueText, empty }: Props) {
  const span = `${rows[0]?.date ?? ''}-a-${rows.at(-1)?.date ?? ''}`;
  return (
    <section className="min-w-0 rounded-2xl bg-base-100 p-4">
      <div className="mb-1 flex min-h-9 items-center justify-between gap-2">
        <h3 className="text-lg">{title}</h3>
        <CsvButton
          title={title}
          file={`${file}-${span}`}
          columns={['Dia', ...columns]}
          rows={rows.map(({ date, cells }) => [fullDate(date), ...cells.map(({ filed }) => filed)])}
        />
      </div>
      <BarChart
        title={title}
        nameName="Dia"
        valueText={valueText}
        columns={columns}
        empty={empty}
        bars={rows.map(({ date, value, cells }) => ({
          name: fullDate(date).slice(0, 5),
          fullName: fullDate(date),
          value,
          cells: cells.map(({ shown }) => shown),
        }))}
      />
    </section>
  );
}

/** What sold on each day, and what an order brought. */
export function SalesByDay({ days }: Pick<SalesReport, 'days'>) {
  return (
    <>
      <DayCard
        title="Vendas por dia"
        file="vendas-por-dia"
        valueText={shortCents}
        columns={['Vendas', 'Pedidos']}
        empty="Nenhuma venda nestes dias."
        rows={days.map(({ date, orders, salesCents }) => ({
          date,
          value: salesCents,
          cells: [cents(salesCents), plain(orders)],
        }))}
      />
      <DayCard
        title="Ticket médio por dia"
        file="ticket-medio"
        valueText={shortCents}
        columns={['Ticket médio', 'Pedidos']}
        empty="Nenhuma venda nestes dias."
        rows={days
          .filter(({ orders }) => orders > 0)
          .map(({ date, orders, salesCents }) => {
            const mean = Math.round(salesCents / orders);
            return { date, value: mean, cells: [cents(mean), plain(orders)] };
          })}
      />
    </>
  );
}

/** What was taken off the price on each day, and how long the kitchen took. */
export function DiscountsAndMaking({ days }: { days: NonNullable<Breakdown['days']> }) {
  return (
    <>
      <DayCard
        title="Descontos por dia"
        file="descontos-por-dia"
        valueText={shortCents}
        columns={['Desconto', 'Pedidos']}
        empty="Nenhum desconto nestes dias."
        rows={days
          .filter(({ discountOrders }) => discountOrders > 0)
          .map(({ date, discountCents, discountOrders }) => ({
            date,
            value: discountCents,
            cells: [cents(discountCents), plain(discountOrders)],
          }))}
      />
      <DayCard
        title="Tempo de preparo por dia"
        file="preparo-por-dia"
        valueText={(value) => `${shortCount(value)} min`}
        columns={['Média (min)', 'Pedidos']}
        empty="Nada foi preparado nestes dias."
        rows={days.flatMap(({ date, meanSeconds, madeOrders }) =>
          meanSeconds === null
            ? []
            : [{ date, value: meanSeconds / 60, cells: [minutes(meanSeconds), plain(madeOrders)] }],
        )}
      />
    </>
  );
}

const tenths = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const minutes = (seconds: number): Cell => {
  const value = Math.round(seconds / 6) / 10;
  return { shown: tenths.format(value), filed: value };
};
