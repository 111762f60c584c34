// Every closing of the drawer, newest first; none ever changes.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { CashCloseReport } from '../../../data/staff/cash/cash-close-report.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';

const LIMIT = 60;

export function Closes() {
  const { shortDateTime } = useTimes();
  const list = useLoaded('GET /api/staff/cash-closes', { query: { limit: String(LIMIT) } });
  const [open, setOpen] = useState<CashClose | null>(null);
  if (list.value === null) return <Loaded of={list} />;
  if (open) return <CashCloseReport close={open} onBack={() => setOpen(null)} />;
  if (list.value.closes.length === 0)
    return (
      <p className="rounded-2xl bg-base-100 p-6">
        Nenhum caixa foi fechado ainda. Abra e feche o caixa no balcão ou aqui em “Caixa”.
      </p>
    );
  return (
    <div className="overflow-x-auto rounded-2xl bg-base-100">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Nº</th>
            <th scope="col">Fechado</th>
            <th scope="col">Por</th>
            <th scope="col" className="text-right">
              Esperado
            </th>
            <th scope="col" className="text-right">
              Contado
            </th>
            <th scope="col" className="text-right">
              Diferença
            </th>
            <th scope="col">
              <span className="sr-only">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.value.closes.map((close) => (
            <tr key={close.number}>
              <td className="numbers font-bold">{close.number}</td>
              <td>{shortDateTime(close.closedAtMs)}</td>
              <td>{close.closedBy}</td>
              <td className="numbers text-right">{formatCents(close.expectedCents)}</td>
              <td className="numbers text-right">{formatCents(close.countedCents)}</td>
              <DifferenceCell cents={close.differenceCents} />
              <td>
                <button type="button" className="btn btn-sm min-h-9" onClick={() => setOpen(close)}>
                  Ver
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Only what is missing is an error: a surplus is nobody's loss. */
export function DifferenceCell({ cents }: { cents: number }) {
  return (
    <td className={`numbers text-right font-bold ${cents < 0 ? 'text-error' : ''}`}>
      {cents > 0 && '+'}
      {formatCents(cents)}
    </td>
  );
}
