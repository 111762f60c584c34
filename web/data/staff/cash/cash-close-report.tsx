// A closed drawer, numbered and for ever: what should have been there, what was, and the difference.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { call } from '../../request.ts';
import { Failed } from '../../../ui/staff/failed.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAction } from '../action.ts';
import { useTimes } from '../times.ts';
import { WaySums } from './way-sums.tsx';

export function CashCloseReport({ close, onBack }: { close: CashClose; onBack?: () => void }) {
  const { shortDateTime } = useTimes();
  const action = useAction();
  const toast = useToast();
  const print = () =>
    void action
      .run('Erro na impressão', () =>
        call('POST /api/staff/cash-closes/{number}/print', { params: { number: close.number } }),
      )
      .then((done) => {
        if (done) toast({ title: 'Fechamento enviado para a impressora', tone: 'success' });
      });
  const { cashReturnsCents = 0, takenClosedCents = 0, returnedClosedCents = 0 } = close;
  const lines: readonly (readonly [string, number])[] = [
    ['Fundo de troco', close.floatCents],
    ['Vendas em dinheiro', close.cashSalesCents + cashReturnsCents],
    ...ifAny('Devoluções em dinheiro', -cashReturnsCents),
    ['Suprimentos', close.suprimentoCents],
    ['Sangrias', -close.sangriaCents],
    ['Esperado na gaveta', close.expectedCents],
    ['Contado', close.countedCents],
  ];
  const besides = [
    ...ifAny('Recebido com o caixa fechado', takenClosedCents),
    ...ifAny('Devolvido com o caixa fechado', -returnedClosedCents),
  ];
  const verdict = close.differenceCents === 0 ? 'Bateu' : close.differenceCents > 0 ? 'Sobrou' : 'Faltou';
  return (
    <section
      aria-label={`Fechamento ${close.number}`}
      className="mx-auto flex w-full max-w-xl flex-col gap-3 rounded-2xl bg-base-100 p-4"
    >
      <h2 className="text-2xl">Fechamento nº {close.number}</h2>
      <p className="text-sm">
        De {shortDateTime(close.openedAtMs)} a {shortDateTime(close.closedAtMs)}, por {close.closedBy}
      </p>
      <Amounts lines={lines} className="text-lg" />
      <p
        className={`rounded-2xl p-3 text-center text-2xl ${close.differenceCents === 0 ? 'bg-success text-success-content' : 'bg-warning text-warning-content'}`}
      >
        {verdict}{' '}
        {close.differenceCents !== 0 && (
          <strong className="numbers">{formatCents(Math.abs(close.differenceCents))}</strong>
        )}
      </p>
      {besides.length > 0 && (
        <div className="rounded-2xl border border-base-300 p-3">
          <Amounts lines={besides} className="font-semibold" />
          <p className="mt-1 text-sm">
            Não entra na conta acima. Se este dinheiro está na gaveta, ele já estava no fundo ou aparece como
            sobra.
          </p>
        </div>
      )}
      {close.methods.length > 0 && (
        <p className="text-sm">
          Fora da gaveta:{' '}
          {close.methods
            .map((method) => `${method.name} ${formatCents(method.salesCents)} (${method.orders})`)
            .join(' · ')}
        </p>
      )}
      {close.ways !== undefined && close.ways.length > 0 && <WaySums ways={close.ways} />}
      {close.note !== '' && <p className="text-sm">Observação: {close.note}</p>}
      <Failed text={action.failed} />
      <div className="flex gap-2">
        <button type="button" className="btn h-16 flex-1" disabled={action.busy} onClick={print}>
          Imprimir de novo
        </button>
        {onBack && (
          <button type="button" className="btn btn-primary h-16 flex-1" onClick={onBack}>
            Pronto
          </button>
        )}
      </div>
    </section>
  );
}

type AmountsProps = { lines: readonly (readonly [string, number])[]; className: string };

const Amounts = ({ lines, className }: AmountsProps) => (
  <dl className={`numbers grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 ${className}`}>
    {lines.map(([name, cents]) => (
      <div key={name} className="contents">
        <dt>{name}</dt>
        <dd className="text-right">{formatCents(cents)}</dd>
      </div>
    ))}
  </dl>
);

const ifAny = (name: string, cents: number): readonly (readonly [string, number])[] =>
  cents === 0 ? [] : [[name, cents]];
