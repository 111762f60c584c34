// The dialog around each of the operator's forms: fields, save, cancel, and what went wrong.
import type { FormEvent, ReactNode } from 'react';
import type { Action } from '../../../data/staff/action.ts';
import { Dialog } from '../../../ui/dialog.tsx';

type Props = {
  title: string;
  action: Action;
  /** What must be mended before it can be saved, or null. */
  invalid: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({ title, action, invalid, onSubmit, onClose, children }: Props) {
  const trouble = invalid ?? action.failed;
  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      actions={
        <>
          <button type="submit" form="atacado-form" className="btn btn-primary" disabled={action.busy}>
            {action.busy && <span className="loading loading-spinner" aria-hidden />} Salvar
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <form
        id="atacado-form"
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {trouble !== null && (
          <p role="alert" className="font-semibold text-error sm:col-span-2">
            {trouble}
          </p>
        )}
      </form>
    </Dialog>
  );
}
