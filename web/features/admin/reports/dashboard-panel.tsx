// The sales dashboard: today against the last seven days, and what people choose.
import type { Dashboard } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useNow } from '../../../ui/now.ts';
import { BarChart } from '../../../ui/staff/report/bars.tsx';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { Figure, Growth } from '../../../ui/staff/report/figure.tsx';
import { RowBar } from '../../../ui/staff/report/row-bar.tsx';
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
  if (dashboard.value === null) return <Loaded of={dashboard} />;
  const { value } = dashboard;
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
        <h3 className="mb-2 text-lg">Os 3 preferidos (últimos 30 dias)</h3>
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {TOPS.map(([key, name]) => (
            <div key={key}>
              <h4 className="font-bold">{name}</h4>
              {value.top[key].length === 0 && <p className="text-sm">Nada vendido ainda.</p>}
              <ol className="list-decimal pl-5">
                {value.top[key].map((one) => (
                  <li key={one.name}>
                    {one.name} <span className="numbers font-semibold">({one.count})</span>
                    <RowBar
                      className=""
                      parts={[{ value: one.count, look: 'fill-primary' }]}
                      top={value.top[key][0]?.count ?? 0}
                    />
                  </li>
                ))}
              </ol>
            </div>
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
