// A modal dialog: a sheet from below on a phone, a card in the middle on a wide screen. The browser's own <dialog> keeps
// the focus inside and closes on Escape.
import { useSetAtom } from 'jotai';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { holdBackButton } from './sheet-history.ts';
import { toastHostsAtom } from './toast.tsx';
import { Icon } from './icon.tsx';

export type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, at the bottom and always in sight. */
  actions?: ReactNode;
  wide?: boolean;
  /** Holds what somebody types: a touch beside it does not throw that away. */
  form?: boolean;
};

/** Open while mounted. */
export function Dialog({ title, onClose, children, actions, wide = false, form = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const setHosts = useSetAtom(toastHostsAtom);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  // Before it is seen, and gone before what follows it takes the focus: a key pressed at once goes where it looks as if it goes.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    // Whether it is open is the screen's state, not the browser's.
    const cancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const outside = (event: Event) => {
      if (!form && event.target === dialog) close.current();
    };
    const releaseBackButton = holdBackButton(() => close.current());
    dialog.addEventListener('cancel', cancel);
    dialog.addEventListener('click', outside);
    dialog.showModal();
    setHosts((hosts) => [...hosts, dialog]);
    return () => {
      releaseBackButton();
      dialog.removeEventListener('cancel', cancel);
      dialog.removeEventListener('click', outside);
      setHosts((hosts) => hosts.filter((host) => host !== dialog));
      dialog.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [setHosts, form]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className="fixed inset-x-0 top-auto bottom-0 m-0 flex max-h-[92dvh] w-full max-w-none items-end bg-transparent p-0 text-base-content backdrop:bg-black/55 sm:inset-0 sm:m-auto sm:h-fit sm:items-center sm:px-4"
    >
      <div
        className={`animate-sheet-up sm:animate-rise flex max-h-[92dvh] w-full flex-col rounded-t-3xl bg-base-100 sm:mx-auto sm:max-h-[86dvh] sm:rounded-3xl ${wide ? 'sm:max-w-2xl' : 'sm:max-w-md'}`}
      >
        <div className="flex items-center justify-between gap-3 py-3 pr-3 pl-5">
          <h2 id={titleId} className="min-w-0 text-xl hyphens-auto wrap-anywhere">
            {title}
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-circle shrink-0"
            aria-label="Fechar"
            onClick={onClose}
          >
            <Icon name="x" className="size-5" />
          </button>
        </div>
        {/* Hidden inputs are placed absolutely: without a place of their own they would make the whole sheet scroll. */}
        <div className="relative min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
        {actions && (
          <div className="flex flex-col gap-2 border-t border-base-300 px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row-reverse">
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}
