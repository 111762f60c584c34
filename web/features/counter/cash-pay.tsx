// Cash: the exact amount in one tap, or what was handed over and the change to give.
import { formatCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { NumberPad } from '../../ui/staff/number-pad.tsx';

const NOTES_CENTS = [1_000, 2_000, 5_000, 10_000, 20_000];
const SHOWN_MAX = 3;

type Props = { totalCents: number; busy: boolean; onReceived: (cents: number) => void };

export function CashPay({ totalCents, busy, onReceived }: Props) {
  const [cents, setCents] = useState(0);
  const enough = cents >= totalCents;
  const notes = NOTES_CENTS.filter((note) => note > totalCents).slice(0, SHOWN_MAX);
  const confirm = () => {
    if (!busy && enough) onReceived(cents);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="flex flex-col gap-2">
        <button
          type="button"
          className="btn btn-success h-20 text-2xl!"
          disabled={busy}
          onClick={() => onReceived(totalCents)}
        >
          Exato · {formatCents(totalCents)}
        </button>
        {notes.map((note) => (
          <button
            key={note}
            type="button"
            className="btn h-16 justify-between text-xl!"
            disabled={busy}
            onClick={() => onReceived(note)}
          >
            <span className="numbers">{formatCents(note)}</span>
            <span className="numbers text-base font-normal">troco {formatCents(note - totalCents)}</span>
          </button>
        ))}
        <p aria-live="polite" className="mt-auto rounded-2xl bg-accent px-4 py-2 text-accent-content">
          {cents === 0 ? 'Digite quanto o cliente entregou' : enough ? 'Troco' : 'Falta'}
          {cents > 0 && (
            <strong className="numbers block text-4xl leading-tight">
              {formatCents(Math.abs(cents - totalCents))}
            </strong>
          )}
        </p>
      </div>
      <div>
        <NumberPad label="Valor recebido" cents={cents} onCents={setCents} onEnter={confirm} height="h-14" />
        <button
          type="button"
          className="btn btn-primary mt-2 h-16 w-full text-xl!"
          disabled={busy || !enough}
          onClick={confirm}
        >
          Confirmar
        </button>
      </div>
    </div>
  );
}
