// The sales dashboard: today against the last seven days, and what people choose.
import type { Dashboard } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useNow } from '../../../ui/now.ts';
import { BarChart } from '../../../ui/staff/report/bars.tsx';
import { CountTable } from '../../../ui/staff/report/count-table.tsx';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { Figure, Growth } from '../../../ui/staff/report/figure.tsx';
import { shortCount } from '../../../ui/staff/report/value-text.ts';

const LOOK_AGAIN_MS = 60_000;
const TOPS = [
  ['sizes', 'Tamanhos'],
  ['bases', 'Bases'],
  ['iceCreams', 'Sorvetes'],
  ['toppings', 'Complementos'],
] as const;

export function DashboardPanel() {
  const dashboard = useLoaded('GET /api/staff/reports/dashboard', { turn: useNow(LOOK_AGAIN_MS) });
  return <Loaded of={dashboard}>{(value) => <DashboardCards value={value} />}</Loaded>;
}

/** Exported for its test. */
export function DashboardCards({ value }: { value: Dashboard }) {
  const hours = wholeHours(value.hours);
  const versusMean =
    value.meanSalesCents === 0
      ? null
      : Math.round((value.todaySalesCents / value.meanSalesCents - 1) * 1000) / 10;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name="Vendas de hoje" value={formatCents(value.todaySalesCents)}>
          <Growth value={versusMean} before="à média dos últimos 7 dias" />
        </Figure>
        <Figure name="Pedidos de hoje" value={String(value.todayOrders)} />
        <Figure name="Últimos 7 dias" value={formatCents(value.weekSalesCents)}>
          <Growth value={value.weeklyGrowthPercent} before="aos 7 dias anteriores" />
        </Figure>
        <Figure name="7 dias anteriores" value={formatCents(value.previousWeekSalesCents)} />
      </div>
      <section className="rounded-2xl bg-base-100 p-4">
        <div className="mb-2 flex min-h-9 items-center justify-between gap-2">
          <h3 className="text-lg">Pedidos de hoje por hora</h3>
          <CsvButton
            title="Pedidos de hoje por hora"
            file="pedidos-de-hoje-por-hora"
            columns={['Hora', 'Pedidos']}
            rows={hours.map(({ hour, count }) => [`${hour}h`, count])}
          />
        </div>
        <BarChart
          title="Pedidos por hora"
          nameName="Hora"
          columns={['Pedidos']}
          valueText={shortCount}
          empty="Nenhum pedido hoje ainda."
          bars={hours.map(({ hour, count }) => ({
            name: `${hour}h`,
            value: count,
            cells: [String(count)],
          }))}
        />
      </section>
      <section className="rounded-2xl bg-base-100 p-4">
        <div className="mb-2 flex min-h-9 items-center justify-between gap-2">
          <h3 className="text-lg">Os 3 preferidos (últimos 30 dias)</h3>
          <CsvButton
            title="Os 3 preferidos"
            file="os-3-preferidos"
            columns={['Tipo', 'Nome', 'Vezes']}
            rows={TOPS.flatMap(([key, name]) => value.top[key].map((one) => [name, one.name, one.count]))}
          />
        </div>
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {TOPS.map(([key, name]) => (
            <CountTable key={key} name={name} rows={value.top[key]} empty="Nada vendido ainda." />
          ))}
        </div>
      </section>
    </div>
  );
}

/** Also the hours in between in which nothing was ordered: a day has a shape. */
function wholeHours(hours: Dashboard['hours']): Dashboard['hours'] {
  const first = Math.min(...hours.map(({ hour }) => hour));
  const last = Math.max(...hours.map(({ hour }) => hour));
  return hours.length === 0
    ? []
    : Array.from({ length: last - first + 1 }, (_, index) => ({
        hour: first + index,
        count: hours.find(({ hour }) => hour === first + index)?.count ?? 0,
      }));
}
