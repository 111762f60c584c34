// Tabs whose choice stands in the address, so that a screen can be linked and reloaded.
import { useRef, type KeyboardEvent, type ReactNode } from 'react';

export type Tab = { id: string; label: ReactNode };

type Props = {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChange: (id: string) => void;
  children: ReactNode;
  small?: boolean;
};

export function Tabs({ label, tabs, current, onChange, children, small = false }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const name = label.toLowerCase().replace(/[^a-z]+/g, '-');
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        className={`flex flex-wrap gap-1 ${small ? 'mb-4' : ''}`}
      >
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
              className={`btn ${small ? 'btn-sm min-h-9' : ''} ${selected ? 'btn-primary' : 'btn-ghost'}`}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-${current}`}>
        {children}
      </div>
    </>
  );
}
