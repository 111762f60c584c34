// A manager types their PIN on somebody else's screen: by finger or by keys, never shown, and gone from here once it was sent.
import { PIN_DIGITS } from '@balcao/shared/http/pin.ts';
import { Delete } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { focusAtOpening } from '../../../ui/staff/focus-at-opening.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

type Props = {
  /** Why the last one did not do. */
  failure: string | null;
  onPin: (pin: string) => void;
  onClose: () => void;
};

export function PinDialog({ failure, onPin, onClose }: Props) {
  const [pin, setPin] = useState('');
  const push = (digit: string) => setPin((before) => (before + digit).slice(0, PIN_DIGITS.max));
  const isWhole = pin.length >= PIN_DIGITS.min;
  return (
    <Dialog title="PIN de gerente" onClose={onClose} form>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) onPin(pin);
        }}
      >
        <p className="mb-2">Isto precisa de um gerente. Peça para ele digitar o PIN.</p>
        <input
          ref={focusAtOpening}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          aria-label="PIN"
          aria-invalid={failure !== null}
          className="input numbers h-14 w-full text-center text-3xl! tracking-widest"
          value={pin}
          onChange={({ target }) => setPin(target.value.replaceAll(/\D/g, '').slice(0, PIN_DIGITS.max))}
        />
        <p role="alert" className="min-h-6 font-semibold text-error">
          {pin === '' && failure}
        </p>
        <div className="grid grid-cols-3 gap-2">
          {KEYS.map((digit) => (
            <Key key={digit} digit={digit} onPush={push} />
          ))}
          <button
            type="button"
            className="btn h-14"
            aria-label="Apagar"
            onMouseDown={leaveFocus}
            onClick={() => setPin((before) => before.slice(0, -1))}
          >
            <Delete aria-hidden className="size-6" />
          </button>
          <Key digit="0" onPush={push} />
          <button type="submit" className="btn btn-primary h-14 text-xl!" disabled={!isWhole}>
            OK
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Key({ digit, onPush }: { digit: string; onPush: (digit: string) => void }) {
  return (
    <button
      type="button"
      className="btn numbers h-14 text-2xl!"
      onMouseDown={leaveFocus}
      onClick={() => onPush(digit)}
    >
      {digit}
    </button>
  );
}

/** A tapped key does not take the focus: Enter would press it once more instead of confirming. */
const leaveFocus = (event: MouseEvent) => event.preventDefault();
