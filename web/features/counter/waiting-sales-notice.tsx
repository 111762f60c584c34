// Under the counter's tabs: how many sales wait for the store, and what it said of those that are not as they were sold.
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { CloudUpload, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTimes } from '../../data/staff/times.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import type { Sale } from './sale.ts';
import { changeWaitingSalesAtom, useSendAgain, waitingSalesAtom } from './use-waiting-sales.ts';
import type { WaitingSale } from './waiting-sales.ts';

/** `onResume`: the sale goes on the ticket again; answers whether there was room for it. */
export function WaitingSalesNotice({ onResume }: { onResume: (sale: Sale) => boolean }) {
  const sales = useAtomValue(waitingSalesAtom);
  const change = useSetAtom(changeWaitingSalesAtom);
  const waiting = sales.filter(({ outcome }) => outcome === null).length;
  const { busy, sendAgain, pinDialog } = useSendAgain();
  const [discarding, setDiscarding] = useState<WaitingSale | null>(null);
  const remove = ({ keptId }: WaitingSale) => change((all) => all.filter((one) => one.keptId !== keptId));
  return (
    <>
      <div role="status">
        {waiting > 0 && (
          <p className="flex min-h-10 items-center justify-center gap-3 bg-info px-4 py-1 text-center font-semibold text-info-content">
            <CloudUpload aria-hidden className="size-5 shrink-0" />
            {waiting === 1
              ? '1 venda em dinheiro guardada aqui espera a loja.'
              : `${waiting} vendas em dinheiro guardadas aqui esperam a loja.`}
          </p>
        )}
      </div>
      <div role="alert">
        {sales.map((one) => (
          <OutcomeLine
            key={one.keptId}
            waiting={one}
            busy={busy}
            onAgain={() => sendAgain(one)}
            onRead={() => remove(one)}
            onDiscard={() => setDiscarding(one)}
            onResume={onResume}
          />
        ))}
      </div>
      {discarding && (
        <DiscardDialog
          kept={discarding}
          onClose={() => setDiscarding(null)}
          onDiscard={() => {
            remove(discarding);
            setDiscarding(null);
          }}
        />
      )}
      {pinDialog}
    </>
  );
}

type LineProps = {
  waiting: WaitingSale;
  busy: boolean;
  onAgain: () => void;
  onRead: () => void;
  /** The store has no order of it, and the money was taken: it is asked about. */
  onDiscard: () => void;
  onResume: (sale: Sale) => boolean;
};

function OutcomeLine({ waiting, busy, onAgain, onRead, onDiscard, onResume }: LineProps) {
  const { timeText } = useTimes();
  const { outcome, totalCents, atMs, sale } = waiting;
  if (outcome === null) return null;
  const askedCents = outcome.kind === 'differs' ? outcome.totalCents - totalCents : 0;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warning px-4 py-1 font-semibold text-warning-content">
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      <p>
        {outcome.kind === 'differs'
          ? `Venda das ${timeText(atMs)}, nº ${outcome.number}: você cobrou ${formatCents(totalCents)} e o preço da loja agora é ${formatCents(outcome.totalCents)}. ${askedCents > 0 ? 'Faltaram' : 'Sobraram'} ${formatCents(Math.abs(askedCents))}.`
          : `Venda das ${timeText(atMs)}, ${formatCents(totalCents)} recebidos, não entrou na loja: ${outcome.words} ${outcome.forManager ? '' : 'Envie de novo, mude a venda ou devolva o dinheiro.'}`}
      </p>
      {outcome.kind === 'refused' && (
        <>
          <button type="button" className="btn btn-primary h-12" disabled={busy} onClick={onAgain}>
            {outcome.forManager ? 'Aprovar com PIN' : 'Enviar de novo'}
          </button>
          <button
            type="button"
            className="btn h-12"
            disabled={busy}
            onClick={() => {
              if (onResume(sale)) onRead();
            }}
          >
            Pôr na venda
          </button>
        </>
      )}
      {outcome.kind === 'differs' ? (
        <button type="button" className="btn h-12" onClick={onRead}>
          Entendi
        </button>
      ) : (
        <button type="button" className="btn h-12" disabled={busy} onClick={onDiscard}>
          Tirar daqui
        </button>
      )}
    </div>
  );
}
