// 'Relatórios Avançados': filters and presets, figures, the period taken apart, customers, best sellers, hours.
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { Download } from 'lucide-react';
import { addressOf } from '../../../data/request.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimeZone } from '../../../data/staff/times.ts';
import { PERIOD_BACKWARDS, METHOD_NAMES } from '../../../text/staff.ts';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { SalesByDay } from './day-cards.tsx';
import { BarChart } from '../../../ui/staff/report/bars.tsx';
import { BestSellers } from './best-sellers.tsx';
import { BreakdownCards } from './breakdown-cards.tsx';
import { Figure, Growth, growthText } from '../../../ui/staff/report/figure.tsx';
import { isBackwards, PeriodFields, type Period } from '../../../ui/staff/report/period-fields.tsx';
import { SumsCard } from '../../../ui/staff/report/sums-card.tsx';
import { shortCount } from '../../../ui/staff/report/value-text.ts';
import { busiestHours } from './peak-hours.ts';
import { TopClientsCard } from './top-clients.tsx';

const PHONE_DIGITS_MAX = 11;
type Filter = Period & { phone: string };

const queryOf = ({ from, to, phone }: Filter) => {
  const digits = phoneDigits(phone);
  return {
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(digits === '' ? {} : { phone: digits }),
  };
};

export function SalesPanel() {
  const [draft, setDraft] = useState<Filter>({ from: '', to: '', phone: '' });
  const [filter, setFilter] = useState<Filter>({ from: '', to: '', phone: '' });
  const [periodError, setPeriodError] = useState<string | null>(null);
  const report = useLoaded('GET /api/staff/reports/sales', { query: queryOf(filter) });
  // Of one customer there is too little to take apart.
  const { phone, ...days } = queryOf(filter);
  const breakdown = useLoaded(phone === undefined ? 'GET /api/staff/reports/breakdown' : null, {
    query: days,
  });
  const timeZone = useTimeZone();
  const applyPeriod = (period: Period) => {
    const changed = { ...draft, ...period };
    setPeriodError(null);
    setDraft(changed);
    setFilter(changed);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setPeriodError(isBackwards(draft) ? PERIOD_BACKWARDS : null);
    if (!isBackwards(draft)) setFilter(draft);
  };

  return (
    <div className="flex flex-col gap-4">
      <form
        noValidate
        onSubmit={apply}
        className="flex flex-wrap items-start gap-3 rounded-2xl bg-base-100 p-4"
      >
        <PeriodFields
          typed={draft}
          applied={filter}
          timeZone={timeZone}
          error={periodError}
          onType={(changed) => setDraft({ ...draft, ...changed })}
          onShortcut={applyPeriod}
        />
        <TextField
          label="Telefone do cliente"
          inputMode="tel"
          className="w-[13rem] max-w-full"
          value={draft.phone}
          onValue={(phone) =>
            setDraft({ ...draft, phone: formatPhone(phoneDigits(phone).slice(0, PHONE_DIGITS_MAX)) })
          }
        />
        <button type="submit" className="btn btn-primary mt-6" disabled={report.loading}>
          Filtrar
        </button>
        <a
          className="btn mt-6 ml-auto"
          href={addressOf('/api/staff/reports/sales.csv', {}, queryOf(filter))}
          download
        >
          <Download aria-hidden className="size-5" /> Baixar planilha (CSV)
        </a>
      </form>
      <Loaded of={report}>
        {(value) => (
          <Report report={value} ofOne={phone !== undefined}>
            {phone === undefined && (
              <Loaded of={breakdown}>
                {(parts) => <BreakdownCards value={parts} onRates={() => void breakdown.reload()} />}
              </Loaded>
            )}
          </Report>
        )}
      </Loaded>
    </div>
  );
}

/** `ofOne`: of one customer, whose days are not taken apart. Exported for its test. */
export function Report({
  report,
  ofOne,
  children,
}: {
  report: SalesReport;
  ofOne: boolean;
  children: ReactNode;
}) {
  const peak = busiestHours(report.peakHours);
  return (
    <>
      <p className="text-sm">
        De {dayText(report.from)} a {dayText(report.to)}, só pedidos pagos.
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name="Vendas totais" value={formatCents(report.totalSalesCents)} />
        <Figure name="Ticket médio" value={formatCents(report.averageTicketCents)}>
          <Growth value={report.weeklyGrowthPercent} before="à semana anterior" />
        </Figure>
        <Figure name="Total de pedidos" value={String(report.totalOrders)} />
        <Figure name="Crescimento semanal" value={growthText(report.weeklyGrowthPercent)} />
      </div>
      <SalesByDay days={report.days} />
      {children}
      <div className="grid gap-4 lg:grid-cols-2">
        <TopClientsCard />
        {ofOne && (
          <SumsCard
            title="Formas de pagamento"
            file="formas"
            span={report}
            nameName="Forma"
            countName="Pedidos"
            centsName="Vendas"
            sums={report.methods.map(({ method, orders, salesCents }) => ({
              name: METHOD_NAMES[method],
              count: orders,
              cents: salesCents,
            }))}
            empty="Nenhuma venda nestes dias."
          />
        )}
      </div>
      <BestSellers rows={report.bestSellers} span={report} />
      <Card
        title="Horários de Pico"
        file={
          <CsvButton
            title="Horários de Pico"
            file={`horarios-de-pico-${report.from}-a-${report.to}`}
            columns={['Horário', 'Pedidos']}
            rows={peak.map(({ hour, count }) => [`${hour}h`, count])}
          />
        }
      >
        <BarChart
          title="Horários de Pico"
          nameName="Horário"
          columns={['Pedidos']}
          valueText={shortCount}
          empty="Nenhum dado de horário disponível"
          bars={peak.map(({ hour, count }) => ({ name: `${hour}h`, value: count, cells: [String(count)] }))}
        />
      </Card>
    </>
  );
}

function Card({ title, file, children }: { title: string; file?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-2xl bg-base-100 p-4">
      <div className="mb-1 flex min-h-9 items-center justify-between gap-2">
        <h3 className="text-lg">{title}</h3>
        {file}
      </div>
      {children}
    </section>
  );
}

const dayText = (date: string): string => date.split('-').reverse().join('/');
