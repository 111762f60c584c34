// The question before what is not easily taken back: what happens, a button that does it, and a way out. Apart from the dialog itself, which
// customers download to order: they are asked such questions on other screens only.
import { Dialog, type DialogProps } from './dialog.tsx';

const SIZES = {
  staff: ['', ''],
  customer: ['btn-lg sm:flex-1', 'btn-ghost btn-lg'],
  kitchen: ['h-16 text-lg!', 'h-16 text-lg!'],
} as const;

/** The children say what happens, in sentences. */
type ConfirmProps = Omit<DialogProps, 'actions'> & {
  /** The words on the button that does it. */
  confirm: string;
  onConfirm: () => void;
  cancel?: string;
  /** Where the way out is an answer of its own: closing the dialog is none. */
  onCancel?: () => void;
  tone?: 'btn-error' | 'btn-primary';
  size?: keyof typeof SIZES;
  busy?: boolean;
  disabled?: boolean;
  /** Why it did not work. */
  failed?: string | null;
};

export function ConfirmDialog({
  confirm,
  onConfirm,
  cancel = 'Voltar',
  onCancel,
  tone = 'btn-error',
  size = 'staff',
  busy,
  disabled,
  failed,
  children,
  ...dialog
}: ConfirmProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <button
            type="button"
            className={`btn ${tone} ${SIZES[size][0]}`}
            disabled={busy || disabled}
            onClick={onConfirm}
          >
            {confirm}
          </button>
          <button type="button" className={`btn ${SIZES[size][1]}`} onClick={onCancel ?? dialog.onClose}>
            {cancel}
          </button>
        </>
      }
    >
      {children}
      {failed && (
        <p role="alert" className="mt-3 font-semibold text-error">
          {failed}
        </p>
      )}
    </Dialog>
  );
}
