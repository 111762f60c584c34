// What came of taking the money: the customer's number and the change, in place of the ticket until the next sale begins, or over a list.
import { formatCents } from '@balcao/shared/money.ts';
import { CONCESSION_NAMES } from '@balcao/shared/pricing/concession.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { CheckCircle2, CloudUpload, Printer } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { PixMark } from '../../data/staff/cash/pix-mark.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/staff/failed.tsx';
import { focusAtOpening } from '../../ui/staff/focus-at-opening.ts';
import { useToast } from '../../ui/toast.tsx';

/** `kept`: the store could not be reached; the sale waits on this device. Amounts in centavos. */
export type PaidResult =
  | { kind: 'paid'; order: Order; receivedCents: number | null }
  | { kind: 'kept'; totalCents: number; receivedCents: number };

type Props = { result: PaidResult; onDone: () => void };

const titleOf = (result: PaidResult): string => {
  if (result.kind === 'kept') return 'Venda guardada';
  const { status, concession, totalCents } = result.order;
  if (concession && totalCents === 0) return CONCESSION_NAMES[concession.kind];
  return status === 'PENDING' ? 'Pedido guardado' : 'Pago';
};

/** Beside the menu, which stays open to the next customer: the first tap on it is the next sale. */
export function PaidPanel({ result, onDone }: Props) {
  const next = useRef<HTMLButtonElement>(null);
  // Before it is seen: the Enter of a quick hand begins the next sale. The dialog of before has given the focus back by then.
  useLayoutEffect(() => next.current?.focus({ preventScroll: true }), []);
  const title = titleOf(result);
  return (
    <aside
      role="dialog"
      aria-label={title}
      className="flex min-h-0 flex-col gap-3 overflow-y-auto rounded-2xl bg-base-100 p-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:rounded-b-none max-sm:shadow-2xl"
    >
      <h2 className="text-center text-2xl">{title}</h2>
      <div className="grid min-h-0 flex-1 place-items-center">
        <Outcome result={result} />
      </div>
      {result.kind === 'paid' && <PrintButton order={result.order} />}
      <button ref={next} type="button" className="btn btn-primary h-16 w-full text-xl!" onClick={onDone}>
        Nova venda
      </button>
    </aside>
  );
}

/** Over a list of orders. */
export function PaidDialog({ result, onDone }: Props) {
  return (
    <Dialog
      title={titleOf(result)}
      onClose={onDone}
      actions={
        <>
          <button
            ref={focusAtOpening}
            type="button"
            className="btn btn-primary h-20 flex-1 text-2xl!"
            onClick={onDone}
          >
            Pronto
          </button>
          {result.kind === 'paid' && <PrintButton order={result.order} />}
        </>
      }
    >
      <Outcome result={result} />
    </Dialog>
  );
}

function Outcome({ result }: { result: PaidResult }) {
  const totalCents = result.kind === 'paid' ? result.order.totalCents : result.totalCents;
  const changeCents = result.receivedCents === null ? 0 : result.receivedCents - totalCents;
  return (
    <div className="w-full text-center">
      {result.kind === 'paid' ? (
        <>
          <CheckCircle2 aria-hidden className="mx-auto size-12 text-success" />
          <p className="text-lg">Número do cliente</p>
          <p className="numbers text-8xl leading-none font-extrabold 2xl:text-[12rem]">
            {result.order.panelNumber ?? `#${result.order.simpleId}`}
          </p>
          <p className="mt-3 text-lg empty:hidden">
            <PixMark order={result.order} />
          </p>
        </>
      ) : (
        <>
          <CloudUpload aria-hidden className="mx-auto size-12" />
          <p className="mt-2 text-lg">
            A loja não respondeu. A venda está guardada neste aparelho e vai sozinha quando a loja voltar; o
            número do cliente sai então.
          </p>
        </>
      )}
      {changeCents > 0 && (
        <p className="mt-3 rounded-2xl bg-accent p-3 text-2xl text-accent-content">
          Troco: <strong className="numbers text-4xl">{formatCents(changeCents)}</strong>
        </p>
      )}
    </div>
  );
}

function PrintButton({ order }: { order: Order }) {
  const action = useAction();
  const toast = useToast();
  const print = () =>
    void action
      .run('Erro na impressão', () =>
        call('POST /api/staff/orders/{id}/reprint', {
          params: { id: order.id },
          query: { purpose: 'counter' },
        }),
      )
      .then((done) => {
        if (done) toast({ title: 'Via enviada para a impressora', tone: 'success' });
      });
  return (
    <div className="flex flex-col gap-2">
      <Failed text={action.failed} className="text-center" />
      <button type="button" className="btn h-16" disabled={action.busy} onClick={print}>
        <Printer aria-hidden className="size-6" /> Imprimir via
      </button>
    </div>
  );
}
