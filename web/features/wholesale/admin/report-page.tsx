// /atacado/admin/relatorios: what was sold between two days, by product, by buyer, by month; each as a picture, a table and a file.
import type { WholesaleReport } from '@balcao/shared/http/wholesale.ts';
import { reais } from '@balcao/shared/csv.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import { useState, type FormEvent } from 'react';
import { wholesaleTurnAtom } from '../../../data/staff/board/live.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimeZone } from '../../../data/staff/times.ts';
import { countText } from '../../../text/menu.ts';
import { BarChart } from '../../../ui/staff/report/bars.tsx';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { Figure } from '../../../ui/staff/report/figure.tsx';
import { isBackwards, PeriodFields, type Period } from '../../../ui/staff/report/period-fields.tsx';
import { SumsCard } from '../../../ui/staff/report/sums-card.tsx';
import { shortCents } from '../../../ui/staff/report/value-text.ts';
import { BackToOrders } from './back-to-orders.tsx';
import { PERIOD_BACKWARDS } from '../../../text/staff.ts';

const NOTHING = 'Nenhuma venda no atacado nestes dias.';

const queryOf = ({ from, to }: Period) => ({ ...(from !== '' && { from }), ...(to !== '' && { to }) });

export default function ReportPage() {
  const timeZone = useTimeZone();
  const [draft, setDraft] = useState<Period>({ from: '', to: '' });
  const [days, setDays] = useState<Period>({ from: '', to: '' });
  const report = useLoaded('GET /api/staff/wholesale/report', {
    query: queryOf(days),
    turn: useAtomValue(wholesaleTurnAtom),
  });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isBackwards(draft)) setDays(draft);
  };
  return (
    <section aria-labelledby="relatorios-titulo" className="flex flex-col gap-4">
      <div>
        <BackToOrders />
        <h2 id="relatorios-titulo" className="text-2xl">
          Relatórios
        </h2>
      </div>
      <form
        noValidate
        onSubmit={apply}
        className="flex flex-wrap items-start gap-3 rounded-2xl bg-base-100 p-4"
      >
        <PeriodFields
          typed={draft}
          applied={days}
          timeZone={timeZone}
          error={isBackwards(draft) ? PERIOD_BACKWARDS : null}
          onType={(changed) => setDraft({ ...draft, ...changed })}
          onShortcut={(period) => {
            setDraft(period);
            setDays(period);
          }}
        />
        <button type="submit" className="btn btn-primary mt-6" disabled={report.loading}>
          Filtrar
        </button>
      </form>
      <Loaded of={report} rows={4} title="Não foi possível carregar o relatório" stale>
        {(value) => <Report report={value} />}
      </Loaded>
    </section>
  );
}

const dayText = (date: string): string => date.split('-').reverse().join('/');
const monthText = (month: string): string => month.split('-').reverse().join('/');

/** Exported for its test. */
export function Report({ report }: { report: WholesaleReport }) {
  const { totals, cancelled, products, buyers } = report;
  const span = { from: report.from, to: report.to };
  return (
    <>
      <p className="text-sm">
        Pedidos feitos de {dayText(report.from)} a {dayText(report.to)}, sem os cancelados.
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name="Vendido" value={formatCents(totals.cents)}>
          <p className="text-sm">em {countText(totals.orders, 'pedido', 'pedidos')}</p>
        </Figure>
        <Figure name="Recebido" value={formatCents(totals.paidCents)} />
        <Figure name="A receber" value={formatCents(totals.openCents)} />
        <Figure name="Cancelados" value={String(cancelled.orders)}>
          <p className="text-sm">{formatCents(cancelled.cents)} que não vieram</p>
        </Figure>
      </div>
      <Months report={report} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SumsCard
          title="Por produto"
          file="atacado-produtos"
          span={span}
          nameName="Produto"
          countName="Unidades"
          centsName="Vendas"
          sums={products.map(({ name, units, cents }) => ({ name, count: units, cents }))}
          empty={NOTHING}
        />
        <SumsCard
          title="Por cliente"
          file="atacado-clientes"
          span={span}
          nameName="Cliente"
          countName="Pedidos"
          centsName="Vendas"
          sums={buyers.map(({ name, orders, cents }) => ({ name, count: orders, cents }))}
          empty={NOTHING}
        />
      </div>
    </>
  );
}

function Months({ report: { from, to, months } }: { report: WholesaleReport }) {
  return (
    <section className="rounded-2xl bg-base-100 p-4">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-2">
        <h3 className="text-lg">Por mês</h3>
        <CsvButton
          title="Por mês"
          file={`atacado-meses-${from}-a-${to}`}
          columns={['Mês', 'Pedidos', 'Vendas', 'Recebido']}
          rows={months.map(({ month, orders, cents, paidCents }) => [
            monthText(month),
            orders,
            reais(cents),
            reais(paidCents),
          ])}
        />
      </div>
      <BarChart
        title="Por mês"
        nameName="Mês"
        valueText={shortCents}
        columns={['Vendas', 'Recebido', 'Pedidos']}
        empty={NOTHING}
        bars={months.map(({ month, orders, cents, paidCents }) => ({
          name: monthText(month),
          value: cents,
          cells: [formatCents(cents), formatCents(paidCents), String(orders)],
        }))}
      />
    </section>
  );
}
