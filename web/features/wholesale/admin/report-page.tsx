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
import { counted } from '../../../text/menu.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { BarChart } from '../../../ui/staff/report/bars.tsx';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { Figure } from '../../../ui/staff/report/figure.tsx';
import { periodOf, PRESETS } from '../../../ui/staff/report/presets.ts';
import { SumsCard } from '../../../ui/staff/report/sums-card.tsx';
import { shortCents } from '../../../ui/staff/report/value-text.ts';
import { useTitle } from '../../../ui/title.ts';
import { BackToOrders } from './back-to-orders.tsx';
import { PERIOD_BACKWARDS } from '../../../text/staff.ts';

type Days = { from: string; to: string };
const NOTHING = 'Nenhuma venda no atacado nestes dias.';

const queryOf = ({ from, to }: Days) => ({ ...(from !== '' && { from }), ...(to !== '' && { to }) });

export default function ReportPage() {
  useTitle('Relatórios do atacado');
  const timeZone = useTimeZone();
  const [draft, setDraft] = useState<Days>({ from: '', to: '' });
  const [days, setDays] = useState<Days>({ from: '', to: '' });
  const report = useLoaded('GET /api/staff/wholesale/report', {
    query: queryOf(days),
    turn: useAtomValue(wholesaleTurnAtom),
  });
  const isBackwards = draft.from !== '' && draft.to !== '' && draft.from > draft.to;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isBackwards) setDays(draft);
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
        <div role="group" aria-label="Período" className="flex w-full flex-wrap gap-2">
          {PRESETS.map(([preset, name]) => {
            const chosen = periodOf(preset, Date.now(), timeZone);
            const pressed = days.from === chosen.from && days.to === chosen.to;
            return (
              <button
                key={preset}
                type="button"
                aria-pressed={pressed}
                className={`btn btn-sm min-h-9 ${pressed ? 'btn-primary' : ''}`}
                onClick={() => {
                  setDraft(chosen);
                  setDays(chosen);
                }}
              >
                {name}
              </button>
            );
          })}
        </div>
        <TextField
          label="Data inicial"
          type="date"
          className="w-[11rem] max-w-full"
          value={draft.from}
          onValue={(from) => setDraft({ ...draft, from })}
        />
        <TextField
          label="Data final"
          type="date"
          className="w-[11rem] max-w-full"
          value={draft.to}
          onValue={(to) => setDraft({ ...draft, to })}
          error={isBackwards ? PERIOD_BACKWARDS : null}
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

function Report({ report }: { report: WholesaleReport }) {
  const { totals, cancelled, products, buyers } = report;
  const span = { from: report.from, to: report.to };
  return (
    <>
      <p className="text-sm">
        Pedidos feitos de {dayText(report.from)} a {dayText(report.to)}, sem os cancelados.
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name="Vendido" value={formatCents(totals.cents)}>
          <p className="text-sm">em {counted(totals.orders, 'pedido', 'pedidos')}</p>
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
