// An order of somebody else, for all that this device can tell: how it stands. How its phone ends opens the rest, in place.
import { useId, useRef, useState } from 'react';
import type { StatusOrder } from '@balcao/shared/http/orders.ts';
import { UNPAID } from '../../text/order.ts';
import { StatusBadge, Timeline } from '../../ui/order-status.tsx';
import PreparationTime from './preparation-time.tsx';

type Props = {
  order: StatusOrder;
  title: string;
  /** Null when it opened, else what to say. */
  onDigits: (lastFour: string) => Promise<string | null>;
};

export default function StatusCard({ order, title, onDigits }: Props) {
  const ready = order.status === 'READY';
  return (
    <article
      aria-label={title}
      className={`overflow-hidden rounded-3xl bg-base-100 ${ready ? 'ring-4 ring-success' : ''}`}
    >
      {ready && (
        <p className="bg-success px-5 py-2 text-center font-display text-lg font-bold text-success-content">
          O pedido está pronto. Venha buscar!
        </p>
      )}
      <div className="p-5">
        <h3 className="numbers text-2xl">{title}</h3>
        <div className="mt-2">
          <StatusBadge status={order.status} />
        </div>
        {order.status !== 'CANCELLED' && (
          <div className="mt-5">
            <Timeline status={order.status} times={null} />
          </div>
        )}
        <PreparationTime status={order.status} />
        {order.status === 'PENDING' && (
          <p className="mt-4 rounded-2xl bg-warning px-4 py-2 font-semibold text-warning-content">{UNPAID}</p>
        )}
        <DigitsForm onDigits={onDigits} />
      </div>
    </article>
  );
}

const MISSING = 'Digite os 4 últimos dígitos do telefone.';

function DigitsForm({ onDigits }: Pick<Props, 'onDigits'>) {
  const [digits, setDigits] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const send = async () => {
    const list = form.current?.closest('ul');
    if (busy) return;
    if (digits.length !== 4) {
      setFailure(MISSING);
      return;
    }
    setBusy(true);
    setFailure(null);
    const failureText = await onDigits(digits);
    setBusy(false);
    setFailure(failureText);
    if (failureText !== null) {
      setDigits('');
      input.current?.focus();
    } else if (list) {
      // The field is gone: who reads by keyboard or ear goes on at the order that stands in its place.
      list.tabIndex = -1;
      list.focus({ preventScroll: true });
    }
  };

  return (
    <form
      ref={form}
      noValidate
      className="mt-5 border-t border-base-300 pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id} className="font-semibold">
        Os 4 últimos dígitos do telefone
      </label>
      <p id={`${id}-help`} className="text-sm text-base-content/75">
        É o seu pedido? Confirme o telefone para ver itens e total.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="0000"
          value={digits}
          aria-describedby={failure ? `${id}-failure` : `${id}-help`}
          aria-invalid={failure !== null}
          onChange={(event) => setDigits(event.target.value.replace(/\D/g, '').slice(0, 4))}
          className="input input-lg numbers w-28 text-xl"
        />
        <button type="submit" className="btn btn-primary btn-lg" aria-busy={busy}>
          Ver o pedido
        </button>
      </div>
      {failure && (
        <p id={`${id}-failure`} role="alert" className="mt-2 text-sm font-semibold text-error">
          {failure}
        </p>
      )}
    </form>
  );
}
