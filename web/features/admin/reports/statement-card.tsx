// The owner's monthly check: Mercado Pago's own statement, read in this browser, against the shop's payments. The file goes nowhere.
import { formatCents } from '@balcao/shared/money.ts';
import { matchStaticPix } from '@balcao/shared/payment/static-pix.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import {
  matchStatement,
  type StatementDifference,
  type StatementMatch,
  type StatementRow,
} from '@balcao/shared/payment/statement.ts';
import {
  readStatement,
  type StatementLine,
  type StatementRefusal,
} from '@balcao/shared/payment/statement-file.ts';
import { useState, type ChangeEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { ScrollRegion } from '../../../ui/staff/scroll-region.tsx';
import { Figure } from '../../../ui/staff/report/figure.tsx';

const BYTES_MAX = 20 * 1024 * 1024;

type Outcome = { kind: 'matched'; value: StatementMatch; proved: number } | { kind: 'unread'; text: string };

export function StatementCard({ thisMonth }: { thisMonth: string }) {
  const [month, setMonth] = useState(thisMonth);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const action = useAction();
  const match = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again, once it was corrected.
    event.target.value = '';
    if (file === undefined) return;
    setOutcome(null);
    void action.run('Não deu para conferir o extrato', async () => {
      if (file.size > BYTES_MAX) return setOutcome({ kind: 'unread', text: 'O arquivo passa de 20 MB.' });
      const text = await file.text();
      const booked = await call('GET /api/staff/payments/booked', { query: { month } });
      const read = readStatement(text);
      if (!read.ok) return setOutcome({ kind: 'unread', text: textOfRefusal(read.refusal) });
      const { payments, ...span } = booked;
      const value = matchStatement(read.value, payments, span);
      setOutcome({ kind: 'matched', value, proved: await proveBy(read.value) });
    });
  };
  return (
    <section className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4" aria-labelledby="conciliacao">
      <h3 id="conciliacao" className="text-lg">
        Conciliação do mês
      </h3>
      <p className="max-w-prose text-sm">
        No Mercado Pago, em Relatórios, crie o relatório &ldquo;Todas as transações&rdquo; do mês em CSV e
        escolha o arquivo aqui. Cada pagamento, devolução e tarifa é comparado com o que a loja tem, até o
        centavo. O arquivo não sai deste aparelho.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Mês"
          type="month"
          className="w-[11rem] max-w-full"
          max={thisMonth}
          value={month}
          onValue={setMonth}
        />
        <label className="flex flex-col gap-1">
          <span className="text-sm font-semibold">Extrato do Mercado Pago (CSV)</span>
          <input
            type="file"
            accept=".csv,text/csv"
            className="file-input"
            disabled={action.busy || month === ''}
            onChange={match}
          />
        </label>
      </div>
      {(action.failed ?? (outcome?.kind === 'unread' ? outcome.text : null)) !== null && (
        <p role="alert" className="text-sm font-semibold text-error">
          {action.failed ?? (outcome?.kind === 'unread' ? outcome.text : '')}
        </p>
      )}
      {outcome?.kind === 'matched' && <Matched value={outcome.value} proved={outcome.proved} />}
    </section>
  );
}

/** PIX of the counter to the static code that the statement names: proved, and how many. */
async function proveBy(lines: readonly StatementLine[]): Promise<number> {
  const { unconfirmed, lost } = await call('GET /api/staff/static-pix');
  const sought = [...unconfirmed, ...lost];
  const settlements = lines
    .filter(({ type }) => type === 'SETTLEMENT')
    .map(({ providerPaymentId, reference, amountCents }) => ({
      providerPaymentId,
      txids: [reference],
      amountCents,
    }));
  const proofs = matchStaticPix(sought, settlements).map((one) => ({
    ...one,
    amountCents: sought.find(({ txid }) => txid === one.txid)?.amountCents ?? 0,
  }));
  if (proofs.length === 0) return 0;
  return (await call('POST /api/staff/static-pix/proved', { body: { proved: proofs } })).proved;
}

function textOfRefusal(refusal: StatementRefusal): string {
  switch (refusal.code) {
    case 'no-statement':
      return `Este arquivo não é o relatório de transações: ${refusal.missing.length === 1 ? 'falta a coluna' : 'faltam as colunas'} ${refusal.missing.join(', ')}.`;
    case 'unreadable-line':
      return `Não deu para ler a linha ${refusal.line}, coluna ${refusal.column}.`;
  }
}

const DIFFERENCES: Record<StatementDifference, string> = {
  'unknown-payment': 'pagamento que a loja não conhece',
  'not-in-statement': 'não está no extrato',
  amount: 'valor diferente',
  refund: 'devolução diferente (de fim de mês, veja também o extrato seguinte)',
  chargeback: 'contestado no extrato',
  net: 'bruto menos tarifa não dá o líquido',
};

type MatchedProps = { value: StatementMatch; proved: number };

/** Exported for its test. */
export function Matched({ value: { rows, totals, other }, proved }: MatchedProps) {
  const differing = rows.filter(({ differences }) => differences.length > 0);
  return (
    <div role="status" className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <Figure name="Bruto" value={formatCents(totals.grossCents)} />
        <Figure name="Devolvido" value={formatCents(totals.returnedCents)} />
        <Figure name="Tarifas" value={formatCents(totals.feeCents)} />
        <Figure name="Líquido" value={formatCents(totals.netCents)} />
        <Figure name="Não batem" value={totals.differences === 0 ? 'nenhum ✔' : `‼ ${totals.differences}`} />
      </div>
      <p className="text-sm">
        {rows.length === 1 ? '1 pagamento conferido.' : `${rows.length} pagamentos conferidos.`}
        {other > 0 &&
          ` ${other} ${other === 1 ? 'linha do extrato não é' : 'linhas do extrato não são'} de cobranças feitas daqui.`}
        {proved > 0 &&
          ` ${proved === 1 ? '1 PIX do balcão foi confirmado' : `${proved} PIX do balcão foram confirmados`} pelo extrato.`}
      </p>
      {differing.length > 0 && <Differences rows={differing} />}
    </div>
  );
}

const amount = (cents: number | null): string => (cents === null ? '–' : formatCents(cents));

function Differences({ rows }: { rows: readonly StatementRow[] }) {
  return (
    <ScrollRegion label="O que não bate" className="rounded-2xl bg-base-200">
      <table className="table table-sm">
        <thead>
          <tr>
            <th scope="col">Pagamento</th>
            <th scope="col">Pedido</th>
            <th scope="col" className="text-right">
              No extrato
            </th>
            <th scope="col" className="text-right">
              Na loja
            </th>
            <th scope="col" className="text-right">
              Devolvido no extrato
            </th>
            <th scope="col" className="text-right">
              Devolvido na loja
            </th>
            <th scope="col">Diferença</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.providerPaymentId}>
              <th scope="row">{row.providerPaymentId}</th>
              <td>{row.orderCode === null ? '–' : formatCode(row.orderCode)}</td>
              <td className="text-right whitespace-nowrap">{amount(row.statementCents)}</td>
              <td className="text-right whitespace-nowrap">{amount(row.ourCents)}</td>
              <td className="text-right whitespace-nowrap">{formatCents(row.statementReturnedCents)}</td>
              <td className="text-right whitespace-nowrap">{amount(row.ourReturnedCents)}</td>
              <td>{row.differences.map((one) => DIFFERENCES[one]).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
