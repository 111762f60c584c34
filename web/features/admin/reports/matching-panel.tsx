// A day's payments at Mercado Pago against ours and the orders: what differs comes first.
import {
  differenceText,
  methodText,
  statusText,
  type MatchedDay,
  type MatchingRow,
} from '@balcao/shared/http/matching.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { useAtomValue } from 'jotai';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { storeAtom } from '../../../data/shop.ts';
import { WaySums } from '../../../data/staff/cash/way-sums.tsx';
import { TextField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { ScrollRegion } from '../../../ui/staff/scroll-region.tsx';
import { STANDARD_TIME_ZONE, useTimes } from '../../../data/staff/times.ts';
import { Figure } from '../../../ui/staff/report/figure.tsx';
import { StatementCard } from './statement-card.tsx';

export function MatchingPanel() {
  const timeZone = useAtomValue(storeAtom)?.timeZone ?? STANDARD_TIME_ZONE;
  const today = localTime(Date.now(), timeZone).date;
  const [day, setDay] = useState(today);
  const matched = useLoaded(day === '' ? null : 'GET /api/staff/payments/matching', { query: { day } });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-3 rounded-2xl bg-base-100 p-4">
        <TextField
          label="Dia"
          type="date"
          className="w-[11rem] max-w-full"
          max={today}
          value={day}
          onValue={setDay}
        />
        <p className="max-w-prose flex-1 basis-60 self-center text-sm">
          Compara o que entrou no Mercado Pago com os pedidos da loja. O que não bate aparece primeiro, com o
          motivo.
        </p>
        <a
          className="btn ml-auto self-center"
          href={`/api/staff/payments/matching.csv?day=${encodeURIComponent(day)}`}
          download
        >
          <Download aria-hidden className="size-5" /> Baixar planilha (CSV)
        </a>
      </div>
      <Loaded of={matched}>{(value) => <Matched value={value} />}</Loaded>
      <StatementCard thisMonth={today.slice(0, 7)} />
    </div>
  );
}

/** Exported for its test. */
export function Matched({ value: { rows, totals, foreign, ways } }: { value: MatchedDay }) {
  const sorted = [...rows].sort(
    (a, b) =>
      Number(b.differences.length > 0) - Number(a.differences.length > 0) || a.createdAtMs - b.createdAtMs,
  );
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure name="Pagamentos" value={String(totals.payments)} />
        <Figure name="Recebido" value={formatCents(totals.approvedCents)} />
        <Figure name="Devolvido" value={formatCents(totals.refundedCents)} />
        <Figure
          name="Diferenças"
          value={totals.differences === 0 ? 'nenhuma ✔' : `‼ ${totals.differences}`}
        />
      </div>
      {ways.length > 0 && (
        <div className="rounded-2xl bg-base-100 p-4">
          <WaySums ways={ways} />
        </div>
      )}
      {foreign > 0 && (
        <p className="text-sm">
          A conta tem mais {foreign} {foreign === 1 ? 'pagamento' : 'pagamentos'} neste dia que não{' '}
          {foreign === 1 ? 'é' : 'são'} de pedidos daqui.
        </p>
      )}
      {sorted.length === 0 ? (
        <p className="rounded-2xl bg-base-100 p-6">Nenhum pagamento online neste dia.</p>
      ) : (
        <ScrollRegion label="Pagamentos do dia" className="rounded-2xl bg-base-100">
          <table className="table table-sm">
            <thead>
              <tr>
                <th scope="col">Hora</th>
                <th scope="col">Pedido</th>
                <th scope="col">Forma</th>
                <th scope="col">No Mercado Pago</th>
                <th scope="col">Na loja</th>
                <th scope="col" className="text-right">
                  Pago
                </th>
                <th scope="col" className="text-right">
                  Devolvido
                </th>
                <th scope="col">Diferença</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((row) => (
                <Row key={`${row.providerPaymentId} ${row.attemptId}`} row={row} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}

function Row({ row }: { row: MatchingRow }) {
  const { timeText } = useTimes();
  const differs = row.differences.length > 0;
  return (
    <tr className={differs ? 'bg-warning/20' : ''}>
      <td className="numbers">{timeText(row.createdAtMs)}</td>
      <th scope="row" className="numbers font-semibold whitespace-nowrap">
        {row.orderCode === null ? '–' : formatCode(row.orderCode)}
      </th>
      <td>{methodText(row.method)}</td>
      <td>
        {statusText(row.providerStatus) || '–'}
        {row.providerPaymentId !== null && (
          <span className="numbers block text-xs">ID {row.providerPaymentId}</span>
        )}
      </td>
      <td>{statusText(row.attemptStatus) || '–'}</td>
      <td className="numbers text-right whitespace-nowrap">
        {row.paidCents === null ? '–' : formatCents(row.paidCents)}
      </td>
      <td className="numbers text-right whitespace-nowrap">
        {row.refundedCents === 0 ? '–' : formatCents(row.refundedCents)}
      </td>
      <td className={differs ? 'font-semibold' : ''}>
        {differs ? `‼ ${row.differences.map(differenceText).join(', ')}` : '✔'}
      </td>
    </tr>
  );
}
