// A number pad for money: digits fill from the right, as on every till. Keys of a real keyboard work too, and Enter confirms.
import { formatAmount } from '@balcao/shared/money.ts';
import { Delete } from 'lucide-react';
import { useLayoutEffect, type MouseEvent } from 'react';
import { focusAtOpening } from './focus-at-opening.ts';
import { eraseDigit, pushDigits } from './typed-cents.ts';

const KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00'];

type Props = {
  cents: number;
  onCents: (cents: number) => void;
  /** Enter, pressed on nothing that has a meaning of its own for it. */
  onEnter: () => void;
  label: string;
  height?: string;
};

export function NumberPad({ cents, onCents, onEnter, label, height = 'h-16' }: Props) {
  // Before it is seen: a slow machine shows the pad a moment before other effects run, and what was typed then was lost.
  useLayoutEffect(() => {
    const type = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.target instanceof HTMLInputElement ||
        event.target instanceof HTMLTextAreaElement
      )
        return;
      if (/^\d$/.test(event.key)) onCents(pushDigits(cents, event.key));
      else if (event.key === 'Backspace') onCents(eraseDigit(cents));
      // A key that is held down confirms once.
      else if (event.key === 'Enter' && !event.repeat && !isPressedByEnter(event.target)) onEnter();
    };
    document.addEventListener('keydown', type);
    return () => document.removeEventListener('keydown', type);
  }, [cents, onCents, onEnter]);

  return (
    <div role="group" aria-label={label}>
      <output
        ref={focusAtOpening}
        tabIndex={-1}
        className="numbers mb-2 block rounded-2xl bg-base-200 px-4 py-1 text-right text-4xl font-extrabold outline-none"
        aria-live="polite"
      >
        R$ {formatAmount(cents)}
      </output>
      <div className="grid grid-cols-3 gap-2">
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            className={`btn numbers ${height} text-2xl!`}
            onMouseDown={leaveFocus}
            onClick={() => onCents(pushDigits(cents, key))}
          >
            {key}
          </button>
        ))}
        <button
          type="button"
          className={`btn ${height}`}
          aria-label="Apagar"
          onMouseDown={leaveFocus}
          onClick={() => onCents(eraseDigit(cents))}
        >
          <Delete aria-hidden className="size-7" />
        </button>
      </div>
    </div>
  );
}

/** A tapped key does not take the focus: Enter would press it once more instead of confirming. */
const leaveFocus = (event: MouseEvent) => event.preventDefault();

const isPressedByEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
