// How much the next part of an order is, as somebody typed it or by how many still pay, and in which way it comes.
import { formatCents } from '@balcao/shared/money.ts';
import { PERSONS_MAX } from '@balcao/shared/payment/tender.ts';
import type { MouseEvent, ReactNode } from 'react';
import { NumberPad } from '../../ui/staff/number-pad.tsx';

export type Way = 'cash' | 'terminal' | 'pix';
const WAYS = ['cash', 'terminal', 'pix'] as const satisfies Way[];
export const TITLES: Record<Way, string> = { cash: 'Dinheiro', terminal: 'Maquininha', pix: 'PIX' };

type Props = {
  leftCents: number;
  /** What the next of `persons` pays. */
  share: number;
  /** Of this part: what was typed, or the share. */
  cents: number;
  persons: number;
  busy: boolean;
  onPersons: (persons: number) => void;
  onTyped: (cents: number) => void;
  onWay: (way: Way) => void;
  /** The parts that are in. */
  children: ReactNode;
};

export function SplitAmounts(props: Props) {
  const { leftCents, share, cents, persons, busy, onPersons, onTyped, onWay, children } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="flex flex-col gap-3">
        {children}
        <p aria-live="polite" className="rounded-2xl bg-accent px-4 py-2 text-accent-content">
          Falta
          <strong className="numbers block text-4xl leading-tight">{formatCents(leftCents)}</strong>
        </p>
        <Persons persons={persons} share={share} onPersons={onPersons} />
      </div>
      <div>
        <NumberPad
          label="Valor desta parte"
          cents={cents}
          onCents={onTyped}
          onEnter={() => onWay('cash')}
          height="h-12"
        />
        <div className="mt-2 grid grid-cols-3 gap-2">
          {WAYS.map((one) => (
            <button
              key={one}
              type="button"
              className="btn btn-primary h-16 px-1"
              disabled={busy || cents === 0}
              onClick={() => onWay(one)}
            >
              {TITLES[one]}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** As on the number pad: Enter goes on with the amount and does not press the key once more. */
const leaveFocus = (event: MouseEvent) => event.preventDefault();

type PersonsProps = { persons: number; share: number; onPersons: (persons: number) => void };

function Persons({ persons, share, onPersons }: PersonsProps) {
  return (
    <div role="group" aria-label="Dividir por pessoas" className="flex items-center gap-2">
      <button
        type="button"
        className="btn size-14 p-0 text-2xl!"
        aria-label="Uma pessoa a menos"
        onMouseDown={leaveFocus}
        disabled={persons <= 1}
        onClick={() => onPersons(persons - 1)}
      >
        −
      </button>
      <p aria-live="polite" className="min-w-0 flex-1 text-center">
        <strong className="text-lg">{persons === 1 ? '1 pessoa' : `${persons} pessoas`}</strong>
        <br />
        <span className="numbers text-sm">
          {persons === 1 ? `paga ${formatCents(share)}` : `a próxima paga ${formatCents(share)}`}
        </span>
      </p>
      <button
        type="button"
        className="btn size-14 p-0 text-2xl!"
        aria-label="Uma pessoa a mais"
        onMouseDown={leaveFocus}
        disabled={persons >= PERSONS_MAX}
        onClick={() => onPersons(persons + 1)}
      >
        +
      </button>
    </div>
  );
}
