// Tabs whose choice stands in the address, so that a screen can be linked and reloaded.
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

/** `icon` is drawn where the tabs are a rail. */
export type Tab = { id: string; label: ReactNode; icon?: ReactNode };

type Props = {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChange: (id: string) => void;
  children: ReactNode;
  small?: boolean;
  /** A rail beside the page on a wide screen, a bar below it on a narrow one. */
  rail?: boolean;
  /** Stands above what is chosen, beside the rail. */
  above?: ReactNode;
};

const LOOKS = {
  row: { list: 'flex flex-wrap gap-1', tab: 'btn' },
  small: { list: 'mb-4 flex flex-wrap gap-1', tab: 'btn btn-sm min-h-9' },
  rail: {
    list: 'sticky bottom-0 z-20 order-last flex shrink-0 flex-wrap border-t border-base-300 bg-base-100 px-1 pb-[env(safe-area-inset-bottom)] print:hidden lg:top-0 lg:order-first lg:h-dvh lg:w-[13rem] lg:flex-col lg:flex-nowrap lg:gap-1 lg:border-t-0 lg:border-r lg:px-3 lg:py-4',
    tab: 'btn h-14 min-w-0 flex-auto flex-col gap-0.5 rounded-xl px-0.5 text-[0.6875rem]! font-semibold sm:text-sm! lg:h-12 lg:flex-none lg:flex-row lg:justify-start lg:gap-3 lg:px-3 lg:text-base!',
  },
};

/** Says how high a rail is where it is a bar: what sticks above it, and what is scrolled to, keeps clear of it (`app/staff.css`). */
function useTabsHeight(list: RefObject<HTMLElement | null>, rail: boolean): void {
  useEffect(() => {
    const bar = list.current;
    if (!rail || bar === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--tabs-height', `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty('--tabs-height');
    };
  }, [list, rail]);
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const ALONG_A_ROW = new Set(['ArrowRight', 'ArrowLeft']);

export function Tabs({
  label,
  tabs,
  current,
  onChange,
  children,
  small = false,
  rail = false,
  above,
}: Props) {
  const list = useRef<HTMLDivElement>(null);
  useTabsHeight(list, rail);
  const name = label.toLowerCase().replace(/[^a-z]+/g, '-');
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || (!rail && !ALONG_A_ROW.has(event.key))) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  const look = LOOKS[rail ? 'rail' : small ? 'small' : 'row'];
  const parts = (
    <>
      <div ref={list} role="tablist" aria-label={label} tabIndex={-1} className={look.list}>
        {tabs.map((tab) => {
          const selected = tab.id === current;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              data-tab={tab.id}
              id={`${name}-${tab.id}`}
              aria-selected={selected}
              aria-controls={selected ? `${name}-panel` : undefined}
              tabIndex={selected ? 0 : -1}
              onClick={() => onChange(tab.id)}
              onKeyDown={move}
              className={`${look.tab} ${selected ? 'btn-primary' : 'btn-ghost'}`}
            >
              {rail && tab.icon}
              {tab.label}
            </button>
          );
        })}
      </div>
      <div className={rail ? 'flex min-w-0 flex-1 flex-col gap-3 px-3 py-3 sm:px-4' : 'contents'}>
        {above}
        <div role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-${current}`}>
          {children}
        </div>
      </div>
    </>
  );
  return rail ? <div className="flex flex-1 flex-col lg:flex-row">{parts}</div> : parts;
}
