// The dialog around a form: fields, save, cancel, what went wrong, and a question before typed text is thrown away unasked.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { UNSAVED } from '../../text/staff.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  title: string;
  draft: { isDirty: boolean; busy: boolean; failed: string | null; errors: Record<string, string> };
  /** The words on the button that saves. */
  save?: string;
  wide?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({
  title,
  draft,
  save = 'Salvar',
  wide = false,
  onSubmit,
  onClose,
  children,
}: Props) {
  const id = useId();
  const [leaving, setLeaving] = useState(false);
  const trouble = draft.errors['form'] ?? draft.failed;
  return (
    <Dialog
      title={title}
      wide={wide}
      form
      onClose={() => (draft.isDirty ? setLeaving(true) : onClose())}
      actions={
        <>
          <button type="submit" form={id} className="btn btn-primary" disabled={draft.busy}>
            {draft.busy && <span className="loading loading-spinner" aria-hidden />} {save}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancelar
          </button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={`grid gap-4 ${wide ? 'sm:grid-cols-2' : ''}`}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {trouble !== null && (
          <p role="alert" className={`font-semibold text-error ${wide ? 'sm:col-span-2' : ''}`}>
            {trouble}
          </p>
        )}
      </form>
      {leaving && (
        <ConfirmDialog
          title="Descartar as mudanças?"
          confirm="Descartar"
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>{UNSAVED}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
