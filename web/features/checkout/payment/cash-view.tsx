// Cash: paid at the counter; says what note the customer brings, so that the change is ready.
import { formatCents, parseCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { payCash } from '../../../data/orders.ts';
import { ApiError } from '../../../data/request.ts';
import { PAYMENT_TEXTS } from './texts.ts';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { ViewFrame } from './view-frame.tsx';
import type { PayableOrder } from './payable-order.ts';

type Props = { order: PayableOrder; onDone: () => void; onBack: () => void };

export default function CashView({ order, onDone, onBack }: Props) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const failureToast = useFailureToast();
  const cents = text.trim() === '' ? null : parseCents(text);
  const unreadable = text.trim() !== '' && cents === null;
  const tooSmall = cents !== null && cents < order.totalCents;

  const confirm = async () => {
    if (busy || unreadable || tooSmall) return;
    if (order.code === '' || order.code === 'temp-order') {
      setFailure(PAYMENT_TEXTS.cash.notFound);
      return;
    }
    setBusy(true);
    setFailure(null);
    failureToast.clear();
    try {
      // Exactly the total needs no change.
      await payCash(order.code, cents !== null && cents > order.totalCents ? cents : null);
      onDone();
    } catch (error) {
      const message = failureText(error);
      setFailure(message);
      failureToast.tell({ title: 'Não deu para confirmar', text: message });
    } finally {
      setBusy(false);
    }
  };

  return (
    <ViewFrame title="Pagar em dinheiro" onBack={onBack}>
      <p>
        Pague <strong className="numbers whitespace-nowrap">{formatCents(order.totalCents)}</strong> no
        balcão. Seu pedido vai para a cozinha assim que o pagamento for confirmado.
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <label htmlFor="troco" className="mt-4 block font-semibold">
          Troco para quanto? <span className="font-normal text-base-content/75">(opcional)</span>
        </label>
        <div className="mt-1 flex items-center gap-2">
          <span className="font-semibold">R$</span>
          <input
            id="troco"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder={noteAbove(order.totalCents)}
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-invalid={unreadable || tooSmall}
            aria-describedby="troco-ajuda"
            className="input input-lg numbers w-full text-xl aria-invalid:input-error"
          />
        </div>
        <p id="troco-ajuda" aria-live="polite" className="mt-1 min-h-6">
          <ChangeSaid cents={cents} totalCents={order.totalCents} unreadable={unreadable} />
        </p>
        {failure && (
          <p role="alert" className="mt-2 rounded-2xl bg-error px-4 py-2 text-error-content">
            {failure}
          </p>
        )}
        <button
          type="submit"
          className="btn btn-primary btn-lg mt-3 w-full"
          disabled={unreadable || tooSmall}
          aria-busy={busy}
        >
          {busy ? 'Confirmando…' : 'Confirmar Pedido'}
        </button>
      </form>
    </ViewFrame>
  );
}

/** The change that comes back, or what is wrong with the note. */
function ChangeSaid({
  cents,
  totalCents,
  unreadable,
}: {
  cents: number | null;
  totalCents: number;
  unreadable: boolean;
}) {
  return unreadable ? (
    <span className="font-semibold text-error">Escreva um valor em reais, por exemplo 50 ou 50,00.</span>
  ) : cents !== null && cents < totalCents ? (
    <span className="font-semibold text-error">
      O valor precisa ser pelo menos {formatCents(totalCents)}.
    </span>
  ) : (
    cents !== null &&
    cents > totalCents && (
      <>
        Seu troco:{' '}
        <strong className="numbers text-lg whitespace-nowrap">{formatCents(cents - totalCents)}</strong>
      </>
    )
  );
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return PAYMENT_TEXTS.cash.notProcessed;
  if (error.status === 404) return PAYMENT_TEXTS.cash.notFound;
  return error.status >= 500
    ? PAYMENT_TEXTS.cash.notProcessed
    : PAYMENT_TEXTS.cash.failed(error.problem.detail);
}

/** The smallest common note that covers the total. */
function noteAbove(cents: number): string {
  const note = [20, 50, 100, 200].find((reais) => reais * 100 > cents);
  return note ? `${note},00` : '';
}
