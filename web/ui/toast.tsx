// Short messages that pass. Never the only trace of a failure: what went wrong also stands where it happened.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { breakAfterSlashes } from './break-after-slashes.tsx';
import { Icon } from './icon.tsx';

export type ToastTone = 'info' | 'success' | 'error';
export type Toast = {
  title: string;
  text?: string;
  tone?: ToastTone;
  durationMs?: number;
  action?: { label: string; run: () => void };
  /** What it tells of: gone as soon as that is mended or tried again, or turns out not to be so. */
  about?: string;
};

type Shown = Toast & { key: number; atMs: number };

const TOASTS_MAX = 3;
const DURATION_MS = 4_500;
const LEADING_MS = 1_000;

/** Those in sight, newest last. */
export const toastsAtom = atom<Shown[]>([]);
/** Open dialogs, innermost last: a modal makes the rest of the page inert, toasts included, so they are shown inside it. */
export const toastHostsAtom = atom<HTMLElement[]>([]);

/** Where a screen keeps a line for what is said, so that it lies over nothing: the newest alone is seen there. */
export const toastLineAtom = atom<HTMLElement | null>(null);

/** Never given twice: what is said again at once is another message, with a time of its own, and is announced again. */
let lastKey = 0;

/** Says it. */
export const addToastAtom = atom(null, (get, set, toast: Toast) => {
  const key = (lastKey += 1);
  // The same message twice is one message.
  const others = get(toastsAtom).filter((one) => one.title !== toast.title || one.text !== toast.text);
  set(toastsAtom, [...others, { ...toast, key, atMs: Date.now() }].slice(-TOASTS_MAX));
});
/** Those that are still meant stay. */
const keepToastsAtom = atom(null, (_get, set, meant: (toast: Shown) => boolean) =>
  set(toastsAtom, (before) => (before.every(meant) ? before : before.filter(meant))),
);

/** What these told of is mended, or tried again. */
export const forgiveAtom = atom(null, (_get, set, about: string) =>
  set(keepToastsAtom, (toast) => toast.about !== about),
);

export function useToast(): (toast: Toast) => void {
  return useSetAtom(addToastAtom);
}

export function Toaster() {
  const toasts = useAtomValue(toastsAtom);
  const host = useAtomValue(toastHostsAtom).at(-1);
  const line = useAtomValue(toastLineAtom);
  const place = host ?? line;
  const keep = useSetAtom(keepToastsAtom);
  const { pathname, search } = useLocation();
  // What was wrong a page ago is not wrong any more; what was said while leading here is read here.
  useEffect(
    () => keep(({ tone, atMs }) => tone !== 'error' || Date.now() - atMs < LEADING_MS),
    [keep, pathname, search],
  );
  const region = (
    <div
      aria-live="polite"
      aria-label="Avisos"
      role="region"
      className={
        !line
          ? 'pointer-events-none fixed inset-x-0 top-0 z-50 flex flex-col items-center gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))]'
          : 'toast-line'
      }
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.key} toast={toast} />
      ))}
    </div>
  );
  return place ? createPortal(region, place) : region;
}

const TONES = {
  info: { icon: 'info', className: 'bg-neutral text-neutral-content' },
  success: { icon: 'circle-check', className: 'bg-success text-success-content' },
  error: { icon: 'circle-alert', className: 'bg-error text-error-content' },
} as const;

function ToastCard({ toast }: { toast: Shown }) {
  const keep = useSetAtom(keepToastsAtom);
  const { icon, className } = TONES[toast.tone ?? 'info'];
  const close = useCallback(() => keep(({ key }) => key !== toast.key), [keep, toast.key]);
  const isHeld = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const later = (ms: number) => {
      timer = setTimeout(() => (isHeld.current ? later(1_000) : close()), ms);
    };
    later(toast.durationMs ?? DURATION_MS);
    return () => clearTimeout(timer);
  }, [close, toast.durationMs]);

  return (
    <div
      role={toast.tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => (isHeld.current = true)}
      onPointerLeave={() => (isHeld.current = false)}
      className={`animate-drop-in pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-2xl py-3 pr-2 pl-4 shadow-lg ${className}`}
    >
      <Icon name={icon} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold hyphens-auto">{toast.title}</p>
        {toast.text && <p className="text-sm hyphens-auto">{breakAfterSlashes(toast.text)}</p>}
        {toast.action && (
          <button
            type="button"
            className="mt-1 min-h-8 font-semibold underline underline-offset-4"
            onClick={() => {
              toast.action?.run();
              close();
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Fechar aviso"
        onClick={close}
        className="grid size-9 shrink-0 place-items-center rounded-full"
      >
        <Icon name="x" className="size-4" />
      </button>
    </div>
  );
}
