// The last question before what nothing brings back: a word typed out, and only then the button.
import { useState, type FormEvent, type ReactNode } from 'react';
import { Dialog } from '../dialog.tsx';
import { TextField } from './fields.tsx';

type Props = {
  title: string;
  /** What must be typed, letter by letter. */
  word: string;
  label: string;
  confirm: string;
  busy: boolean;
  failed: string | null;
  onConfirm: (typed: string) => void;
  onClose: () => void;
  children?: ReactNode;
};

export function WordDialog({
  title,
  word,
  label,
  confirm,
  busy,
  failed,
  onConfirm,
  onClose,
  children,
}: Props) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(typed);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <TextField label={label} value={typed} onValue={setTyped} autoComplete="off" error={failed} />
        <button type="submit" className="btn btn-error" disabled={typed !== word || busy}>
          {busy && <span className="loading loading-spinner" aria-hidden />}
          {confirm}
        </button>
      </form>
    </Dialog>
  );
}
