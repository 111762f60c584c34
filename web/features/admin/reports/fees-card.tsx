// What each way of being paid costs, and what stays: by the rates that the owner sets here.
import { reais } from '@balcao/shared/csv.ts';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CsvButton } from '../../../ui/staff/report/csv-button.tsx';
import { RowBar } from '../../../ui/staff/report/row-bar.tsx';
import { WAY_NAMES } from '../order-words.ts';
import { FeesForm } from './fees-form.tsx';

const percentText = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

type Props = {
  fees: Breakdown['fees'];
  span: { from: string; to: string };
  /** Other rates were kept: what was read by the old ones is read again. */
  onRates: () => void;
};

/** What came by a way, and what of it went back. */
const CameAndWent = ({ came, went }: { came: number; went: number }) => (
  <span className="block text-sm font-normal whitespace-normal">
    <span className="numbers whitespace-nowrap">
      Bruto {formatCents(came)}
      {went > 0 && ','}
    </span>{' '}
    {went > 0 && <span className="numbers whitespace-nowrap">devolvido {formatCents(went)}</span>}
  </span>
);

export function FeesCard({ fees, span, onRates }: Props) {
  const [editing, setEditing] = useState(false);
  const rows = fees.ways.map((row) => ({ ...row, name: WAY_NAMES[row.name] ?? row.name }));
  const top = Math.max(0, ...rows.map(({ cents }) => cents));
  return (
    <section className="@container min-w-0 rounded-2xl bg-base-100 p-4">
      <div className="mb-1 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">Tarifas e líquido</h3>
        <div className="flex flex-wrap gap-1">
          <button type="button" className="btn btn-ghost btn-sm min-h-9" onClick={() => setEditing(true)}>
            <Pencil aria-hidden className="size-4" /> Taxas
          </button>
          <CsvButton
            title="Tarifas e líquido"
            file={`tarifas-${span.from}-a-${span.to}`}
            columns={['Forma', 'Pedidos', 'Bruto', 'Devolvido', 'Taxa %', 'Tarifa', 'Líquido']}
            rows={rows.map(({ name, count, cents, returnedCents = 0, percent, feeCents, netCents }) => [
              name,
              count,
              reais(cents + returnedCents),
              reais(returnedCents),
              percent,
              reais(feeCents),
              reais(netCents),
            ])}
          />
        </div>
      </div>
      <p className="mb-1 text-sm">
        Pelas suas taxas de hoje. O que o Mercado Pago cobrou de verdade está na Conferência de pagamentos.
      </p>
      {rows.length === 0 ? (
        <p>Nenhuma venda nestes dias.</p>
      ) : (
        <table className="table table-sm narrow-rows [&_:is(td,th)]:px-1.5">
          <thead>
            <tr>
              <th scope="col">Forma</th>
              <th scope="col" className="text-right">
                Tarifa
              </th>
              <th scope="col" className="text-right">
                Líquido
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cents, returnedCents = 0, percent, feeCents, netCents }) => (
              <tr key={name}>
                <th scope="row" className="w-full font-normal">
                  {name} <span className="text-sm whitespace-nowrap">{percentText.format(percent)} %</span>
                  {returnedCents > 0 && <CameAndWent came={cents + returnedCents} went={returnedCents} />}
                  <RowBar
                    parts={[
                      { value: netCents, look: 'fill-primary' },
                      { value: cents - netCents, look: 'fill-accent' },
                    ]}
                    top={top}
                  />
                </th>
                <td className="numbers text-right whitespace-nowrap">{formatCents(feeCents)}</td>
                <td className="numbers text-right whitespace-nowrap">{formatCents(netCents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="text-base-content">
            <tr>
              <th scope="row">
                Total
                <CameAndWent came={fees.grossCents} went={fees.returnedCents ?? 0} />
              </th>
              <td className="numbers text-right whitespace-nowrap">{formatCents(fees.feeCents)}</td>
              <td className="numbers text-right whitespace-nowrap">{formatCents(fees.netCents)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {editing && (
        <FeesForm
          onClose={() => setEditing(false)}
          onKept={() => {
            setEditing(false);
            onRates();
          }}
        />
      )}
    </section>
  );
}
