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
      {/* On a phone the notes stand beside each other, so that 'Confirmar' is in sight with them. */}
      <div className="flex flex-col gap-2 max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(6rem,1fr))]">
        <button
          type="button"
          className="btn btn-success col-span-full h-20 text-2xl! max-sm:h-16"
          disabled={busy}
          onClick={() => onReceived(totalCents)}
        >
          Exato · {formatCents(totalCents)}
        </button>
        {notes.map((note) => (
          <button
            key={note}
            type="button"
            className="btn h-16 justify-between text-xl! max-sm:flex-col max-sm:justify-center max-sm:gap-0 max-sm:px-1 max-sm:text-lg! max-sm:leading-tight"
            disabled={busy}
            onClick={() => onReceived(note)}
          >
            <span className="numbers">{formatCents(note)}</span>
            <span className="numbers text-base font-normal max-sm:text-sm">
              troco {formatCents(note - totalCents)}
            </span>
          </button>
        ))}
        <p
          aria-live="polite"
          className="col-span-full mt-auto rounded-2xl bg-accent px-4 py-2 text-accent-content"
        >
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
