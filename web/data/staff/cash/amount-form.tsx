// An amount of the drawer: the float, what is put in or taken out, what was counted.
import { useState } from 'react';
import { newId } from '../../new-id.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { NumberPad } from '../../../ui/staff/number-pad.tsx';
import type { Action } from '../action.ts';

type FormProps = {
  title?: string;
  hint: string;
  button: string;
  action: Action;
  noted?: boolean;
  allowZero?: boolean;
  /** The id stays the same while this form is open: a repeated send is one. */
  onAmount: (cents: number, id: string, note: string) => void;
};

/** Typed from the right as on every till; Enter confirms. */
export function AmountForm({
  title,
  hint,
  button,
  action,
  noted = false,
  allowZero = false,
  onAmount,
}: FormProps) {
  const [cents, setCents] = useState(0);
  const [note, setNote] = useState('');
  const [id] = useState<string>(newId);
  const disabled = action.busy || (cents === 0 && !allowZero);
  const send = () => {
    if (!disabled) onAmount(cents, id, note.trim());
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={`mx-auto grid w-full gap-4 sm:grid-cols-2 ${title === undefined ? '' : 'max-w-3xl rounded-2xl bg-base-100 p-4'}`}
    >
      <div className="flex flex-col gap-3">
        {title !== undefined && <h2 className="text-2xl">{title}</h2>}
        <p className="text-lg">{hint}</p>
        {noted && <TextField label="Observação" value={note} maxLength={120} onValue={setNote} />}
        {action.failed !== null && (
          <p role="alert" className="font-semibold text-error">
            {action.failed}
          </p>
        )}
        <button type="submit" className="btn btn-primary mt-auto h-16 text-xl!" disabled={disabled}>
          {button}
        </button>
      </div>
      <NumberPad label="Valor" cents={cents} onCents={setCents} onEnter={send} />
    </form>
  );
}
